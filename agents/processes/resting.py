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
"""The ticks of children that have ended: fields of /proc/PID/stat after the name in brackets."""
STOP_SECONDS = 1.0
"""How long a process may take to stand still: all its threads must notice."""
FIRST_PAUSE, LAST_PAUSE = 2e-5, 2e-3
_CHANGED = os.WSTOPPED | os.WCONTINUED | os.WNOHANG if hasattr(os, "waitid") else 0


def freeze(pid: int) -> None:
    """Stop a process and its group; they stand still a moment later."""
    _signal(pid, signal.SIGSTOP)


def _signal(pid: int, number: int) -> None:
    try:
        os.killpg(pid, number)
    except OSError:  # it is a process without a group of its own
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)


def is_frozen(pid: int) -> bool:
    """Wait until a process stands still after freeze(), or has ended; return whether it does.

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


def own_seconds(pid: int) -> float:
    """Return the processor time of a process without its children; 0 if it cannot be known."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            return time.clock_gettime(~pid << 3 | _SCHEDULED)
    return 0.0


def left_words(processes: int, threads: int) -> str:
    """Return what a turn has left running, in words; "" for nothing."""
    parts = []
    if processes:
        one = processes == 1
        many = "1 process" if one else f"{processes} processes"
        parts.append(f"{many} running, which {'was' if one else 'were'} killed")
    if threads:
        one = threads == 1
        many = "a thread" if one else f"{threads} threads"
        parts.append(f"{many} running, which {'was' if one else 'were'} stopped")
    return f"left {', and '.join(parts)}" if parts else ""


def seconds_of(pid: int) -> float:
    """Return the processor time of a process with its ended children; 0 if it cannot be known."""
    if sys.platform != "linux":
        return 0.0
    with contextlib.suppress(OSError, IndexError):
        fields = read(f"/proc/{pid}/stat").rpartition(b")")[2].split()
        return own_seconds(pid) + sum(map(int, fields[_ENDED_CHILDREN])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def has_children(pid: int) -> bool:
    """Return whether a process has children, also such as have ended and wait to be waited for."""
    if sys.platform != "linux":
        return False
    with contextlib.suppress(OSError):  # not every kernel has these lists
        folder = f"/proc/{pid}/task"
        threads = os.listdir(folder)  # noqa: PTH208 - a Path is slow
        return any(read(f"{folder}/{thread}/children") for thread in threads)
    return False


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
