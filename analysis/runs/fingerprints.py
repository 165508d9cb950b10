"""Fingerprints of inputs: whether a run that goes on, or another shard, reads the same boards."""

from __future__ import annotations

import os
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from bombe.boards.text.picks import Pick

_END = 1 << 20
"""So many bytes at each end of a file are hashed."""
_LONGEST_NAME = 200


class Fingerprint(NamedTuple):
    """An input: its name on the command line, and its size and hash.

    The hash is the BLAKE2b, of 16 bytes, of the first and the last MiB of a file, or of a text that
    is the board itself. What can be read only once, such as standard input, has none.
    """

    name: str
    size: int | None
    hash: str | None

    @property
    def content(self) -> str:
        """What it holds, in words."""
        return "unknown" if self.hash is None else f"{self.size} bytes ({self.hash[:8]})"


def fingerprint(word: str) -> Fingerprint:
    """Return the fingerprint of a BOARD: a file, a position in it (FILE#3), a name, a board."""
    if word == "-":
        return Fingerprint(word, None, None)
    name = word if len(word) <= _LONGEST_NAME else f"{word[:_LONGEST_NAME]}..."
    name = name.encode("utf-8", "backslashreplace").decode()  # JSON has no other bytes
    path = _path_of(word)
    if path is None:
        text = word.encode("utf-8", "surrogateescape")
        return Fingerprint(name, len(text), _hashed(text))
    if not path.is_file():
        return Fingerprint(name, None, None)
    return Fingerprint(name, path.stat().st_size, _hashed(_ends(path)))


def _path_of(word: str) -> Path | None:
    """Return the file that a word names, or names a position of; None if it names none."""
    # Not Path.exists: it raises on the longest one-line boards.
    if os.path.exists(word):  # noqa: PTH110 - as said above
        return Path(word)
    pick = Pick.of(word)
    is_there = pick is not None and os.path.exists(pick.source)  # noqa: PTH110 - as said above
    return Path(pick.source) if pick and is_there else None


def _ends(path: Path) -> bytes:
    """Return the first and the last MiB of a file, all of it if they meet."""
    with path.open("rb") as file:
        first = file.read(_END)
        end = file.seek(0, os.SEEK_END)
        file.seek(max(len(first), end - _END))
        return first + file.read(_END)


def _hashed(data: bytes) -> str:
    return blake2b(data, digest_size=16).hexdigest()
