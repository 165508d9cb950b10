"""What is asked of every chunk of a run: the answers as records of a form, piece by piece.

Boards of one shape are asked together, at the kernel's speed, where a command knows how; what takes
the kernel longer than a moment, and all other positions, are asked one by one, with the budget that
the user gave.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bombe.analysis.batches.batch import segments
from bombe.analysis.batches.making import are_together
from bombe.analysis.batches.single import payload_of
from bombe.analysis.outputs.forms import FORMS
from bombe.analysis.outputs.payload import Payload
from bombe.analysis.outputs.rendering import render, text_payload
from bombe.analysis.workers.contract import AnswerPiece
from bombe.boards.errors import InputError, SolverFaultError, UnsupportedError
from bombe.boards.sudoku.notation import Notation, for_people, notation
from bombe.boards.sudoku.packed import Packed
from bombe.boards.sudoku.state import SudokuState
from bombe.boards.text.spans import Entry
from bombe.commands.runs.tally import RunTally
from bombe.commands.shared.runner import records_of, tally_of
from bombe.solvers import Budget
from bombe.solvers.foreign.starting import starting_within

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bombe.analysis.batches.batch import Batch, BatchFind
    from bombe.boards.sudoku.chunks import Chunk
    from bombe.commands.shared.runner import Find, Finding

_NOTHING = Payload(b"", 0)


@dataclass(frozen=True)
class ChunkQuestion:
    """What is asked of every position, and in which form the answers are written.

    Where a position is the only one, what is not supported ends the command.
    """

    find: Find
    find_batch: BatchFind | None
    solver: str
    seconds: float | None
    nodes: int | None
    form: str
    columns: tuple[str, ...] | None
    notation: str
    is_alone: bool = False

    def __call__(self, chunk: Chunk, is_stopped: Callable[[], bool]) -> Iterator[AnswerPiece]:
        """Yield the answers to a chunk; runs in a worker process where there are several."""
        with notation(self.notation):
            for run in chunk.runs():
                asked = self._together(run, is_stopped) if isinstance(run, Packed) else None
                for piece in asked or self._one_by_one(run, is_stopped):
                    yield piece
                    if piece.note.is_cut:
                        return

    def _together(
        self, packed: Packed, is_stopped: Callable[[], bool]
    ) -> Iterator[AnswerPiece] | None:
        """Return the answers about boards that were asked together; None if that cannot be."""
        if self.find_batch is None or not are_together(self.solver, self.seconds):
            return None
        with notation(Notation.FRAMEWORK):  # lines are rewritten for people once, below
            batch = self.find_batch(
                packed, form=self.form, columns=self.columns, nodes=self.nodes, stop=is_stopped
            )
        return None if batch is None else self._filled(packed, batch, is_stopped)

    def _filled(
        self, packed: Packed, batch: Batch, is_stopped: Callable[[], bool]
    ) -> Iterator[AnswerPiece]:
        """Yield the answers of a batch, with those of its unfinished boards in their places."""
        sums = RunTally(seconds=batch.seconds, noes=batch.noes, counts=Counter(batch.counts))
        first, *others = segments(batch, self.form)
        sums.positions = first.records
        yield AnswerPiece(self._shown(first), sums)
        for index, segment in zip(batch.unfinished, others, strict=True):
            yield self._alone(_entry(packed, index), is_stopped)
            yield AnswerPiece(self._shown(segment), RunTally(positions=segment.records))

    def _one_by_one(
        self, run: Packed | Entry, is_stopped: Callable[[], bool]
    ) -> Iterator[AnswerPiece]:
        if isinstance(run, Packed):
            for index in range(run.size):
                yield self._alone(_entry(run, index), is_stopped)
        else:
            yield self._alone(run, is_stopped)

    def _alone(self, entry: Entry, is_stopped: Callable[[], bool]) -> AnswerPiece:
        """Return the answer for one position."""
        if is_stopped():
            return AnswerPiece(_NOTHING, RunTally(is_cut=True))
        try:
            with starting_within(self.seconds):
                budget = Budget(self.seconds, self.nodes, is_stopped)
                found = self.find(entry.state, solver=self.solver, budget=budget)
        except SolverFaultError:
            raise
        except (InputError, UnsupportedError) as error:  # of this position: others have answers
            if self.is_alone:
                raise
            return self._unsupported(entry, str(error))
        if is_stopped() and not found.result.final:
            return AnswerPiece(_NOTHING, RunTally(is_cut=True))
        return AnswerPiece(self._payload(found, entry), tally_of(found))

    def _payload(self, found: Finding, entry: Entry) -> Payload:
        source = str(entry.place)
        if found.records is None or self.form == "text":
            return payload_of(
                found.result, found.result.with_claim(found.line), source, self.form, self.columns
            )
        form = FORMS[self.form]
        records = records_of(found, source, is_table=form.has_columns)
        return render(form, list(records), self.columns)

    def _unsupported(self, entry: Entry, problem: str) -> AnswerPiece:
        """Return what is said of a position that nobody can answer for, where there is a place."""
        source, form = str(entry.place), FORMS[self.form]
        line = f"{source}: {problem}"
        note = RunTally(positions=1, unsupported=1)
        if form.name == "text":
            return AnswerPiece(self._shown(text_payload([line])), note)
        if form.has_columns or not form.is_text:
            note.messages = (line,)
            return AnswerPiece(_NOTHING, note)
        return AnswerPiece(render(form, [{"source": source, "error": problem}]), note)

    def _shown(self, payload: Payload) -> Payload:
        """Return a text with its cells and moves as people want them."""
        if not isinstance(payload.data, bytes) or self.form != "text":
            return payload
        if self.notation == Notation.FRAMEWORK:
            return payload
        text = for_people(payload.data.decode("utf-8", "surrogateescape"))
        return payload._replace(data=text.encode("utf-8", "surrogateescape"))


def _entry(packed: Packed, index: int) -> Entry:
    return Entry(SudokuState(packed.board(index)), packed.place(index))
