"""Name spaces: a process, and all below it, with shared memory and mounts of its own.

Python's locks and pools of several processes need /dev/shm, where every program of the user would
find what others share. Here it is an empty one, of limited size, that vanishes with the processes.
The folder in which they may write can be one, too: then the system itself limits what their files
take, with names and without, and nothing of it reaches a disk.
Processes keep their numbers, so that whoever looks from outside can still tell them.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
from pathlib import Path
from typing import NamedTuple

from bombe.solvers.sandbox.libc import call

SHARED = Path("/dev/shm")  # noqa: S108 - that is where it is
_MOUNTS, _QUEUES, _NETWORK, _USERS = 0x00020000, 0x08000000, 0x40000000, 0x10000000
_WITHIN = 0x4000 | 0x40000
"""Mounts below a place, too, become private."""
_WHEN_UNUSED = 2
"""The files of a volume vanish when no process uses them any more; none is added meanwhile."""
_NO_DEVICES = 2 | 4
"""No set-uid programs, no devices."""
_PLAIN = _NO_DEVICES | 8
"""No programs, either."""
_SIZE = b"size=64m,nr_inodes=1000,mode=1777"


class Volume(NamedTuple):
    """A folder that becomes a file system in memory, with its limits."""

    folder: Path
    size: int
    files: int


def enter_spaces(volume: Volume | None = None, *, network: bool = False) -> bool:
    """Move this process, which must have one thread, into spaces of its own; return if that works.

    There, a `volume` is mounted. With `network`, the process has no network, either.
    """
    if sys.platform != "linux" or not SHARED.is_dir():
        return False
    wanted = _MOUNTS | _QUEUES | (_NETWORK if network else 0)
    for users in (0, _USERS) if os.geteuid() == 0 else (_USERS,):
        with contextlib.suppress(OSError):
            user, group = os.geteuid(), os.getegid()
            call("unshare", wanted | users)
            if users:
                _keep_names(user, group)
            call("mount", b"none", b"/", None, ctypes.c_ulong(_WITHIN), None)
            flags = ctypes.c_ulong(_PLAIN)
            call("mount", b"tmpfs", os.fsencode(SHARED), b"tmpfs", flags, _SIZE)
            if volume:
                _mount(volume)
            # Who may not trace a process does not see it. Only root may mount this.
            with contextlib.suppress(OSError):
                call("mount", b"proc", b"/proc", b"proc", flags, b"hidepid=ptraceable")
            return True
    return False


def _mount(volume: Volume) -> None:
    """Mount a volume, and move into it if the old folder is the current one."""
    options = f"size={volume.size},nr_inodes={volume.files},mode=0700".encode()
    place = os.fsencode(volume.folder)
    is_here = os.path.samestat(os.stat("."), os.stat(volume.folder))  # noqa: PTH116 - of the old one
    call("mount", b"tmpfs", place, b"tmpfs", ctypes.c_ulong(_NO_DEVICES), options)
    if is_here:
        os.chdir(volume.folder)


def unmount(folder: Path) -> None:
    """Detach a volume with all its files, so that the folder below it can be removed."""
    with contextlib.suppress(OSError):
        call("umount2", os.fsencode(folder), _WHEN_UNUSED)


def _keep_names(user: int, group: int) -> None:
    """Keep the user and the group in a space of users, which begins without any."""
    Path("/proc/self/setgroups").write_text("deny", encoding="ascii")
    Path("/proc/self/uid_map").write_text(f"{user} {user} 1", encoding="ascii")
    Path("/proc/self/gid_map").write_text(f"{group} {group} 1", encoding="ascii")


def are_available() -> bool:
    """Return whether this machine lets us have name spaces, by trying it in another process."""
    if sys.platform != "linux":
        return False
    import subprocess

    program = f"import sys, {__name__} as spaces; sys.exit(not spaces.enter_spaces())"
    command = [sys.executable, "-P", "-c", program]
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        return subprocess.run(command, check=False, timeout=30).returncode == 0  # noqa: S603 - our own module
    return False
