"""Finding refutations, in the kernel or without it, and having each checked before it is used."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Protocol

from bombe.analysis.why import kernel
from bombe.analysis.why.checker import check
from bombe.boards.errors import OutOfBudgetError

if TYPE_CHECKING:
    from bombe.analysis.why.refutation import Question, Refutation
    from bombe.boards import Board, Shape
    from bombe.solvers import Meter

SHAPES = 4
"""For how many shapes a thread keeps the memory of its finders."""


class Finder(Protocol):
    """What finds refutations on boards of one shape."""

    def refute(self, board: Board, question: Question, meter: Meter) -> Refutation | None:
        """Return why it cannot be; None, or OutOfBudgetError, where the budget ends before."""


class _Kept(threading.local):
    """The finders of a thread: they have memory of their own, which no other thread may use."""

    def __init__(self) -> None:
        self.finders: dict[Shape, Finder] = {}


_KEPT = _Kept()


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
