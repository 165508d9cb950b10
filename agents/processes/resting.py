"""An agent's process between its turns, as its parent sees it: frozen, and what it has used.

A process that rests cannot think, and neither can its threads. Whatever else it has started is told
of, and the referee has all of it killed. Outside Linux nothing is measured, and only where there
are signals a process is frozen.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time

_SCHEDULED = 2
"""The clock of a process that counts its processor time, to the nanosecond."""
_ENDED_CHILDREN = slice(13, 15)
"""The ticks of children that have ended, in /proc/PID/stat after the name in brackets."""
STOP_SECONDS = 1.0
"""How long a process may take to stand still: all its threads must notice."""
FIRST_PAUSE, LAST_PAUSE = 2e-5, 2e-3
_CHANGED = os.WSTOPPED | os.WCONTINUED | os.WNOHANG if hasattr(os, "waitid") else 0


def freeze(pid: int) -> bool:
    """Stop a process and its group; return whether it stands still, or has ended.

    A process that waits for a child of vfork cannot be stopped until that has ended.
    """
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGSTOP)
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGSTOP)
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
    os.waitid(os.P_PID, pid, os.WSTOPPED | os.WNOHANG)
    return True


def thaw(pid: int) -> None:
    """Let a process and its group go on."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGCONT)
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGCONT)
    is_disturbed(pid)


def is_disturbed(pid: int) -> bool:
    """Return whether a process was stopped since freeze(), thaw() or the last time of asking."""
    return bool(_CHANGED) and os.waitid(os.P_PID, pid, _CHANGED) is not None


def cpu_seconds(pid: int) -> float:
    """Return the processor time of a process with its ended children; 0 if it cannot be known."""
    if sys.platform != "linux":
        return 0.0
    with contextlib.suppress(OSError, IndexError):
        own = time.clock_gettime(~pid << 3 | _SCHEDULED)
        fields = _read(f"/proc/{pid}/stat").rpartition(b")")[2].split()
        return own + sum(map(int, fields[_ENDED_CHILDREN])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def has_children(pid: int) -> bool:
    """Return whether a process has children, also ended ones that it has not waited for."""
    if sys.platform != "linux":
        return False
    with contextlib.suppress(OSError):  # not every kernel has these lists
        threads = os.listdir(f"/proc/{pid}/task")  # noqa: PTH208 - a Path takes twice as long
        return any(_read(f"/proc/{pid}/task/{thread}/children") for thread in threads)
    return False


def out_of_memory_kills() -> int | None:
    """Return how many processes the system has killed for lack of memory; None if it is silent."""
    with contextlib.suppress(OSError, ValueError):
        words = _read("/proc/vmstat").split()
        return int(words[words.index(b"oom_kill") + 1])
    return None


def _read(path: str) -> bytes:
    file = os.open(path, os.O_RDONLY)
    try:
        return os.read(file, 1 << 16)
    finally:
        os.close(file)
