"""`bombe oracle`: the oracle program for the course framework."""

from __future__ import annotations

import os
from pathlib import Path

import click

from bombe.commands.shared.exit_codes import Exit
from bombe.commands.shared.groups import Group
from bombe.commands.shared.output import notify, say


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
  bombe oracle install ~/competitive-sudoku --python

\b
Exit codes: 0 done, 2 wrong usage, 3 not a checkout, or the program would not work there."""
)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--python", "as_python", is_flag=True, help="Install the program in Python in any case."
)
def install(folder: Path, *, as_python: bool) -> int:
    """Install bin/solve_sudoku in DIR, a checkout of the framework.

    Any edition works. The program is compiled here, in a few seconds, if a C++ compiler or the
    package ziglang is installed. Otherwise it is the same program in Python, which takes longer to
    start. A program that is already there is kept as solve_sudoku.original.
    """
    from bombe.oracle.install import check_checkout, patience
    from bombe.oracle.install import install as install_program
    from bombe.solvers.native.toolchain import compiler_name

    check_checkout(folder)
    if wait := "" if as_python or os.name == "nt" else patience(compiler_name()):
        notify(wait)
    done = install_program(folder, compiled=not as_python)
    if done.backup:
        say(f"{done.backup}: kept, the program that was there")
    say(f"{done.program}: {'replaced' if done.was_ours else 'installed'}, and it works")
    say(f"It is {done}")
    return Exit.DONE
