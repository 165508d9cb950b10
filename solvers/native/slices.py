"""Long calls of the kernel in slices, between which signals and budgets are looked at."""

from __future__ import annotations

import ctypes
import enum
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from bombe.boards.errors import UnsupportedError
from bombe.solvers.native.interface import interface

if TYPE_CHECKING:
    from bombe.solvers.budget import Meter
    from bombe.solvers.native.memory import Pages

DONE, FULL, INTERRUPTED = 0, 1, 2
"""What a call answers; `Status` in C++."""

NO_LIMIT = 2**63 - 1

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


def slice_of(meter: Meter, most: float = SLICE) -> float:
    """Return the seconds that the next call may take; never 0, which would mean no limit."""
    seconds = meter.seconds_left
    return most if seconds is None else max(min(most, seconds), 1e-6)


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


def run_anew(
    function: Callable[..., int], memory: Pages, call: ctypes.Structure, meter: Meter
) -> int:
    """Do the same with a call that begins anew when it was cut short: it may take twice as long.

    Only the nodes of the last call count, so they do not depend on clocks.
    """
    left, seconds, step = meter.nodes_left, 4 * SLICE, FIRST_NODES
    allowed = NO_LIMIT if left is None else left
    while True:
        call.nodes = allowed if meter.budget.stop is None else min(allowed, step)
        call.seconds = slice_of(meter, seconds)
        answer = function(memory.address, ctypes.byref(call))
        if answer != INTERRUPTED or call.nodes_used >= allowed or meter.is_over:
            meter.nodes += call.nodes_used
            return answer
        seconds, step = 2 * seconds, 2 * step


def raise_refusal(answer: int, messages: Mapping[KernelRefusal, str]) -> None:
    """Raise UnsupportedError with the message of a refusal, if the answer is one.

    A message may hold numbers of the kernel: `{kernel.kMostEmpty}`.
    """
    if answer < 0:
        raise UnsupportedError(messages[KernelRefusal(answer)].format(kernel=interface()))
