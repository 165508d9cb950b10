"""The interface of all agents, and the clock of a turn."""

from __future__ import annotations

import contextlib
import functools
import sys
import time
from typing import TYPE_CHECKING, Any, Never, Protocol, TypeAlias, TypeVar

from bombe.agents.memory import AgentMemory
from bombe.boards.game import AnyMove, AnyState, State
from bombe.boards.notes import Notes, add_note, remark_on
from bombe.solvers.budget import Budget, Meter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

StateT_contra = TypeVar("StateT_contra", bound=AnyState, contravariant=True)
MoveT = TypeVar("MoveT", bound=AnyMove)
MoveT_co = TypeVar("MoveT_co", bound=AnyMove, covariant=True)
MAX_PROPOSALS = 100
"""How many proposals of a turn are kept: the first one and the last ones."""


class Clock(Meter):
    """The meter of one turn: its time, or the nodes that it may search; None for no limit.

    An agent checks `is_over` between proposals, or calls `spend` for every node, which raises
    OutOfBudgetError when the turn is over. It need not catch that: its last proposal counts.
    What it keeps is there in its next turn of the game, even if its object and process are not.
    """

    def __init__(
        self,
        seconds: float | None = None,
        nodes: int | None = None,
        now: Callable[[], float] = time.perf_counter,
        *,
        kept: AgentMemory | None = None,
        since: float | None = None,
    ) -> None:
        """Start the clock, or let it run `since` a moment that is past by now."""
        super().__init__(Budget(seconds, nodes), now)
        if since is not None:
            self._start = min(self._start, since)
        self._notes: dict[str, int | float] = {}
        self._kept = kept or AgentMemory()
        self._is_warned = False

    @property
    def notes(self) -> Notes:
        """What was noted so far."""
        return tuple(self._notes.items())

    def note(self, **numbers: float) -> None:
        """Note numbers about the turn by name, such as depth=4; the latest of each name counts.

        They go into the log and the tables of matches. What is not a finite number, a name of more
        than 24 characters and a seventeenth name are dropped, with a remark on stderr.
        """
        for name, number in numbers.items():
            wrong = add_note(self._notes, name, number)
            if wrong and not self._is_warned:
                self._is_warned = True
                _remark(wrong)

    @property
    def kept(self) -> Any:
        """The value that the agent kept last in this game, None in its first turn."""
        return self._kept.load()

    def keep(self, value: object) -> None:
        """Keep a plain value for the next turn: numbers, texts, lists, dictionaries.

        The last value counts that is kept in time, also if the agent is killed. Raise UsageError if
        the value is not plain, or takes more than 10,000 characters of JSON.
        """
        self._kept.save(value)


@functools.lru_cache(maxsize=100)
def _remark(wrong: str) -> None:
    """Remark on a note that is dropped, once in a process."""
    with contextlib.suppress(Exception):  # the agent may have closed or replaced it
        sys.stderr.write(f"{remark_on(wrong)}\n")


class Agent(Protocol[StateT_contra, MoveT_co]):
    """A player of one game or several."""

    def choose(self, state: StateT_contra, clock: Clock, /) -> Iterator[MoveT_co]:
        """Yield proposals, each better than the one before; the last one in time counts."""


SomeAgent: TypeAlias = Agent[Never, AnyMove]
"""Any agent of any game: the type of a parameter that takes agents."""


class AnyAgent(Protocol):
    """An agent found by its name, from which a type checker cannot tell the game."""

    def choose(self, state: State[MoveT], clock: Clock, /) -> Iterator[MoveT]:
        """Yield proposals, as `Agent.choose` does."""
