"""The search by the tempo law in the kernel; the C side is tempo/tempo.h."""

from __future__ import annotations

import array
import ctypes
from typing import TYPE_CHECKING, NamedTuple

from bombe.analysis.arguments import one_or_more
from bombe.solvers import native
from bombe.solvers.native.interface import interface
from bombe.solvers.native.memory import Pages
from bombe.solvers.native.slices import DONE, run_in_slices

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bombe.boards import Shape
    from bombe.solvers.budget import Meter

MEMORY = 2**23
"""Bytes for positions that were searched, beside what a search needs at least."""

is_available = native.is_available


class TempoInput(NamedTuple):
    """A position as the kernel reads it: a byte for each cell, its bombs as a mask of values."""

    board: bytes
    solution: bytes
    bombs: Sequence[int]
    open: bytes | None


class Root(NamedTuple):
    """A move to choose from, cell * N + value - 1; `extra` is what the search cannot see of it."""

    move: int
    is_skip: bool = False
    extra: int = 0


class TempoSearch:
    """Alpha-beta by the tempo law, deeper and deeper, in memory of its own; for one thread.

    `begin` it on a position, then `go_on` as often as there is time: `best` is the root that it
    prefers, `value` what that is worth by a search of `depth - 1` moves.
    """

    def __init__(self, shape: Shape, memory: int = MEMORY) -> None:
        self._kernel, self._shape = interface(), shape
        least = self._kernel.bombe_tempo_least_bytes(shape.m, shape.n, shape.cells)
        self._memory = Pages(least + one_or_more("memory", memory))
        self._call = self._kernel.BombeTempoCall()

    @property
    def best(self) -> int:
        """The number of the preferred root; the first one before any was searched."""
        return int(self._call.best)

    @property
    def value(self) -> int:
        """What the best root is worth, its extra included, by the last depth that was finished."""
        return int(self._call.value)

    @property
    def depth(self) -> int:
        """The depth that is being searched, 1 for the roots alone."""
        return int(self._call.depth)

    def begin(self, given: TempoInput, roots: Sequence[Root], deepest: int = 64) -> None:
        """Begin on a position with one or more roots, and forget the last one."""
        self._arrays = bombs, moves, extras = (
            array.array("Q", given.bombs),
            array.array("i", [root.move for root in roots]),
            array.array("h", [root.extra for root in roots]),
        )
        fields = given._asdict() | {"bombs": bombs.buffer_info()[0]}
        tempo = self._kernel.BombeTempo(**fields, m=self._shape.m, n=self._shape.n)
        # A board has no more empty cells than all: the memory is enough.
        memory = self._memory
        self._kernel.bombe_tempo_begin(memory.address, memory.size, ctypes.byref(tempo))
        self._call = self._kernel.BombeTempoCall(
            roots=moves.buffer_info()[0],
            skips=bytes(root.is_skip for root in roots),
            extras=extras.buffer_info()[0],
            count=len(roots),
            deepest=deepest,
        )

    def go_on(self, meter: Meter) -> bool:
        """Search as far as the budget goes; return whether nothing is left to search."""
        search = self._kernel.bombe_tempo_search
        return run_in_slices(search, self._memory, self._call, meter) == DONE
