"""The lines between Bombe and a child: orders go in, and what the child says comes out.

An order is a pickle, written as a line, which only Bombe can send. What a child says is never
unpickled: its lines are JSON or plain words, and may be forged.
"""

from __future__ import annotations

import binascii
import collections
import os
import pickle
import select
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_CHUNK = 1 << 16
POLL_SECONDS = 0.05
"""How often it is checked whether an answer is still wanted."""
LONGEST = 1 << 16
"""The longest line, in bytes; of a longer one, pieces are taken for lines."""
PRINTED_BYTES = 2000
"""How many bytes of what a child prints are kept: the last ones."""


def encode(*order: object) -> bytes:
    """Return an order as a line."""
    return binascii.b2a_base64(pickle.dumps(order, pickle.HIGHEST_PROTOCOL))


def decode(line: bytes) -> Any:
    """Return the order in a line, which must come from Bombe."""
    return pickle.loads(binascii.a2b_base64(line))  # noqa: S301 - only Bombe writes orders


class Channel:
    """The child's end: yields the lines that come in until Bombe closes it, and says others."""

    def __init__(self, into: int, out: int) -> None:
        self.into, self.out = into, out
        self._owner, self._read = os.getpid(), b""

    def __iter__(self) -> Iterator[bytes]:
        while (line := self.next_line()) is not None:
            yield line

    def next_line(self) -> bytes | None:
        """Return the next line; None if Bombe has closed the channel."""
        while b"\n" not in self._read:
            piece = os.read(self.into, _CHUNK)
            if not piece:
                return None
            self._read += piece
        line, self._read = self._read.split(b"\n", 1)
        return line

    @property
    def has_more(self) -> bool:
        """Whether another line waits."""
        return bool(self._read or select.select([self.into], [], [], 0)[0])

    def say(self, data: bytes) -> None:
        """Write whole lines."""
        if os.getpid() != self._owner:
            os._exit(0)  # a forked child that ran on into our code must not speak
        while data:
            data = data[os.write(self.out, data) :]


class Streams:
    """Our end: what a child says in lines, and the end of what it prints; all may be forged."""

    def __init__(self) -> None:
        self._lines: collections.deque[bytes] = collections.deque()
        self._part = self._printed = b""
        self._lost = 0
        self.is_closed = False

    def call(
        self, line: bytes, until: float, is_stopped: Callable[[], bool] | None = None
    ) -> Iterator[bytes]:
        """Send a line; yield those that come back in time."""
        self.send(line)
        return self.lines(until, is_stopped)

    def lines(self, until: float, is_stopped: Callable[[], bool] | None = None) -> Iterator[bytes]:
        """Yield the lines that come in time, and no others, no matter how many there are."""
        is_late = False
        while not is_late:
            left = until - time.monotonic()
            is_late = left <= 0 or self.is_closed or bool(is_stopped and is_stopped())
            if not self._lines:
                self.receive(0.0 if is_late else min(left, POLL_SECONDS))
            while self._lines:
                yield self._lines.popleft()

    def printed(self, *, forget: bool = True) -> tuple[bytes, int]:
        """Return the end of what was printed, and how many bytes came before."""
        self.receive(0.0)
        found = self._printed, self._lost
        if forget:
            self._printed, self._lost = b"", 0
        return found

    def send(self, line: bytes) -> None:
        """Send a line; reading will show if the process has ended."""
        raise NotImplementedError

    def receive(self, seconds: float) -> None:
        """Wait for something to arrive, and take it."""
        raise NotImplementedError

    def take_said(self, piece: bytes) -> None:
        """Split what has arrived into lines; nothing is the end."""
        self.is_closed = self.is_closed or not piece
        *lines, self._part = (self._part + piece).split(b"\n")
        self._lines += lines
        while len(self._part) > LONGEST:
            self._lines.append(self._part[: LONGEST + 1])
            self._part = self._part[LONGEST + 1 :]

    def take_printed(self, piece: bytes) -> None:
        """Keep the end of what was printed."""
        self._printed += piece
        self._lost += max(0, len(self._printed) - PRINTED_BYTES)
        self._printed = self._printed[-PRINTED_BYTES:]
