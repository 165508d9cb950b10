"""What becomes of an output that cannot be written: one line with its name and what to do."""

from __future__ import annotations

import errno

from bombe.boards.errors import InputError, UsageError

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
AGAIN = "free space and run the same command again"
RESUME = "free space and run the same command with --resume"


def unwritable(path: object, error: OSError) -> UsageError:
    """Return the error of a file that cannot be opened for writing."""
    return UsageError(
        f"cannot write {path}: {error.strerror}; give a file in a folder you may write to"
    )


def is_full(error: OSError) -> bool:
    """Return whether there is no room left: on the disk, in the quota, or in one file."""
    return error.errno in _FULL


def failed(path: object, reason: str | None, remedy: str) -> InputError:
    """Return the error of a file that takes no more; `remedy` says how to go on."""
    return InputError(f"cannot write {path}: {reason or 'it takes no more'}; {remedy}")
