"""The kernel's calls from Python: memory, arguments, one board at a time; the C side is kernel.h.

A call into the library runs without Python's lock, and for at most `SLICE` seconds: then Python
looks at its signals (Ctrl-C) and at the budget, and the call goes on where it was. So a short
question costs one call and nothing else, and a long one needs no thread to be interrupted.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import os
import struct
from typing import TYPE_CHECKING, Any, ClassVar, cast

from bombe.boards.errors import BoardError, UsageError
from bombe.solvers import native

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Self

    from _typeshed import ReadableBuffer
    from numpy.typing import NDArray

    from bombe.boards import Board, Shape
    from bombe.solvers.budget import Meter

    CFunction = Callable[..., int]
    # numpy's arrays are buffers; its types say so only from Python 3.12 on.
    Bytes = ReadableBuffer | NDArray[Any]

SLICE = 0.03
"""Seconds in the library between two looks at signals and budgets."""

DONE, FULL, INTERRUPTED = 0, 1, 2
"""What a call answers."""

EXACT, AT_LIMIT, UNFINISHED = 0, 1, 2
"""The status of a board in a batch: all is known, the limit was reached, the budget ended."""

NOT_CANDIDATE, NO, YES, UNKNOWN = 0, 1, 2, 3
"""The verdicts of an audit, for (cell, value) at cell * N + value - 1."""

NO_LIMIT = 2**63 - 1

ROOM = 64
"""Solutions that one call may give, at most."""


def cores() -> int:
    """Count the cores that this process may use, where the system tells; else all."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def slice_of(meter: Meter) -> float:
    """Give the seconds that the next call may take; never 0, which would mean no limit."""
    seconds = meter.seconds_left
    return SLICE if seconds is None else max(min(SLICE, seconds), 1e-6)


class Call(ctypes.Structure):
    """BombeCall of kernel.h, field by field."""

    _fields_: ClassVar = [
        ("boards", ctypes.c_char_p),
        ("size", ctypes.c_int64),
        ("limit", ctypes.c_int64),
        ("nodes_each", ctypes.c_int64),
        ("seconds", ctypes.c_double),
        ("stop", ctypes.c_void_p),
        ("done", ctypes.c_int64),
        ("in_work", ctypes.c_int64),
        ("nodes", ctypes.c_void_p),
        ("statuses", ctypes.c_void_p),
        ("counts", ctypes.c_void_p),
        ("solutions", ctypes.c_void_p),
        ("room", ctypes.c_int64),
        ("found", ctypes.c_int64),
        ("verdicts", ctypes.c_void_p),
        ("moves", ctypes.c_char_p),
        ("move_count", ctypes.c_int64),
        ("answers", ctypes.c_void_p),
    ]


class Memory:
    """Bytes that the library may read or write, and where they are."""

    def __init__(self, source: Bytes | int) -> None:
        """Take a buffer, without a copy if it is bytes or can be written to; or make one."""
        if isinstance(source, int):
            source = bytearray(source)
        if not isinstance(source, bytes):
            source = _flat(source)
        self.bytes = memoryview(source)
        if isinstance(source, bytes):
            address = ctypes.cast(ctypes.c_char_p(source), ctypes.c_void_p).value
            self.address: int = address or 0
        else:
            self._held = (ctypes.c_char * len(source)).from_buffer(source)
            self.address = ctypes.addressof(self._held)


def _flat(source: Bytes) -> memoryview | bytes:
    """Give any buffer as a row of bytes."""
    view = memoryview(cast("ReadableBuffer", source))
    if view.format not in ("B", "b", "c") or not view.c_contiguous:
        raise UsageError(
            f"boards are contiguous bytes, not items of format {view.format!r}: convert them, "
            "with numpy by `numpy.ascontiguousarray(boards, 'uint8')`"
        )
    # ctypes has no address for what cannot be written to, unless it is `bytes`.
    return view.tobytes() if view.readonly else view.cast("B")


