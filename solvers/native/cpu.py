"""What this machine has for the kernel: cores, and the vector instructions in use."""

from __future__ import annotations

import os

from bombe.solvers import native


def cores() -> int:
    """Return how many cores this process may use, where the system says so; else all."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def instructions() -> str:
    """Return the name of the widest vector instructions that the kernel uses here."""
    name: bytes = native.library().bombe_instructions()
    return name.decode()
