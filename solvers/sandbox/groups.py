"""Control groups of Linux: the processor time of a process with all that it starts, ever.

    group = new_group()             # None where this user may make none
    group.take(pid)                 # with all that it will start
    group.times()                   # what they used, and what they waited for
    group.remove()                  # when they have ended

A process cannot leave its group from in a sandbox. What has ended still counts, also if nobody
waited for it, as no other account of the system does.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import time
from pathlib import Path
from typing import NamedTuple

_MICRO = 1e-6
_PROCESSES = "cgroup.procs"
_END_SECONDS, _PAUSE_SECONDS = 2.0, 0.005
"""How long killed processes may take to leave a group, and how often that is looked at."""


class Times(NamedTuple):
    """Seconds of processor time, and seconds in which some process waited for a processor."""

    used: float
    waited: float


class ControlGroup:
    """A control group; its folder is where the system shows it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._files: tuple[int, int] | None = None

    def take(self, pid: int) -> bool:
        """Move a process into the group; return whether that worked."""
        return _write(self.folder / _PROCESSES, pid)

    def has(self, pid: int) -> bool:
        """Return whether a process is in the group."""
        with contextlib.suppress(OSError):
            return str(pid) in (self.folder / _PROCESSES).read_text(encoding="ascii").split()
        return False

    def times(self) -> Times:
        """Return what all processes of the group have used and waited until now."""
        if self._files is None:
            used, waited = self.folder / "cpu.stat", self.folder / "cpu.pressure"
            self._files = os.open(used, os.O_RDONLY), _open(waited)
        used_file, waited_file = self._files
        # usage_usec 1234 ..., and some avg10=0.00 avg60=0.00 avg300=0.00 total=1234 ...
        used_us = int(os.pread(used_file, 100, 0).split()[1])
        if waited_file < 0:
            return Times(_MICRO * used_us, 0.0)
        total = os.pread(waited_file, 200, 0).split()[4].partition(b"=")[2]
        return Times(_MICRO * used_us, _MICRO * int(total))

    def close(self) -> None:
        """Close the files that are open here."""
        for file in self._files or ():
            if file >= 0:
                os.close(file)
        self._files = None

    def leave(self) -> None:
        """Move this process back to where it came from, and remove the group."""
        _write(self.folder.parent / _PROCESSES, os.getpid())
        self.remove()

    def remove(self) -> None:
        """Remove the group; kill what is left in it, and wait until that has ended."""
        self.close()
        until = time.monotonic() + _END_SECONDS
        while not _is_removed(self.folder) and time.monotonic() < until:
            _write(self.folder / "cgroup.kill", 1)
            time.sleep(_PAUSE_SECONDS)


def new_group() -> ControlGroup | None:
    """Return a new group below that of this process; None where there can be none."""
    # Supervisors use groups, but make none: their start takes no more for this.
    from bombe.solvers.sandbox.owned_folders import folder_prefix, has_lost_its_owner

    above = _own_folder()
    if above is None:
        return None
    with contextlib.suppress(OSError):
        for one in above.glob("bombe-*"):
            if has_lost_its_owner(one.name):
                with contextlib.suppress(OSError):
                    one.rmdir()
        group = above / f"{folder_prefix('group')}{os.urandom(4).hex()}"
        group.mkdir()
        if all(os.access(group / name, os.R_OK) for name in ("cpu.stat", _PROCESSES)):
            return ControlGroup(group)
        group.rmdir()
    return None


def _own_folder() -> Path | None:
    """Return where the system shows the group of this process, in the second version of groups."""
    if sys.platform != "linux":
        return None
    with contextlib.suppress(OSError, ValueError):
        lines = Path("/proc/self/cgroup").read_text(encoding="utf-8").splitlines()
        (own,) = (line[3:] for line in lines if line.startswith("0::"))
        for line in Path("/proc/self/mountinfo").read_text(encoding="utf-8").splitlines():
            place, _, kind = line.partition(" - ")
            if kind.startswith("cgroup2 "):
                root, point = place.split()[3:5]
                below = os.path.relpath(own, root)
                return None if ".." in own + below else Path(point) / below
    return None


def _is_removed(folder: Path) -> bool:
    """Remove an empty group; return False as long as it has processes."""
    try:
        folder.rmdir()
    except OSError as error:
        return error.errno != errno.EBUSY
    return True


def _open(path: Path) -> int:
    try:
        return os.open(path, os.O_RDONLY)
    except OSError:  # this system does not measure who waits
        return -1


def _write(path: Path, number: int) -> bool:
    with contextlib.suppress(OSError):
        path.write_text(str(number), encoding="ascii")
        return True
    return False
