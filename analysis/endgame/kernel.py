"""Exact endgames in the kernel: arguments, answers, budgets; the C side is endgame/endgame.h."""

from __future__ import annotations

import ctypes
import weakref
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from bombe.solvers import native
from bombe.solvers.native.binding import (
    DONE,
    INT32,
    INT64,
    POINTER,
    REFUSALS,
    STATUSES,
    Binding,
    BombeSlice,
    KernelRefusal,
    raise_refusal,
    run_in_slices,
)
from bombe.solvers.native.memory import borrow_pages, return_pages

if TYPE_CHECKING:
    from bombe.boards import Shape
    from bombe.solvers.budget import Meter

MOST_EMPTY, MOST_POTS = 64, 128
FILLED = 2
"""What the kernel answers about a table that holds every position."""

_MESSAGES = {
    KernelRefusal.TOO_LARGE: (
        f"over {MOST_EMPTY} cells are empty, which is too many to solve: fill some first"
    ),
    KernelRefusal.TOO_MANY_MOVES: (
        f"over {MOST_POTS} candidates can be bombs, which is too many to solve: fill some cells "
        "first"
    ),
    KernelRefusal.TOO_LITTLE_MEMORY: (
        "the tables do not fit into the memory: allow more, or fill some cells first"
    ),
}

is_available = native.is_available


class EndgameInput(NamedTuple):
    """A position as the kernel reads it: a byte for each cell and for each candidate."""

    board: bytes
    taboo: bytes
    open: bytes | None


class EndgameAnswer(NamedTuple):
    """What is known of a position: bounds of its margin and of each move's value.

    Moves are cell * N + value - 1; `best` is -1 where it is not known or there is none. The line
    is as long as the budget allowed.
    """

    low: int
    high: int
    best: int
    moves: tuple[tuple[int, bool, int, int], ...]
    line: tuple[int, ...]
    done: bool


class BombeEndgame(ctypes.Structure):
    """What an endgame is made from."""

    _fields_: ClassVar = [
        ("board", ctypes.c_char_p),
        ("solutions", ctypes.c_char_p),
        ("taboo", ctypes.c_char_p),
        ("open", ctypes.c_char_p),
        ("solution_count", ctypes.c_int64),
        ("m", ctypes.c_int32),
        ("n", ctypes.c_int32),
        ("has_skips", ctypes.c_int32),
    ]


class BombeEndgameCall(BombeSlice):
    """A question about a position, and its answer."""

    _fields_: ClassVar = [
        ("board", ctypes.c_char_p),
        ("taboo", ctypes.c_char_p),
        ("open", ctypes.c_char_p),
        ("low", ctypes.c_int32),
        ("high", ctypes.c_int32),
        ("best", ctypes.c_int32),
        ("count", ctypes.c_int32),
        ("moves", ctypes.c_void_p),
        ("skips", ctypes.c_void_p),
        ("lows", ctypes.c_void_p),
        ("highs", ctypes.c_void_p),
        ("line", ctypes.c_void_p),
        ("line_count", ctypes.c_int32),
        ("wants_all", ctypes.c_int32),
    ]


ENDGAMES = Binding(
    ("bombe_endgame_least_bytes", INT64, INT32),
    ("bombe_endgame_begin", INT32, POINTER, INT64, POINTER),
    ("bombe_endgame_fill", INT32, POINTER, POINTER),
    ("bombe_endgame_ask", INT32, POINTER, POINTER),
    ("bombe_endgame_is_filled", INT32, POINTER),
    ("bombe_endgame_fill_by", None, POINTER, INT32, INT32),
    structures=(BombeSlice, BombeEndgame, BombeEndgameCall),
    numbers={
        **STATUSES,
        **REFUSALS,
        "endgame::kMostEmpty": MOST_EMPTY,
        "endgame::kMostPots": MOST_POTS,
    },
)


class EndgameTable:
    """An endgame in memory of its own; for one thread at a time."""

    def __init__(
        self, shape: Shape, given: EndgameInput, solutions: list[bytes], memory: int, *, skips: bool
    ) -> None:
        self._library = ENDGAMES.library()
        size = _wanted(given.board.count(0), len(solutions), memory)
        self._memory = borrow_pages(size)
        weakref.finalize(self, return_pages, self._memory).atexit = False
        endgame = BombeEndgame(
            given.board,
            b"".join(solutions),
            given.taboo,
            given.open,
            len(solutions),
            shape.m,
            shape.n,
            skips,
        )
        answer = self._library.bombe_endgame_begin(
            self._memory.address, size, ctypes.byref(endgame)
        )
        raise_refusal(answer, _MESSAGES)
        count = MOST_EMPTY + MOST_POTS
        self._moves, self._skips = (ctypes.c_int32 * count)(), (ctypes.c_uint8 * count)()
        self._lows, self._highs = (ctypes.c_int32 * count)(), (ctypes.c_int32 * count)()
        self._line = (ctypes.c_int32 * count)()

    @property
    def is_filled(self) -> bool:
        """Whether every position can be looked up."""
        return bool(self._library.bombe_endgame_is_filled(self._memory.address) == FILLED)

    def fill(self, meter: Meter) -> None:
        """Fill the table of a board with one solution, as far as the budget goes."""
        run_in_slices(self._library.bombe_endgame_fill, self._memory, BombeSlice(), meter)

    def ask(self, given: EndgameInput, meter: Meter, *, wants_all: bool) -> EndgameAnswer | None:
        """Return what is known of a position, with `wants_all` every move's value and a best line.

        None where it does not come from this endgame.
        """
        call = BombeEndgameCall(
            board=given.board,
            taboo=given.taboo,
            open=given.open,
            wants_all=wants_all,
            moves=ctypes.addressof(self._moves),
            skips=ctypes.addressof(self._skips),
            lows=ctypes.addressof(self._lows),
            highs=ctypes.addressof(self._highs),
            line=ctypes.addressof(self._line) if wants_all else None,
        )
        answer = run_in_slices(self._library.bombe_endgame_ask, self._memory, call, meter)
        return (
            None if answer == KernelRefusal.NOT_FROM_HERE else self._read(call, done=answer == DONE)
        )

    def _read(self, call: BombeEndgameCall, *, done: bool) -> EndgameAnswer:
        count = call.count
        moves = zip(
            self._moves[:count],
            map(bool, self._skips[:count]),
            self._lows[:count],
            self._highs[:count],
            strict=True,
        )
        line = tuple(self._line[: call.line_count])
        return EndgameAnswer(call.low, call.high, call.best, tuple(moves), line, done)


def _wanted(empty: int, solutions: int, memory: int) -> int:
    """Return the memory to ask for: an endgame with few empty cells never needs much."""
    return min(memory, 2**26 + (solutions << min(empty + 8, 48)))
