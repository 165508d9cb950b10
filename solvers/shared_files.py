"""Which files beside a user's program it may need: what it can import, and nobody else's."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bombe.solvers.sandbox import Containment, Sandbox, python_reads

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_MOST_ENTRIES = 300
"""So many files of a folder are allowed one by one; of a larger one, only the Python files."""
_MAINS = ("sudokuai.py", "dotsandboxes_agent.py")
"""Files that make a folder an agent's, which is no business of another's."""
_PRIVATE = (".jsonl", ".zip", ".log")
"""Endings of files that are nobody else's business: logs of games, agents as they are handed in."""


class OwnFiles(NamedTuple):
    """Files that a program may read, and folders of which it needs the names."""

    reads: tuple[Path, ...] = ()
    lists: tuple[Path, ...] = ()


def sandbox_with(found: Iterable[OwnFiles], home: Path, memory: int | None, level: str) -> Sandbox:
    """Return the sandbox of a program that reads these files and Python's, and works in `home`."""
    own = [*found]
    return Sandbox(
        reads=(*python_reads(), *(path for one in own for path in one.reads)),
        lists=tuple(dict.fromkeys(path for one in own for path in one.lists)),
        writes=(home,),
        memory=memory,
        level=Containment(level),
    )


def in_folders(folders: Iterable[Path | str], but: Iterable[Path] = ()) -> Iterator[OwnFiles]:
    """Yield what may be imported from folders; installed packages can be read anyway."""
    for folder in dict.fromkeys(Path(place) for place in folders if place):
        if folder.is_dir() and not is_python(folder):
            yield OwnFiles(importable(folder, but), (folder,))


def with_neighbours(file: Path, but: Iterable[Path] = ()) -> OwnFiles:
    """Return a file with what may be imported beside it."""
    return OwnFiles((file, *importable(file.parent, but)), (file.parent,))


def is_python(path: Path) -> bool:
    """Return whether a path is Python's own, or of an installed package."""
    return any(path.is_relative_to(place) for place in python_reads())


def importable(folder: Path, but: Iterable[Path] = ()) -> tuple[Path, ...]:
    """Return what a module may import or open beside itself, in a folder that others share.

    That is not the folder as a whole: agents' folders, logs, hidden files and those in `but` are
    left out, and so are folders that are no packages.
    """
    left_out = {os.path.realpath(path) for path in but}
    try:
        names = sorted(os.listdir(folder))  # noqa: PTH208 - names are wanted
    except OSError:
        return ()
    names = [name for name in names if not name.startswith((".", "__pyc"))]
    if len(names) > _MOST_ENTRIES:
        names = [name for name in names if name.endswith(".py")]
    paths = [folder / name for name in names]
    return tuple(p for p in paths if os.path.realpath(p) not in left_out and _is_shared(p))


def _is_shared(path: Path) -> bool:
    # Functions of os.path say no where one may not look; those of Path raise.
    if os.path.isdir(path):  # noqa: PTH112
        is_package = os.path.isfile(path / "__init__.py")  # noqa: PTH113
        return is_package and not any(os.path.isfile(path / main) for main in _MAINS)  # noqa: PTH113
    return path.suffix not in _PRIVATE
