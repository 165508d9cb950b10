"""Agents of Python as opponents of the page: each in a process of its own, in the sandbox.

An opponent is opened for a game and asked for one turn after the other, so it may remember what it
saw. Only agents of the table, and those that were named when the server started, can be opened.
"""

from __future__ import annotations

import contextlib
import itertools
import threading
from typing import TYPE_CHECKING, Any

from bombe.agents.arena.proposing import judged, refuse_position
from bombe.agents.games import players_of
from bombe.agents.loading import spec_of
from bombe.agents.processes.process import Worker
from bombe.agents.table import agents_of
from bombe.boards.errors import UsageError
from bombe.boards.game import GAMES
from bombe.solvers import Budget

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from bombe.agents.arena.proposing import AgentMove
    from bombe.agents.processes.process import Settings
    from bombe.boards.game import AnyState

MOST = 8
"""How many opponents wait for their turn at once; the one that was opened first is closed."""
MOST_SECONDS = 600.0
_HAS_LEFT = "this opponent has left: choose it again"


class Opponents:
    """The agents that the page plays against."""

    def __init__(self, own: Sequence[str], settings: Settings) -> None:
        self._own, self._settings = tuple(own), settings
        self._open: dict[str, _Opponent] = {}
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()

    def listed(self) -> list[dict[str, Any]]:
        """Return the agents that can be opened, each with its game, summary and usual seconds."""
        own = (_row(spec, game, "your own") for spec in self._own for game in _games_of(spec))
        return [*own, *_of_the_table()]

    def allowed(self, agent: str) -> str:
        """Return the spec of an agent; raise UsageError for one that was not named.

        An agent of the table comes without options: some of them name files and programs.
        """
        if agent in self._own or any(agent == each["agent"] for each in _of_the_table()):
            return agent
        raise UsageError(
            f"{agent} cannot be opened from the page: start the server with --agent {agent}"
        )

    def open(self, agent: str, game: str, seed: int) -> str:
        """Open an agent for a game; return the name by which it is asked."""
        spec = spec_of(self.allowed(agent), game)
        opponent = _Opponent(spec, Worker(spec, self._settings))
        opponent.worker.open_game(seed)
        with self._lock:
            number = str(next(self._numbers))
            self._open[number] = opponent
            oldest = [self._open.pop(next(iter(self._open)))] if len(self._open) > MOST else []
        for each in oldest:
            each.close()
        return number

    def turn(
        self, number: str, state: AnyState, seconds: float, is_stopped: Callable[[], bool]
    ) -> AgentMove:
        """Return what an opponent plays; raise UsageError if it was closed."""
        opponent = self._open.get(number)
        if opponent is None:
            raise UsageError(_HAS_LEFT)
        require_seconds(seconds)
        refuse_position(opponent.spec, state, seconds)
        return opponent.turn(state, Budget(seconds), is_stopped)

    def close(self) -> None:
        """Close all of them."""
        with self._lock:
            opponents, self._open = list(self._open.values()), {}
        for opponent in opponents:
            opponent.close()


def require_seconds(seconds: float) -> None:
    """Raise UsageError if no turn can have so many seconds."""
    if not 0 < seconds <= MOST_SECONDS:
        raise UsageError(f"{seconds:g} seconds for a turn: give up to {MOST_SECONDS:g}")


class _Opponent:
    """An agent that waits for its turns; one at a time."""

    def __init__(self, spec: str, worker: Worker) -> None:
        self.spec, self.worker = spec, worker
        self._has_left = False
        self._lock = threading.Lock()

    def turn(self, state: AnyState, budget: Budget, is_stopped: Callable[[], bool]) -> AgentMove:
        with self._lock:
            if self._has_left:
                raise UsageError(_HAS_LEFT)
            stop = lambda: self._has_left or is_stopped()  # noqa: E731 - it is one condition
            turn = self.worker.turn(state, Budget(budget.seconds, budget.nodes, stop))
        return judged(state, turn)

    def close(self) -> None:
        self._has_left = True  # so that a turn that is being thought about ends
        with self._lock:
            self.worker.close()


def _games_of(spec: str) -> Iterator[str]:
    """Yield the games that an agent of the user's own is for, by the form of its name."""
    for game in GAMES:
        with contextlib.suppress(UsageError):
            spec_of(spec, game)
            yield game


def _of_the_table() -> Iterator[dict[str, Any]]:
    for game in GAMES:
        for one in agents_of(game):
            if one.is_available:
                yield _row(one.name, game, one.summary)


def _row(agent: str, game: str, summary: str) -> dict[str, Any]:
    seconds = players_of(game).seconds
    return {"agent": agent, "game": game, "summary": summary, "seconds": seconds}
