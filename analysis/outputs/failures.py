"""What becomes of an output that cannot be written: one line with its name and what to do."""

from __future__ import annotations

from bombe.boards.errors import InputError, UsageError

AGAIN = "free space and run the same command again"
RESUME = "free space and run the same command with --resume"


def unwritable(path: object, error: OSError) -> UsageError:
    """Return the error of a file that cannot be opened for writing."""
    return UsageError(
        f"cannot write {path}: {error.strerror}; give a file in a folder you may write to"
    )


def failed(path: object, error: Exception, remedy: str) -> InputError:
    """Return the error of a file that takes no more; `remedy` says how to go on."""
    reason = getattr(error, "strerror", None) or str(error)
    return InputError(f"cannot write {path}: {reason}; {remedy}")
