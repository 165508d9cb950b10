"""The search for smallest cores in the kernel; the C side is cores/cores.h."""

from __future__ import annotations

import contextlib
import ctypes
import functools
from typing import TYPE_CHECKING

from bombe.analysis.arguments import one_or_more
from bombe.analysis.why.hitting_sets import no_core
from bombe.boards.errors import OutOfBudgetError
from bombe.solvers.native.interface import interface
from bombe.solvers.native.memory import Pages
from bombe.solvers.native.slices import FULL, INTERRUPTED, KernelRefusal, run_in_slices

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bombe.analysis.why.hitting_sets import CoreQuestion
    from bombe.boards import Shape
    from bombe.solvers.budget import Meter

LEARNED = 2**26
"""Bytes for what a search learns; only what is written to costs anything."""


class CoreMemory:
    """The kernel's memory for boards of a shape; for one search at a time."""

    def __init__(self, shape: Shape, learned: int = LEARNED) -> None:
        kernel = interface()
        learned = one_or_more("learned", learned)
        self.pages = Pages(kernel.bombe_cores_bytes(shape.m, shape.n, learned))
        kernel.bombe_cores_prepare(self.pages.address, self.pages.size, shape.m, shape.n)
        self.cells = (ctypes.c_uint16 * shape.cells)()


@functools.cache
def _idle(m: int, n: int) -> list[CoreMemory]:  # noqa: ARG001 - the cache's key
    """Return the memory that is not in use: to prepare it takes longer than many a search."""
    return []


@contextlib.contextmanager
def core_memory(shape: Shape) -> Iterator[CoreMemory]:
    """Yield memory, and keep it for the next user."""
    idle = _idle(shape.m, shape.n)
    memory = idle.pop() if idle else CoreMemory(shape)
    try:
        yield memory
    finally:
        idle.append(memory)


class KernelCores:
    """The search for the smallest cores of a question, as `CoreSearch` in Python."""

    def __init__(self, question: CoreQuestion, meter: Meter, memory: CoreMemory) -> None:
        board, cell, values, self.best = question
        self.at_least = 0
        self._kernel, self._meter, self._memory = interface(), meter, memory
        self._given = self.best
        self._call = self._kernel.BombeCoresCall(cells=ctypes.addressof(memory.cells), count=-1)
        upper = self.best
        marks = None if upper is None else bytes(at in upper for at in range(board.shape.cells))
        asked = self._kernel.BombeCores(
            board=board.values,
            upper=marks,
            values=sum(1 << value for value in values),
            cell=-1 if cell is None else cell,
        )
        self._kernel.bombe_cores_begin(memory.pages.address, ctypes.byref(asked))

    def prove(self) -> None:
        """Find a smallest core, or raise OutOfBudgetError; `best` and `at_least` are kept."""
        try:
            self._run(self._kernel.bombe_cores_prove)
        finally:
            if self._call.count >= 0:
                self.best = self._found()
            self.at_least = self._call.at_least
        if self._call.count < 0 and self._given is not None:
            raise no_core(self._given)

    def others(self) -> Iterator[tuple[int, ...]]:
        """Yield all cores of the size that was proven, or raise OutOfBudgetError."""
        while self._run(self._kernel.bombe_cores_next) == FULL:
            yield self._found()

    def _found(self) -> tuple[int, ...]:
        return tuple(self._memory.cells[: self._call.count])

    def _run(self, function: Callable[..., int]) -> int:
        self._meter.check()
        answer = run_in_slices(function, self._memory.pages, self._call, self._meter)
        if answer == INTERRUPTED:
            raise OutOfBudgetError("the budget is used up")
        if answer == KernelRefusal.TOO_LITTLE_MEMORY:
            raise OutOfBudgetError("the memory for what was learned is used up")
        return answer
