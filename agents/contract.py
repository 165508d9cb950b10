"""The one interface of all agents, and the clock of one turn that they play against."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Never, Protocol, TypeAlias, TypeVar

from bombe.boards.game import AnyMove, AnyState, State
from bombe.solvers.budget import Budget, Meter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

StateT_contra = TypeVar("StateT_contra", bound=AnyState, contravariant=True)
MoveT = TypeVar("MoveT", bound=AnyMove)
MoveT_co = TypeVar("MoveT_co", bound=AnyMove, covariant=True)


class Clock(Meter):
    """The meter of one turn: its time, or the nodes that it may search. No limit, no end.

    Look at `is_over` between proposals, or `spend` every node: that raises OutOfBudgetError when
    the turn is over, which an agent need not catch, since its last proposal counts.
    """

    def __init__(
        self,
        seconds: float | None = None,
        nodes: int | None = None,
        now: Callable[[], float] = time.perf_counter,
    ) -> None:
        super().__init__(Budget(seconds, nodes), now)


class Agent(Protocol[StateT_contra, MoveT_co]):
    """Something that plays a game, or several."""

    def choose(self, state: StateT_contra, clock: Clock, /) -> Iterator[MoveT_co]:
        """Yield proposals, each better than the last; the last before the deadline counts."""


SomeAgent: TypeAlias = Agent[Never, AnyMove]
"""Any agent at all, of whichever game: what a function takes that is given agents."""


class AnyAgent(Protocol):
    """An agent by its name, which says nothing to a type checker of the game that it plays."""

    def choose(self, state: State[MoveT], clock: Clock, /) -> Iterator[MoveT]:
        """Yield proposals, as `Agent.choose` does."""
