"""Loads an agent by its spec: a name of the table, or a class of one's own.

    greedy                    a name of the table
    mcts:c=1.5,k=5            with options
    dots/mcts                 an agent of a game other than Sudoku
    package.module:Class      a class that Python can import
    folder/file.py:Class      a class in a file; its folder is added to the path
    folder/file.py:Class:depth=3
    folder/file.py:function@notebook      a player of a Dots and Boxes notebook, see dots.notebook
    team42_A2                 the folder of an agent for the course framework, or a zip of it, see
                              framework.folders
    group_12                  the folder of a bot of Dots and Boxes, see
                              agents.bot_folders

A class is called with the seed, and with the options as keywords.
"""

from __future__ import annotations

import importlib.util
import os
import sys
import zlib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bombe.agents import bot_folders, table
from bombe.agents.bot_folders import BotFolder
from bombe.agents.entrants import Entrant, option_texts, read_options, split
from bombe.agents.framework import folders
from bombe.agents.framework.folders import AgentFolder
from bombe.agents.framework.places.homes import home_of
from bombe.agents.own_classes import class_names, require_seed
from bombe.boards import Rules
from bombe.boards.errors import UnknownNameError, UsageError
from bombe.boards.game import DEFAULT_GAME, GAMES, AnyState
from bombe.boards.options import users_module
from bombe.boards.seeds import checked_seed

if TYPE_CHECKING:
    from bombe.agents.contract import AnyAgent

NOTEBOOK = "notebook"
"""What follows the name of a function that is a notebook's player, after an @."""
BRIDGE = Entrant("framework", "bombe.agents.framework.agent:FrameworkAgent", "a folder's agent")
"""The agent that plays for a folder; its options may follow the name of any folder."""
BOTS = Entrant("open-spiel", "bombe.agents.dots.tournament:TournamentAgent", "a bot", "dots")
"""The agent that plays for the folder of a bot."""
PLAYER = Entrant(NOTEBOOK, "bombe.agents.dots.notebook:NotebookAgent", "a function", "dots")
"""The agent that plays for a notebook's player."""


def resolve(spec: str) -> str:
    """Check a spec without running the agent's code; return it with an absolute path."""
    if entrant := table.entrant_of(spec):
        read_options(entrant, split(spec)[1])
        return spec
    if bots := _bot_folder(spec):
        return str(bots.path)
    if folder := folders.parse(spec):
        read_options(BRIDGE, split(f":{folder.options}")[1])
        return str(folder)
    place, name, options = _place(spec)
    if place.endswith(".py"):
        path = Path(place).resolve()
        if not path.is_file():
            raise UsageError(f"agent {spec!r}: {path} does not exist: give FILE.py:Class")
        place = str(path)
    return ":".join(filter(None, (place, name, options)))


def is_bundled(spec: str) -> bool:
    """Return whether an agent is one of Bombe's own, and so are those that play for it."""
    if not any(table.entrant_of(name) for name in (spec, *(f"{game}/{spec}" for game in GAMES))):
        return False
    advised = split(spec)[1].get("of", "")
    return not advised or is_bundled(advised.replace("+", ","))


def game_for(specs: Iterable[str]) -> str:
    """Return the game that all these agents play, Sudoku if it is one of several.

    Raise UsageError if there is none.
    """
    played = {spec: games_of(spec) for spec in specs}
    common = [game for game in GAMES if all(game in games for games in played.values())]
    if common:
        return common[0]
    words = [
        f"{spec} plays {' and '.join(games)}"
        for spec, games in played.items()
        if len(games) < len(GAMES)
    ]
    raise UsageError(f"{', '.join(words)}: give agents of one game")


def games_of(spec: str) -> tuple[str, ...]:
    """Return the games that an agent plays; all of them if its spec does not tell."""
    names = (spec, *(f"{game}/{spec}" for game in GAMES))
    found = {entrant.game for name in names if (entrant := table.entrant_of(name))}
    if not found and (_bot_folder(spec) or spec.endswith(f"@{NOTEBOOK}")):
        found = {"dots"}
    elif not found and os.path.isfile(os.path.join(spec.partition(":")[0], folders.MAIN)):  # noqa: PTH113, PTH118 - they never raise
        found = {DEFAULT_GAME}
    return tuple(game for game in GAMES if game in found or not found)


def spec_of(name: str, game: str) -> str:
    """Return the spec of an agent for a game; `name` may omit the game."""
    if own := table.entrant_of(f"{game}/{name}"):
        return name if game == DEFAULT_GAME else f"{own.spec}{name[len(own.name) :]}"
    entrant = table.entrant_of(name)
    if entrant is not None and entrant.game != game:
        known = (one.name for one in table.agents_of(game))
        raise UnknownNameError(f"agent of {game}", name.partition(":")[0], known)
    if entrant is None and game != DEFAULT_GAME:
        _require_place(name, game)
    return name


def _require_place(name: str, game: str) -> None:
    """Raise if a name that is not in the table is no place either; list the agents of the game."""
    if _bot_folder(name) or folders.parse(name):
        return
    try:
        _place(name)
    except UnknownNameError as error:
        if error.what != "agent":
            raise
        known = (one.name for one in table.agents_of(game))
        raise UnknownNameError(f"agent of {game}", error.name, known) from None


def get(name: str, seed: int = 0, **options: object) -> AnyAgent:
    """Return an agent by its name in the table, such as `mcts`, or by another spec.

    Options are part of the name, `mcts:c=1.5`, or keywords. A class of one's own is
    `package.module:Class` or `file.py:Class`, an agent for the course framework is its folder.
    """
    return load(option_texts(name, options))(checked_seed(seed))


