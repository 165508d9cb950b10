"""A board with a refutation, before it is drawn: what each cell has to do with it.

    sheet_of_explanation(why(position, move))
    sheet_of_why(board, question, refutation, core)

A filled cell is needed by a deduction or not, and in the core or not. The cell that is asked about
shows what is supposed of it, other empty cells the values that steps place and the candidates that
they remove, each with the number of its step. Of a case only the candidate that it refutes is
shown: what would follow from it is in the words. Text and SVG draw the same sheet: why_text.py,
why_svg.py.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.analysis.why.refutation import Absurdity, End, Question, Refutation
from bombe.boards import Board, Shape
from bombe.boards.sudoku.symbols import numeral

if TYPE_CHECKING:
    from bombe.analysis.why.explanation import Explanation


class Removal(NamedTuple):
    """A candidate that is removed, and the number of the step; 0 where that is supposed."""

    value: int
    number: int


@dataclass(frozen=True)
class WhyCell:
    """What a cell shows: its value on the board, or what the refutation says of it.

    `number` is that of the step that places `value`; `asked` says that the question is about it,
    `absurd` that no value is left, or that it clashes.
    """

    value: int = 0
    number: int = 0
    removals: tuple[Removal, ...] = ()
    asked: bool = False
    needed: bool = False
    in_core: bool = False
    absurd: bool = False


@dataclass(frozen=True)
class WhySheet:
    """All cells of a board, row by row, and the words below it.

    `region` is where the value `missing` has no place, or where one stands twice; `absurdity` says
    in words what cannot be.
    """

    shape: Shape
    cells: tuple[WhyCell, ...]
    title: str
    lines: tuple[str, ...] = ()
    region: int | None = None
    missing: int = 0
    absurdity: str = ""


def sheet_of_why(
    board: Board,
    question: Question,
    refutation: Refutation | None,
    core: Iterable[int] = (),
    *,
    title: str = "",
    lines: Iterable[str] = (),
) -> WhySheet:
    """Show a board with a refutation and its core; without either, with the question alone."""
    sketch = _Sketch(board, question)
    if refutation is not None:
        sketch.add(refutation)
    within = frozenset(core)
    end = None if refutation is None else refutation.end
    cells = tuple(sketch.cell(cell, in_core=cell in within) for cell in range(board.shape.cells))
    sheet = WhySheet(board.shape, cells, title, tuple(lines))
    return sheet if end is None else replace(sheet, **_absurdity(end))


def sheet_of_explanation(explanation: Explanation) -> WhySheet:
    """Show an explanation: the refutation, one smallest core, and its words.

    Where nothing is refuted, a solution shows what can be.
    """
    core, refutation = explanation.core, explanation.refutation
    # Where nothing is refuted, a cell is not supposed to do without a value: it is asked about.
    is_supposed = refutation is not None or not explanation.refuted.is_not
    sheet = sheet_of_why(
        explanation.board,
        explanation.refuted if is_supposed else Question(),
        refutation,
        () if core is None else core.cells,
        title=explanation.summary(),
        lines=str(explanation).splitlines(),
    )
    if explanation.cell is not None:
        return _asking(sheet, explanation.cell)
    if refutation is None and explanation.witness is not None:
        return _solved(sheet, explanation.board, explanation.witness)
    return sheet


def _solved(sheet: WhySheet, board: Board, solution: Board) -> WhySheet:
    """Return a sheet filled with a solution, in which the board's own values stand out."""
    values = zip(sheet.cells, board.values, solution.values, strict=True)
    cells = (replace(view, value=new, needed=bool(old)) for view, old, new in values)
    return replace(sheet, cells=tuple(cells))


def _asking(sheet: WhySheet, cell: tuple[int, int]) -> WhySheet:
    """Return a sheet in which a cell is asked about, whatever is known of it."""
    cells = list(sheet.cells)
    index = sheet.shape.cell(*cell)
    cells[index] = replace(cells[index], asked=True)
    return replace(sheet, cells=tuple(cells))


class _Sketch:
    """Collects what a refutation says of each cell."""

    def __init__(self, board: Board, question: Question) -> None:
        self._values = list(board.values)
        self._numbers: dict[int, int] = {}
        self._removals: defaultdict[int, list[Removal]] = defaultdict(list)
        self._needed: set[int] = set()
        self._absurd: tuple[int | None, ...] = ()
        self._asked: int | None = None
        if question.fact is not None:
            cell, value = question.fact
            self._asked = cell
            if question.is_not:
                self._removals[cell].append(Removal(value, 0))
            else:
                self._values[cell] = value

    def add(self, refutation: Refutation) -> None:
        """Take in the steps, and what they and the end need, also within cases."""
        for step in refutation.steps:
            if step.place is not None:
                self._values[step.place.cell] = step.place.value
                self._numbers[step.place.cell] = step.number
            for cell, value in step.removes:
                self._removals[cell].append(Removal(value, step.number))
        self._needed.update(_needed(refutation))
        end = refutation.end
        self._absurd = end.because if end.kind is Absurdity.CLASH else (end.cell,)

    def cell(self, cell: int, *, in_core: bool) -> WhyCell:
        """Return what a cell shows."""
        return WhyCell(
            self._values[cell],
            self._numbers.get(cell, 0),
            tuple(sorted(self._removals[cell])),
            asked=cell == self._asked,
            needed=cell in self._needed,
            in_core=in_core,
            absurd=cell in self._absurd,
        )


def _needed(refutation: Refutation) -> Iterator[int]:
    """Yield the cells that a conclusion of a refutation, or of its cases, rests on."""
    yield from refutation.end.because
    for step in refutation.steps:
        yield from step.because
        if step.case is not None:
            yield from _needed(step.case)


def _absurdity(end: End) -> dict[str, Any]:
    """Return the region where something cannot be, the missing value, and words for it."""
    if end.kind is Absurdity.NO_CANDIDATE:
        return {"absurdity": "no value is left"}
    value = end.value or 0
    if end.kind is Absurdity.CLASH:
        return {"region": end.region, "absurdity": f"{numeral(value)} stands twice"}
    words = f"no place for {numeral(value)}"
    return {"region": end.region, "missing": value, "absurdity": words}
