"""Finding refutations, in the kernel or without it; each, and each core, is checked before use."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Protocol

from bombe.analysis.why import kernel
from bombe.analysis.why.checker import check
from bombe.boards import Move
from bombe.boards.errors import ExplanationError, OutOfBudgetError
from bombe.boards.sudoku.symbols import board_line
from bombe.solvers import Verdict

if TYPE_CHECKING:
    from bombe.analysis.why.cores import Core
    from bombe.analysis.why.refutation import Question, Refutation
    from bombe.boards import Board, Shape
    from bombe.solvers import Meter, Solver

SHAPES = 4
"""For how many shapes a thread keeps the memory of its finders."""


class Finder(Protocol):
    """What finds refutations on boards of one shape."""

    def refute(self, board: Board, question: Question, meter: Meter) -> Refutation | None:
        """Return why it cannot be; None, or OutOfBudgetError, where the budget ends before."""


class _ThreadFinders(threading.local):
    """The finders of a thread: they have memory of their own, which no other thread may use."""

    def __init__(self) -> None:
        self.finders: dict[Shape, Finder] = {}


_KEPT = _ThreadFinders()


def finder_for(shape: Shape) -> Finder:
    """Return this thread's finder for a shape: the kernel's where it can be had."""
    kept = _KEPT.finders
    if shape not in kept:
        if len(kept) >= SHAPES:
            kept.pop(next(iter(kept)))
        kept[shape] = _made(shape)
    return kept[shape]


def _made(shape: Shape) -> Finder:
    if kernel.is_available(shape):
        return kernel.ChainFinder(shape)
    # Imported only where it is needed.
    from bombe.analysis.why.pure_python import PlainFinder

    return PlainFinder(shape)


def refute(board: Board, question: Question, meter: Meter) -> Refutation | None:
    """Return a checked refutation of what has no solution; None if the budget ends before."""
    try:
        found = finder_for(board.shape).refute(board, question, meter)
    except OutOfBudgetError:
        return None
    if found is not None:
        check(board, question, found)
    return found


def check_core(board: Board, question: Question, core: Core, solver: Solver, meter: Meter) -> None:
    """Raise ExplanationError if the cells of a core, with the question, leave a solution."""
    kept = board.clear(set(range(board.shape.cells)).difference(core.cells))
    fact, boards = question.fact, [kept]
    if fact is not None:
        row, column = board.shape.coordinates(fact.cell)
        size = board.shape.size
        values = set(range(1, size + 1)) - {fact.value} if question.is_not else {fact.value}
        boards = [kept.place(Move(row, column, value)) for value in values]
    if any(solver.solvable(each, meter) is Verdict.YES for each in boards):
        raise ExplanationError(
            f"a core is withheld, for it leaves a solution: cells {core.cells}; please report this "
            f"mistake of Bombe with the {board.shape} board {board_line(board)} and {question}"
        )
