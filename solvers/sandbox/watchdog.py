"""A watchdog over all processes of an agent or a solver: together they keep within their sandbox.

A single process is limited by the system. Of several, somebody has to look, and does so often
enough that little is used beyond the limits, and seldom enough to cost less than a hundredth.
"""

from __future__ import annotations

import functools
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bombe.solvers.sandbox import tree
from bombe.solvers.sandbox.spaces import Volume

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bombe.solvers.sandbox.policy import Sandbox
    from bombe.solvers.sandbox.tree import Member

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
"""Threads of all processes together, with the processes that have ended and that nobody has waited
for; stacks limit threads, but not when they are small."""
_SPARE = 4
"""A volume has a quarter more than its limit, so that we mostly see who goes beyond it."""
_NOTABLE = 16
"""Files and sockets are named that take a sixteenth of the memory, or more."""
_USUAL_BUFFER = 212_992
"""The most bytes that a socket sends ahead, unless this machine has another default."""


class Breach(NamedTuple):
    """What was used beyond a limit, in words, and whether it was memory."""

    words: str
    is_memory: bool = False


def volume_of(sandbox: Sandbox) -> Volume:
    """Return the volume for the first folder in which processes may write in a sandbox.

    Its files are in memory, so that they take no more than processes may have of that.
    """
    most = sandbox.disk_bytes if sandbox.memory is None else min(sandbox.disk_bytes, sandbox.memory)
    return Volume(sandbox.writes[0], most + most // _SPARE, MOST_FILES + MOST_FILES // _SPARE)


class Watchdog:
    """Looks after the processes below one: that of an agent and all that it started.

    `volumes` are the folders of the sandbox that are file systems in memory.
    """

    def __init__(self, sandbox: Sandbox, volumes: Sequence[Path] = ()) -> None:
        self._sandbox = sandbox
        self._others = [folder for folder in sandbox.writes if folder not in volumes]
        self._next_disk = self._next_memory = 0.0
        self._resident = self._buffers = 0
        self._found: list[tree.Disk] = []
        self._devices = {volume: volume.stat().st_dev for volume in volumes}

    def look(self, roots: Sequence[int]) -> Breach | None:
        """Return what the processes below `roots`, and these, use beyond their limits, if so."""
        if sys.platform != "linux":
            return None
        members = [one for root in roots for one in tree.tree(root)]
        living = [one for one in members if one.state != "Z"]
        volumes = [_use_of(*volume) for volume in self._devices.items()]
        return (
            self._crowd(members, len(living))
            or self._disk(living, volumes)
            or self._memory(living, sum(use.size for use in volumes))
        )

    def _crowd(self, members: Sequence[Member], living: int) -> Breach | None:
        threads, ended = sum(one.threads for one in members), len(members) - living
        if living > self._sandbox.processes:
            return Breach(f"ran {living} processes at once, of {self._sandbox.processes}")
        if threads > MOST_THREADS:
            what = "threads and ended processes that it did not wait for" if ended else "threads"
            return Breach(f"ran {threads} {what} at once, of {MOST_THREADS}")
        return None

    def _memory(self, members: Sequence[Member], files: int) -> Breach | None:
        """Return whether processes use too much memory, with their files and sockets in it."""
        most, beside = self._sandbox.memory, files + self._buffers
        if most is None or (len(members) < 2 and not beside):
            return None
        # One alone is limited by the system. What processes share counts twice here.
        resident, start = sum(one.resident for one in members) + beside, time.thread_time()
        has_grown = resident > _GROWTH * self._resident
        if resident <= most or (time.monotonic() < self._next_memory and not has_grown):
            return None
        used, self._resident = tree.memory_of(members), resident
        if used + beside > most:  # one that began or ended meanwhile may have been counted twice
            used = tree.memory_of(members)
        self._next_memory = _pause(start)
        if used + beside <= most:
            return None
        named = (
            (len(members) > 1, "children"),
            (files > most // _NOTABLE, "files"),
            (self._buffers > most // _NOTABLE, "sockets"),
        )
        others = " and ".join(name for is_named, name in named if is_named)
        together = f" with its {others}" if others else ""
        words = f"used {size(used + beside)} of memory{together}, of {size(most)}"
        return Breach(words, is_memory=True)

    def _disk(self, members: Sequence[Member], volumes: Sequence[tree.Disk]) -> Breach | None:
        most = self._sandbox.disk_bytes
        found = [*volumes, *self._elsewhere(members)]
        if (used := sum(disk.size for disk in found)) > most:
            return Breach(f"wrote {size(used)} of files, of {size(most)}")
        if (files := max((disk.files for disk in found), default=0)) > MOST_FILES:
            return Breach(f"made {files} files or more, of {MOST_FILES}")
        if any(disk.longest > MOST_LENGTH for disk in found):
            return Breach("made folders in folders until paths were too long")
        return None

    def _elsewhere(self, members: Sequence[Member]) -> Sequence[tree.Disk]:
        """Return what files take that are in no volume; count the sockets, too."""
        if time.monotonic() < self._next_disk:
            return self._found
        start, opened = time.thread_time(), tree.open_files(members)
        self._buffers = opened.sockets * _buffer_bytes()
        self._found = []
        if self._others:
            devices = self._devices.values()
            unnamed = opened.unlinked | tree.mapped_files(members)
            taken = sum(taken for (place, _), taken in unnamed.items() if place not in devices)
            self._found = [tree.disk_of(one, MOST_FILES, MOST_LENGTH) for one in self._others]
            self._found.append(tree.Disk(taken, len(unnamed), 0))
        self._next_disk = _pause(start)
        return self._found


def _use_of(volume: Path, device: int) -> tree.Disk:
    """Return what the files of a volume take; nothing if somebody has removed its folder."""
    try:
        found, is_there = os.statvfs(volume), volume.stat().st_dev == device
    except OSError:
        is_there = False
    if not is_there:
        return tree.Disk(0, 0, 0)
    used = found.f_frsize * (found.f_blocks - found.f_bfree)
    return tree.Disk(used, found.f_files - found.f_ffree, 0)


@functools.cache
def _buffer_bytes() -> int:
    """Return the bytes that a socket may have sent, and that nobody has received."""
    try:
        return int(Path("/proc/sys/net/core/wmem_default").read_text(encoding="ascii"))
    except (OSError, ValueError):  # it is hidden in a name space of networks
        return _USUAL_BUFFER


def _pause(start: float) -> float:
    """Return when something may be looked at again, by the processor time since `start`."""
    pause = (time.thread_time() - start) / _SHARE
    return time.monotonic() + min(pause, _LONGEST_PAUSE)


def size(count: int) -> str:
    """Return a number of bytes as people say it."""
    return f"{count / (1 << 30):.1f} GB" if count >= 1 << 30 else f"{count / (1 << 20):.0f} MB"