def load(spec: str) -> Callable[[int], AnyAgent]:
    """Import the agent; return a function that makes it from a seed."""
    if entrant := table.entrant_of(spec):
        return _maker(entrant, split(spec)[1])
    if bots := _bot_folder(spec):
        BOTS.factory().preload(bots)
        return lambda seed: BOTS.make(seed, folder=bots)
    if folder := folders.parse(spec):
        options = read_options(BRIDGE, split(f":{folder.options}")[1])
        BRIDGE.factory().preload(folder)
        return lambda seed: BRIDGE.make(seed, folder=folder, **options)
    place, name, texts = _place(spec)
    module = _load_file(Path(place)) if place.endswith(".py") else place
    users_module(module)
    if "@" in name:
        function = _require_member(module, name.partition("@")[0], place, "function")
        return lambda seed: PLAYER.make(seed, function=function)
    require_seed(_require_member(module, name, place, "class"), place)
    return _maker(Entrant(name, f"{module}:{name}", ""), split(f"{name}:{texts}")[1])


def own_place(spec: str) -> Path | str:
    """Return the folder or file with the code of an agent that is not ours, or its module."""
    if bots := _bot_folder(spec):
        return bots.path
    if folder := framework_folder(spec):
        return home_of(folder.path).top
    place = _place(spec)[0]
    return Path(place).resolve() if place.endswith(".py") else place


def framework_folder(spec: str) -> AgentFolder | None:
    """Return the folder of an agent for the course framework; None if the spec names none."""
    return None if _bot_folder(spec) else folders.parse(spec)


def _maker(entrant: Entrant, texts: Mapping[str, str]) -> Callable[[int], AnyAgent]:
    options = read_options(entrant, texts)
    return lambda seed: entrant.make(seed, **options)


def refuse(
    spec: str,
    game: str,
    modes: Iterable[Rules],
    seconds: float | None,
    starts: Iterable[AnyState] = (),
) -> None:
    """Raise if the agent cannot play the game so: in these modes, with this time, from `starts`."""
    if table.entrant_of(spec):
        return
    if bots := _bot_folder(spec):
        _require_game(spec, game, "dots")
        BOTS.factory().refuse(bots, seconds, starts)
    elif folder := folders.parse(spec):
        if game != DEFAULT_GAME:
            raise UsageError(
                f"agent {spec!r} is for the course framework, which does not support {game}"
            )
        for rules in modes:
            folders.refuse_rules(folder, rules)
        if seconds is None:
            raise UsageError(f"agent {spec!r} cannot count nodes: give its turns a time")
    elif spec.endswith(f"@{NOTEBOOK}"):
        _require_game(spec, game, "dots")


def _require_game(spec: str, game: str, own: str) -> None:
    if game != own:
        raise UsageError(f"agent {spec!r} plays {own} only, not {game}: choose the game {own}")


def _bot_folder(spec: str) -> BotFolder | None:
    """Return the folder of a bot of Dots and Boxes; a folder for the framework is none."""
    path = Path(spec if Path(spec).exists() else spec.rpartition(":")[0] or spec)
    if not path.is_dir() or (path / folders.MAIN).is_file():
        return None
    return bot_folders.parse(spec)


def _require_member(module: str, name: str, place: str, what: str) -> Any:
    """Return the class or function of that name; `place` is what messages call the module."""
    if not callable(member := getattr(importlib.import_module(module), name, None)):
        raise UsageError(f"{place} has no {what} {name!r}: give one that it defines")
    return member


def _place(spec: str) -> tuple[str, str, str]:
    """Split a spec into module or file, class and options."""
    head, mark, rest = spec.partition(".py:")
    place, name = (head + ".py", rest) if mark else spec.partition(":")[::2]
    name, _, options = name.partition(":")
    game, _, plain = place.rpartition("/")
    if not name and game in GAMES:
        known = (entrant.name for entrant in table.agents_of(game))
        raise UnknownNameError(f"agent of {game}", plain, known)
    function, mark, form = name.partition("@")
    if mark and function.isidentifier():
        if form != NOTEBOOK:
            raise UnknownNameError("kind of player", form, [NOTEBOOK])
        if options:
            raise UsageError(f"agent {spec!r}: a player of a notebook has no options")
    elif not name.isidentifier():
        if place.endswith(".py") and (classes := class_names(Path(place))):
            named = " or ".join(f"{place}:{one}" for one in classes)
            raise UsageError(f"agent {spec!r}: name a class of the file, too: {named}")
        if "." in place or "/" in place:
            raise UsageError(
                f"agent {spec!r}: no agent's folder of that name: give a folder or a zip that "
                "exists, MODULE:Class or FILE.py:Class"
            )
        raise UnknownNameError("agent", place, table.specs())
    return place, name, options


def _load_file(path: Path) -> str:
    """Import a file as a module with a unique name; return the name."""
    name = f"bombe_agent_{path.stem}_{zlib.crc32(str(path.resolve()).encode()):08x}"
    if name not in sys.modules:
        sys.path.insert(0, str(path.parent))
        found = importlib.util.spec_from_file_location(name, path)
        if found is None or found.loader is None:
            raise UsageError(f"agent {path} is not a Python file")
        module = importlib.util.module_from_spec(found)
        sys.modules[name] = module
        try:
            found.loader.exec_module(module)
        except BaseException:
            del sys.modules[name]  # it is incomplete: the next attempt imports it again
            raise
    return name
