"""The one interface of all agents, and the clock that they play against."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bombe.boards import Move, SudokuState


class Clock:
    """The time of one turn. Without a limit it never runs out."""

    def __init__(
        self, seconds: float | None = None, now: Callable[[], float] = time.perf_counter
    ) -> None:
        self._now = now
        self._deadline = None if seconds is None else now() + seconds

    @property
    def seconds_left(self) -> float | None:
        """The seconds until the deadline, never below 0; None without a limit."""
        return None if self._deadline is None else max(0.0, self._deadline - self._now())

    @property
    def is_over(self) -> bool:
        """Whether the deadline has passed."""
        return self.seconds_left == 0.0


class Agent(Protocol):
    """Something that plays."""

    def choose(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        """Yield proposals, each better than the last; the last before the deadline counts."""
