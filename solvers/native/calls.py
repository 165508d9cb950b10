"""The kernel's calls about boards: workspaces, one board at a time; see src/kernel.h.

A call into the library runs without Python's lock, and for at most `SLICE` seconds: then Python
looks at its signals (Ctrl-C) and at the budget, and the call goes on where it was. So a short
question costs one call and nothing else, and a long one needs no thread to be interrupted.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import struct
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Self

from bombe.boards import Board, Shape
from bombe.boards.errors import BoardError
from bombe.solvers import native
from bombe.solvers.native.interface import interface
from bombe.solvers.native.memory import Buffer
from bombe.solvers.native.slices import DONE, FULL, INTERRUPTED, NO_LIMIT, SLICE, slice_of

if TYPE_CHECKING:
    from _ctypes import _CArgObject as Pointer

    from bombe.solvers.budget import Meter
    from bombe.solvers.contract import FrozenMasks

EXACT, AT_LIMIT, UNFINISHED = DONE, FULL, INTERRUPTED
"""The status of a board in a batch: all is known, the limit was reached, the budget ended."""

ROOM = 64
"""The most solutions that one call may return."""


class Workspace:
    """The memory of the searches for one shape, and of the calls about one board.

    It is for one thread at a time. All of it is used again for the next board: making it anew
    would take longer than many an answer.
    """

    def __init__(self, shape: Shape) -> None:
        self.handle = native.workspace(shape.m, shape.n)
        self.cells = cells = shape.cells
        self.nodes, self.count, self.status = (
            ctypes.c_int64(),
            ctypes.c_int64(),
            ctypes.c_uint8(),
        )
        self.solutions, self.verdicts = Buffer(ROOM * cells), Buffer(cells * shape.size)
        solutions, verdicts = self.solutions.address, self.verdicts.address
        about_one = {
            "size": 1,
            "nodes": ctypes.addressof(self.nodes),
            "statuses": ctypes.addressof(self.status),
        }
        kernel, library = interface(), native.library()
        calls = (
            ("count", kernel.BombeCount(counts=ctypes.addressof(self.count), **about_one)),
            ("next", kernel.BombeNext(solutions=solutions, **about_one)),
            ("audit", kernel.BombeAudit(verdicts=verdicts, solutions=solutions, **about_one)),
            ("moves", kernel.BombeMoves(verdicts=verdicts, **about_one)),
        )
        # Functions without types, as these cost time: see bombe.solvers.native.
        self.calls: dict[str, tuple[Any, Pointer, Callable[..., int]]] = {
            name: (call, ctypes.byref(call), getattr(library, f"bombe_{name}"))
            for name, call in calls
        }


def masks_of(shape: Shape, codes: bytes) -> tuple[FrozenMasks, FrozenMasks]:
    """Return codes as masks: for each cell the true values, and the undecided ones."""
    layout = _layout(shape.cells)
    found = ctypes.create_string_buffer(2 * layout.size)
    interface().bombe_masks(codes, shape.size, found)
    return layout.unpack_from(found), layout.unpack_from(found, layout.size)


@functools.cache
def _layout(cells: int) -> struct.Struct:
    return struct.Struct(f"{cells}Q")


@functools.cache
def _idle(m: int, n: int) -> list[Workspace]:  # noqa: ARG001 - the cache's key
    """Return the workspaces that are not in use: new memory takes longer than many a search."""
    return []


def _borrow(idle: list[Workspace], shape: Shape) -> Workspace:
    try:
        return idle.pop()
    except IndexError:
        return Workspace(shape)


@contextlib.contextmanager
def workspace(shape: Shape) -> Iterator[Workspace]:
    """Yield a workspace, and keep it for the next user."""
    idle = _idle(shape.m, shape.n)
    space = _borrow(idle, shape)
    try:
        yield space
    finally:
        idle.append(space)


def check_boards(shape: Shape, boards: Buffer) -> int:
    """Return the number of boards, or raise BoardError where bytes are no boards of the shape."""
    length = len(boards.bytes)
    if length % shape.cells:
        raise BoardError(
            f"{length} bytes are no {shape} boards: each has {shape.cells}, a byte per cell"
        )
    at: int = interface().bombe_misfit(boards.address, length, shape.size)
    if at >= 0:
        number, cell = divmod(at, shape.cells)
        raise BoardError(
            f"value {boards.bytes[at]} at {shape.coordinates(cell)} of board {number} is over "
            f"{shape.size}, the largest of a {shape} board"
        )
    return length // shape.cells


class BoardCall:
    """One board in a workspace, and a question: "count", "next", "audit" or "moves"."""

    def __init__(self, question: str, board: Board, meter: Meter) -> None:
        meter.spend()
        self._meter, self._budget = meter, meter.budget
        shape = board.shape
        self._idle = _idle(shape.m, shape.n)
        self.space = _borrow(self._idle, shape)
        self.call, self._pointer, self._function = call, _, _ = self.space.calls[question]
        call.boards = board.values
        call.done = call.in_work = 0
        self.space.status.value, self.space.count.value = EXACT, 0
        self._paid, self._step = 0, 1

    def __enter__(self) -> Self:
        """Keep the workspace until the end of the block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Leave the workspace to others."""
        self._idle.append(self.space)

    @property
    def count(self) -> int:
        """The number of solutions that were counted."""
        return self.space.count.value

    def codes(self) -> bytes | None:
        """Return what an audit has found so far, as a byte for each candidate: see codes.py.

        None before the kernel has looked at the board: then what it wrote is about another.
        """
        is_begun = self.call.in_work or self.call.done
        return self.space.verdicts.bytes.tobytes() if is_begun else None

    def make_room(self, boards: int) -> None:
        """Set how many solutions the next call may return, ROOM at most."""
        self.call.room, self.call.found = min(boards, ROOM), 0

    def take_found(self) -> list[bytes]:
        """Return the solutions that the last call wrote."""
        cells, values = self.space.cells, self.space.solutions.bytes
        count, self.call.found = self.call.found, 0
        return [bytes(values[i * cells : (i + 1) * cells]) for i in range(count)]

    def run(self) -> int:
        """Call the kernel until it is done or full, or raise OutOfBudgetError."""
        nodes, status = self.space.nodes, self.space.status
        while True:
            self._allow()
            answer = self._function(self.space.handle, self._pointer)
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

        A stop signal in Python has to be asked often: after 1, 2, 4 ... nodes.
        """
        left = self._meter.nodes_left
        allowed = NO_LIMIT if left is None else self._paid + left
        if self._budget.stop is not None:
            allowed = min(allowed, self._paid + self._step)
            self._step *= 2
        self.call.nodes_each = allowed
        self.call.seconds = SLICE if self._budget.seconds is None else slice_of(self._meter)
