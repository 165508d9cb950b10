"""`bombe convert`: rewrite boards in another format."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from bombe.agents.arena.log import read_logs
from bombe.analysis.outputs.forms import FORMS
from bombe.analysis.outputs.rendering import boards_payload
from bombe.analysis.results import counted
from bombe.analysis.workers.contract import AnswerPiece
from bombe.boards.errors import BombeError, UsageError
from bombe.boards.sudoku import formats
from bombe.boards.sudoku.formats.losses import losses
from bombe.boards.sudoku.reading import writer_of
from bombe.commands.runs.many import BoardsForm, Run, Spread
from bombe.commands.runs.tally import RunTally
from bombe.commands.shared.exits import Exit
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

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bombe.boards import SudokuState
    from bombe.boards.sudoku.chunks import Chunk
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
    target, form = BoardsForm.of(to, output, parameter="to")
    rewrite = _Rewrite(target.name, form.name, _symbols(inputs, target), sign=sign)
    rewrite.writer()
    positions = Positions(inputs, "quick", is_patient=spread.is_given)
    if positions.are_many and not target.many:
        remedy = f"use {formats.for_many()}, or one position of a game by --ply N"
        raise UsageError(f"format {target.name} holds one board, but there are several: {remedy}")
    run = Run(
        boards=inputs.boards,
        chunking=positions.sizes,
        form=form,
        output=output,
        spread=spread,
        wants_progress=not no_progress and positions.are_many,
        total=lambda: inputs.total(positions.sizes, spread.shard),
        has_journal=positions.are_many or spread.is_given,
    )
    tally, is_stopped = run.do(rewrite, positions.chunks())
    for loss, count in tally.counts.items():
        notify(f"{counted(count, 'position')}: {loss}")
    if is_stopped:
        return interrupted("" if output else "partial results are above")
    return Exit.DONE


@dataclass(frozen=True)
class _Rewrite:
    """Writes positions in a format; runs in a worker process where there are several."""

    format_name: str
    form: str
    symbols: str | None
    sign: bool

    def writer(self) -> Callable[[SudokuState], str]:
        """Return the function that writes a position; raise UsageError if it cannot be so."""
        return writer_of(formats.get(self.format_name), sign=self.sign, symbols=self.symbols)

    def __call__(self, chunk: Chunk, is_stopped: Callable[[], bool]) -> Iterator[AnswerPiece]:
        """Yield the texts of a chunk; raise what one of its positions is refused for."""
        write, target = self.writer(), formats.get(self.format_name)
        texts: list[str] = []
        note, refused = RunTally(), None
        try:
            for entry in chunk.entries():
                if is_stopped():
                    note.is_cut = True
                    break
                lost = losses(entry.state, target, is_signed=self.sign)
                texts.append(write(entry.state).rstrip("\n"))
                note.counts.update(lost)
        except BombeError as error:
            refused = error
        note.positions = len(texts)
        yield AnswerPiece(boards_payload(FORMS[self.form], texts), note)
        if refused is not None:
            raise refused


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
