"""The search in the newer play modes in the kernel; the C side is territory/territory.h."""

from __future__ import annotations

import array
import ctypes
from typing import TYPE_CHECKING, NamedTuple

from bombe.analysis.arguments import one_or_more
from bombe.boards.errors import UnsupportedError
from bombe.solvers import native
from bombe.solvers.native.interface import interface
from bombe.solvers.native.memory import Pages
from bombe.solvers.native.slices import DONE, run_in_slices

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bombe.boards import Shape
    from bombe.solvers.budget import Meter

MEMORY = 2**24
"""Bytes for positions that were searched, beside what a search needs at least."""
MAX_SIZE = 25
"""The most rows of a board that can be searched."""
UNITS = 16
"""The kernel's values are in such parts of a point."""


def is_available(shape: Shape) -> bool:
    """Return whether positions of this shape can be searched."""
    return shape.size <= MAX_SIZE and native.is_available()


class TerritoryInput(NamedTuple):
    """A position as the kernel reads it: a byte, or a mask of values, for each cell.

    `solution` is 0 where it is not known. `open` has bit 0 where the mover may play while the cell
    is empty, bit 1 where the opponent may; `roots` is 1 on the cells to choose from.
    """

    board: bytes
    solution: bytes
    open: bytes
    roots: bytes
    bombs: Sequence[int]


class TerritoryMove(NamedTuple):
    """A move: a fill of a cell, or the bomb with the lowest value on it."""

    cell: int
    is_skip: bool


class TerritorySearch:
    """Alpha-beta with an estimate of who gets which cells, in memory of its own; for one thread.

    `begin` it on a position, then `go_on` as often as there is time.
    """

    def __init__(self, shape: Shape, memory: int = MEMORY) -> None:
        if shape.size > MAX_SIZE:
            raise UnsupportedError(f"boards of {shape} are too large: at most {MAX_SIZE} rows")
        self._kernel, self._shape = interface(), shape
        least = self._kernel.bombe_territory_least_bytes(shape.m, shape.n)
        self._memory = Pages(least + one_or_more("memory", memory))
        self._call = self._kernel.BombeTerritoryCall()

    @property
    def best(self) -> TerritoryMove | None:
        """The preferred move; None before any was searched, or if there is none."""
        return (
            TerritoryMove(self._call.cell, bool(self._call.is_skip))
            if self._call.cell >= 0
            else None
        )

    @property
    def value(self) -> float:
        """The margin to come for the mover by the last depth that was finished; an estimate."""
        return float(self._call.value / UNITS)

    @property
    def depth(self) -> int:
        """The depth that is being searched, 1 for the first moves alone."""
        return int(self._call.depth)

    def begin(self, given: TerritoryInput, deepest: int = 96) -> None:
        """Begin on a position, and forget the last one."""
        bombs = array.array("Q", given.bombs)
        fields = given._asdict() | {"bombs": bombs.buffer_info()[0]}
        territory = self._kernel.BombeTerritory(**fields, m=self._shape.m, n=self._shape.n)
        # The memory is enough for the shape: that was asked above.
        memory = self._memory
        self._kernel.bombe_territory_begin(memory.address, memory.size, ctypes.byref(territory))
        self._call = self._kernel.BombeTerritoryCall(cell=-1, deepest=deepest)

    def go_on(self, meter: Meter) -> bool:
        """Search as far as the budget goes; return whether nothing is left to search."""
        search = self._kernel.bombe_territory_search
        return run_in_slices(search, self._memory, self._call, meter) == DONE