class Workspace:
    """The memory of the searches for one shape, and of a call about one board.

    It is for one thread at a time. All of it is used again for the next board: to make it anew
    would cost more than many an answer.
    """

    def __init__(self, shape: Shape) -> None:
        self.handle = native.workspace(shape.m, shape.n)
        self.cells = cells = shape.cells
        self.nodes, self.count, self.status = (
            ctypes.c_int64(),
            ctypes.c_int64(),
            ctypes.c_uint8(),
        )
        self.solutions, self._verdicts = Memory(ROOM * cells), Memory(cells * shape.size)
        self._masks, self._size = Memory(16 * cells), shape.size
        self._layout = struct.Struct(f"{2 * cells}Q")
        self.call = Call(
            size=1,
            nodes=ctypes.addressof(self.nodes),
            statuses=ctypes.addressof(self.status),
            counts=ctypes.addressof(self.count),
            verdicts=self._verdicts.address,
            solutions=self.solutions.address,
        )
        self.arguments = ctypes.byref(self.call)

    def masks(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Give what an audit found: for each cell the true values, and the undecided ones."""
        native.library().bombe_masks(self._verdicts.address, self._size, self._masks.address)
        masks = self._layout.unpack(self._masks.bytes)
        return masks[: self.cells], masks[self.cells :]


@functools.cache
def _idle(m: int, n: int) -> list[Workspace]:  # noqa: ARG001 - the cache's key
    """Keep the workspaces that nobody uses: fresh memory costs more than many a search."""
    return []


def _borrow(idle: list[Workspace], shape: Shape) -> Workspace:
    try:
        return idle.pop()
    except IndexError:
        return Workspace(shape)


@contextlib.contextmanager
def workspace(shape: Shape) -> Iterator[Workspace]:
    """Lend a workspace."""
    idle = _idle(shape.m, shape.n)
    space = _borrow(idle, shape)
    try:
        yield space
    finally:
        idle.append(space)


def check_boards(shape: Shape, boards: Memory) -> int:
    """Refuse what are no boards of the shape; give their number."""
    length = len(boards.bytes)
    if length % shape.cells:
        raise BoardError(
            f"{length} bytes are no {shape} boards: each has {shape.cells}, a byte per cell"
        )
    at: int = native.library().bombe_misfit(boards.address, length, shape.size)
    if at >= 0:
        number, cell = divmod(at, shape.cells)
        raise BoardError(
            f"value {boards.bytes[at]} at {shape.coordinates(cell)} of board {number} is over "
            f"{shape.size}, the largest of a {shape} board"
        )
    return length // shape.cells


class Question:
    """One board in a workspace, and the account that pays for what is asked about it."""

    def __init__(self, board: Board, meter: Meter) -> None:
        meter.spend()
        self._meter, self._budget = meter, meter.budget
        shape = board.shape
        self._idle = _idle(shape.m, shape.n)
        self.space = _borrow(self._idle, shape)
        self.call = call = self.space.call
        call.boards = board.values
        call.done = call.in_work = 0
        self.space.status.value, self.space.count.value = EXACT, 0
        self._paid, self._step = 0, 1

    def __enter__(self) -> Self:
        """Keep the workspace as long as the block lasts."""
        return self

    def __exit__(self, *_: object) -> None:
        """Leave the workspace to others."""
        self._idle.append(self.space)

    @property
    def count(self) -> int:
        """The number of solutions that were counted."""
        return self.space.count.value

    @property
    def is_begun(self) -> bool:
        """Whether the library has looked at the board; else what it writes is about another."""
        return bool(self.call.in_work or self.call.done)

    def make_room(self, boards: int) -> None:
        """Provide for so many solutions in the next call, ROOM at most."""
        self.call.room, self.call.found = min(boards, ROOM), 0

    def take_found(self) -> list[bytes]:
        """Give the solutions that the last call wrote."""
        cells, values = self.space.cells, self.space.solutions.bytes
        count, self.call.found = self.call.found, 0
        return [bytes(values[i * cells : (i + 1) * cells]) for i in range(count)]

    def run(self, function: CFunction) -> int:
        """Call the library until it is done or full; OutOfBudgetError ends it before."""
        nodes, status = self.space.nodes, self.space.status
        while True:
            self._allow()
            answer = function(self.space.handle, self.space.arguments)
            spent, self._paid = nodes.value - self._paid, nodes.value
            self._meter.spend(spent)
            if answer != INTERRUPTED and status.value != UNFINISHED:
                return answer
            if self._meter.nodes_left == 0:
                self._meter.spend()  # which raises the error that says so
            if status.value == UNFINISHED:  # only its slice of nodes is used up
                self.call.done, self.call.in_work = 0, 1
                status.value = EXACT

    def _allow(self) -> None:
        """Write into the call what the next slice may use.

        A stop signal in Python wants to be asked often: after 1, 2, 4 ... nodes.
        """
        left = self._meter.nodes_left
        allowed = NO_LIMIT if left is None else self._paid + left
        if self._budget.stop is not None:
            allowed = min(allowed, self._paid + self._step)
            self._step *= 2
        self.call.nodes_each = allowed
        self.call.seconds = SLICE if self._budget.seconds is None else slice_of(self._meter)
