"""`bombe oracle`: the oracle program for the course framework."""

from __future__ import annotations

from pathlib import Path

import click

from bombe.commands.shared.groups import Group


@click.group(
    cls=Group,
    epilog="""\b
Examples:
  bombe oracle install ~/competitive-sudoku

\b
The program itself is the command solve_sudoku: `solve_sudoku --help`.""",
)
def oracle() -> None:
    """Give the course framework an oracle program, on any operating system."""


@oracle.command(
    epilog="""\b
Examples:
  bombe oracle install .
  bombe oracle install ~/competitive-sudoku

\b
Exit codes: 0 done, 2 wrong usage, 3 no checkout, or the program would not work there."""
)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
def install(folder: Path) -> int:
    """Put bin/solve_sudoku into the checkout of the framework in DIR, of either edition.

    A program of another maker that is there is kept as solve_sudoku.original.
    """
    from bombe.oracle.install import install as put

    done = put(folder)
    if done.backup:
        click.echo(f"{done.backup}: the program that was there")
    click.echo(f"{done.program}: {'put there anew' if done.is_anew else 'put there'}, and it works")
    return 0
