"""A look at the first items of a stream: none is lost, and an error comes after those before it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")


def gather(found: Iterator[T], size: int) -> tuple[list[T], Exception | None]:
    """Return the next items, and the error that ended them."""
    gathered: list[T] = []
    try:
        gathered.extend(itertools.islice(found, size))
    except Exception as error:  # noqa: BLE001 - it is raised after the items
        return gathered, error
    return gathered, None


def again(first: Sequence[T], error: Exception | None, rest: Iterator[T]) -> Iterator[T]:
    """Yield items that were gathered, raise the error that ended them, or yield the others."""
    yield from first
    if error is not None:
        try:
            raise error
        finally:
            del error  # its traceback has this frame
    yield from rest
