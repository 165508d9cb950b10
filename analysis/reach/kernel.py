"""Exact endgames in the newer play modes, in the kernel; the C side is reach/reach.h.

Questions and answers are those of `bombe.analysis.endgame.kernel`.
"""

from __future__ import annotations

import ctypes
import weakref
from typing import TYPE_CHECKING

from bombe.analysis.endgame.kernel import (
    MESSAGES,
    MOST_EMPTY,
    MOST_POTS,
    AnswerRoom,
    BombeEndgame,
    BombeEndgameCall,
    EndgameProgress,
    endgame_of,
)
from bombe.solvers.native.binding import (
    INT32,
    INT64,
    POINTER,
    REFUSALS,
    STATUSES,
    Binding,
    BombeSlice,
    raise_refusal,
    run_in_slices,
)
from bombe.solvers.native.memory import borrow_pages, return_pages

if TYPE_CHECKING:
    from bombe.analysis.endgame.kernel import EndgameAnswer, EndgameInput, Watch
    from bombe.boards import Shape
    from bombe.solvers.budget import Meter

REACH = Binding(
    ("bombe_reach_begin", INT32, POINTER, INT64, POINTER),
    ("bombe_reach_ask", INT32, POINTER, POINTER),
    structures=(BombeSlice, BombeEndgame, BombeEndgameCall),
    numbers={
        **STATUSES,
        **REFUSALS,
        "endgame::kMostEmpty": MOST_EMPTY,
        "endgame::kMostPots": MOST_POTS,
    },
)


class ReachTable:
    """An endgame in memory of its own, searched and never filled; asked by one thread at a time."""

    is_filled = False

    def __init__(
        self, shape: Shape, given: EndgameInput, solutions: list[bytes], memory: int, *, skips: bool
    ) -> None:
        self._library = REACH.library()
        size = _wanted(given.board.count(0), len(solutions), memory)
        self._memory = borrow_pages(size)
        weakref.finalize(self, return_pages, self._memory).atexit = False
        endgame = endgame_of(shape, given, solutions, skips=skips)
        answer = self._library.bombe_reach_begin(self._memory.address, size, ctypes.byref(endgame))
        raise_refusal(answer, MESSAGES)
        self._room = AnswerRoom()

    def fill(self, meter: Meter, watch: Watch | None = None) -> None:
        """Do nothing: what is searched is not known before it is asked."""

    def ask(
        self, given: EndgameInput, meter: Meter, *, wants_all: bool, watch: Watch | None = None
    ) -> EndgameAnswer | None:
        """Return what is known of a position, with `wants_all` every move's value and a best line.

        None where it does not come from this endgame.
        """
        call = self._room.question(given, wants_all=wants_all)

        def look() -> None:
            if watch is not None:
                watch(EndgameProgress(0, 0, call.low, call.high))

        answer = run_in_slices(self._library.bombe_reach_ask, self._memory, call, meter, look)
        return self._room.read(call, answer)


def _wanted(empty: int, solutions: int, memory: int) -> int:
    """Return the memory to ask for: an endgame with few empty cells never needs much."""
    return min(memory, 2**24 + 2**13 * solutions + (2**16 * solutions << min(empty, 48) // 2))
