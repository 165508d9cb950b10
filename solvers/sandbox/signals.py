"""Judges signals from outside the sandbox: who may be killed by processes behind it.

A process may be killed by the number of any of its threads, and a filter cannot know whose thread a
number is. So calls that would kill or stop a process wait until this has looked.
"""

from __future__ import annotations

import contextlib
import errno
import select
import socket
import struct
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

_CALL = struct.Struct("=QIIiIQ6Q")
"""A call that waits: its own number, who calls, flags, which call, machine, place, arguments."""
_ANSWER = struct.Struct("=QqiI")
_RECEIVE, _SEND = 0xC0502100, 0xC0182101
_GO_ON = 1


def descriptor(source: socket.socket) -> int:
    """Return the descriptor that a process entering its sandbox sends; -1 if it sends none."""
    with contextlib.suppress(OSError):
        _, numbers, _, _ = socket.recv_fds(source, 1, 1)
        return numbers[0] if numbers else -1
    return -1


def answer(heard: int, kept: Collection[int]) -> bool:
    """Answer a call that waits: none of the processes `kept` may be killed.

    Return False if nobody can call any more.
    """
    from fcntl import ioctl

    waiting = bytearray(_CALL.size)
    if not _is_called(heard):
        return False
    try:
        ioctl(heard, _RECEIVE, waiting)
    except InterruptedError:
        return True
    except OSError as error:
        return error.errno == errno.ENOENT  # who called has ended meanwhile
    number, *_, target = _CALL.unpack(waiting)[:7]
    is_kept = process_of(target & 0xFFFFFFFF) in kept
    with contextlib.suppress(OSError):
        words = (number, 0, -errno.EPERM, 0) if is_kept else (number, 0, 0, _GO_ON)
        ioctl(heard, _SEND, _ANSWER.pack(*words))
    return True


def _is_called(heard: int) -> bool:
    """Return whether a call waits; otherwise, nobody is left who could call."""
    poll = select.poll()
    poll.register(heard, select.POLLIN)
    return any(events & select.POLLIN for _, events in poll.poll(0))


def process_of(thread: int) -> int:
    """Return the process that a thread belongs to; 0 if there is no such thread."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{thread}/status").read_text(encoding="utf-8").splitlines():
            if line.startswith("Tgid:"):
                return int(line.split()[1])
    return 0
