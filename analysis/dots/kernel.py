"""Exact Dots and Boxes from Python: memory, arguments, budgets, threads; the C side is dots.h.

A question is first asked in one short call. If that does not do, calls run in threads, one for each
worker, and this one looks at its signals (Ctrl-C) and at the budget.
"""

from __future__ import annotations

import contextlib
import ctypes
import enum
import functools
import threading
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from bombe.analysis.endgame.kernel import Memory
from bombe.boards.errors import UnsupportedError
from bombe.solvers import native
from bombe.solvers.native.calls import INTERRUPTED, NO_LIMIT, SLICE, cores

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from bombe.boards.dots.state import Grid
    from bombe.solvers.budget import Meter

    Watch = Callable[[int, int, int], object]
    """Is told the nodes so far and the bounds of the margin, some times a second."""

MOST_DOTS, MOST_FREE = 64, 64
TOO_SMALL, NOT_FROM_HERE = -3, -4
WIDEST = 512
"""Bits of a vector."""
AT_ONCE = 2000
"""Nodes of the first call: some milliseconds."""
FIRST_MEMORY, FIRST_NODES, GROWTH = 2**25, 2_500_000, 16
"""A search begins with little memory, since clearing much of it takes seconds; what lasts longer
than so many nodes, which go far to fill that, goes on with several times as much."""

_TROUBLES = {
    -1: f"the native kernel solves grids of up to {MOST_DOTS} dots: take a smaller grid",
    -2: f"over {MOST_FREE} lines are left, which is too many to solve: draw some first, or take a "
    "smaller grid, such as 5x5",
    TOO_SMALL: "the table is too small for this position: allow more memory",
}


class Rule(enum.IntFlag):
    """The ideas of the native solver, explained in dots_rules.h; none changes a value."""

    SYMMETRIES = enum.auto()
    CORNERS = enum.auto()
    CHAINS = enum.auto()
    CAPTURES = enum.auto()
    ORDER = enum.auto()
    LOONY = enum.auto()
    BOUNDS = enum.auto()
    WINDOWS = enum.auto()
    PEEK = enum.auto()
    SHAPES = enum.auto()


ALL_RULES = ~Rule(0)


class Answer(NamedTuple):
    """What is known of a position: bounds of its margin and of each move's value, by edge."""

    low: int
    high: int
    moves: tuple[tuple[int, int, int], ...]
    done: bool


class _Dots(ctypes.Structure):
    """BombeDots of dots.h, field by field."""

    _fields_: ClassVar = [
        ("drawn", ctypes.c_char_p),
        ("rows", ctypes.c_int32),
        ("columns", ctypes.c_int32),
        ("extra_turn", ctypes.c_int32),
        ("rules", ctypes.c_int32),
        ("workers", ctypes.c_int32),
        ("unused", ctypes.c_int32),
    ]


class _Call(ctypes.Structure):
    """BombeDotsCall of dots.h, field by field."""

    _fields_: ClassVar = [
        ("drawn", ctypes.c_char_p),
        ("nodes", ctypes.c_int64),
        ("stop", ctypes.c_void_p),
        ("wants_all", ctypes.c_int32),
        ("in_work", ctypes.c_int32),
        ("low", ctypes.c_int32),
        ("high", ctypes.c_int32),
        ("count", ctypes.c_int32),
        ("unused", ctypes.c_int32),
        ("moves", ctypes.c_void_p),
        ("lows", ctypes.c_void_p),
        ("highs", ctypes.c_void_p),
    ]


@functools.cache
def _library() -> ctypes.CDLL:
    """Give the library with the types of the functions in dots.h."""
    pointer, number, size = ctypes.c_void_p, ctypes.c_int64, ctypes.c_int32
    return native.library_for(
        "Dots and Boxes",
        ("bombe_dots_bytes", number, pointer, number),
        ("bombe_dots_begin", size, pointer, number, pointer),
        ("bombe_dots_adopt", None, pointer, pointer),
        ("bombe_dots_ask", size, pointer, pointer),
        ("bombe_dots_gather", None, pointer),
        ("bombe_dots_help", None, pointer, size),
        ("bombe_dots_dismiss", None, pointer),
        ("bombe_dots_nodes", number, pointer),
        ("bombe_dots_narrow", size, pointer, size),
    )


def is_available() -> bool:
    """Tell whether the kernel is there and knows Dots and Boxes."""
    return native.is_available() and hasattr(native.library(), "bombe_dots_begin")


