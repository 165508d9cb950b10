"""Exact endgames in the kernel, of all play modes; in C++ endgame/endgame.h and reach/reach.h."""

from __future__ import annotations

import ctypes
import threading
import time
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.solvers import native
from bombe.solvers.native.cpu import cores
from bombe.solvers.native.interface import interface
from bombe.solvers.native.memory import borrow_pages, return_pages
from bombe.solvers.native.slices import (
    DONE,
    NO_LIMIT,
    KernelRefusal,
    raise_refusal,
    run_in_slices,
)

if TYPE_CHECKING:
    from bombe.boards import Shape
    from bombe.solvers.budget import Meter

PER_MOVE = 2048
"""Bytes of the position itself, at most."""
PAUSE = 0.0005
"""Seconds that a thread sleeps when there is nothing to do for it."""
FILLED = 2
"""What the kernel answers about a table that holds every position."""

MESSAGES = {
    KernelRefusal.TOO_LARGE: (
        "over {kernel.kMostEmpty} cells are empty, which is too many to solve: fill some first"
    ),
    KernelRefusal.TOO_MANY_MOVES: (
        "over {kernel.kMostPots} candidates can be bombs, which is too many to solve: fill some "
        "cells first"
    ),
    KernelRefusal.TOO_LITTLE_MEMORY: (
        "the tables do not fit into the memory: allow more, or fill some cells first"
    ),
}

is_available = native.is_available


class EndgameInput(NamedTuple):
    """A position as the kernel reads it: a byte for each cell and for each candidate.

    `open`, in the newer play modes only, has bit 0 where the mover may play, bit 1 where the
    opponent may.
    """

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


class EndgameTable:
    """An endgame in memory of its own; asked by one thread at a time.

    `threads` may work on its table, but no more than there are cores. In the newer play modes
    positions are searched, and there is no table to fill.
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
        self._kernel = kernel = interface()
        self._is_classic = given.open is None
        self._threads = min(threads, cores())
        wanted = _bytes_of_tables if self._is_classic else _bytes_of_searches
        size = wanted(given.board.count(0), len(solutions), memory)
        self.memory = borrow_pages(size)
        weakref.finalize(self, return_pages, self.memory).atexit = False
        endgame = kernel.BombeEndgame(
            **given._asdict(),
            solutions=b"".join(solutions),
            solution_count=len(solutions),
            m=shape.m,
            n=shape.n,
            has_skips=skips,
        )
        begin = kernel.bombe_endgame_begin if self._is_classic else kernel.bombe_reach_begin
        raise_refusal(begin(self.memory.address, size, ctypes.byref(endgame)), MESSAGES)
        count = kernel.kMostEmpty + kernel.kMostPots
        numbers = {name: (ctypes.c_int32 * count)() for name in ("moves", "lows", "highs", "line")}
        self._room: dict[str, Any] = {**numbers, "skips": (ctypes.c_uint8 * count)()}

    @property
    def is_filled(self) -> bool:
        """Whether every position can be looked up."""
        return self._is_classic and bool(
            self._kernel.bombe_endgame_is_filled(self.memory.address) == FILLED
        )

    def fill(self, meter: Meter, watch: Watch | None = None) -> None:
        """Fill the table of a board with one solution, as far as the budget goes."""
        if self._is_classic:
            work = self._kernel.BombeEndgameCall(high=7 * self._kernel.kMostEmpty)
            work.low = -work.high
            self._run(self._kernel.bombe_endgame_fill, work, meter, watch)

    def ask(
        self, given: EndgameInput, meter: Meter, *, wants_all: bool, watch: Watch | None = None
    ) -> EndgameAnswer | None:
        """Return what is known of a position, with `wants_all` every move's value and a best line.

        None where it does not come from this endgame.
        """
        kernel, room = self._kernel, self._room
        call = kernel.BombeEndgameCall(
            **given._asdict(),
            **{name: ctypes.addressof(array) for name, array in room.items()},
            wants_all=wants_all,
        )
        if not wants_all:
            call.line = None
        ask = kernel.bombe_endgame_ask if self._is_classic else kernel.bombe_reach_ask
        status = self._run(ask, call, meter, watch)
        if status == KernelRefusal.NOT_FROM_HERE:
            return None
        moves, skips, lows, highs = (
            room[name][: call.count] for name in ("moves", "skips", "lows", "highs")
        )
        return EndgameAnswer(
            call.low,
            call.high,
            call.best,
            tuple(zip(moves, map(bool, skips), lows, highs, strict=True)),
            tuple(room["line"][: call.line_count]),
            status == DONE,
            bool(call.wants_time),
            call.wanted_bytes,
        )

    def _run(
        self, function: Callable[..., int], call: Any, meter: Meter, watch: Watch | None
    ) -> int:
        """Call the kernel until it is done or the budget is used up; return its last answer."""
        left, nodes = meter.seconds_left, meter.nodes_left
        call.seconds_in_all = 0 if left is None else max(left, 1e-6)  # 0 would mean no limit
        call.nodes_in_all = NO_LIMIT if nodes is None else nodes
        # Where nodes are counted, each run must do the same.
        call.threads = self._threads if nodes is None else 1
        stop = ctypes.c_int32(0)
        helpers: list[threading.Thread] = []

        def look() -> None:
            if call.wants_help and call.threads > 1 and not helpers:
                # One thread less than there can be: this one works, too.
                for worker in range(1, min(call.threads, self._kernel.kMostWorkers)):
                    helpers.append(threading.Thread(target=self._help, args=(worker, stop)))
                    helpers[-1].start()
            if watch is not None:
                watch(EndgameProgress(call.states, call.of, call.low, call.high))

        try:
            return run_in_slices(function, self.memory, call, meter, look)
        finally:
            stop.value = 1
            for helper in helpers:
                helper.join()

    def _help(self, worker: int, stop: ctypes.c_int32) -> None:
        """Help to fill the table; a call returns where there is nothing to do."""
        piece = self._kernel.BombeSlice(nodes=NO_LIMIT, stop=ctypes.addressof(stop))
        help_once, pointer = self._kernel.bombe_endgame_help, ctypes.byref(piece)
        while not stop.value:
            if not help_once(self.memory.address, worker, pointer):
                time.sleep(PAUSE)


def _bytes_of_tables(empty: int, solutions: int, memory: int) -> int:
    """Return the memory to ask for: an endgame with few empty cells never needs much.

    What the position itself takes comes on top.
    """
    own: int = PER_MOVE * (empty + interface().kMostPots)
    return own + min(memory, 2**26 + (solutions << min(empty + 8, 48)))


def _bytes_of_searches(empty: int, solutions: int, memory: int) -> int:
    """Return the memory to ask for in the newer play modes."""
    return min(memory, 2**24 + 2**13 * solutions + (2**16 * solutions << min(empty, 48) // 2))
