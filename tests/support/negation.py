"""Work for other processes, which import it by name: test modules they cannot."""

from __future__ import annotations

import gc
import os
import signal
import struct
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def negated(number: int, is_stopped: Callable[[], bool]) -> int:
    """Negate a number, unless work was stopped."""
    assert not is_stopped()
    return -number


def cut_off(number: int, is_stopped: Callable[[], bool]) -> int:
    """Negate a number; from 3 on end the process by a signal in the middle of what it sends."""
    if number < 3:
        return negated(number, is_stopped)
    (to_parent,) = (each for each in gc.get_objects() if isinstance(each, Connection))
    os.write(to_parent.fileno(), struct.pack("!i", 1000) + b"the first of a thousand bytes")
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError
