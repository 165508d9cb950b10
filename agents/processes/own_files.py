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
from typing import TYPE_CHECKING, NamedTuple

from bombe.agents import table
from bombe.agents.framework import folders
from bombe.agents.loading import framework_folder, own_place
from bombe.solvers.sandbox import Containment, Sandbox, python_reads
from bombe.solvers.shared_files import importable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class _Own(NamedTuple):
    """The files of an agent, and folders of which it needs the names."""

    reads: tuple[Path, ...] = ()
    lists: tuple[Path, ...] = ()


def sandbox_of(
    spec: str,
    home: Path,
    memory: int | None = None,
    level: Containment = Containment.USUAL,
    others: Iterable[str] = (),
) -> Sandbox:
    """Return the sandbox of an agent that works in `home`; it reads no files of `others`."""
    theirs = [path for other in others for path in _own(other, ()).reads[:1]]
    found = [_own(spec, theirs), _named(spec), *_paths(theirs)]
    return Sandbox(
        reads=(*python_reads(), *(path for own in found for path in own.reads)),
        lists=tuple(path for own in found for path in own.lists),
        writes=(home,),
        memory=memory,
        level=Containment(level),
    )


def _own(spec: str, theirs: Iterable[Path]) -> _Own:
    """Return where the agent's code is."""
    if table.entrant_of(spec):
        return _Own()
    place = own_place(spec)
    if isinstance(place, str):
        return _module(place, theirs)
    if folder := framework_folder(spec):
        return _packages(folder.path, place, theirs)
    if place.is_dir():
        return _Own((place,))
    return _Own((place, *importable(place.parent, theirs)), (place.parent,))


def _packages(folder: Path, top: Path, theirs: Iterable[Path]) -> _Own:
    """Return the files of an agent's folder, and those of the packages that it is in.

    These may hold the folders of other agents, so that only what may be imported is taken.
    """
    around = [parent for parent in folder.parents if parent.is_relative_to(top)]
    beside = (path for parent in around for path in importable(parent, theirs))
    shared = (path for path in beside if not _has_agents(path) and not folder.is_relative_to(path))
    return _Own((folder, *shared), tuple(around))


def _has_agents(path: Path) -> bool:
    """Return whether a folder is an agent's, or has one's folder in it."""
    return any(path.glob(f"*/{folders.MAIN}")) if path.is_dir() else False


def _module(name: str, theirs: Iterable[Path]) -> _Own:
    """Return where a module is, without importing it: its package, or its file."""
    path = [*sys.path, os.getcwd()]  # noqa: PTH109 - a text is wanted
    found = importlib.machinery.PathFinder.find_spec(name.partition(".")[0], path)
    if found is None:
        return _Own()
    if found.submodule_search_locations is not None:
        folders = tuple(map(Path, found.submodule_search_locations))
        return _Own(folders, tuple(folder.parent for folder in folders))
    file = Path(found.origin or "")
    if not file.is_file() or _is_python(file):
        return _Own()
    return _Own((file, *importable(file.parent, theirs)), (file.parent,))


def _named(spec: str) -> _Own:
    """Return the files that the options of a spec name; a solver's are those of its place."""
    found = [_valued(item.partition("=")[2]) for item in re.split("[,+]", spec)]
    return _Own(
        tuple(path for own in found for path in own.reads),
        tuple(path for own in found for path in own.lists),
    )


def _valued(value: str) -> _Own:
    """Return the files that a value names: its own, or those of an agent or a solver."""
    place, colon, _ = value.partition(".py:")
    path = Path(f"{place}.py" if colon else value).resolve()
    if value and path.exists():
        beside = importable(path.parent) if colon else ()
        return _Own((path, *beside), (path.parent,) if colon else ())
    if "=" in value:  # an agent with options: oracle:of=neat:genome=net.json
        return _valued(value.partition("=")[2])
    return _module(value.partition(":")[0], ()) if ":" in value else _Own()


def _paths(theirs: Iterable[Path]) -> Iterator[_Own]:
    """Yield what may be imported from folders of the path that hold no installed packages."""
    for folder in map(Path, filter(None, sys.path)):
        if folder.is_dir() and not _is_python(folder):
            yield _Own(importable(folder, theirs), (folder,))


def _is_python(path: Path) -> bool:
    return any(path.is_relative_to(place) for place in python_reads())
