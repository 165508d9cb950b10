"""Answers that grow while they are found, and events that many may follow.

An answer is a stream of JSON lines: {"report": ...} any number of times, then {"answer": ...} or
{"error": "..."}. Who stops reading stops the work. A feed is what server-sent events are made of:
who comes late gets what was before, too.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import threading
from collections.abc import AsyncIterator, Callable
from typing import Any

from bombe.boards.errors import BombeError

Report = Callable[[dict[str, Any]], None]
Work = Callable[[Report, Callable[[], bool]], Any]

_LOG = logging.getLogger("bombe.serving")
_ENDS = ("answer", "error")
KEEP_ALIVE = 15.0
"""Seconds after which a silent stream of events says that it still lives."""


async def answering(work: Work, closing: threading.Event) -> AsyncIterator[bytes]:
    """Yield the lines of an answer that `work(report, is_stopped)` finds in a thread of its own.

    The work is stopped when nobody reads its answer any more, and when the server is `closing`.
    """
    loop, stop = asyncio.get_running_loop(), threading.Event()
    lines: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    def put(line: dict[str, Any]) -> None:
        with contextlib.suppress(RuntimeError):  # the server has ended
            loop.call_soon_threadsafe(lines.put_nowait, line)

    def is_stopped() -> bool:
        return stop.is_set() or closing.is_set()

    def run() -> None:
        put(_result(work, lambda report: put({"report": report}), is_stopped))

    threading.Thread(target=run, daemon=True).start()
    try:
        while True:
            line = await lines.get()
            yield json.dumps(line).encode() + b"\n"
            if any(end in line for end in _ENDS):
                return
    finally:
        stop.set()


def _result(work: Work, report: Report, is_stopped: Callable[[], bool]) -> dict[str, Any]:
    """Return the last line of an answer."""
    try:
        return {"answer": work(report, is_stopped)}
    except BombeError as error:
        return {"error": str(error)}
    except Exception:  # noqa: BLE001 - a page that asks must not hang
        _LOG.exception("a question of the page failed")
        return {"error": "this failed inside Bombe; the terminal of the server says how"}


class Feed:
    """Events that are appended by one thread and followed by any number of readers."""

    def __init__(self) -> None:
        self._events: list[dict[str, Any]] = []
        self._is_closed = False
        self._wakers: set[Callable[[], None]] = set()
        self._lock = threading.Lock()

    def put(self, event: dict[str, Any]) -> None:
        """Append an event, and wake all who follow."""
        self._tell(event)

    def close(self) -> None:
        """End the feed: who follows reads to its end."""
        self._tell()

    def _tell(self, *events: dict[str, Any]) -> None:
        """Append events, or close the feed without any; wake all who follow."""
        with self._lock:
            self._events += events
            self._is_closed |= not events
            wakers = list(self._wakers)
        for wake in wakers:
            wake()

    async def follow(self, sent: int = 0) -> AsyncIterator[bytes]:
        """Yield every event as server-sent events, until the feed is closed.

        An event's id is its number, from 1. A browser whose connection broke says which was the
        last that it got: the first `sent` ones are left out.
        """
        loop, news = asyncio.get_running_loop(), asyncio.Event()

        def wake() -> None:
            with contextlib.suppress(RuntimeError):  # the server has ended
                loop.call_soon_threadsafe(news.set)

        with self._lock:
            self._wakers.add(wake)
        try:
            while True:
                news.clear()
                events, is_last = self._after(sent)
                for event in events:
                    sent += 1
                    yield f"id: {sent}\ndata: {json.dumps(event)}\n\n".encode()
                if is_last:
                    yield b'event: end\ndata: {"event": "end"}\n\n'
                    return
                try:
                    await asyncio.wait_for(news.wait(), KEEP_ALIVE)
                except TimeoutError:
                    yield b": still here\n\n"
        finally:
            with self._lock:
                self._wakers.discard(wake)

    def _after(self, sent: int) -> tuple[list[dict[str, Any]], bool]:
        with self._lock:
            return self._events[sent:], self._is_closed
