"""Seeds: whole numbers of any size, of Python or of another library such as numpy."""

from __future__ import annotations

from bombe.boards.errors import UsageError
from bombe.boards.numbers import as_whole


def checked_seed(seed: object) -> int:
    """Return a seed as an int; raise UsageError for what is no whole number."""
    whole = as_whole(seed)
    if whole is None:
        raise UsageError(f"a seed of {repr(seed)[:40]}: give a whole number")
    return whole
