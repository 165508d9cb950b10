"""Exact endgames from Python: memory, arguments, budgets; the C side is endgame.h."""

from __future__ import annotations

import ctypes
import functools
import mmap
import weakref
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from bombe.boards.errors import UnsupportedError
from bombe.solvers import native
from bombe.solvers.native.calls import INTERRUPTED, NO_LIMIT, slice_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from bombe.boards import Shape
    from bombe.solvers.budget import Meter

MOST_EMPTY, MOST_POTS = 64, 128
NOT_FROM_HERE = -4
PAGE = 2**21
"""Bytes of a large page; memory begins at one."""
LARGE = 2**27
"""From so many bytes on large pages are worth it."""

_TROUBLES = {
    -1: f"over {MOST_EMPTY} empty cells are no endgame: fill some first",
    -2: f"over {MOST_POTS} candidates can be bombs, which is no endgame: fill some cells first",
    -3: "the tables do not fit into the memory: allow more, or fill some cells first",
}


class Given(NamedTuple):
    """A position as C reads it: a byte for each cell and for each candidate."""

    board: bytes
    taboo: bytes
    open: bytes | None


class Answer(NamedTuple):
    """What is known of a position: bounds of its margin and of each move's value.

    Moves are cell * N + value - 1; `best` is -1 where it is not known or there is none. The line
    is as long as the budget lasted.
    """

    low: int
    high: int
    best: int
    moves: tuple[tuple[int, bool, int, int], ...]
    line: tuple[int, ...]
    done: bool


class _Endgame(ctypes.Structure):
    """BombeEndgame of endgame.h, field by field."""

    _fields_: ClassVar = [
        ("board", ctypes.c_char_p),
        ("solutions", ctypes.c_char_p),
        ("taboo", ctypes.c_char_p),
        ("open", ctypes.c_char_p),
        ("solution_count", ctypes.c_int64),
        ("m", ctypes.c_int32),
        ("n", ctypes.c_int32),
        ("has_skips", ctypes.c_int32),
        ("unused", ctypes.c_int32),
    ]


class _Call(ctypes.Structure):
    """BombeEndgameCall of endgame.h, field by field."""

    _fields_: ClassVar = [
        ("board", ctypes.c_char_p),
        ("taboo", ctypes.c_char_p),
        ("open", ctypes.c_char_p),
        ("nodes", ctypes.c_int64),
        ("seconds", ctypes.c_double),
        ("stop", ctypes.c_void_p),
        ("nodes_used", ctypes.c_int64),
        ("wants_all", ctypes.c_int32),
        ("in_work", ctypes.c_int32),
        ("low", ctypes.c_int32),
        ("high", ctypes.c_int32),
        ("best", ctypes.c_int32),
        ("count", ctypes.c_int32),
        ("moves", ctypes.c_void_p),
        ("skips", ctypes.c_void_p),
        ("lows", ctypes.c_void_p),
        ("highs", ctypes.c_void_p),
        ("line", ctypes.c_void_p),
        ("line_count", ctypes.c_int64),
    ]


@functools.cache
def _library() -> ctypes.CDLL:
    """Give the library with the types of the functions in endgame.h."""
    pointer, number, size = ctypes.c_void_p, ctypes.c_int64, ctypes.c_int32
    return native.library_for(
        "endgames",
        ("bombe_endgame_least_bytes", number, size),
        ("bombe_endgame_begin", size, pointer, number, pointer),
        ("bombe_endgame_fill", size, pointer, pointer),
        ("bombe_endgame_ask", size, pointer, pointer),
        ("bombe_endgame_is_filled", size, pointer),
        ("bombe_endgame_fill_by", None, pointer, size, size),
    )


def is_available() -> bool:
    """Tell whether the kernel is there and knows endgames."""
    return native.is_available() and hasattr(native.library(), "bombe_endgame_begin")


