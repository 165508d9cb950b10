"""The records of boards that the kernel answers together, and those of single answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bombe.analysis.runs.formats import format_named
from bombe.analysis.runs.query import Target
from bombe.solvers import Budget

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bombe.analysis.runs.kernel_answers import KernelAnswers
    from bombe.analysis.runs.payload import Payload
    from bombe.analysis.runs.query import BoardQuery
    from bombe.boards import Board
    from bombe.boards.sudoku.packed import Packed

Data = bytes | list[tuple[object, ...]]


class ChunkRecords(NamedTuple):
    """What the kernel answered, and its records: cut where boards have to be asked alone."""

    answers: KernelAnswers
    segments: list[Payload]

    @property
    def data(self) -> Data:
        """All records; none are missing."""
        assert not self.answers.alone
        return self.segments[0].data


def together(
    query: BoardQuery,
    packed: Packed,
    form: str,
    columns: Sequence[str] | None = None,
    stop: Callable[[], bool] | None = None,
) -> ChunkRecords | None:
    """Ask about all boards of a chunk; None where each has to be asked alone, or if stopped."""
    target = Target(format_named(form), tuple(columns) if columns else None)
    found = query.together(packed, Budget(nodes=query.nodes, stop=stop), target)
    if found is None:
        return None
    records = target.form.together(found, target.columns, stop)
    return None if records is None else ChunkRecords(found, records)


def single(
    query: BoardQuery, board: Board, place: str, form: str, columns: Sequence[str] | None = None
) -> Payload:
    """Ask about one board."""
    from bombe.boards import SudokuState

    found = query.answer(SudokuState(board), Budget(nodes=query.nodes))
    return format_named(form).answers(found.results, found.line, place, columns)


def joined_data(payloads: Sequence[Payload], form: str) -> Data:
    """Return the records of several payloads as those of one."""
    if form == "sqlite":
        return [row for payload in payloads for row in payload.data]  # type: ignore[misc] # rows
    between = format_named(form).between
    return between.join(bytes(each.data) for each in payloads if each.data)  # type: ignore[arg-type]
