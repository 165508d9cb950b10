"""The search by the tempo law in the kernel: arguments, budgets; the C side is tempo/tempo.h."""

from __future__ import annotations

import array
import ctypes
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from bombe.analysis.arguments import one_or_more
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
    run_in_slices,
)
from bombe.solvers.native.memory import Pages

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


class BombeTempo(ctypes.Structure):
    """A position to search on."""

    _fields_: ClassVar = [
        ("board", ctypes.c_char_p),
        ("solution", ctypes.c_char_p),
        ("bombs", ctypes.c_void_p),
        ("open", ctypes.c_char_p),
        ("m", ctypes.c_int32),
        ("n", ctypes.c_int32),
    ]


class BombeTempoCall(BombeSlice):
    """The roots of a search, and what it has found."""

    _fields_: ClassVar = [
        ("roots", ctypes.c_void_p),
        ("skips", ctypes.c_char_p),
        ("extras", ctypes.c_void_p),
        ("count", ctypes.c_int32),
        ("deepest", ctypes.c_int32),
        ("depth", ctypes.c_int32),
        ("best", ctypes.c_int32),
        ("value", ctypes.c_int32),
    ]


TEMPO = Binding(
    ("bombe_tempo_least_bytes", INT64, INT32, INT32, INT32),
    ("bombe_tempo_begin", INT32, POINTER, INT64, POINTER),
    ("bombe_tempo_search", INT32, POINTER, POINTER),
    structures=(BombeSlice, BombeTempo, BombeTempoCall),
    numbers={**STATUSES, **REFUSALS},
)


class TempoSearch:
    """Alpha-beta by the tempo law, deeper and deeper, in memory of its own; for one thread.

    `begin` it on a position, then `go_on` as often as there is time: `best` is the root that it
    prefers, `value` what that is worth by a search of `depth - 1` moves.
    """

    def __init__(self, shape: Shape, memory: int = MEMORY) -> None:
        self._library, self._shape = TEMPO.library(), shape
        least = self._library.bombe_tempo_least_bytes(shape.m, shape.n, shape.cells)
        self._memory = Pages(least + one_or_more("memory", memory))
        self._call = BombeTempoCall()

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
        self._bombs = array.array("Q", given.bombs)
        self._roots = array.array("i", [root.move for root in roots])
        self._extras = array.array("h", [root.extra for root in roots])
        bombs, shape = self._bombs.buffer_info()[0], self._shape
        tempo = BombeTempo(given.board, given.solution, bombs, given.open, shape.m, shape.n)
        address, size = self._memory.address, self._memory.size
        # A board has no more empty cells than all: the memory is enough.
        self._library.bombe_tempo_begin(address, size, ctypes.byref(tempo))
        self._call = BombeTempoCall(
            roots=self._roots.buffer_info()[0],
            skips=bytes(root.is_skip for root in roots),
            extras=self._extras.buffer_info()[0],
            count=len(roots),
            deepest=deepest,
        )

    def go_on(self, meter: Meter) -> bool:
        """Search as far as the budget goes; return whether nothing is left to search."""
        search = self._library.bombe_tempo_search
        return run_in_slices(search, self._memory, self._call, meter) == DONE
