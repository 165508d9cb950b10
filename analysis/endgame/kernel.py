"""Exact endgames in the kernel: arguments, answers, budgets; the C side is endgame/endgame.h."""

from __future__ import annotations

import ctypes
import threading
import time
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from bombe.solvers import native
from bombe.solvers.native.binding import (
    DONE,
    INT32,
    INT64,
    NO_LIMIT,
    POINTER,
    REFUSALS,
    STATUSES,
    Binding,
    BombeSlice,
    KernelRefusal,
    raise_refusal,
    run_in_slices,
)
from bombe.solvers.native.cpu import cores
from bombe.solvers.native.memory import borrow_pages, return_pages

if TYPE_CHECKING:
    from bombe.boards import Shape
    from bombe.solvers.budget import Meter

MOST_EMPTY, MOST_POTS = 64, 128
MOST_MARGIN = 7 * MOST_EMPTY
PER_MOVE = 2048
"""Bytes of the position itself, at most."""
MOST_WORKERS = 16
PAUSE = 0.0005
"""Seconds that a thread sleeps when there is nothing to do for it."""
FILLED = 2
"""What the kernel answers about a table that holds every position."""

MESSAGES = {
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


class EndgameProgress(NamedTuple):
    """How far the work on a question is.

    Of the states of the table that is being filled `states` are known, of so many; `of` is 0 while
    they are counted, and begins anew where one table follows another. `low` and `high` are the
    bounds of the margin so far.
    """

    states: int
    of: int
    low: int
    high: int


Watch = Callable[[EndgameProgress], object]
"""Is told how far the work is, some times a second."""


class EndgameAnswer(NamedTuple):
    """What is known of a position: bounds of its margin and of each move's value.

    Moves are cell * N + value - 1; `best` is -1 where it is not known or there is none. The line
    is as long as the budget allowed. `wants_time`: it ended early since the next table would take
    too long. `wanted_bytes` would do for the first bounds if they had no room; 0: not known.
    """

    low: int
    high: int
    best: int
    moves: tuple[tuple[int, bool, int, int], ...]
    line: tuple[int, ...]
    done: bool
    wants_time: bool = False
    wanted_bytes: int = 0


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


class BombeEndgameWork(BombeSlice):
    """What a call may use, and how far the table is that is being filled."""

    _fields_: ClassVar = [
        ("seconds_in_all", ctypes.c_double),
        ("nodes_in_all", ctypes.c_int64),
        ("states", ctypes.c_int64),
        ("of", ctypes.c_int64),
        ("threads", ctypes.c_int32),
        ("wants_help", ctypes.c_int32),
    ]


class BombeEndgameCall(BombeEndgameWork):
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
        ("wants_time", ctypes.c_int32),
        ("wanted_bytes", ctypes.c_int64),
        ("wants_all", ctypes.c_int32),
    ]


ENDGAMES = Binding(
    ("bombe_endgame_begin", INT32, POINTER, INT64, POINTER),
    ("bombe_endgame_fill", INT32, POINTER, POINTER),
    ("bombe_endgame_ask", INT32, POINTER, POINTER),
    ("bombe_endgame_help", INT64, POINTER, INT32, POINTER),
    ("bombe_endgame_is_filled", INT32, POINTER),
    ("bombe_endgame_fill_by", None, POINTER, INT32, INT32, INT32, INT32),
    structures=(BombeSlice, BombeEndgame, BombeEndgameWork, BombeEndgameCall),
    numbers={
        **STATUSES,
        **REFUSALS,
        "endgame::kMostEmpty": MOST_EMPTY,
        "endgame::kMostPots": MOST_POTS,
        "endgame::kMostWorkers": MOST_WORKERS,
    },
)


def endgame_of(
    shape: Shape, given: EndgameInput, solutions: list[bytes], *, skips: bool
) -> BombeEndgame:
    """Return an endgame as the kernel reads it."""
    return BombeEndgame(
        given.board,
        b"".join(solutions),
        given.taboo,
        given.open,
        len(solutions),
        shape.m,
        shape.n,
        skips,
    )


