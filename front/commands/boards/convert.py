"""`bombe convert`: rewrite boards in another format."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bombe.agents.arena.log import read_logs
from bombe.analysis.results import counted
from bombe.boards.errors import UsageError
from bombe.boards.sudoku import formats
from bombe.boards.sudoku.formats.losses import losses
from bombe.boards.sudoku.reading import writer_of
from bombe.commands.shared.exits import Exit
from bombe.commands.shared.groups import Command
from bombe.commands.shared.inputs import peek
from bombe.commands.shared.options import boards_argument, output_option, progress_option
from bombe.commands.shared.output import emitter, notify
from bombe.commands.shared.progress import progress

if TYPE_CHECKING:
    from bombe.boards.sudoku.formats import Format
    from bombe.commands.shared.inputs import Inputs

LOG = "log"
_FORMATS = "\n".join(f"  {known.name:<11} {known.summary}" for known in formats.FORMATS)


@click.command(
    cls=Command,
    epilog=f"""\b
Formats:
{_FORMATS}
  {LOG:<11} games, as `bombe match` logs them

\b
Examples:
  bombe convert puzzles.sdm --to json
  bombe convert game.txt --to framework -o board.txt
  bombe convert hard-4x4 -o hard.sdk
  bombe convert hard-3x3 --to f-puzzles              a link that opens the board there
  bombe convert hexadoku.txt --symbols hex --to grid
  bombe convert match.jsonl#3 --ply 20 --to game     a position of a game, for the framework
  bombe convert hard-3x3 --to game --sign            a puzzle for the framework's newer play modes
  bombe convert console.txt --to log -o games.jsonl  games that the framework printed

\b
Exit codes: 0 done, 2 wrong usage, 3 bad input.""",
)
@boards_argument()
@click.option("--to", metavar="NAME", help="The format to write; by default that of -o's suffix.")
@click.option(
    "--sign",
    is_flag=True,
    help="game: sign the givens, too, so that the framework starts in its newer play modes: those "
    "of the upper half are player 1's, those of the lower half player 2's.",
)
@output_option
@progress_option
def convert(
    inputs: Inputs, to: str | None, output: str | None, *, sign: bool, no_progress: bool
) -> int:
    """Rewrite each BOARD in another format; the input's format is recognised by its content.

    Links and other pasted texts are boards, too. With --symbols hex, boards of 16x16 cells are also
    written in the digits 0 to F.

    A BOARD may be LOG#GAME, a game of a log: each position of it is written, or that of --ply. With
    --to log the BOARDs are logs, and all their games are written as `bombe match` logs them.
    """
    if to == LOG:
        if sign:
            raise UsageError(f"--sign is for boards, but --to {LOG} takes logs: leave it out")
        return _convert_logs(inputs, output)
    target = _target(to, output)
    write = writer_of(target, sign=sign, symbols=_symbols(inputs, target))
    many, entries = peek(inputs.entries())
    if many and not target.many:
        remedy = f"use {formats.for_many()}, or one position of a game by --ply N"
        raise UsageError(f"format {target.name} holds one board, but there are several: {remedy}")
    lost: Counter[str] = Counter()
    shows = many and not no_progress
    with (
        emitter(None, output) as emit,
        progress("positions:", wanted=shows, output=output, total=inputs.total) as advance,
    ):
        for entry in entries:
            lost.update(losses(entry.state, target, is_signed=sign))
            emit.data(write(entry.state).rstrip("\n"))
            advance()
    for loss, count in lost.items():
        notify(f"{counted(count, 'position')}: {loss}")
    return Exit.DONE


def _symbols(inputs: Inputs, target: Format) -> str | None:
    """Return the alphabet to write: hex digits stay such, all others become `numbers`."""
    is_hex = inputs.reading.symbols == "hex" and target.has_symbols
    return "hex" if is_hex else None


def _convert_logs(inputs: Inputs, output: str | None) -> int:
    for name, value in {**inputs.reading._asdict(), "ply": inputs.ply}.items():
        if value is not None:
            raise UsageError(f"--{name} is for boards, but --to {LOG} takes logs: leave it out")
    with emitter(None, output) as emit:
        for record in read_logs(inputs.boards):
            emit.data(record.to_json())
    return Exit.DONE


def _target(to: str | None, output: str | None) -> Format:
    if to is not None:
        return formats.get(to)
    suffix = Path(output or "").suffix.removeprefix(".")
    if not suffix or suffix == "txt":
        suffixes = ", ".join(suffix for known in formats.FORMATS for suffix in known.suffixes)
        raise UsageError(f"no format to write: give --to NAME, or -o FILE with one of {suffixes}")
    return formats.get(suffix)