class Dots:
    """The solver of a position and those that come from it; asked by one thread at a time.

    It takes no more threads than there are cores: one that waits for a core only holds up others.
    """

    def __init__(
        self,
        grid: Grid,
        edges: int,
        *,
        extra_turn: bool,
        memory: int,
        threads: int,
        rules: Rule = ALL_RULES,
    ) -> None:
        self._library, self._size = _library(), grid.edges
        self._threads = min(threads, cores())
        self._question = _Dots(
            self._bytes(edges), grid.rows, grid.columns, extra_turn, int(rules), self._threads
        )
        self._memory: Memory
        self._most, self._room = memory, 0
        self._searched_before, self._widest = 0, WIDEST
        self._begin(FIRST_MEMORY)

    def _begin(self, memory: int) -> None:
        """Take memory, if there may be so much, and bring over what was found out with less."""
        memory = min(memory, self._most)
        question = ctypes.byref(self._question)
        size = self._library.bombe_dots_bytes(question, memory)
        if size == TOO_SMALL and memory < self._most:
            self._begin(GROWTH * memory)
            return
        if size < 0:
            raise UnsupportedError(_TROUBLES[size])
        larger = Memory(size)
        trouble = self._library.bombe_dots_begin(larger.address, size, question)
        if trouble:
            raise UnsupportedError(_TROUBLES[trouble])
        if self._room:
            self._searched_before = self.nodes
            self._library.bombe_dots_adopt(larger.address, self._memory.address)
        self._memory, self._room = larger, memory
        self.narrow(self._widest)

    @property
    def nodes(self) -> int:
        """The positions that were searched so far."""
        return self._searched_before + int(self._library.bombe_dots_nodes(self._memory.address))

    def narrow(self, bits: int) -> int:
        """Use no vectors of more bits, for tests; give how wide they are then."""
        self._widest = bits
        return int(self._library.bombe_dots_narrow(self._memory.address, bits))

    def ask(
        self, edges: int, meter: Meter, *, wants_all: bool, watch: Watch | None = None
    ) -> Answer | None:
        """Tell about a position where `edges` are drawn; None if it does not come from here."""
        moves, lows, highs = ((ctypes.c_int32 * MOST_FREE)() for _ in range(3))
        call = _Call(
            drawn=self._bytes(edges),
            wants_all=wants_all,
            moves=ctypes.addressof(moves),
            lows=ctypes.addressof(lows),
            highs=ctypes.addressof(highs),
        )
        left, is_cramped = self._nodes_for(meter)
        answer = self._run(call, left, meter, watch)
        while answer == INTERRUPTED and is_cramped and not meter.is_over:
            self._begin(GROWTH * self._room)
            left, is_cramped = self._nodes_for(meter)
            answer = self._run(call, left, meter, watch)
        if answer == NOT_FROM_HERE:
            return None
        count = call.count
        values = tuple(zip(moves[:count], lows[:count], highs[:count], strict=True))
        return Answer(call.low, call.high, values, answer == 0)

    def _nodes_for(self, meter: Meter) -> tuple[int, bool]:
        """Give how many nodes the next run may take, and whether more memory lets it go on."""
        left = NO_LIMIT if meter.nodes_left is None else meter.nodes_left
        if self._room == self._most:
            return left, False
        room = max(0, FIRST_NODES * self._room // FIRST_MEMORY - self.nodes)
        return min(left, room), room < left

    def _bytes(self, edges: int) -> bytes:
        return bytes(edges >> i & 1 for i in range(self._size))

    def _run(self, call: _Call, left: int, meter: Meter, watch: Watch | None) -> int:
        """Call the library until it is done or the budget or so many nodes are used up."""
        before, spent = self.nodes, meter.nodes
        call.nodes = min(left, AT_ONCE) if not meter.is_over else 0
        answer: int = self._library.bombe_dots_ask(self._memory.address, ctypes.byref(call))
        meter.nodes = spent + self.nodes - before
        if answer != INTERRUPTED or call.nodes < AT_ONCE or meter.is_over:
            return answer
        # Every worker has the same share of a budget in nodes, so that one thread keeps to it.
        call.nodes = left if left == NO_LIMIT else (left - AT_ONCE) // self._threads
        with contextlib.closing(self._work(call, meter)) as looks:
            for bounds in looks:
                meter.nodes = spent + self.nodes - before
                if watch is not None:
                    watch(meter.nodes, *bounds)
        meter.nodes = spent + self.nodes - before
        return INTERRUPTED if call.in_work else 0

    def _work(self, call: _Call, meter: Meter) -> Generator[tuple[int, int], None, None]:
        """Let all workers work; give the bounds so far now and then."""
        stop, ended = ctypes.c_int32(0), threading.Event()
        call.stop = ctypes.addressof(stop)

        def ask() -> None:
            self._library.bombe_dots_ask(self._memory.address, ctypes.byref(call))
            ended.set()

        with self._helpers():
            asking = threading.Thread(target=ask)
            asking.start()
            try:
                while not ended.wait(_pause(meter)):
                    yield call.low, call.high
                    stop.value = meter.is_over
            finally:
                stop.value = 1
                asking.join()

    @contextlib.contextmanager
    def _helpers(self) -> Iterator[None]:
        """Keep the other workers at work."""
        library, address = self._library, self._memory.address
        library.bombe_dots_gather(address)
        helpers = [
            threading.Thread(target=library.bombe_dots_help, args=(address, worker))
            for worker in range(1, self._threads)
        ]
        for helper in helpers:
            helper.start()
        try:
            yield
        finally:
            library.bombe_dots_dismiss(address)
            for helper in helpers:
                helper.join()


def _pause(meter: Meter) -> float:
    """Give the seconds until the next look at signals and the budget."""
    left = meter.seconds_left
    return SLICE if left is None else min(SLICE, left)
