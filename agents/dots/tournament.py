"""Folders with a bot of OpenSpiel, as the tournaments of KU Leuven take them (2023 and 2024).

What the function returns has `restart_at(state)`, `inform_action(state, player_id, action)` and
`step(state)`. As in the tournament, a bot for each seat is made before the game, only the actions
of the other player are told, before they are applied, and the folder of the file is on the path.
As in the edition of 2024, every state is a copy.
"""

from __future__ import annotations

import contextlib
import importlib.util
import operator
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bombe.agents.bot_folders import MAIN
from bombe.agents.dots.open_spiel import spiel, to_spiel
from bombe.agents.turn import NoMove, TroubleError, seed_rngs, short_repr, trouble_of
from bombe.boards.errors import UnsupportedError, UsageError
from bombe.solvers.sandbox.paths import MARK

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from bombe.agents.bot_folders import BotFolder
    from bombe.agents.contract import Clock
    from bombe.boards.dots.state import DotsState, Line

MAKE = "get_agent_for_tournament"


class TournamentAgent:
    """Plays the actions of a folder's bot."""

    def __init__(self, seed: int, folder: BotFolder) -> None:
        self._home = folder.home
        make = load_maker(folder)
        seed_rngs(str(seed))
        self._bots = [self._call(make, player) for player in (0, 1)]
        self._seen: tuple[Line, ...] | None = None

    @staticmethod
    def refuse(folder: BotFolder, seconds: float | None, starts: Iterable[DotsState]) -> None:
        """Raise if OpenSpiel is missing, or its bots cannot play these games."""
        spiel()
        if seconds is None:
            raise UsageError(f"agent {folder.path} cannot count nodes: give its turns a time")
        for start in starts:
            try:
                to_spiel(start)
            except UnsupportedError as error:
                raise UnsupportedError(f"agent {folder.path}: {error}") from None

    @staticmethod
    def preload(folder: BotFolder) -> None:
        """Import the bot's file."""
        load_maker(folder)

    def choose(self, state: DotsState, clock: Clock) -> Iterator[Line | NoMove]:
        """Propose the line of the bot's action."""
        del clock  # a bot knows of no time
        if state.is_over:
            return
        bot = self._bots[state.to_move - 1]
        action = self._call(bot.step, self._brought_up_to(state, bot))
        self._seen = state.history
        with contextlib.suppress(TypeError):
            if 0 <= (number := operator.index(action)) < state.grid.edges:
                yield state.grid.lines[number]
                return
        yield NoMove(f"the action {short_repr(action)}")

    def _brought_up_to(self, state: DotsState, bot: Any) -> Any:
        """Inform the bot of what happened since its last turn; return OpenSpiel's state.

        A game begins for the bot before the actions with which its opponent has begun it.
        """
        given = to_spiel(state)
        actions = [(one.player, one.action) for one in given.full_history()]
        me, told = state.to_move - 1, len(self._seen or ())
        is_new = self._seen is None or state.history[:told] != self._seen
        if is_new:
            told = len(actions)
            while told and actions[told - 1][0] != me:
                told -= 1
        before = given.get_game().new_initial_state()
        for number, (player, action) in enumerate(actions):
            if number == told and is_new:
                self._call(bot.restart_at, before.clone())
            if number >= told and player != me:
                self._call(bot.inform_action, before.clone(), player, action)
            before.apply_action(action)
        if is_new and told == len(actions):
            self._call(bot.restart_at, before.clone())
        return before

    def _call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call the bot's code; errors show only its own frames."""
        try:
            return function(*arguments)
        except BaseException as error:  # noqa: BLE001 - the bot's code may raise anything
            raise TroubleError(trouble_of(error, self._home)) from None


def load_maker(folder: BotFolder) -> Callable[[int], Any]:
    """Import the bot's file as the tournament does; return its get_agent_for_tournament."""
    spiel()
    _bring_files(folder)
    name = MAIN.removesuffix(".py")
    for place in (folder.path, folder.home):  # its own modules first
        if str(place) not in sys.path:
            sys.path.insert(0, str(place))
    if (module := sys.modules.get(name)) is None or module.__file__ != str(folder.home / MAIN):
        module = _imported(folder, name)
    if not callable(make := getattr(module, MAKE, None)):
        raise UsageError(f"agent {folder.path}: its {MAIN} has no function {MAKE}: add it")
    return make  # type: ignore[no-any-return] # the module is theirs


def _imported(folder: BotFolder, name: str) -> Any:
    # Bots whose folder is a package may import their modules as parts of it.
    parts = [str(folder.home)] if (folder.home / "__init__.py").is_file() else None
    found = importlib.util.spec_from_file_location(
        name, folder.home / MAIN, submodule_search_locations=parts
    )
    if found is None or found.loader is None:
        raise UsageError(f"agent {folder.path}: {MAIN} is not a Python file")
    sys.modules[name] = module = importlib.util.module_from_spec(found)
    try:
        found.loader.exec_module(module)
    except BaseException as error:  # noqa: BLE001 - the file's code may raise anything
        del sys.modules[name]
        raise TroubleError(trouble_of(error, folder.home)) from None
    return module


def _bring_files(folder: BotFolder) -> None:
    """Make paths such as `weights.npy` and `group_12/weights.npy` work.

    In the tournament the current folder is one of these two; here it is the game's own.
    """
    if MARK not in os.environ:
        return  # the current folder is the user's, not that of a game
    files = [file for file in folder.home.iterdir() if not file.name.startswith((".", "__"))]
    for file in (folder.path, *files):
        with contextlib.suppress(OSError):  # Windows may forbid links
            Path(file.name).symlink_to(file, target_is_directory=file.is_dir())
