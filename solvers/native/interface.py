"""The kernel's calls from Python: memory, arguments, one board at a time; the C side is kernel.h.

A call into the library runs without Python's lock, and for at most `SLICE` seconds: then Python
looks at its signals (Ctrl-C) and at the budget, and the call goes on where it was. So a short
question costs one call and nothing else, and a long one needs no thread to be interrupted.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
from typing import TYPE_CHECKING, Any, ClassVar, cast

from bombe.boards.errors import BoardError, UsageError
from bombe.solvers import native

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from _typeshed import ReadableBuffer
    from numpy.typing import NDArray

    from bombe.boards import Shape
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


def slice_of(meter: Meter) -> float:
    """Give the seconds that the next call may take; never 0, which would mean no limit."""
    seconds = meter.seconds_left
    return SLICE if seconds is None else max(min(SLICE, seconds), 1e-6)


class Call(ctypes.Structure):
    """BombeCall of kernel.h, field by field."""

    _fields_: ClassVar = [
        ("boards", ctypes.c_void_p),
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
    """The memory of the searches for one shape; for one thread at a time."""

    ALIGNMENT = 64

    def __init__(self, shape: Shape) -> None:
        library = native.library()
        size: int = library.bombe_workspace_bytes(shape.m, shape.n)
        self._memory = Memory(size + self.ALIGNMENT)
        self.address = self._memory.address + -self._memory.address % self.ALIGNMENT
        library.bombe_workspace_prepare(self.address, shape.m, shape.n)


@functools.cache
def _idle(shape: Shape) -> list[Workspace]:  # noqa: ARG001 - the cache's key
    """Keep the workspaces that nobody uses: fresh memory costs more than many a search."""
    return []


@contextlib.contextmanager
def workspace(shape: Shape) -> Iterator[Workspace]:
    """Lend a workspace."""
    idle = _idle(shape)
    try:
        space = idle.pop()
    except IndexError:
        space = Workspace(shape)
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

    def __init__(self, space: Workspace, shape: Shape, values: bytes, meter: Meter) -> None:
        self._space, self._shape, self._meter = space, shape, meter
        self._board = Memory(values)
        self._nodes, self._status, self._count = (
            ctypes.c_int64(),
            ctypes.c_uint8(),
            ctypes.c_int64(),
        )
        self._paid, self._step = 0, 1
        self._found: Memory | None = None
        self.call = Call(
            boards=self._board.address,
            size=1,
            nodes=ctypes.addressof(self._nodes),
            statuses=ctypes.addressof(self._status),
            counts=ctypes.addressof(self._count),
        )

    @property
    def count(self) -> int:
        """The number of solutions that were counted."""
        return self._count.value

    def make_room(self, boards: int) -> None:
        """Provide for so many solutions in the next call."""
        self._found = Memory(boards * self._shape.cells)
        self.call.solutions, self.call.room, self.call.found = self._found.address, boards, 0

    def take_found(self) -> list[bytes]:
        """Give the solutions that the last call wrote."""
        if self._found is None:
            return []
        cells, values = self._shape.cells, self._found.bytes
        count, self.call.found = self.call.found, 0
        return [bytes(values[i * cells : (i + 1) * cells]) for i in range(count)]

    def run(self, function: CFunction) -> int:
        """Call the library until it is done or full; OutOfBudgetError ends it before."""
        while True:
            self._allow()
            answer = function(self._space.address, ctypes.addressof(self.call))
            spent, self._paid = self._nodes.value - self._paid, self._nodes.value
            self._meter.spend(spent)
            if answer != INTERRUPTED and self._status.value != UNFINISHED:
                return answer
            if self._meter.nodes_left == 0:
                self._meter.spend()  # which raises the error that says so
            if self._status.value == UNFINISHED:  # only its slice of nodes is used up
                self.call.done, self.call.in_work = 0, 1
                self._status.value = EXACT

    def _allow(self) -> None:
        """Write into the call what the next slice may use.

        A stop signal in Python wants to be asked often: after 1, 2, 4 ... nodes.
        """
        left = self._meter.nodes_left
        allowed = NO_LIMIT if left is None else self._paid + left
        if self._meter.budget.stop is not None:
            allowed = min(allowed, self._paid + self._step)
            self._step *= 2
        self.call.nodes_each = allowed
        self.call.seconds = slice_of(self._meter)
