"""Work for the processes of a cluster, which import it by name: test modules they cannot."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.analysis.runs.payload import Payload
from bombe.analysis.runs.query import Piece, Tally

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def shouted(word: str, is_stopped: Callable[[], bool]) -> str:
    """Return a word in capitals; a number among words is an error."""
    assert not is_stopped()
    if word.isdecimal():
        raise ValueError(f"{word} is no word")
    return word.upper()


def held_up(seconds: float, is_stopped: Callable[[], bool]) -> tuple[float, int]:
    """Take so many seconds, or until a stop; return them with the process that took them."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and not is_stopped():
        time.sleep(0.01)
    return seconds, os.getpid()


def deadly(number: int, is_stopped: Callable[[], bool]) -> int:
    """End the process of a worker at the number 3."""
    assert not is_stopped()
    if number == 3:
        os._exit(1)
    return number


def lines_of(number: int, is_stopped: Callable[[], bool]) -> Iterator[tuple[int, int]]:
    """Yield an answer in as many pieces as the number's last digit says; 77 ends with an error."""
    assert not is_stopped()
    for piece in range(number % 10):
        yield number, piece
    if number == 77:
        raise ValueError("77 has no answer")


class Remote(NamedTuple):
    """An item whose content stays here until a worker asks for it."""

    path: str | None
    text: bytes | None = None

    def loaded(self) -> Remote:
        """Return the item with its content."""
        with open(self.path or "", "rb") as file:  # noqa: PTH123 - a name is all there is
            return Remote(None, file.read())


def content(item: Remote, is_stopped: Callable[[], bool]) -> tuple[bytes, bool]:
    """Return an item's content, and whether it came along."""
    assert not is_stopped()
    whole: Any = item if item.text is not None else item.loaded()
    return whole.text, item.text is not None


def large(size: int, is_stopped: Callable[[], bool]) -> Iterator[Piece]:
    """Yield a payload of so many bytes."""
    assert not is_stopped()
    yield Piece(Payload(b"x" * size, 1), Tally(1))
