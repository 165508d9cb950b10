"""Limits of a process, and privileges that it gives up; for all that it starts, too."""

from __future__ import annotations

import contextlib
import os
import struct
import sys
from typing import TYPE_CHECKING

from bombe.solvers.sandbox.libc import NO_NEW_PRIVILEGES, prctl, syscall

if sys.platform != "win32":
    import resource

if TYPE_CHECKING:
    from bombe.solvers.sandbox.policy import Sandbox

_CAPSET = {"x86_64": 126, "aarch64": 91}
_VERSION = 0x20080522
"""The form in which capset takes privileges: two halves of three sets."""
_READ_BOUND, _DROP_BOUND, _ADMINISTRATION = 23, 24, 21
_OWN_FILES = 1 << 1 | 1 << 2
"""CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH: root still reads the files of its users, of those that
Landlock leaves."""
_MOST_PRIVILEGES = 64
_SACRIFICE = "500"
"""How much sooner than others the process is ended when the machine runs out of memory."""


def limit(sandbox: Sandbox) -> None:
    """Limit this process and each of its children; no core dumps."""
    if sys.platform == "win32":
        return
    _set(resource.RLIMIT_CORE, 0)
    _set(resource.RLIMIT_AS, sandbox.memory)
    if sandbox.level == "none":
        return
    _set(resource.RLIMIT_FSIZE, sandbox.file_bytes)
    _set(resource.RLIMIT_NOFILE, sandbox.files)
    if sandbox.cpu_seconds is not None:
        # The hard limit would end it by SIGKILL, as if it had been killed from outside.
        with contextlib.suppress(ValueError, OSError):
            hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
            resource.setrlimit(resource.RLIMIT_CPU, (sandbox.cpu_seconds, hard))
    _set(resource.RLIMIT_NPROC, sandbox.tasks)
    for name in ("MSGQUEUE", "NICE", "RTPRIO"):
        if (kind := getattr(resource, f"RLIMIT_{name}", None)) is not None:
            _set(kind, 0)
    _offer_as_victim()


def _set(kind: int, most: int | None) -> None:
    """Set a limit, unless there is a lower one."""
    if sys.platform == "win32" or most is None:
        return
    with contextlib.suppress(ValueError, OSError):  # macOS refuses some
        hard = resource.getrlimit(kind)[1]
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (most, most))


def _offer_as_victim() -> None:
    with contextlib.suppress(OSError):
        place = os.open("/proc/self/oom_score_adj", os.O_WRONLY)
        try:
            os.write(place, _SACRIFICE.encode())
        finally:
            os.close(place)


def bound_privileges() -> None:
    """Keep programs from gaining what root may do and others may not, here and in children.

    Root's own right to files stays: Landlock says which, and without it they are the user's anyway.
    """
    with contextlib.suppress(OSError):
        if prctl(_READ_BOUND, _ADMINISTRATION) == 0:
            return
        for privilege in range(_MOST_PRIVILEGES):
            if not _own_files() >> privilege & 1:
                prctl(_DROP_BOUND, privilege)


def give_up_privileges(machine: str) -> None:
    """Drop what root may do and others may not, and who is in a name space of users, too."""
    prctl(NO_NEW_PRIVILEGES, 1)
    bound_privileges()
    halves = struct.pack("=6I", _own_files(), _own_files(), 0, 0, 0, 0)
    with contextlib.suppress(OSError, KeyError):
        syscall(_CAPSET[machine], struct.pack("=Ii", _VERSION, 0), halves)


def _own_files() -> int:
    return _OWN_FILES if os.geteuid() == 0 else 0
