"""A process with all that it started, on Linux: what they use together.

    for one in tree(pid): ...          # the process first; those that ended meanwhile are left out
    memory_of(tree(pid))

Reading this takes some 20 microseconds per process.
"""

from __future__ import annotations

import contextlib
import functools
import os
import signal
import stat
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bombe.solvers.sandbox.paths import MARK

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_STATE, _PARENT, _TIMES, _THREADS, _RESIDENT = 0, 1, slice(11, 15), 17, 21
"""Fields of /proc/PID/stat, counted after the name in brackets."""
KILL_POLL_SECONDS = 0.005
"""How often it is checked whether marked processes have ended."""
_SCHEDULED = 2
"""The clock of a process that counts its processor time, to the nanosecond."""
_SHARED_MEMORY = b" /dev/zero (deleted)\n"
"""How a line of /proc/PID/maps ends for memory that is in no file."""


class Member(NamedTuple):
    """A process: what it uses now; `cpu_seconds` are with those of its ended children."""

    pid: int
    parent: int
    state: str
    threads: int
    resident: int
    cpu_seconds: float


@functools.cache
def _units() -> tuple[int, int]:
    return os.sysconf("SC_PAGE_SIZE"), os.sysconf("SC_CLK_TCK")


def member(pid: int) -> Member | None:
    """Return what a process uses; None if it has ended and is gone."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:  # noqa: PTH123 - a Path takes twice as long
            fields = file.read().rpartition(b")")[2].split()
    except OSError:
        return None
    page, ticks = _units()
    seconds = sum(map(int, fields[_TIMES])) / ticks
    counts = int(fields[_THREADS]), page * int(fields[_RESIDENT])
    return Member(pid, int(fields[_PARENT]), fields[_STATE].decode(), *counts, seconds)


def own_seconds(pid: int) -> float:
    """Return the processor time of a process without its children; 0 if it cannot be known."""
    if sys.platform == "linux" and pid:
        with contextlib.suppress(OSError):
            return time.clock_gettime(~pid << 3 | _SCHEDULED)
    return 0.0


def tree(root: int) -> Iterator[Member]:
    """Yield a process, then all below it, however deep."""
    left = [root]
    while left:
        if (one := member(left.pop())) is not None:
            yield one
            left.extend(children(one))


def children(one: Member) -> Iterator[int]:
    """Yield the children of all threads of a process, also those that have ended."""
    places = [f"/proc/{one.pid}/task/{one.pid}/children"]
    with contextlib.suppress(OSError):
        if one.threads > 1:
            threads = os.listdir(f"/proc/{one.pid}/task")  # noqa: PTH208 - a Path takes twice as long
            places = [f"/proc/{one.pid}/task/{thread}/children" for thread in threads]
        for place in places:
            with open(place, "rb") as file:  # noqa: PTH123 - a Path takes twice as long
                yield from map(int, file.read().split())


def memory_of(members: Iterable[Member]) -> int:
    """Return the memory of processes together; what several share counts once.

    It is exact and slow; the sum of what is resident is never less and takes no time.
    """
    return sum(_share(one) for one in members)


def _share(one: Member) -> int:
    try:
        text = Path(f"/proc/{one.pid}/smaps_rollup").read_text(encoding="ascii")
    except (FileNotFoundError, ProcessLookupError):
        return 0  # it has ended, and those that shared with it have its share
    except OSError:
        return one.resident
    words = text.split()
    return int(words[words.index("Pss:") + 1]) << 10


class OpenFiles(NamedTuple):
    """What processes have open: the bytes of each file without a name, and how many sockets."""

    unlinked: dict[tuple[int, int], int]
    sockets: int


def open_files(members: Iterable[Member]) -> OpenFiles:
    """Return what processes have open; what several of them share counts once."""
    unlinked: dict[tuple[int, int], int] = {}
    sockets = set[int]()
    for one in members:
        with contextlib.suppress(OSError), os.scandir(f"/proc/{one.pid}/fd") as entries:
            for entry in entries:
                with contextlib.suppress(OSError):
                    status = os.stat(entry.path)  # noqa: PTH116 - it is a link to follow
                    if stat.S_ISSOCK(status.st_mode):
                        sockets.add(status.st_ino)
                    elif not status.st_nlink and status.st_blocks:
                        unlinked[status.st_dev, status.st_ino] = 512 * status.st_blocks
    return OpenFiles(unlinked, len(sockets))


def mapped_files(members: Iterable[Member]) -> dict[tuple[int, int], int]:
    """Return the bytes of each file without a name that processes have mapped, open or not.

    Only root may look at such a file; otherwise it has at least the bytes that are mapped.
    """
    found: dict[tuple[int, int], int] = {}
    for one in members:
        with contextlib.suppress(OSError), open(f"/proc/{one.pid}/maps", "rb") as lines:  # noqa: PTH123 - a Path takes twice as long
            for line in lines:
                if line.endswith(b" (deleted)\n") and not line.endswith(_SHARED_MEMORY):
                    key, size = _mapped_file(one.pid, *line.split()[:5])
                    found[key] = max(size, found.get(key, 0))
    return found


def _mapped_file(
    pid: int, place: bytes, _: bytes, offset: bytes, device: bytes, number: bytes
) -> tuple[tuple[int, int], int]:
    """Return the device and the number of a mapped file, and its bytes, from a line of maps."""
    with contextlib.suppress(OSError):
        status = os.stat(f"/proc/{pid}/map_files/{place.decode()}")  # noqa: PTH116 - it is a link to follow
        return (status.st_dev, status.st_ino), 512 * status.st_blocks
    start, end = (int(part, 16) for part in place.split(b"-"))
    major, minor = (int(part, 16) for part in device.split(b":"))
    return (os.makedev(major, minor), int(number)), int(offset, 16) + end - start


class Disk(NamedTuple):
    """What the files of a folder take, how many there are, and the length of the longest path."""

    size: int
    files: int
    longest: int


def disk_of(folder: Path, most_files: int, most_length: int) -> Disk:
    """Return what a folder takes; nothing is counted further that is beyond these limits."""
    size = files = longest = 0
    left = [str(folder)]
    while left and files <= most_files and longest <= most_length:
        place = left.pop()
        longest = max(longest, len(place))
        with contextlib.suppress(OSError), os.scandir(place) as entries:
            for entry in entries:
                files += 1
                with contextlib.suppress(OSError):
                    size += 512 * entry.stat(follow_symlinks=False).st_blocks
                    if entry.is_dir(follow_symlinks=False):
                        left.append(entry.path)
                if files > most_files:
                    break
    return Disk(size, files, longest)


def kill_below(root: int, seconds: float) -> None:
    """Kill all processes below one, and wait up to `seconds` until they have ended."""
    _kill_all(
        lambda: [one.pid for one in tree(root) if one.pid != root and one.state != "Z"],
        seconds,
    )


def kill_marked(mark: str, seconds: float) -> None:
    """Kill all processes that have a mark, and wait up to `seconds` until they have ended.

    They are not our children, so that only the list of processes shows when they have ended. Does
    nothing outside Linux, where the environment of other processes cannot be read.
    """
    _kill_all(lambda: _marked(mark), seconds)


def _kill_all(find: Callable[[], list[int]], seconds: float) -> None:
    """Kill processes until there are none; those that were forked meanwhile are found, too."""
    until = time.monotonic() + seconds
    while (found := find()) and time.monotonic() < until:
        for number in found:
            with contextlib.suppress(OSError):
                os.kill(number, signal.SIGKILL)
        time.sleep(KILL_POLL_SECONDS)


def _marked(mark: str) -> list[int]:
    """Return the processes that have a mark and run; an ended one has no environment."""
    if sys.platform != "linux":
        return []
    wanted, found = f"{MARK}={mark}".encode(), []
    for path in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if wanted in path.read_bytes():
                found.append(int(path.parent.name))
    return found
