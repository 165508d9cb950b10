"""A hint to a puzzle: first the place to look, then the deduction, then the value.

    hint(board).text(1)     "Look at box 6."
    hint(board).text(2)     "Look at box 6. It has only one place for 9."
    hint(board).text(3)     "Look at box 6. It has only one place for 9. So r5c8 is 9."

The cell is the forced one that is easiest to see: the fewest deductions show that it cannot do
without its value.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bombe.analysis.audit import audit
from bombe.analysis.results import BoardResult
from bombe.analysis.schema import LIST, MOVE, TEXT, TEXTS, Field
from bombe.analysis.why.question import why
from bombe.analysis.why.sentences import phrase
from bombe.boards import state_of
from bombe.boards.sudoku.notation import Spelling
from bombe.solvers.budget import as_meter

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bombe.analysis.audit import Audit
    from bombe.analysis.why.explanation import Explanation
    from bombe.analysis.why.refutation import Rating
    from bombe.boards import Board, Move, PositionLike, SudokuState
    from bombe.solvers import Meter, Solver
    from bombe.solvers.budget import BudgetLike

HINT_LEVELS = 3
"""How many sentences a hint has."""


@dataclass(frozen=True, repr=False)
class Hint(BoardResult):
    """The easiest forced cell of a board, or why there is no hint.

    `explanation` says why the cell is forced; without one, `problem` says why there is no hint.
    """

    schema = "bombe.hint/1"
    fields = (
        Field(
            "region",
            TEXT,
            "the region to look at",
            lambda found: (
                None if found.region is None else found.board.shape.region_name(found.region)
            ),
        ),
        Field("move", MOVE, "what is where: row and column from 0, value"),
        Field("rating", LIST, "how hard it is to see"),
        Field(
            "hints",
            TEXTS,
            "the sentences of all levels",
            lambda found: found.sentences if found.move is not None else (),
        ),
        Field("problem", TEXT, "why there is no hint"),
    )

    explanation: Explanation | None = None
    problem: str = ""

    @property
    def move(self) -> Move | None:
        """The value that the cell must have."""
        return None if self.explanation is None else self.explanation.move

    @property
    def rating(self) -> Rating | None:
        """How hard it is to see; None without a hint."""
        return None if self.explanation is None else self.explanation.rating

    @property
    def region(self) -> int | None:
        """Where to look: where the value has one place only, else the box of the cell."""
        if self.move is None:
            return None
        only = _only_place(self.board, self.move)
        cell = self.board.shape.cell(*self.move[:2])
        return self.board.shape.geometry.regions_of[cell][2] if only is None else only

    @property
    def sentences(self) -> tuple[str, ...]:
        """The place, the deduction and the value, a sentence each; or the problem alone."""
        if self.explanation is None or self.move is None or self.region is None:
            return (self.problem,)
        spell, move = Spelling(self.board.shape), self.move
        cell = spell.cell(self.board.shape.cell(move.row, move.column))
        return (
            phrase("hint", "look", region=spell.region(self.region)),
            self._deduction(self.explanation, cell, move),
            phrase("hint", "so", cell=cell, value=move.value),
        )

    def _deduction(self, found: Explanation, cell: str, move: Move) -> str:
        """Return why the cell is forced, without its value where that can be avoided."""
        if _only_place(self.board, move) is not None:
            return phrase("hint", "place", value=move.value)
        level = found.rating and found.rating.steps
        seen = found.rating_words().partition(": ")[2]
        return phrase("hint", "chain" if level else "single", cell=cell, seen=seen)

    def text(self, level: int = HINT_LEVELS) -> str:
        """Return as many sentences of the hint as wanted, from 1 to 3."""
        return " ".join(self.sentences[:level])

    def summary(self) -> str:
        """Return the whole hint."""
        return self.text()

    def svg(self) -> str:
        """Return the picture of why the cell is forced, or of the board."""
        return super().svg() if self.explanation is None else self.explanation.svg()


def hint(
    position: PositionLike, *, solver: str | Solver = "auto", budget: BudgetLike = None
) -> Hint:
    """Return a hint to a puzzle: its forced cell that is easiest to see."""
    state, meter = state_of(position), as_meter(budget)
    found = audit(state, solver=solver, budget=meter)
    explanation = _easiest(found, state, solver, meter)
    return Hint(
        board=state.board,
        final=explanation is not None or (found.final and not found.forced),
        solver=found.solver,
        effort=meter.effort(),
        explanation=explanation,
        problem="" if explanation else _problem(found),
    )


def _easiest(
    found: Audit, state: SudokuState, solver: str | Solver, meter: Meter
) -> Explanation | None:
    """Return why the easiest forced cell is forced; None if there is none, or no time."""
    at_once = set(_singles(state.board))
    cells = [move[:2] for move in found.forced]
    cells = [cell for cell in cells if state.board.shape.cell(*cell) in at_once] or cells
    explained = [
        why(state, cell, solver=solver, budget=meter, cores="none")
        for cell in cells
        if not meter.is_over
    ]
    known = [each for each in explained if each.refutation is not None]
    return min(known, key=_effort_to_see, default=None)


def _effort_to_see(explanation: Explanation) -> tuple[object, ...]:
    """Return what makes one cell easier than another.

    An only place is seen before an only value, in a box before a line, and best where few cells
    are empty.
    """
    board, move = explanation.board, explanation.move
    if move is None:
        return (1,)
    region = _only_place(board, move)
    if region is None:
        return (0, explanation.rating, 2, move)
    is_line = region < 2 * board.shape.size
    empty = sum(not board.values[cell] for cell in board.shape.geometry.regions[region])
    return (0, explanation.rating, int(is_line), empty, move)


def _only_place(board: Board, move: Move) -> int | None:
    """Return the region in which only the cell of the move can hold its value, boxes first."""
    shape, masks = board.shape, board.candidate_masks()
    cell = shape.cell(move.row, move.column)
    for region in reversed(shape.geometry.regions_of[cell]):
        others = (other for other in shape.geometry.regions[region] if other != cell)
        if not any(masks[other] >> move.value & 1 for other in others):
            return region
    return None


def _singles(board: Board) -> Iterator[int]:
    """Yield the cells with one candidate, and those that are a region's only place for a value."""
    masks = board.candidate_masks()
    yield from (cell for cell, mask in enumerate(masks) if mask.bit_count() == 1)
    for region in board.shape.geometry.regions:
        once = _once(masks[cell] for cell in region)
        yield from (cell for cell in region if masks[cell] & once)


def _once(masks: Iterable[int]) -> int:
    """Return the bits that are in one mask only."""
    seen = twice = 0
    for mask in masks:
        twice |= seen & mask
        seen |= mask
    return seen & ~twice


def _problem(found: Audit) -> str:
    """Return in a sentence why there is no hint."""
    if found.board.is_full and not found.clashes:
        return phrase("hint", "solved")
    if found.solutions.exact and not found.solutions.value:
        return phrase("hint", "unsolvable")
    if found.forced or not found.final:
        return phrase("hint", "late")
    return phrase("hint", "none")
