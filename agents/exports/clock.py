"""The clock of an exported agent's turn: nobody tells it how long the turn is.

It replaces bombe.agents.contract, whose Clock knows its limits.
"""

from __future__ import annotations

import contextlib
import time
from typing import Any


class Clock:
    """Counts the seconds and the nodes of a turn; it never runs out, the turn is killed."""

    is_over = False

    def __init__(self, memory: Any = None) -> None:
        self._start = time.perf_counter()
        self._memory = memory
        self.nodes = 0

    @property
    def seconds(self) -> float:
        """The seconds since the turn began."""
        return time.perf_counter() - self._start

    @property
    def kept(self) -> Any:
        """What the agent kept last, as the framework's `load` returns it; None for nothing."""
        with contextlib.suppress(Exception):  # damaged, or the first turn
            return self._memory.load()
        return None

    def keep(self, value: object) -> None:
        """Keep a value for the next turn by the framework's `save`."""
        with contextlib.suppress(Exception):  # the folder may be read-only
            self._memory.save(value)

    def spend(self, nodes: int = 1) -> None:
        """Account for nodes."""
        self.nodes += nodes

    def note(self, **numbers: float) -> None:
        """Take notes on the turn, which the framework has no place for."""

    def take(self, wanted: int) -> int:
        """Account for nodes, and return how many may be searched: all of them."""
        self.nodes += wanted
        return wanted
