"""A watch over all processes of an agent or a solver: together they keep within their fence.

A single process is limited by the system. Of several, somebody has to look, and does so often
enough that little is used beyond the limits, and seldom enough to cost less than a hundredth.
"""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, NamedTuple

from bombe.solvers.containment import tree

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bombe.solvers.containment.fence import Fence
    from bombe.solvers.containment.tree import Member

POLL_SECONDS = 0.05
"""How often processes are looked at; files and exact memory as often as their share allows."""
_SHARE = 0.02
"""The share of the time that looking at one thing may take."""
_LONGEST_PAUSE = 0.5
_GROWTH = 1.25
"""Memory that has grown so much is looked at exactly at once."""
MOST_FILES = 20_000
MOST_LENGTH = 2000
"""The longest path of a folder: where the system takes no longer ones, files cannot be found."""
MOST_THREADS = 512
"""Threads of all processes together; stacks limit them, but not when they are small."""


class Breach(NamedTuple):
    """What was used beyond a limit, in words, and whether it was memory."""

    words: str
    is_memory: bool = False


class Watch:
    """Looks after the processes below one: that of an agent and all that it started."""

    def __init__(self, fence: Fence) -> None:
        self._fence = fence
        self._next_disk = self._next_memory = 0.0
        self._resident = 0

    def look(self, roots: Sequence[int]) -> Breach | None:
        """Return what the processes below `roots`, and these, use beyond their limits, if so."""
        if sys.platform != "linux":
            return None
        members = [one for root in roots for one in tree.tree(root) if one.state != "Z"]
        return self._crowd(members) or self._memory(members) or self._disk(members)

    def _crowd(self, members: Sequence[Member]) -> Breach | None:
        threads = sum(one.threads for one in members)
        if len(members) > self._fence.processes:
            return Breach(f"ran {len(members)} processes at once, of {self._fence.processes}")
        if threads > MOST_THREADS:
            return Breach(f"ran {threads} threads at once, of {MOST_THREADS}")
        return None

    def _memory(self, members: Sequence[Member]) -> Breach | None:
        most = self._fence.memory
        if most is None or len(members) < 2:
            return None
        # One alone is limited by the system. What processes share counts twice here.
        resident, start = sum(one.resident for one in members), time.thread_time()
        has_grown = resident > _GROWTH * self._resident
        if resident <= most or (time.monotonic() < self._next_memory and not has_grown):
            return None
        used, self._resident = tree.memory_of(members), resident
        if used > most:  # a process that began or ended meanwhile may have been counted twice
            used = tree.memory_of(members)
        self._next_memory = _pause(start)
        words = f"used {size(used)} of memory with its children, of {size(most)}"
        return Breach(words, is_memory=True) if used > most else None

    def _disk(self, members: Sequence[Member]) -> Breach | None:
        start, most = time.thread_time(), self._fence.disk_bytes
        if time.monotonic() < self._next_disk:
            return None
        found = [tree.disk_of(folder, MOST_FILES, MOST_LENGTH) for folder in self._fence.writes]
        used = sum(disk.size for disk in found) + tree.unlinked_bytes(members)
        self._next_disk = _pause(start)
        if used > most:
            return Breach(f"wrote {size(used)} of files, of {size(most)}")
        if (files := max((disk.files for disk in found), default=0)) > MOST_FILES:
            return Breach(f"made {files} files or more, of {MOST_FILES}")
        if any(disk.longest > MOST_LENGTH for disk in found):
            return Breach("made folders in folders until paths were too long")
        return None


def _pause(start: float) -> float:
    """Return when something may be looked at again, by the processor time since `start`."""
    pause = (time.thread_time() - start) / _SHARE
    return time.monotonic() + min(pause, _LONGEST_PAUSE)


def size(count: int) -> str:
    """Return a number of bytes as people say it."""
    return f"{count / (1 << 30):.1f} GB" if count >= 1 << 30 else f"{count / (1 << 20):.0f} MB"
