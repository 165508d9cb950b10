"""Which files beside a user's program it may need: what it can import, and nobody else's."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_MOST_ENTRIES = 300
"""So many files of a folder are allowed one by one; of a larger one, only the Python files."""
_MAINS = ("sudokuai.py", "dotsandboxes_agent.py")
"""Files that make a folder an agent's, which is no business of another's."""
_PRIVATE = (".jsonl", ".zip", ".log")
"""Endings of files that are nobody else's business: logs of games, agents as they are handed in."""


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
