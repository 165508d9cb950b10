"""What this machine has for the kernel: cores, and the vector instructions in use."""

from __future__ import annotations

import operator
import os

from bombe.boards.errors import UsageError
from bombe.solvers.native.interface import interface

MOST_THREADS = 1024
"""More than any machine has cores; each takes memory, and time to start."""


def cores() -> int:
    """Return how many cores this process may use, where the system says so; else all."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def checked_threads(threads: int) -> int:
    """Return a number of threads, or raise UsageError if so many cannot be started."""
    try:
        number = operator.index(threads)
    except TypeError:
        number = 0
    if not 1 <= number <= MOST_THREADS:
        raise UsageError(
            f"a batch on {threads!r} threads: give a whole number from 1 to {MOST_THREADS:,}; "
            f"more than the {cores()} cores of this machine gain nothing"
        )
    return number


def instructions() -> str:
    """Return the name of the widest vector instructions that the kernel uses here."""
    name: bytes = interface().bombe_instructions()
    return name.decode()
