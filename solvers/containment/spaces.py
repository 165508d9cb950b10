"""Name spaces: a process, and all below it, with shared memory and mounts of its own.

Python's locks and pools of several processes need /dev/shm, where every program of the user would
find what others share. Here it is an empty one, of limited size, that vanishes with the processes.
Processes keep their numbers, so that whoever looks from outside can still tell them.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
from pathlib import Path

from bombe.solvers.containment.libc import call

SHARED = Path("/dev/shm")  # noqa: S108 - that is where it is
_MOUNTS, _QUEUES, _NETWORK, _USERS = 0x00020000, 0x08000000, 0x40000000, 0x10000000
_WITHIN = 0x4000 | 0x40000
"""Mounts below a place, too, become private."""
_PLAIN = 2 | 4 | 8
"""No set-uid programs, no devices, no programs."""
_SIZE = b"size=64m,nr_inodes=1000,mode=1777"


def enter_spaces(*, network: bool = False) -> bool:
    """Move this process, which must have one thread, into spaces of its own; return if that works.

    With `network`, into one without any network, too.
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
            # Who may not trace a process does not see it. Only root may mount this.
            with contextlib.suppress(OSError):
                call("mount", b"proc", b"/proc", b"proc", flags, b"hidepid=ptraceable")
            return True
    return False


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
