"""Files on a disk: one writer at a time, and one line where there is no room."""

from __future__ import annotations

import contextlib
import importlib
import os
from typing import IO, TYPE_CHECKING

from bombe.boards.errors import InputError, UsageError

if TYPE_CHECKING:
    import io

AGAIN = "free space and run the same command again"
RESUME = "free space and run the same command with --resume"


def unwritable(path: object, error: OSError) -> UsageError:
    """Return the error for a file that cannot be opened for writing."""
    return UsageError(
        f"cannot write {path}: {error.strerror}; give a file in a folder you may write to"
    )


def failed(path: object, error: Exception, remedy: str) -> InputError:
    """Return the error for a file that takes no more; `remedy` says how to go on."""
    reason = getattr(error, "strerror", None) or str(error)
    return InputError(f"cannot write {path}: {reason}; {remedy}")


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


def write_all(file: IO[bytes] | io.RawIOBase, data: bytes) -> None:
    """Write bytes to an unbuffered file, which may take them in pieces."""
    rest = memoryview(data)
    while rest:
        rest = rest[file.write(rest) or 0 :]


def sync_folder(folder: str) -> None:
    """Wait until the names in a folder are on the disk, where the system supports that."""
    if os.name != "posix":
        return
    with contextlib.suppress(OSError):  # a folder that may not be read, a file system without it
        number = os.open(folder or ".", os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
