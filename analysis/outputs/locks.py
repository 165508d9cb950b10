"""Locks of files that one process writes at a time."""

from __future__ import annotations

import contextlib
import importlib

from bombe.boards.errors import UsageError


def lock(number: int, name: object, remedy: str) -> None:
    """Lock an open file by its number; raise UsageError if another process writes it.

    The lock ends when the file is closed. Without locks of files (Windows) do nothing.
    """
    with contextlib.suppress(ModuleNotFoundError):
        # lockf, not flock: forked workers do not inherit its lock, so it ends with the writer.
        fcntl = importlib.import_module("fcntl")
        try:
            fcntl.lockf(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise UsageError(
                f"{name} is being written by another process: wait for it, or {remedy}"
            ) from None
