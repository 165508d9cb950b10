"""The connections of the server: those on which nobody asks anything are closed.

Every program of the machine can open connections, with or without the token. The server closes one
on which it answers no request after ASKS seconds, whatever was sent on it, and the oldest of these
as soon as there are more than MOST. The page's own questions and streams of events are requests
that the server is answering, so they take as long as they like. A request without the token is
refused at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    import asyncio

ASKS = 10.0
"""Seconds in which the headers of a request have to arrive."""
MOST = 128
"""The most connections: browsers open six for a page, and a process may have 256 files or more."""
AT_ONCE = 16
"""The most that are accepted before any of them is looked at: see MOST."""


class ClientConnection(H11Protocol):
    """A connection that has to ask something in time."""

    since = 0.0
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request; close the oldest one that waits if there are too many."""
        super().connection_made(transport)
        self._wait()
        if len(self.connections) > MOST:
            known = (each for each in self.connections if isinstance(each, ClientConnection))
            waiting = [each for each in known if not each.is_asking]
            min(waiting, key=lambda each: each.since).drop()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        super().connection_lost(exc)
        self._stop_waiting()

    def on_response_complete(self) -> None:
        """Begin to wait for the next request."""
        self._wait()
        super().on_response_complete()

    @property
    def is_asking(self) -> bool:
        """Whether a request is being answered."""
        return self.cycle is not None and not self.cycle.response_complete

    def drop(self) -> None:
        """Close the connection without waiting for what the other side has not read."""
        self.connections.discard(self)
        self.transport.abort()

    def _wait(self) -> None:
        self._stop_waiting()
        self.since = self.loop.time()
        self._timer = self.loop.call_later(ASKS, self._give_up)

    def _give_up(self) -> None:
        if not self.is_asking:
            self.drop()

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
