"""Exact Dots and Boxes in the kernel: arguments, budgets, threads; the C side is dots/dots.h.

A question is first asked in one short call. If that is not enough, calls run in threads, one for
each worker, and the caller's thread watches signals (Ctrl-C) and the budget.
"""

from __future__ import annotations

import contextlib
import ctypes
import threading
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.solvers import native
from bombe.solvers.native.cpu import cores
from bombe.solvers.native.interface import interface
from bombe.solvers.native.memory import Pages
from bombe.solvers.native.slices import (
    DONE,
    INTERRUPTED,
    NO_LIMIT,
    SLICE,
    KernelRefusal,
    raise_refusal,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from bombe.boards.dots.state import Grid
    from bombe.solvers.budget import Meter

    Watch = Callable[[int, int, int], object]
    """Is told the nodes so far and the bounds of the margin, some times a second."""

MOST_DOTS, MOST_FREE = 64, 64
"""What can be solved; `kMostDots` and `kMostFree` in C++."""
ALL_IDEAS = -1
"""All ideas of the search, each of which is a bit: `Idea` in C++. None changes a value."""
WIDEST = 512
"""Bits of a vector."""
FIRST_CALL_NODES = 2000
"""Nodes of the first call: some milliseconds."""
FIRST_MEMORY, FIRST_NODES, GROWTH = 2**25, 2_500_000, 16
"""A search begins with little memory, since clearing much of it takes seconds; what lasts longer
than so many nodes, which go far to fill that, goes on with several times as much."""

_MESSAGES = {
    KernelRefusal.TOO_LARGE: (
        f"the native kernel solves grids of up to {MOST_DOTS} dots: take a smaller grid"
    ),
    KernelRefusal.TOO_MANY_MOVES: (
        f"over {MOST_FREE} lines are left, which is too many to solve: draw some first, or take a "
        "smaller grid, such as 5x5"
    ),
    KernelRefusal.TOO_LITTLE_MEMORY: (
        "the table is too small for this position: allow more memory"
    ),
}

is_available = native.is_available


class DotsAnswer(NamedTuple):
    """What is known of a position: bounds of its margin and of each move's value, by edge."""

    low: int
    high: int
    moves: tuple[tuple[int, int, int], ...]
    done: bool


class DotsSolver:
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
        ideas: int = ALL_IDEAS,
    ) -> None:
        self._kernel, self._size = interface(), grid.edges
        self._threads = min(threads, cores())
        self._question = self._kernel.BombeDots(
            drawn=self._bytes(edges),
            rows=grid.rows,
            columns=grid.columns,
            extra_turn=extra_turn,
            ideas=ideas,
            workers=self._threads,
        )
        self._memory: Pages
        self._most, self._room = memory, 0
        self._searched_before, self._widest = 0, WIDEST
        self._begin(FIRST_MEMORY)

    def _begin(self, memory: int) -> None:
        """Take memory, as much as is allowed, and copy what was found out with less."""
        memory = min(memory, self._most)
        question = ctypes.byref(self._question)
        size = self._kernel.bombe_dots_bytes(question, memory)
        if size == KernelRefusal.TOO_LITTLE_MEMORY and memory < self._most:
            self._begin(GROWTH * memory)
            return
        raise_refusal(size, _MESSAGES)
        larger = Pages(size)
        begun = self._kernel.bombe_dots_begin(larger.address, size, question)
        raise_refusal(begun, _MESSAGES)
        if self._room:
            self._searched_before = self.nodes
            self._kernel.bombe_dots_adopt(larger.address, self._memory.address)
        self._memory, self._room = larger, memory
        self.narrow(self._widest)

    @property
    def nodes(self) -> int:
        """The positions that were searched so far."""
        return self._searched_before + int(self._kernel.bombe_dots_nodes(self._memory.address))

    def narrow(self, bits: int) -> int:
        """Use no vectors of more bits, for tests; return how wide they are then."""
        self._widest = bits
        return int(self._kernel.bombe_dots_narrow(self._memory.address, bits))

    def ask(
        self, edges: int, meter: Meter, *, wants_all: bool, watch: Watch | None = None
    ) -> DotsAnswer | None:
        """Return what is known where `edges` are drawn; None if that does not come from here."""
        moves, lows, highs = ((ctypes.c_int32 * MOST_FREE)() for _ in range(3))
        call = self._kernel.BombeDotsCall(
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
        if answer == KernelRefusal.NOT_FROM_HERE:
            return None
        count = call.count
        values = tuple(zip(moves[:count], lows[:count], highs[:count], strict=True))
        return DotsAnswer(call.low, call.high, values, answer == DONE)

    def _nodes_for(self, meter: Meter) -> tuple[int, bool]:
        """Return how many nodes the next run may take, and whether more memory allows more."""
        left = NO_LIMIT if meter.nodes_left is None else meter.nodes_left
        if self._room == self._most:
            return left, False
        room = max(0, FIRST_NODES * self._room // FIRST_MEMORY - self.nodes)
        return min(left, room), room < left

    def _bytes(self, edges: int) -> bytes:
        return bytes(edges >> i & 1 for i in range(self._size))

    def _run(self, call: Any, left: int, meter: Meter, watch: Watch | None) -> int:
        """Call the kernel until it is done, or the budget or so many nodes are used up."""
        before, spent = self.nodes, meter.nodes
        call.nodes = min(left, FIRST_CALL_NODES) if not meter.is_over else 0
        answer: int = self._kernel.bombe_dots_ask(self._memory.address, ctypes.byref(call))
        meter.nodes = spent + self.nodes - before
        if answer != INTERRUPTED or call.nodes < FIRST_CALL_NODES or meter.is_over:
            return answer
        # Every worker has the same share of a budget in nodes, so that one thread keeps to it.
        call.nodes = left if left == NO_LIMIT else (left - FIRST_CALL_NODES) // self._threads
        with contextlib.closing(self._work(call, meter)) as looks:
            for bounds in looks:
                meter.nodes = spent + self.nodes - before
                if watch is not None:
                    watch(meter.nodes, *bounds)
        meter.nodes = spent + self.nodes - before
        return INTERRUPTED if call.in_work else DONE

    def _work(self, call: Any, meter: Meter) -> Generator[tuple[int, int], None, None]:
        """Run all workers; yield the bounds so far now and then."""
        stop, ended = ctypes.c_int32(0), threading.Event()
        call.stop = ctypes.addressof(stop)

        def ask() -> None:
            self._kernel.bombe_dots_ask(self._memory.address, ctypes.byref(call))
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
        """Run the other workers inside the block."""
        kernel, address = self._kernel, self._memory.address
        kernel.bombe_dots_gather(address)
        helpers = [
            threading.Thread(target=kernel.bombe_dots_help, args=(address, worker))
            for worker in range(1, self._threads)
        ]
        for helper in helpers:
            helper.start()
        try:
            yield
        finally:
            kernel.bombe_dots_dismiss(address)
            for helper in helpers:
                helper.join()


def _pause(meter: Meter) -> float:
    """Return the seconds until the next look at signals and the budget."""
    left = meter.seconds_left
    return SLICE if left is None else min(SLICE, left)
