"""What the bindings of the kernel's parts have in common; the C side is slice.h and facts.cpp.

A binding states the functions, structures and numbers of one part of the kernel. Before the part is
first used they are compared with what the kernel says of itself: a kernel that was built from other
sources is refused, and cannot be misread.

The structures have the names that they have in C++, and so have the numbers.
"""

from __future__ import annotations

import ctypes
import enum

from bombe.boards.errors import UnsupportedError
from bombe.solvers import native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any, ClassVar

    from bombe.solvers.budget import Meter
    from bombe.solvers.native.memory import Pages

    Function = tuple[Any, ...]
    """A function of the kernel: its name, the type of its result, the types of its arguments."""

DONE, FULL, INTERRUPTED = 0, 1, 2
"""What a call answers."""

NO_LIMIT = 2**63 - 1

POINTER, INT64, INT32 = ctypes.c_void_p, ctypes.c_int64, ctypes.c_int32
"""The types of the kernel's functions."""

SLICE = 0.03
"""Seconds in the kernel between two looks at signals and budgets."""

FIRST_NODES = 256
"""Nodes of the first call where a stop signal in Python is to be asked; then twice as many."""


class KernelRefusal(enum.IntEnum):
    """Why the kernel refuses a position; `Trouble` in C++."""

    TOO_LARGE = -1
    TOO_MANY_MOVES = -2
    TOO_LITTLE_MEMORY = -3
    NOT_FROM_HERE = -4


class BombeSlice(ctypes.Structure):
    """The head of a call that can be interrupted: what it may use, and what was used."""

    _fields_: ClassVar = [
        ("nodes", ctypes.c_int64),
        ("seconds", ctypes.c_double),
        ("stop", ctypes.c_void_p),
        ("nodes_used", ctypes.c_int64),
        ("in_work", ctypes.c_int64),
    ]


STATUSES = {"kDone": DONE, "kLimit": FULL, "kOutOfBudget": INTERRUPTED}
REFUSALS = {
    "kTooLarge": KernelRefusal.TOO_LARGE,
    "kTooManyMoves": KernelRefusal.TOO_MANY_MOVES,
    "kTooLittleMemory": KernelRefusal.TOO_LITTLE_MEMORY,
    "kNotFromHere": KernelRefusal.NOT_FROM_HERE,
}


class Binding:
    """A part of the kernel, as Python states it; compared with the kernel when first used."""

    def __init__(
        self,
        *functions: Function,
        structures: Iterable[type[ctypes.Structure]],
        numbers: Mapping[str, int],
    ) -> None:
        self._functions = functions
        self._library: ctypes.CDLL | None = None
        self.stated = {each.__name__: ctypes.sizeof(each) for each in structures} | dict(numbers)

    def library(self) -> ctypes.CDLL:
        """Return the library, with the types of this part's functions."""
        if self._library is None:
            native.check_facts(self.stated)
            self._library = native.declare(*self._functions)
        return self._library


def slice_of(meter: Meter) -> float:
    """Return the seconds that the next call may take; never 0, which would mean no limit."""
    seconds = meter.seconds_left
    return SLICE if seconds is None else max(min(SLICE, seconds), 1e-6)


def run_in_slices(
    function: Callable[..., int],
    memory: Pages,
    call: ctypes.Structure,
    meter: Meter,
    look: Callable[[], object] | None = None,
) -> int:
    """Call the kernel until it is done or the budget is used up; return its last answer.

    The call is a BombeSlice, or begins as one. `look` is called after each call.
    """
    paid, step, budget = call.nodes_used, FIRST_NODES, meter.budget
    while True:
        left = meter.nodes_left
        call.nodes = NO_LIMIT if left is None else left
        if budget.stop is not None:
            call.nodes, step = min(call.nodes, step), 2 * step
        call.seconds = slice_of(meter)
        answer = function(memory.address, ctypes.byref(call))
        spent, paid = call.nodes_used - paid, call.nodes_used
        meter.nodes += spent
        if look is not None:
            look()
        if answer != INTERRUPTED or meter.is_over:
            return answer


def raise_refusal(answer: int, messages: Mapping[KernelRefusal, str]) -> None:
    """Raise UnsupportedError with the message of a refusal, if the answer is one."""
    if answer < 0:
        raise UnsupportedError(messages[KernelRefusal(answer)])
