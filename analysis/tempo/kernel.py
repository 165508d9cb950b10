"""The search by the tempo law from Python: memory, arguments, budgets; the C side is tempo.h."""

from __future__ import annotations

import array
import ctypes
import functools
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from bombe.analysis.endgame.kernel import Memory
from bombe.solvers import native
from bombe.solvers.native.calls import NO_LIMIT, slice_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bombe.boards import Shape
    from bombe.solvers.budget import Meter

MEMORY = 2**23
"""Bytes for positions that were searched, beside what a search needs at least."""


class Given(NamedTuple):
    """A position as C reads it: a byte for each cell, and its bombs as a mask of values."""

    board: bytes
    solution: bytes
    bombs: Sequence[int]
    open: bytes | None


class Root(NamedTuple):
    """A move to choose from, cell * N + value - 1; `extra` is what the search cannot see of it."""

    move: int
    is_skip: bool = False
    extra: int = 0


class _Tempo(ctypes.Structure):
    """BombeTempo of tempo.h, field by field."""

    _fields_: ClassVar = [
        ("board", ctypes.c_char_p),
        ("solution", ctypes.c_char_p),
        ("bombs", ctypes.c_void_p),
        ("open", ctypes.c_char_p),
        ("m", ctypes.c_int32),
        ("n", ctypes.c_int32),
    ]


class _Call(ctypes.Structure):
    """BombeTempoCall of tempo.h, field by field."""

    _fields_: ClassVar = [
        ("nodes", ctypes.c_int64),
        ("seconds", ctypes.c_double),
        ("stop", ctypes.c_void_p),
        ("nodes_used", ctypes.c_int64),
        ("roots", ctypes.c_void_p),
        ("skips", ctypes.c_char_p),
        ("extras", ctypes.c_void_p),
        ("count", ctypes.c_int32),
        ("in_work", ctypes.c_int32),
        ("deepest", ctypes.c_int32),
        ("depth", ctypes.c_int32),
        ("best", ctypes.c_int32),
        ("value", ctypes.c_int32),
    ]


@functools.cache
def _library() -> ctypes.CDLL:
    """Give the library with the types of the functions in tempo.h."""
    pointer, number, size = ctypes.c_void_p, ctypes.c_int64, ctypes.c_int32
    return native.library_for(
        "tempo search",
        ("bombe_tempo_least_bytes", number, size, size, size),
        ("bombe_tempo_begin", size, pointer, number, pointer),
        ("bombe_tempo_search", size, pointer, pointer),
    )


def is_available() -> bool:
    """Tell whether the kernel is there and knows this search."""
    return native.is_available() and hasattr(native.library(), "bombe_tempo_begin")


class TempoSearch:
    """Alpha-beta by the tempo law, deeper and deeper, in memory of its own; for one thread.

    `begin` it on a position, then let it `go_on` as often as there is time: `best` is the root
    that it prefers, `value` what that is worth by a search of `depth - 1` moves.
    """

    def __init__(self, shape: Shape, memory: int = MEMORY) -> None:
        self._library, self._shape = _library(), shape
        least = self._library.bombe_tempo_least_bytes(shape.m, shape.n, shape.cells)
        self._memory = Memory(least + memory)
        self._call = _Call()

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

    def begin(self, given: Given, roots: Sequence[Root], deepest: int = 64) -> None:
        """Take up a position with one or more roots, and forget the last one."""
        self._bombs = array.array("Q", given.bombs)
        self._roots = array.array("i", [root.move for root in roots])
        self._extras = array.array("h", [root.extra for root in roots])
        bombs, shape = self._bombs.buffer_info()[0], self._shape
        tempo = _Tempo(given.board, given.solution, bombs, given.open, shape.m, shape.n)
        address, size = self._memory.address, self._memory.size
        # A board has no more empty cells than all: the memory is enough.
        self._library.bombe_tempo_begin(address, size, ctypes.byref(tempo))
        self._call = _Call(
            roots=self._roots.buffer_info()[0],
            skips=bytes(root.is_skip for root in roots),
            extras=self._extras.buffer_info()[0],
            count=len(roots),
            deepest=deepest,
        )

    def go_on(self, meter: Meter) -> bool:
        """Search as far as the budget goes; True when nothing is left to search."""
        call = self._call
        while True:
            before, left = call.nodes_used, meter.nodes_left
            call.nodes, call.seconds = NO_LIMIT if left is None else left, slice_of(meter)
            answer = self._library.bombe_tempo_search(self._memory.address, ctypes.byref(call))
            meter.nodes += call.nodes_used - before
            if not answer or meter.is_over:
                return not answer
