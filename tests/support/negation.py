"""Work for other processes, which import it by name: test modules they cannot."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def negated(number: int, is_stopped: Callable[[], bool]) -> int:
    """Negate a number, unless work was stopped."""
    assert not is_stopped()
    return -number
