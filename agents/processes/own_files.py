"""Which files an agent's process may read and write: its sandbox, by its spec.

Its own files are its folder; the file of a class of one's own, with what may be imported beside it;
a package; and the files that its options name. Nobody else's are: not those of other agents, nor
the user's, nor logs.
"""

from __future__ import annotations

import importlib.machinery
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from bombe.agents import table
from bombe.agents.framework import folders
from bombe.agents.loading import framework_folder, own_place
from bombe.solvers.sandbox import Containment
from bombe.solvers.shared_files import (
    OwnFiles,
    importable,
    in_folders,
    is_python,
    sandbox_with,
    with_neighbours,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bombe.solvers.sandbox import Sandbox


def sandbox_of(
    spec: str,
    home: Path,
    memory: int | None = None,
    level: str = Containment.USUAL,
    others: Iterable[str] = (),
) -> Sandbox:
    """Return the sandbox of an agent that works in `home`; it reads no files of `others`."""
    theirs = [path for other in others for path in _own(other, ()).reads[:1]]
    named = (_valued(item.partition("=")[2]) for item in re.split("[,+]", spec))
    found = [_own(spec, theirs), *named, *in_folders(sys.path, theirs)]
    return sandbox_with(found, home, memory, level)


def _own(spec: str, theirs: Iterable[Path]) -> OwnFiles:
    """Return where the agent's code is."""
    if table.entrant_of(spec):
        return OwnFiles()
    place = own_place(spec)
    if isinstance(place, str):
        return _module(place, theirs)
    if folder := framework_folder(spec):
        return _packages(folder.path, place, theirs)
    if place.is_dir():
        return OwnFiles((place,))
    return with_neighbours(place, theirs)


def _packages(folder: Path, top: Path, theirs: Iterable[Path]) -> OwnFiles:
    """Return the files of an agent's folder, and those of the packages that it is in.

    These may hold the folders of other agents, so that only what may be imported is taken.
    """
    around = [parent for parent in folder.parents if parent.is_relative_to(top)]
    beside = (path for parent in around for path in importable(parent, theirs))
    shared = (path for path in beside if not _has_agents(path) and not folder.is_relative_to(path))
    return OwnFiles((folder, *shared), tuple(around))


def _has_agents(path: Path) -> bool:
    """Return whether a folder is an agent's, or has one's folder in it."""
    return any(path.glob(f"*/{folders.MAIN}")) if path.is_dir() else False


def _module(name: str, theirs: Iterable[Path]) -> OwnFiles:
    """Return where a module is, without importing it: its package, or its file."""
    path = [*sys.path, os.getcwd()]  # noqa: PTH109 - a text is wanted
    found = importlib.machinery.PathFinder.find_spec(name.partition(".")[0], path)
    if found is None:
        return OwnFiles()
    if found.submodule_search_locations is not None:
        folders = tuple(map(Path, found.submodule_search_locations))
        return OwnFiles(folders, tuple(folder.parent for folder in folders))
    file = Path(found.origin or "")
    if not file.is_file() or is_python(file):
        return OwnFiles()
    return with_neighbours(file, theirs)


def _valued(value: str) -> OwnFiles:
    """Return the files that the value of an option names: its own, or of an agent or a solver."""
    place, colon, _ = value.partition(".py:")
    path = Path(f"{place}.py" if colon else value).resolve()
    if value and path.exists():
        return with_neighbours(path) if colon else OwnFiles((path,))
    if "=" in value:  # an agent with options: oracle:of=neat:genome=net.json
        return _valued(value.partition("=")[2])
    return _module(value.partition(":")[0], ()) if ":" in value else OwnFiles()
