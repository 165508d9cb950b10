"""How long an answer may take, and what it took: Budget, Meter and Effort.

A Budget is a plain value: the seconds, the nodes and the stop signal that one question may use.
A Meter is the running account of one question. It starts when the question is asked, so model
building counts; a solver calls `spend` for every node and never needs to read a clock.

Whatever takes something to spend has a parameter `budget` of the type BudgetLike: a Budget, a bare
number of seconds, a Meter that is running already (questions share its account), or None, which
means no limit.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from bombe.boards.errors import OutOfBudgetError, UsageError
from bombe.boards.numbers import as_whole

MOST = 2**62
"""No budget of nodes and no limit of solutions is above this: the kernel counts with 64 bits."""


@dataclass(frozen=True)
class Budget:
    """What one question may use; None means no limit.

    `stop` is called at every node and ends the question when it returns True: this is how Ctrl-C
    and time limits from outside reach a search. Node budgets make results reproducible.
    """

    seconds: float | None = None
    nodes: int | None = None
    stop: Callable[[], bool] | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        if self.seconds is not None and not (_is_number(self.seconds) and self.seconds >= 0):
            raise UsageError(f"a budget of {self.seconds!r} seconds: give 0 or more, or None")
        if self.nodes is not None:
            object.__setattr__(self, "nodes", whole(self.nodes, 0, "a budget of {} nodes"))
        if self.stop is not None and not callable(self.stop):
            raise UsageError(f"a stop signal of {self.stop!r}: give a function, or None")


UNLIMITED = Budget()


def whole(number: object, low: int, what: str) -> int:
    """Return a number of any type as an int from `low` to MOST; raise UsageError for others.

    `what` is how the error calls it, such as "a budget of {} nodes".
    """
    found = as_whole(number)
    if found is not None and low <= found <= MOST:
        return found
    words = what.format(repr(number)[:40])
    raise UsageError(f"{words}: give a whole number from {low} to 2**62")


def as_limit(limit: int | None) -> int | None:
    """Return a limit of solutions, None for none; raise UsageError if it is not 1 or more."""
    return None if limit is None else whole(limit, 1, "a limit of {} solutions")


class Effort(NamedTuple):
    """What an answer took: nodes searched, seconds to build the model and to search it.

    `unconfirmed` is true if the answer contains a claim of the user's own solver that Bombe could
    not confirm.
    """

    nodes: int
    build: float
    search: float
    unconfirmed: bool = False


class Meter:
    """The running account of one question against its budget.

    `clock` returns the seconds; tests replace it. The clock of an agent's turn is a
    Meter, too: an agent looks at `is_over` between its proposals, calls `spend` for every node,
    or takes many nodes at a time.
    """

    def __init__(
        self,
        budget: Budget | float | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.budget = as_budget(budget)
        self.nodes = 0
        self.unconfirmed = False
        self._clock = clock
        self._start = clock()
        self._built = 0.0

    def spend(self, nodes: int = 1) -> None:
        """Account for nodes, or raise OutOfBudgetError and account for none of them."""
        if self.budget.nodes is not None and self.nodes + nodes > self.budget.nodes:
            raise OutOfBudgetError(f"the budget of {self.budget.nodes} nodes is used up")
        self.check()
        self.nodes += nodes

    def take(self, wanted: int) -> int:
        """Spend up to `wanted` nodes, one by one, and return how many the budget allowed.

        For searches that visit many nodes in one go.
        """
        before = self.nodes
        with contextlib.suppress(OutOfBudgetError):
            for _ in range(wanted):
                self.spend()
        return self.nodes - before

    def enter(self, nodes: int, built: float = 0.0) -> None:
        """Enter what another process has spent on this question, which kept to its budget."""
        self.nodes += nodes
        self._built += built

    def check(self) -> None:
        """Raise OutOfBudgetError if the time is over or a stop was requested."""
        if self.budget.stop is not None and self.budget.stop():
            raise OutOfBudgetError("a stop was requested")
        if self.budget.seconds is not None and self.seconds >= self.budget.seconds:
            raise OutOfBudgetError(f"the budget of {self.budget.seconds} seconds is used up")

    @property
    def is_over(self) -> bool:
        """Whether nothing is left: the nodes or the time are used up, or a stop was requested."""
        most = self.budget.nodes
        return (most is not None and self.nodes >= most) or self.stop_signal()

    def stop_signal(self) -> bool:
        """Return whether the time is over or a stop was requested; a `stop` for other budgets."""
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
        """The nodes that remain, never below 0; None without a limit."""
        return None if self.budget.nodes is None else max(0, self.budget.nodes - self.nodes)

    def rest(self) -> Budget:
        """Return what remains, as the budget of another question."""
        return Budget(self.seconds_left, self.nodes_left, self.budget.stop)

    def effort(self) -> Effort:
        """Return the account so far."""
        seconds = self.seconds - self._built
        return Effort(self.nodes, self._built, seconds, self.unconfirmed)


BudgetLike = Budget | Meter | float | None
"""What a question takes as its `budget`; a bare number is seconds, None means no limit."""


def as_budget(budget: Budget | float | None) -> Budget:
    """Return the budget itself, or the budget that a number of seconds or None stands for."""
    if isinstance(budget, Budget):
        return budget
    if budget is None:
        return UNLIMITED
    if _is_number(budget):
        return Budget(budget)
    raise UsageError(f"a budget of {budget!r}: give seconds, a Budget, or None for no limit")


def as_meter(budget: BudgetLike) -> Meter:
    """Return the Meter that is given, or start one on a budget."""
    return budget if isinstance(budget, Meter) else Meter(budget)


def _is_number(value: object) -> bool:
    """Return whether a value can be a number of seconds; True and False are slips."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)
