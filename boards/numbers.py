"""Whole numbers of Python or of another library such as numpy."""

from __future__ import annotations

import operator


def as_whole(number: object) -> int | None:
    """Return a number as an int; None for what is no whole number, such as True or 1.0."""
    try:  # an array of several numbers has an __index__, too
        return None if isinstance(number, bool) else operator.index(number)  # type: ignore[arg-type] # it checks
    except TypeError:
        return None
