"""`bombe oracle`: the oracle program for the course framework."""

from __future__ import annotations

from pathlib import Path

import click

from bombe.commands.shared.exits import Exit
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
    """Install an oracle program for the course framework, on any operating system."""


@oracle.command(
    epilog="""\b
Examples:
  bombe oracle install .
  bombe oracle install ~/competitive-sudoku

\b
Exit codes: 0 done, 2 wrong usage, 3 not a checkout, or the program would not work there."""
)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
def install(folder: Path) -> int:
    """Install bin/solve_sudoku in DIR, a checkout of the framework.

    Any edition will do. A program of another maker is kept as solve_sudoku.original.
    """
    from bombe.oracle.install import install as install_program

    done = install_program(folder)
    if done.backup:
        click.echo(f"{done.backup}: kept, the program that was there")
    click.echo(f"{done.program}: {'replaced' if done.was_ours else 'installed'}, and it works")
    return Exit.DONE
