"""Removes a folder in which others' code has written: however deep, and whatever may be opened."""

from __future__ import annotations

import contextlib
import itertools
import os
import shutil
import stat
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def is_folder(path: Path) -> bool:
    """Return whether a path is a folder itself, and no link to one."""
    with contextlib.suppress(OSError):
        return stat.S_ISDIR(path.lstat().st_mode)
    return False


def make_folder(path: Path) -> None:
    """Make a folder, unless it is there; remove what else is there. Raise OSError if that fails."""
    if not is_folder(path):
        path.unlink(missing_ok=True)
        path.mkdir(mode=0o700, parents=True)


def remove_tree(folder: Path) -> None:
    """Remove a folder with all that is in it; what cannot be removed is left.

    Where the usual way ends, because folders stand too deep in each other or are closed, each is
    lifted to the top, and emptied there.
    """
    with contextlib.suppress(OSError, RecursionError):
        shutil.rmtree(folder)
    if not folder.is_dir() or folder.is_symlink():
        return
    empty(folder)
    with contextlib.suppress(OSError):
        folder.rmdir()


def empty(folder: Path) -> bool:
    """Remove all that is in a folder; return whether it is empty now."""
    if folder.is_symlink():
        return False
    numbers = itertools.count()
    while _empty(str(folder), numbers):
        pass
    return not _entries(str(folder))


def _empty(top: str, numbers: itertools.count[int]) -> bool:
    """Remove files, and lift what is in folders; return whether anything came of it."""
    done = 0
    for entry in _entries(top):
        if entry.is_dir(follow_symlinks=False):
            done += _lift(entry.path, top, numbers)
        else:
            done += _remove(entry.path)
    return done > 0


def _lift(folder: str, top: str, numbers: itertools.count[int]) -> int:
    """Remove a folder, and its files; move its folders to the top."""
    for entry in _entries(folder):
        if entry.is_dir(follow_symlinks=False):
            with contextlib.suppress(OSError):
                os.chmod(entry.path, 0o700)  # noqa: PTH101 - moving it changes what it holds
                os.rename(entry.path, f"{top}/{os.getpid()}-lifted-{next(numbers)}")  # noqa: PTH104 - these are texts
        else:
            _remove(entry.path)
    with contextlib.suppress(OSError):
        os.rmdir(folder)  # noqa: PTH106 - it is a text
        return 1
    return 0


def _entries(folder: str) -> list[os.DirEntry[str]]:
    with contextlib.suppress(OSError):
        os.chmod(folder, 0o700)  # noqa: PTH101 - it is a text
        with os.scandir(folder) as entries:
            return list(entries)
    return []


def _remove(path: str) -> int:
    with contextlib.suppress(OSError):
        os.unlink(path)  # noqa: PTH108 - it is a text
        return 1
    return 0
