"""`bombe convert`: rewrite boards in another format."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from bombe.analysis.results import counted
from bombe.boards import formats
from bombe.boards.errors import UsageError
from bombe.commands.inputs import Inputs, peek
from bombe.commands.options import boards_argument
from bombe.commands.output import emitter, talk

if TYPE_CHECKING:
    from bombe.boards import SudokuState
    from bombe.boards.formats import Format

_FORMATS = "\n".join(f"  {known.name:<10} {known.summary}" for known in formats.FORMATS)


@click.command(
    epilog=f"""\b
Formats:
{_FORMATS}

\b
Examples:
  bombe convert puzzles.sdm --to json
  bombe convert game.txt --to framework -o board.txt
  bombe convert hard-4x4 -o hard.sdk"""
)
@boards_argument()
@click.option("--to", metavar="NAME", help="The format to write; by default what -o's suffix says.")
@click.option("-o", "--output", metavar="FILE", help="Write there, not to the terminal.")
def convert(
    boards: tuple[str, ...],
    format_name: str | None,
    shape: str | None,
    symbols: str | None,
    to: str | None,
    output: str | None,
) -> int:
    """Rewrite each BOARD in another format; the input's format is told from its content."""
    target = _target(to, output)
    many, entries = peek(Inputs(boards, format_name, shape, symbols).entries())
    if many and not target.many:
        names = ", ".join(known.name for known in formats.FORMATS if known.many)
        raise UsageError(f"format {target.name} holds one board, and here are several: use {names}")
    dropped = 0
    with emitter(None, output) as emit:
        for entry in entries:
            dropped += target.keeps == "board" and _is_more_than_a_board(entry.state)
            emit.rendered(target.write(entry.state).rstrip("\n"))
    if dropped:
        talk(
            f"format {target.name} cannot hold scores, moves and taboo moves, and dropped those of "
            f"{counted(dropped, 'position')}: write json or game to keep them"
        )
    return 0


def _target(to: str | None, output: str | None) -> Format:
    if to is not None:
        return formats.get(to)
    suffix = Path(output or "").suffix.removeprefix(".")
    if not suffix or suffix == "txt":
        telling = ", ".join(suffix for known in formats.FORMATS for suffix in known.suffixes)
        raise UsageError(f"say the format to write: --to NAME, or -o FILE with one of {telling}")
    return formats.get(suffix)


def _is_more_than_a_board(state: SudokuState) -> bool:
    return state != type(state).start(state.board)
