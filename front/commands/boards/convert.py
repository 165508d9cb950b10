"""`bombe convert`: rewrite boards in another format."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from bombe.agents.arena.log import read_logs
from bombe.analysis.results import with_noun
from bombe.analysis.runs.boards import BoardsForm, ConvertQuery
from bombe.analysis.runs.query import Target
from bombe.analysis.runs.run import Destination, Spread, run
from bombe.boards.errors import UsageError
from bombe.boards.sudoku import formats
from bombe.boards.sudoku.notation import current_notation
from bombe.commands.shared.exit_codes import Exit
from bombe.commands.shared.groups import Command
from bombe.commands.shared.inputs import Positions
from bombe.commands.shared.interrupts import interrupted
from bombe.commands.shared.options import (
    boards_argument,
    output_option,
    progress_option,
    spread_options,
    take_as,
)
from bombe.commands.shared.output import emitter, notify
from bombe.commands.shared.watching import watched

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
  bombe convert million.txt -j 2 -o million.jsonl     a position on each line; .json: one document
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
@take_as("spread", Spread, spread_options)
@output_option
@progress_option
def convert(
    inputs: Inputs,
    to: str | None,
    output: str | None,
    spread: Spread,
    *,
    sign: bool,
    no_progress: bool,
) -> int:
    """Rewrite each BOARD in another format; the input's format is recognised by its content.

    Links and other pasted texts are boards, too. With --symbols hex, boards of 16x16 cells are also
    written in the digits 0 to F.

    A BOARD may be LOG#GAME, a game of a log: each position of it is written, or that of --ply. With
    --to log the BOARDs are logs, and all their games are written as `bombe match` logs them.
    """
    if to == LOG:
        if sign or spread != Spread():
            name = "sign" if sign else "jobs, --cluster, --shard or --resume"
            raise UsageError(f"--{name} is for boards, but --to {LOG} takes logs: leave it out")
        return _convert_logs(inputs, output)
    target, form = BoardsForm.of(to, output)
    rewrite = ConvertQuery(target.name, sign, _symbols(inputs, target))
    rewrite.writer()
    positions = Positions(inputs, "quick", is_patient=spread.is_given)
    if positions.are_many and not target.many:
        remedy = f"use {formats.for_many()}, or one position of a game by --ply N"
        raise UsageError(f"format {target.name} holds one board, but there are several: {remedy}")
    are_many = positions.are_many
    where = Destination(
        Target(form, notation=str(current_notation())), output, are_many or spread.is_given
    )
    with watched(output, wanted=not no_progress and are_many) as watch:
        tally, is_stopped = run(rewrite, positions.source(spread.shard), where, spread, watch)
    for loss, count in tally.counts.items():
        notify(f"{with_noun(count, 'position')}: {loss}")
    if is_stopped:
        return interrupted("" if output else "partial results are above")
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
        for record in read_logs(inputs.boards, is_growing=False):
            emit.data(record.to_json())
    return Exit.DONE
