"""Many boards in one call: bytes in one buffer, answers in one buffer each.

    >>> answer = count_batch(Shape(3, 3), boards, limit=2, threads=2)
    >>> list(answer.counts), list(answer.statuses)

The buffers are bytes, or anything that Python knows as a buffer of bytes, such as a numpy array of
uint8; `numpy.asarray(answer.counts)` is an array without a copy again. Threads are Python's: the
kernel runs without Python's lock, so they run in parallel, and it starts no threads itself.
"""

from __future__ import annotations

import ctypes
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bombe.solvers.budget import as_limit, as_meter, whole
from bombe.solvers.native.calls import UNFINISHED, check_boards, workspace
from bombe.solvers.native.cpu import checked_threads
from bombe.solvers.native.interface import interface
from bombe.solvers.native.memory import Buffer
from bombe.solvers.native.slices import INTERRUPTED, NO_LIMIT, SLICE, slice_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bombe.boards import Shape
    from bombe.solvers.budget import BudgetLike
    from bombe.solvers.native.memory import Bytes

PIECE = 2_000
"""Boards that a thread takes at a time, at most."""


@dataclass(frozen=True)
class CountBatch:
    """For each board its number of solutions, whether that is all, and the nodes it took.

    A status is EXACT, AT_LIMIT or UNFINISHED (then the count is a lower bound).
    """

    counts: memoryview
    statuses: memoryview
    nodes: memoryview
    solutions: memoryview | None


@dataclass(frozen=True)
class SolveBatch:
    """For each board how many solutions were found, a status, and the nodes that it took.

    `solutions` has room for `limit` of them for each board, of a byte for each cell.
    """

    counts: memoryview
    statuses: memoryview
    nodes: memoryview
    solutions: memoryview


@dataclass(frozen=True)
class AuditBatch:
    """For each board N * N * N verdicts, a status, and the nodes it took."""

    verdicts: memoryview
    statuses: memoryview
    nodes: memoryview


def count_batch(
    shape: Shape,
    boards: Bytes,
    limit: int | None = 2,
    *,
    solutions: bool = False,
    threads: int = 1,
    budget: BudgetLike = None,
) -> CountBatch:
    """Count the solutions of many boards, each up to `limit`; with the first ones if wanted.

    The nodes of the budget are for each board, the seconds and the stop signal for all of them.
    A Meter may be given, but the nodes are not added to it.
    """
    limit = as_limit(limit)
    batch = _Batch("count", shape, boards, budget, threads)
    counts = batch.buffer("counts", 8)
    first = batch.buffer("solutions", shape.cells) if solutions else None
    batch.run(limit=NO_LIMIT if limit is None else limit)
    return CountBatch(counts.cast("q"), batch.statuses, batch.nodes.cast("q"), first)


def solve_batch(
    shape: Shape, boards: Bytes, limit: int, *, threads: int = 1, budget: BudgetLike = None
) -> SolveBatch:
    """Find the first solutions of many boards, up to `limit` each; the budget as in `count_batch`.

    They are those that `Solver.solutions` yields, in the same order.
    """
    most = whole(limit, 1, "a limit of {} solutions")
    batch = _Batch("solve", shape, boards, budget, threads)
    counts, solutions = batch.buffer("counts", 8), batch.buffer("solutions", most * shape.cells)
    batch.run(limit=most)
    return SolveBatch(counts.cast("q"), batch.statuses, batch.nodes.cast("q"), solutions)


def audit_batch(
    shape: Shape, boards: Bytes, *, threads: int = 1, budget: BudgetLike = None
) -> AuditBatch:
    """Decide all candidates of many boards; the budget is as in `count_batch`.

    The verdict of (cell, value) is at board * N * N * N + cell * N + value - 1: NOT_CANDIDATE,
    NO (a bomb), YES, or UNKNOWN where the budget ended; a board not begun has NOT_CANDIDATE.
    """
    batch = _Batch("audit", shape, boards, budget, threads)
    verdicts = batch.buffer("verdicts", shape.cells * shape.size)
    batch.run()
    return AuditBatch(verdicts, batch.statuses, batch.nodes.cast("q"))


class _Batch:
    """The buffers of a batch, by field of its calls and bytes per board; it makes and runs them."""

    def __init__(
        self,
        question: str,
        shape: Shape,
        boards: Bytes,
        budget: BudgetLike,
        threads: int,
    ) -> None:
        kernel = interface()
        self._structure = getattr(kernel, f"Bombe{question.capitalize()}")
        self._function: Callable[..., int] = getattr(kernel, f"bombe_{question}")
        self._shape, self._threads = shape, checked_threads(threads)
        self._meter = as_meter(budget)
        self._fields: dict[str, int] = {}
        given = Buffer(boards)
        self.size = check_boards(shape, given)
        self._buffers = [("boards", given, shape.cells)]
        self.nodes, self.statuses = self.buffer("nodes", 8), self.buffer("statuses", 1)
        self.statuses[:] = bytes([UNFINISHED]) * self.size

    def buffer(self, field: str, per_board: int) -> memoryview:
        """Return new memory for a field of the calls."""
        made = Buffer(self.size * per_board)
        self._buffers.append((field, made, per_board))
        return made.bytes

    def run(self, **fields: int) -> None:
        """Call the kernel on all boards, or on as many as the budget allows."""
        self._fields = fields
        if self._threads == 1:
            self._run_in_slices(self._call(0, self.size))
        else:
            self._run_in_threads()

    def _call(self, start: int, size: int) -> Any:
        nodes = self._meter.budget.nodes
        each = NO_LIMIT if nodes is None else nodes
        call = self._structure(size=size, nodes_each=each, **self._fields)
        for field, buffer, per_board in self._buffers:
            setattr(call, field, buffer.address + start * per_board)
        return call

    def _run_in_slices(self, call: Any) -> None:
        with workspace(self._shape) as space:
            while not self._meter.stop_signal():
                call.seconds = slice_of(self._meter)
                if self._function(space.handle, ctypes.byref(call)) != INTERRUPTED:
                    return

    def _run_in_threads(self) -> None:
        """Run pieces in threads until none is left; this thread watches the budget."""
        stop = ctypes.c_int32()
        piece = max(1, min(PIECE, self.size // (4 * self._threads)))
        starts = iter(range(0, self.size, piece))
        lock = threading.Lock()

        def calls() -> Iterator[Any]:
            while not stop.value:
                with lock:
                    start = next(starts, None)
                if start is None:
                    return
                call = self._call(start, min(piece, self.size - start))
                call.stop = ctypes.addressof(stop)
                yield call

        workers = [
            threading.Thread(target=_work, args=(self._function, self._shape, calls), daemon=True)
            for _ in range(self._threads)
        ]
        for worker in workers:
            worker.start()
        try:
            while any(worker.is_alive() for worker in workers) and not self._meter.stop_signal():
                for worker in workers:
                    worker.join(SLICE / len(workers))
        finally:
            stop.value = 1
            for worker in workers:
                worker.join()


def _work(function: Callable[..., int], shape: Shape, calls: Callable[[], Iterator[Any]]) -> None:
    """Make calls in a workspace until there are none."""
    with workspace(shape) as space:
        for call in calls():
            function(space.handle, ctypes.byref(call))