class AnswerRoom:
    """Where the kernel writes the moves and the line of an answer."""

    def __init__(self) -> None:
        count = MOST_EMPTY + MOST_POTS
        self._moves, self._skips = (ctypes.c_int32 * count)(), (ctypes.c_uint8 * count)()
        self._lows, self._highs = (ctypes.c_int32 * count)(), (ctypes.c_int32 * count)()
        self._line = (ctypes.c_int32 * count)()

    def question(self, given: EndgameInput, *, wants_all: bool) -> BombeEndgameCall:
        """Return a question whose answer comes here."""
        return BombeEndgameCall(
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

    def read(self, call: BombeEndgameCall, status: int) -> EndgameAnswer | None:
        """Return the answer; None where the position does not come from the endgame."""
        if status == KernelRefusal.NOT_FROM_HERE:
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
        return EndgameAnswer(
            call.low,
            call.high,
            call.best,
            tuple(moves),
            line,
            status == DONE,
            bool(call.wants_time),
            call.wanted_bytes,
        )


class EndgameTable:
    """An endgame in memory of its own; asked by one thread at a time.

    `threads` may work on its table, but no more than there are cores.
    """

    def __init__(
        self,
        shape: Shape,
        given: EndgameInput,
        solutions: list[bytes],
        memory: int,
        *,
        skips: bool,
        threads: int = 1,
    ) -> None:
        self._library = ENDGAMES.library()
        self._threads = min(threads, cores())
        size = _wanted(given.board.count(0), len(solutions), memory)
        self._memory = borrow_pages(size)
        weakref.finalize(self, return_pages, self._memory).atexit = False
        endgame = endgame_of(shape, given, solutions, skips=skips)
        answer = self._library.bombe_endgame_begin(
            self._memory.address, size, ctypes.byref(endgame)
        )
        raise_refusal(answer, MESSAGES)
        self._room = AnswerRoom()

    @property
    def is_filled(self) -> bool:
        """Whether every position can be looked up."""
        return bool(self._library.bombe_endgame_is_filled(self._memory.address) == FILLED)

    def fill(self, meter: Meter, watch: Watch | None = None) -> None:
        """Fill the table of a board with one solution, as far as the budget goes."""
        self._run(self._library.bombe_endgame_fill, BombeEndgameWork(), meter, watch)

    def ask(
        self, given: EndgameInput, meter: Meter, *, wants_all: bool, watch: Watch | None = None
    ) -> EndgameAnswer | None:
        """Return what is known of a position, with `wants_all` every move's value and a best line.

        None where it does not come from this endgame.
        """
        call = self._room.question(given, wants_all=wants_all)
        answer = self._run(self._library.bombe_endgame_ask, call, meter, watch)
        return self._room.read(call, answer)

    def _run(
        self,
        function: Callable[..., int],
        call: BombeEndgameWork,
        meter: Meter,
        watch: Watch | None,
    ) -> int:
        """Call the kernel until it is done or the budget is used up; return its last answer."""
        left = meter.seconds_left
        call.seconds_in_all = 0 if left is None else max(left, 1e-6)  # 0 would mean no limit
        nodes = meter.nodes_left
        call.nodes_in_all = NO_LIMIT if nodes is None else nodes
        # Where nodes are counted, each run must do the same.
        call.threads = self._threads if nodes is None else 1

        def look() -> None:
            if call.wants_help and call.threads > 1 and not helpers.are_here:
                helpers.begin(call.threads)
            if watch is not None:
                low, high = getattr(call, "low", -MOST_MARGIN), getattr(call, "high", MOST_MARGIN)
                watch(EndgameProgress(call.states, call.of, low, high))

        helpers = _Helpers(self._library, self._memory.address)
        try:
            return run_in_slices(function, self._memory, call, meter, look)
        finally:
            helpers.end()


class _Helpers:
    """Threads that help to fill a table; a call of theirs returns where there is nothing to do."""

    def __init__(self, library: ctypes.CDLL, address: int) -> None:
        self._library, self._address = library, address
        self._stop = ctypes.c_int32(0)
        self._threads: list[threading.Thread] = []

    @property
    def are_here(self) -> bool:
        return bool(self._threads)

    def begin(self, threads: int) -> None:
        """Start one thread less than there can be: the caller's works, too."""
        self._threads = [
            threading.Thread(target=self._help, args=(worker,))
            for worker in range(1, min(threads, MOST_WORKERS))
        ]
        for thread in self._threads:
            thread.start()

    def _help(self, worker: int) -> None:
        piece = BombeSlice(nodes=NO_LIMIT, stop=ctypes.addressof(self._stop))
        while not self._stop.value:
            if not self._library.bombe_endgame_help(self._address, worker, ctypes.byref(piece)):
                time.sleep(PAUSE)

    def end(self) -> None:
        """Let them end, and wait for that."""
        self._stop.value = 1
        for thread in self._threads:
            thread.join()


def _wanted(empty: int, solutions: int, memory: int) -> int:
    """Return the memory to ask for: an endgame with few empty cells never needs much.

    What the position itself takes comes on top.
    """
    return PER_MOVE * (empty + MOST_POTS) + min(memory, 2**26 + (solutions << min(empty + 8, 48)))
