"""Runs agents of the framework as ours: each turn calls `compute_best_move` in its own process."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bombe.agents.framework.folders import refuse_rules
from bombe.agents.framework.package import make_player, player_class
from bombe.agents.framework.places.homes import home_of
from bombe.agents.framework.turns import TurnTask, fork, spawn
from bombe.agents.turn import TroubleError, seed_rngs, trouble_of
from bombe.boards.errors import UsageError
from bombe.solvers.sandbox.paths import MARK

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bombe.agents.contract import Clock
    from bombe.agents.framework.editions import Edition
    from bombe.agents.framework.folders import AgentFolder
    from bombe.agents.framework.package import Home
    from bombe.agents.framework.turns import Turn
    from bombe.boards import SudokuState


class FrameworkAgent:
    """Runs the agent of a folder.

    It is made once, from the seed, and every turn begins with a copy of it, or with a new one if
    `spawn` is set. An agent has to save what a later turn is to know.
    """

    def __init__(self, seed: int, folder: AgentFolder, *, spawn: bool = False) -> None:
        self.folder, self._seed, self._turns = folder, seed, 0
        self._home = home_of(folder.path)
        self._spawns = spawn or not hasattr(os, "fork")
        _bring_files(self._home)
        seed_rngs(str(seed))
        self._player = _guarded(make_player, self._home, folder.edition)

    @staticmethod
    def preload(folder: AgentFolder) -> None:
        """Import the agent."""
        home = home_of(folder.path)
        _bring_files(home)
        _guarded(player_class, home, folder.edition)

    def choose(self, state: SudokuState, clock: Clock) -> Iterator[Any]:
        """Yield the agent's proposals as they come, until it returns or the clock is over."""
        refuse_rules(self.folder, state.rules)
        self._turns += 1
        task = TurnTask(self._home, self.folder.edition, state, f"{self._seed} {self._turns}")
        turn: Turn = spawn(task) if self._spawns else fork(task, self._player)
        try:
            yield from turn.proposals(clock)
        finally:
            turn.end()
        if turn.trouble:
            raise TroubleError(turn.trouble)


def _bring_files(home: Home) -> None:
    """Make paths such as `team42_A2/weights.npy` work.

    In the framework the agents' folders are in the current one, which here is the game's own.
    """
    if MARK in os.environ:  # otherwise the current folder is the user's, not that of a game
        for path in (home.folder, home.top):
            with contextlib.suppress(OSError):  # Windows may forbid links
                Path(path.name).symlink_to(path, target_is_directory=True)


def _guarded(function: Callable[..., Any], home: Home, edition: Edition) -> Any:
    """Call a function that runs the agent's code; errors show only the agent's frames."""
    try:
        return function(home, edition)
    except UsageError:
        raise
    except BaseException as error:  # noqa: BLE001 - the agent's code may raise anything
        raise TroubleError(trouble_of(error, home.top)) from None
