"""An agent's process between its turns, as its parent sees it: frozen, and what it has used.

A process that rests cannot think, and neither can its threads. Whatever else it has started is
reported, and the referee has all of it killed. Outside Linux nothing is measured, and only where
there are signals a process is frozen.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time

from bombe.solvers.sandbox import tree
from bombe.solvers.sandbox.tree import own_seconds

_ENDED_CHILDREN = slice(13, 15)
"""The ticks of children that have ended: fields of /proc/PID/stat after the name in brackets."""
STOP_SECONDS = 1.0
"""How long a process may take to stop: all its threads must notice."""
FIRST_PAUSE, LAST_PAUSE = 2e-5, 2e-3
_CHANGED = os.WSTOPPED | os.WCONTINUED | os.WNOHANG if hasattr(os, "waitid") else 0


def freeze(pid: int) -> None:
    """Stop a process and its group, which takes a moment."""
    _signal(pid, signal.SIGSTOP)


def _signal(pid: int, number: int) -> None:
    try:
        os.killpg(pid, number)
    except OSError:  # it is a process without a group of its own
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)


def is_frozen(pid: int) -> bool:
    """Wait until a process is frozen after freeze(), or has ended; return whether it is.

    A process that waits for a child of vfork cannot be stopped until that has ended.
    """
    if not hasattr(os, "waitid"):
        return True
    until, pause = time.monotonic() + STOP_SECONDS, FIRST_PAUSE
    while not (is_still := _is_still(pid)) and time.monotonic() < until:
        time.sleep(pause)
        pause = min(2 * pause, LAST_PAUSE)
    return is_still


def _is_still(pid: int) -> bool:
    if os.waitid(os.P_PID, pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT | os.WNOHANG) is None:
        return False
    with contextlib.suppress(ChildProcessError):  # it has ended: there is no stop to take
        os.waitid(os.P_PID, pid, os.WSTOPPED | os.WNOHANG)
    return True


def thaw(pid: int) -> None:
    """Let a process and its group go on."""
    _signal(pid, signal.SIGCONT)
    is_disturbed(pid)


def is_disturbed(pid: int) -> bool:
    """Return whether a process was stopped since freeze(), thaw() or the last time of asking."""
    with contextlib.suppress(ChildProcessError):  # it has ended, and nobody has asked how
        return bool(_CHANGED) and os.waitid(os.P_PID, pid, _CHANGED) is not None
    return False


def has_children(pid: int) -> bool:
    """Return whether a process has children, also such as have ended and wait to be waited for."""
    one = tree.member(pid) if sys.platform == "linux" else None
    return one is not None and any(tree.children(one))


def seconds_of(pid: int) -> float:
    """Return the processor time of a process with its ended children; 0 if it cannot be known."""
    if sys.platform != "linux":
        return 0.0
    with contextlib.suppress(OSError, IndexError):
        fields = read(f"/proc/{pid}/stat").rpartition(b")")[2].split()
        return own_seconds(pid) + sum(map(int, fields[_ENDED_CHILDREN])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def out_of_memory_kills() -> int | None:
    """Return how many processes the system has killed for lack of memory; None if it is silent."""
    with contextlib.suppress(OSError, ValueError):
        words = read("/proc/vmstat").split()
        return int(words[words.index(b"oom_kill") + 1])
    return None


def read(path: str) -> bytes:
    """Return a file of /proc."""
    file = os.open(path, os.O_RDONLY)
    try:
        return os.read(file, 1 << 16)
    finally:
        os.close(file)
