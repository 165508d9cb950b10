"""Checks of the arguments that analyses share: each names the argument, and what it may be."""

from __future__ import annotations

from bombe.boards.errors import UsageError
from bombe.boards.numbers import as_whole


def one_or_more(name: str, value: object) -> int:
    """Return a number that is whole and at least 1, such as 2**30 or 1e9; else raise UsageError."""
    number = _whole(value)
    if number < 1:
        unit = " of bytes" if name == "memory" else ""
        raise UsageError(f"{name}={value!r}: give a whole number{unit}, 1 or more")
    return number


def function_or_none(name: str, value: object) -> None:
    """Raise UsageError unless it is a function or None."""
    if value is not None and not callable(value):
        raise UsageError(f"{name}={value!r}: give a function, or None")


def _whole(value: object) -> int:
    """Return a value as an int; 0 if it is no whole number."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return as_whole(value) or 0
