"""A stream that a thread of its own reads, so that results need not wait for the next item."""

from __future__ import annotations

import queue
import threading
import time
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

T = TypeVar("T")
AHEAD = 64
"""Items that are read before they are asked for."""
MOMENT = 0.02
"""Seconds for which a bundle waits for its next item before it goes without."""
_TURN = 0.1


class ReadAhead(Generic[T]):
    """Reads items ahead; `tell` is called when there is something new.

    `is_over` is True when all items have been taken, and `error` is what the stream ended with.
    """

    def __init__(self, items: Iterable[T], tell: Callable[[], object]) -> None:
        self._items, self._tell = items, tell
        self._read: queue.Queue[T] = queue.Queue(AHEAD)
        self._ended, self._closed = threading.Event(), threading.Event()
        self.error: Exception | None = None
        # A daemon: it may wait for a line of standard input that never comes.
        threading.Thread(target=self._run, name="feed", daemon=True).start()

    @property
    def is_over(self) -> bool:
        """Whether there will be no more items."""
        return self._closed.is_set() or (self._ended.is_set() and self._read.empty())

    def take(self, most: int) -> list[T]:
        """Return the next items: as many as are there within a moment of each other."""
        taken: list[T] = []
        while len(taken) < most and not self.is_over:
            try:
                taken.append(self._next(MOMENT if taken else 0.0))
            except queue.Empty:
                break
        return taken

    def close(self) -> None:
        """Read no more items; those that were read are dropped."""
        self._closed.set()

    def _next(self, seconds: float) -> T:
        """Return the next item; raise queue.Empty if there is none within this time."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                return self._read.get_nowait()
            except queue.Empty:
                if self._ended.is_set() or time.monotonic() >= deadline:
                    raise
                time.sleep(MOMENT / 20)

    def _run(self) -> None:
        """Read the stream to its end, as far as others keep up."""
        try:
            for item in self._items:
                if not self._put(item):
                    return
        except Exception as error:  # noqa: BLE001 - it is raised after the results before it
            self.error = error
        finally:
            self._ended.set()
            self._tell()

    def _put(self, item: T) -> bool:
        """Put an item where others take it; return False once nobody will."""
        while not self._closed.is_set():
            try:
                self._read.put(item, timeout=_TURN)
            except queue.Full:
                continue
            self._tell()
            return True
        return False
