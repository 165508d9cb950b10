"""Finds an agent by what people write: a name of the table, or a class of their own.

    greedy                    a name of the table
    mcts:c=1.5,k=5            with options
    dots/mcts                 an agent of another game than Sudoku
    package.module:Class      a class on Python's path
    folder/file.py:Class      a class in a file; its folder joins the path
    folder/file.py:Class:depth=3
    team42_A2                 the folder of an agent for the course framework, see framework.folders

A class is called with the seed, and with its options by keyword.
"""

from __future__ import annotations

import importlib.util
import sys
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

from bombe import agents
from bombe.agents.entrants import Entrant, read_options, split
from bombe.agents.framework import folders
from bombe.boards.errors import UnknownNameError, UsageError
from bombe.boards.game import SUDOKU

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from bombe.agents.contract import Agent
    from bombe.agents.framework.folders import AgentFolder
    from bombe.boards import Rules

BRIDGE = Entrant("framework", "bombe.agents.framework.agent:FrameworkAgent", "a folder's agent")
"""What lets folders play; its options may stand behind each of them."""


def resolve(spec: str) -> str:
    """Check a spec without running an agent's code; make the path of its file absolute."""
    if entrant := _listed(spec):
        read_options(entrant, split(spec)[1])
        return spec
    if folder := folders.parse(spec):
        read_options(BRIDGE, split(f":{folder.options}")[1])
        return str(folder)
    place, name, options = _place(spec)
    if place.endswith(".py"):
        path = Path(place).resolve()
        if not path.is_file():
            raise UsageError(f"agent {spec!r}: there is no file {path}; give FILE.py:Class")
        place = str(path)
    return ":".join(filter(None, (place, name, options)))


def spec_of(name: str, game: str) -> str:
    """Give the spec of an agent that shall play the game, whose names need not say which."""
    entrant = _listed(name)
    own = f"{game}/{name}" if _listed(f"{game}/{name}") else name
    if own == name and entrant is not None and entrant.game != game:
        known = (one.name for one in agents.AGENTS if one.game == game)
        raise UnknownNameError(f"agent of {game}", name.partition(":")[0], known)
    return own


def load(spec: str) -> Callable[[int], Agent]:
    """Import what the spec names; the answer makes the agent from a seed."""
    if not _listed(spec) and (folder := folders.parse(spec)):
        return _load_folder(folder)
    entrant, texts = _listed(spec), split(spec)[1] if _listed(spec) else {}
    if entrant is None:
        place, name, options = _place(spec)
        module = _load_file(Path(place)) if place.endswith(".py") else place
        entrant = Entrant(name, f"{module}:{name}", "")
        texts = split(f"{name}:{options}")[1]
    values, found = read_options(entrant, texts), entrant
    return lambda seed: found.make(seed, **values)


def refuse(spec: str, game: str, modes: Iterable[Rules], seconds: float | None) -> None:
    """Raise if such games, by these rules and times, are none for the agent."""
    if _listed(spec) or not (folder := folders.parse(spec)):
        return
    if game != SUDOKU.name:
        raise UsageError(f"agent {spec!r} is for the course framework, which has no {game}")
    for rules in modes:
        folders.refuse_rules(folder, rules)
    if seconds is None:
        raise UsageError(f"agent {spec!r} knows of no nodes: give its turns a time, --time")


def _load_folder(folder: AgentFolder) -> Callable[[int], Agent]:
    from bombe.agents.framework.agent import FrameworkAgent, warm

    options = read_options(BRIDGE, split(f":{folder.options}")[1])
    warm(folder)
    return lambda seed: FrameworkAgent(seed, folder, **options)


def _listed(spec: str) -> Entrant | None:
    name = spec.partition(":")[0]
    return next((entrant for entrant in agents.AGENTS if entrant.spec == name), None)


def _place(spec: str) -> tuple[str, str, str]:
    """Cut a spec into module or file, class and options."""
    head, mark, rest = spec.partition(".py:")
    place, name = (head + ".py", rest) if mark else spec.partition(":")[::2]
    name, _, options = name.partition(":")
    if not name.isidentifier():
        if "." in place or "/" in place:
            raise UsageError(
                f"agent {spec!r}: there is no such folder of an agent; if it is no folder, say "
                "which class: MODULE:Class or FILE.py:Class"
            )
        raise UnknownNameError("agent", place, (entrant.spec for entrant in agents.AGENTS))
    return place, name, options


def _load_file(path: Path) -> str:
    """Import a file under a name that no other module has; give the name."""
    name = f"bombe_agent_{path.stem}_{zlib.crc32(str(path.resolve()).encode()):08x}"
    if name not in sys.modules:
        sys.path.insert(0, str(path.parent))
        found = importlib.util.spec_from_file_location(name, path)
        if found is None or found.loader is None:
            raise UsageError(f"agent {path}: this is no Python file")
        module = importlib.util.module_from_spec(found)
        sys.modules[name] = module
        try:
            found.loader.exec_module(module)
        except BaseException:
            del sys.modules[name]  # half a module is none: the next try imports it again
            raise
    return name