class Memory:
    """Memory that costs only what is written to, aligned to large pages."""

    def __init__(self, size: int) -> None:
        # What is shared with other processes, as Python has it unless told, gets no large pages.
        flags = {"flags": mmap.MAP_PRIVATE} if hasattr(mmap, "MAP_PRIVATE") else {}
        self._map = mmap.mmap(-1, size + PAGE, **flags)
        if hasattr(mmap, "MADV_HUGEPAGE") and size >= LARGE:
            self._map.madvise(mmap.MADV_HUGEPAGE)
        self._held = (ctypes.c_char * len(self._map)).from_buffer(self._map)
        address = ctypes.addressof(self._held)
        self.address = address + -address % PAGE
        self.size = size

    def offer(self) -> bool:
        """Let the system take the pages whenever it needs some; False if it cannot do so."""
        if not hasattr(mmap, "MADV_FREE"):
            return False
        try:
            self._map.madvise(mmap.MADV_FREE)
        except OSError:  # an old system
            return False
        return True


@functools.cache
def _idle() -> list[Memory]:
    """Keep the memory of an endgame that is over for the next one.

    Fresh pages cost as much as to fill them with a table, and in virtual machines much more.
    """
    return []


def _borrow(size: int) -> Memory:
    try:
        memory = _idle().pop()
    except IndexError:
        return Memory(size)
    return memory if memory.size >= size else Memory(size)


def _give_back(memory: Memory) -> None:
    if not _idle() and memory.offer():
        _idle().append(memory)


class Endgame:
    """An endgame in memory of its own; for one thread at a time."""

    def __init__(
        self, shape: Shape, given: Given, solutions: list[bytes], memory: int, *, skips: bool
    ) -> None:
        self._library = _library()
        size = _wanted(given.board.count(0), len(solutions), memory)
        self._memory = _borrow(size)
        weakref.finalize(self, _give_back, self._memory).atexit = False
        question = _Endgame(
            given.board,
            b"".join(solutions),
            given.taboo,
            given.open,
            len(solutions),
            shape.m,
            shape.n,
            skips,
        )
        trouble = self._library.bombe_endgame_begin(
            self._memory.address, size, ctypes.byref(question)
        )
        if trouble:
            raise UnsupportedError(_TROUBLES[trouble])
        count = MOST_EMPTY + MOST_POTS
        self._moves, self._skips = (ctypes.c_int32 * count)(), (ctypes.c_uint8 * count)()
        self._lows, self._highs = (ctypes.c_int32 * count)(), (ctypes.c_int32 * count)()
        self._line = (ctypes.c_int32 * count)()

    @property
    def is_filled(self) -> bool:
        """Whether every position can be looked up."""
        return bool(self._library.bombe_endgame_is_filled(self._memory.address) == 2)

    def fill_by(self, *, narrow: bool, cross: int) -> None:
        """Use vectors of 128 bits and blocks of 32 << `cross` positions: for tests."""
        self._library.bombe_endgame_fill_by(self._memory.address, narrow, cross)

    def fill(self, meter: Meter) -> None:
        """Fill the table of a board with one solution, as far as the budget goes."""
        self._run(self._library.bombe_endgame_fill, _Call(), meter)

    def ask(self, given: Given, meter: Meter, *, wants_all: bool) -> Answer | None:
        """Tell about a position, with `wants_all` also every move's value and a line of best play.

        None where it does not come from this endgame.
        """
        call = _Call(
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
        answer = self._run(self._library.bombe_endgame_ask, call, meter)
        if answer == NOT_FROM_HERE:
            return None
        count = call.count
        moves = zip(
            self._moves[:count],
            map(bool, self._skips[:count]),
            self._lows[:count],
            self._highs[:count],
            strict=True,
        )
        line = tuple(self._line[: call.line_count])
        return Answer(call.low, call.high, call.best, tuple(moves), line, answer == 0)

    def _run(self, function: Callable[..., Any], call: _Call, meter: Meter) -> int:
        """Call the library until it is done or the budget is used up."""
        paid, step, budget = 0, 256, meter.budget
        while True:
            left = meter.nodes_left
            call.nodes = NO_LIMIT if left is None else left
            if budget.stop is not None:
                call.nodes, step = min(call.nodes, step), 2 * step
            call.seconds = slice_of(meter)
            answer: int = function(self._memory.address, ctypes.byref(call))
            spent, paid = call.nodes_used - paid, call.nodes_used
            meter.nodes += spent
            if answer != INTERRUPTED or meter.is_over:
                return answer


def _wanted(empty: int, solutions: int, memory: int) -> int:
    """Give the memory to ask for: an endgame with few empty cells never needs much."""
    return min(memory, 2**26 + (solutions << min(empty + 8, 48)))
