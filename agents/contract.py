"""The one interface of all agents, and the clock of one turn that they play against."""

from __future__ import annotations

import contextlib
import time
from typing import TYPE_CHECKING, Protocol

from bombe.boards.errors import OutOfBudgetError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bombe.boards.game import AnyMove, AnyState


class Clock:
    """The time of one turn, or the nodes that it may search. Without a limit it never runs out.

    Players are not told how long a turn is, so a clock says only whether it is over: look at
    `is_over` between proposals, or `spend` every node, which ends a deep search by an error.
    """

    def __init__(
        self,
        seconds: float | None = None,
        nodes: int | None = None,
        now: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._now = now
        self._start = now()
        self._deadline = None if seconds is None else self._start + seconds
        self._most = nodes
        self.nodes = 0

    @property
    def seconds(self) -> float:
        """The seconds since the turn began."""
        return self._now() - self._start

    @property
    def is_over(self) -> bool:
        """Whether the deadline has passed, or the nodes are used up."""
        if self._most is not None and self.nodes >= self._most:
            return True
        return self._deadline is not None and self._now() >= self._deadline

    def spend(self, nodes: int = 1) -> None:
        """Account for nodes; raise OutOfBudgetError if the turn was over before them.

        An agent need not catch that: its last proposal counts.
        """
        if self.is_over:
            raise OutOfBudgetError("the turn is over")
        self.nodes += nodes

    def take(self, wanted: int) -> int:
        """Account for nodes as `spend` does, one by one; give how many there were before the end.

        For searches that do many nodes in one go.
        """
        before = self.nodes
        with contextlib.suppress(OutOfBudgetError):
            for _ in range(wanted):
                self.spend()
        return self.nodes - before


class Agent(Protocol):
    """Something that plays a game: its states and its moves are those of that game."""

    def choose(self, state: AnyState, clock: Clock) -> Iterator[AnyMove]:
        """Yield proposals, each better than the last; the last before the deadline counts."""
