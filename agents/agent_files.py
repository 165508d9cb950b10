"""Files of agents read with care: they may be endless, enormous, or no files at all.

A folder that somebody handed in may hold a pipe, a link to a device, a sparse file of 20 GB, or
a million files. Only regular files are opened, and no more is read than makes a version; the rest
counts by its size and date.
"""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

MOST_BYTES = 256 << 20
"""What is read of all files of an agent together."""
MOST_FILES = 5000
"""The files of a folder that are looked at."""
MOST_SOURCE = 4 << 20
"""The size of a file that is read as a program."""
_BLOCK = 1 << 20
_NO_WAIT = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class WeighedFile(NamedTuple):
    """A file, and whether its content counts; otherwise its size and date do."""

    path: Path
    is_read: bool


def files_below(folder: Path, is_ignored: Callable[[Path], bool]) -> list[Path]:
    """Return the regular files below a folder in the order of their names, MOST_FILES at most."""
    found = (path for path in _walk(folder) if not is_ignored(path) and _size(path) is not None)
    return list(itertools.islice(found, MOST_FILES))


def weighed(paths: Iterable[Path]) -> Iterator[WeighedFile]:
    """Yield files, and whether they are read: until MOST_BYTES are reached."""
    left = MOST_BYTES
    for path in paths:
        size = _size(path) or 0
        is_read = size <= left
        left -= size if is_read else 0
        yield WeighedFile(path, is_read)


def content_hash(file: WeighedFile) -> str:
    """Return the hash of a file's content, or of its size and date."""
    found, whole, left = file.path.stat(), hashlib.sha256(), MOST_BYTES
    if not file.is_read:
        whole.update(f"{found.st_size} {found.st_mtime_ns}".encode())
        return whole.hexdigest()
    with _opened(file.path) as number:
        while left > 0 and (block := os.read(number, _BLOCK)):
            whole.update(block)
            left -= len(block)
    return whole.hexdigest()


def source_of(path: Path) -> bytes:
    """Return the text of a program; none of what is no regular file, or too large for one."""
    size = _size(path)
    if size is None or size > MOST_SOURCE:
        return b""
    with _opened(path) as number:
        return os.read(number, MOST_SOURCE)


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[int]:
    """Open a regular file without waiting; raise OSError for anything else."""
    number = os.open(path, os.O_RDONLY | _NO_WAIT)
    try:
        if not stat.S_ISREG(os.fstat(number).st_mode):
            raise OSError(f"{path} is no regular file")
        yield number
    finally:
        os.close(number)


def _walk(folder: Path) -> Iterator[Path]:
    for place, folders, files in os.walk(folder):  # which follows no links to folders
        folders.sort()
        yield from (Path(place, name) for name in sorted(files))


def _size(path: Path) -> int | None:
    """Return the size of a regular file, or of one that a link leads to; None for all others."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_size if stat.S_ISREG(found.st_mode) else None
