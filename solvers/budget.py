"""How long an answer may take, and what it took: Budget, Meter and Effort.

A Budget is a plain value: the seconds, the nodes and the stop signal that one question may use.
A Meter is the running account of one question. It starts when the question is asked, so model
building is on the bill; a solver calls `spend` for every node and never has to look at a clock.
"""

from __future__ import annotations

import contextlib
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from bombe.boards.errors import OutOfBudgetError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@dataclass(frozen=True)
class Budget:
    """What one question may use; None means no limit.

    `stop` is asked at every node and ends the question when it answers True: it is how Ctrl-C
    and time limits from outside reach a search. Node budgets make results reproducible.
    """

    seconds: float | None = None
    nodes: int | None = None
    stop: Callable[[], bool] | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        if self.seconds is not None and not self.seconds >= 0:
            raise UsageError(f"a budget of {self.seconds} seconds: give 0 or more, or None")
        if self.nodes is not None and self.nodes < 0:
            raise UsageError(f"a budget of {self.nodes} nodes: give 0 or more, or None")


UNLIMITED = Budget()


class Effort(NamedTuple):
    """What an answer took: nodes searched, seconds to build the model and to search it."""

    nodes: int
    build: float
    search: float


class Meter:
    """The running account of one question against its budget."""

    def __init__(
        self, budget: Budget | None = None, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        self.budget = budget or UNLIMITED
        self.nodes = 0
        self._clock = clock
        self._start = clock()
        self._built = 0.0

    def spend(self, nodes: int = 1) -> None:
        """Account for nodes; raise OutOfBudgetError where that ends the question."""
        if self.budget.nodes is not None and self.nodes + nodes > self.budget.nodes:
            raise OutOfBudgetError(f"the budget of {self.budget.nodes} nodes is used up")
        self.nodes += nodes
        self.check()

    def check(self) -> None:
        """Raise OutOfBudgetError if the time is over or a stop was asked for."""
        if self.budget.stop is not None and self.budget.stop():
            raise OutOfBudgetError("a stop was asked for")
        if self.budget.seconds is not None and self.seconds >= self.budget.seconds:
            raise OutOfBudgetError(f"the budget of {self.budget.seconds} seconds is used up")

    def is_over(self) -> bool:
        """Tell whether the time is over or a stop was asked for; a stop signal for others."""
        try:
            self.check()
        except OutOfBudgetError:
            return True
        return False

    @contextlib.contextmanager
    def building(self) -> Iterator[None]:
        """Count the time inside as model building; check the budget at both ends."""
        self.check()
        before = self._clock()
        try:
            yield
        finally:
            self._built += self._clock() - before
        self.check()

    @property
    def seconds(self) -> float:
        """The seconds since the question was asked."""
        return self._clock() - self._start

    @property
    def seconds_left(self) -> float | None:
        """The seconds that remain, never below 0; None without a limit."""
        if self.budget.seconds is None:
            return None
        return max(0.0, self.budget.seconds - self.seconds)

    @property
    def nodes_left(self) -> int | None:
        """The nodes that remain; None without a limit."""
        return None if self.budget.nodes is None else self.budget.nodes - self.nodes

    def effort(self) -> Effort:
        """Give the account so far."""
        return Effort(self.nodes, self._built, self.seconds - self._built)


Allowance = Budget | Meter | None
"""What every question takes: a budget of its own, or a share in an account that runs already."""


def meter_of(allowance: Allowance) -> Meter:
    """Open an account for a budget, or go on with the one that is given."""
    return allowance if isinstance(allowance, Meter) else Meter(allowance)
