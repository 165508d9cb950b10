"""Seats: what the referee needs from a player, independent of where its agent runs.

    seat.open_game(seed)            a new agent for a new game
    seat.turn(state, budget)        all that it proposed, and how the turn ended
    seat.close()

`InProcess` runs the agent here: it is timed, but cannot be stopped.
`bombe.agents.processes.process.Worker` runs it in a process of its own, which can: also when the
budget of a turn says stop.
"""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING, NamedTuple, Protocol, cast

from bombe.agents.contract import MAX_PROPOSALS, Clock
from bombe.agents.memory import AgentMemory
from bombe.agents.turn import plain_proposal, think, trouble_of
from bombe.boards.game import Termination

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from bombe.agents.contract import AnyAgent, SomeAgent
    from bombe.agents.turn import Trouble
    from bombe.boards.game import AnyMove, AnyState
    from bombe.boards.notes import Notes
    from bombe.solvers import Budget


STARVED_SHARE = 0.5
"""A turn that loses so much of its time to other programs is played again if it has no move."""


class Proposal(NamedTuple):
    """A proposal and its time in milliseconds into the turn; what is not a move is kept as text."""

    move: AnyMove | str
    ms: float


def never() -> bool:
    """Return False, as the stop signal of what is played to its end."""
    return False


def keep_proposal(proposals: collections.deque[Proposal], proposal: Proposal) -> None:
    """Append a proposal; drop the second one if there are too many."""
    if len(proposals) == MAX_PROPOSALS:
        del proposals[1]
    proposals.append(proposal)


class TurnResult(NamedTuple):
    """What an agent did in one turn. The last proposal counts, even if the turn ended badly.

    `ending` is CRASH, HANG or MEMORY, or None for a turn that ended well; `detail` describes what
    happened; VOID is the ending of a turn that was spoiled from outside. `ms` is the time that the
    agent thought, `late_ms` how long after its limit it returned, `cpu_ms` the processor time of
    all its processes, 0 if it was not measured; `output` is the end of what it printed, `notes`
    what it noted on its clock, `left` what it left running, in words; `cause` is that of Trouble.

    `withheld_ms` is the time that other programs took from the agent, `withheld` the share of its
    turn that this is; `is_sure` says that the agent cannot have made it up. The turn was played
    `tries` times. `made_ms` is the processor time of making the agent again, before a turn.
    """

    proposals: tuple[Proposal, ...]
    ms: float
    ending: Termination | None = None
    detail: str = ""
    output: str = ""
    notes: Notes = ()
    cause: str = ""
    cpu_ms: float = 0.0
    late_ms: float = 0.0
    left: str = ""
    withheld_ms: float = 0.0
    withheld: float = 0.0
    is_sure: bool = False
    tries: int = 1
    made_ms: float = 0.0

    @property
    def is_starved(self) -> bool:
        """Whether other programs took most of its time."""
        return self.withheld >= STARVED_SHARE

    @property
    def is_lost_to_others(self) -> bool:
        """Whether it came to nothing, for lack of the time that other programs took."""
        is_late = self.ending in (None, Termination.HANG)
        return self.is_starved and is_late and not self.proposals

    @property
    def is_spoiled_by_others(self) -> bool:
        """Whether it surely came to nothing for lack of that time."""
        return self.is_lost_to_others and self.is_sure

    @classmethod
    def failed(cls, trouble: Trouble, output: str = "") -> TurnResult:
        """Return the result of a turn that did not begin."""
        return cls((), 0.0, trouble.ending, trouble.detail, output, cause=trouble.cause)


class Seat(Protocol):
    """A player, as the referee sees it."""

    @property
    def name(self) -> str:
        """The player's name in tables and records: that of its agent, with options."""

    def open_game(self, seed: int, folder: Path | None = None) -> None:
        """Prepare for a new game, with a new agent made from the seed.

        The agent may write into the folder (None: a temporary one, removed after the game). An
        agent that cannot be made is reported by the first turn.
        """

    def trial(self) -> Trouble | None:
        """Make an agent as for a game; return why that fails, or None if it succeeds."""

    def turn(self, state: AnyState, budget: Budget) -> TurnResult:
        """Let the agent think about the position; the clock starts when it gets that."""

    def close(self) -> None:
        """End the player and everything it started; closing twice is allowed."""


class InProcess:
    """Runs an agent inside this process; what it prints is not captured."""

    def __init__(self, make: Callable[[int], SomeAgent], name: str = "") -> None:
        self._make = cast("Callable[[int], AnyAgent]", make)
        self._name = name
        self._seed = 0
        self._agent: AnyAgent | None = None
        self._kept = AgentMemory()

    @property
    def name(self) -> str:
        """The given name, or that of the agent's class."""
        return self._name or type(self._agent).__name__

    def open_game(self, seed: int, folder: Path | None = None) -> None:  # noqa: ARG002 - no folder is needed
        """Discard the agent; the next turn makes a new one."""
        self._seed, self._agent, self._kept = seed, None, AgentMemory()

    def trial(self) -> Trouble | None:
        """Make an agent and discard it; return why that fails, or None if it succeeds."""
        try:
            self._make(0)
        except Exception as error:  # noqa: BLE001 - an agent that raises anything cannot play
            return trouble_of(error)
        return None

    def turn(self, state: AnyState, budget: Budget) -> TurnResult:
        """Run the agent until it returns; proposals after the deadline do not count."""
        try:
            agent = self._agent = self._agent or self._make(self._seed)
        except Exception as error:  # noqa: BLE001 - an agent that raises anything loses its game
            return TurnResult.failed(trouble_of(error))
        proposals: collections.deque[Proposal] = collections.deque()
        clock = Clock(budget.seconds, budget.nodes, kept=self._kept)

        def report(proposal: object) -> None:
            move = plain_proposal(state.game, proposal)
            keep_proposal(proposals, Proposal(move, 1000 * clock.seconds))

        trouble = think(agent, state, clock, report)
        result = TurnResult(tuple(proposals), 1000 * clock.seconds, notes=clock.notes)
        return result._replace(**trouble._asdict()) if trouble else result

    def close(self) -> None:
        """Discard the agent."""
        self._agent = None
