"""How long a foreign solver may take to start: to import what it needs, and to be made."""

from __future__ import annotations

import contextlib
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_SECONDS = 20.0
"""How long it may take if nobody is in a hurry."""
OURS = 2.0
"""How much of it is left to our own part, before the user's file is reached, on a busy machine."""
_seconds: ContextVar[float | None] = ContextVar("seconds of a start", default=None)


@contextlib.contextmanager
def starting_within(seconds: float | None) -> Iterator[None]:
    """Limit what starts here to the time of a question, and OURS; None: MOST_SECONDS."""
    token = _seconds.set(seconds)
    try:
        yield
    finally:
        _seconds.reset(token)


def seconds_to_start() -> float:
    """Return how long a start may take now."""
    seconds = _seconds.get()
    return MOST_SECONDS if seconds is None else min(MOST_SECONDS, seconds + OURS)
