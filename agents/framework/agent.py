"""Agents of the framework as agents of ours: each turn runs `compute_best_move` in a process."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bombe.agents.framework.folders import refuse_rules
from bombe.agents.framework.provided import make_player, player_class
from bombe.agents.framework.turns import Task, fork, seed_rngs, spawn
from bombe.agents.processes.launch import MARK
from bombe.agents.processes.turn import TroubleError, trouble_of
from bombe.boards.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bombe.agents.contract import Clock
    from bombe.agents.framework.folders import AgentFolder
    from bombe.agents.framework.turns import Turn
    from bombe.boards import SudokuState


class FrameworkAgent:
    """Lets the agent of a folder think.

    It is made once, from the seed, and every turn begins with a copy of it, or where `spawn` is
    set with a new one. What a turn is to leave to later ones, the agent saves.
    """

    def __init__(self, seed: int, folder: AgentFolder, *, spawn: bool = False) -> None:
        self._folder, self._seed, self._turns = folder, seed, 0
        self._spawns = spawn or not hasattr(os, "fork")
        _bring_files(folder)
        seed_rngs(str(seed))
        self._player = _guarded(make_player, folder)

    def choose(self, state: SudokuState, clock: Clock) -> Iterator[Any]:
        """Pass the agent's proposals on as they come, until it ends or the clock is over."""
        refuse_rules(self._folder, state.rules)
        self._turns += 1
        task = Task(*self._folder[:2], state, f"{self._seed} {self._turns}")
        turn: Turn = spawn(task) if self._spawns else fork(task, self._player)
        try:
            yield from turn.proposals(clock)
        finally:
            turn.end()
        if turn.trouble:
            raise TroubleError(turn.trouble)


def warm(folder: AgentFolder) -> None:
    """Import the agent."""
    _guarded(player_class, folder)


def _bring_files(folder: AgentFolder) -> None:
    """Let paths such as `team42_A2/weights.npy` work.

    In the framework the agents' folders are in the current one, which here is the game's own.
    """
    if MARK in os.environ:  # else this is no agent's process, and the current folder somebody's
        with contextlib.suppress(OSError):  # not everybody may make links on Windows
            Path(folder.path.name).symlink_to(folder.path, target_is_directory=True)


def _guarded(function: Callable[..., Any], folder: AgentFolder) -> Any:
    """Call what runs the agent's code; of what goes wrong, show the agent's frames only."""
    try:
        return function(folder.path, folder.edition)
    except UsageError:
        raise
    except BaseException as error:  # noqa: BLE001 - the agent's code, it may raise anything
        raise TroubleError(trouble_of(error, folder.path)) from None
