"""Temporary folders that say whose they are, so that those of killed programs can be removed.

    folder = tempfile.mkdtemp(prefix=folder_prefix("zip"))  # bombe-zip-4711-98765-4026531836-x7k2

A program that is killed leaves its folders behind. Their names hold its process, when that began,
and its name space of processes; the first folder that another program makes removes those whose
owner has ended. Folders of other users, and of name spaces that we cannot see, stay.
"""

from __future__ import annotations

import contextlib
import functools
import os
import re
import stat
import tempfile
from pathlib import Path

from bombe.solvers.sandbox.removal import remove_tree

_OWNED = re.compile(r"bombe-(?:[a-z]+-)?(?P<pid>\d+)-(?P<began>\d+)-(?P<space>\d+)-\w+")
_BEGAN = 19
"""The field of /proc/PID/stat, after the name of the program, with the time when it began."""


def folder_prefix(kind: str = "") -> str:
    """Return the beginning of a temporary folder's name; what the dead left is removed before."""
    _sweep_once()
    pid = os.getpid()
    what = f"{kind}-" if kind else ""
    return f"bombe-{what}{pid}-{_began(pid)}-{_space()}-"


def sweep() -> list[Path]:
    """Remove the temporary folders whose owner has ended; return them."""
    removed = []
    with contextlib.suppress(OSError):
        for entry in os.scandir(tempfile.gettempdir()):
            match = _OWNED.fullmatch(entry.name)
            if match and _is_ours(entry) and _has_ended(match):
                with contextlib.suppress(OSError):
                    remove_tree(Path(entry.path))
                removed.append(Path(entry.path))
    return removed


def has_lost_its_owner(name: str) -> bool:
    """Return whether a name is one of `folder_prefix`, of a program that has ended."""
    match = _OWNED.fullmatch(name)
    return match is not None and _has_ended(match)


@functools.cache
def _sweep_once() -> None:
    sweep()


def _is_ours(entry: os.DirEntry[str]) -> bool:
    """Return whether it is a folder of this user, and no link to one."""
    with contextlib.suppress(OSError):
        found = entry.stat(follow_symlinks=False)
        return stat.S_ISDIR(found.st_mode) and found.st_uid == getattr(os, "getuid", int)()
    return False


def _has_ended(match: re.Match[str]) -> bool:
    """Return whether the owner is known to have ended: another one may have its number by now."""
    if match["space"] != str(_space()):
        return False
    pid = int(match["pid"])
    with contextlib.suppress(ValueError, PermissionError):  # such a process runs, as another user
        try:
            os.kill(pid, 0)
        except (ProcessLookupError, OverflowError):
            return True
        return _began(pid) not in (0, int(match["began"]))
    return False


def _began(pid: int) -> int:
    """Return when a process began, in the ticks of the system since it started; 0 if unknown."""
    try:
        words = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
        return int(words.rpartition(")")[2].split()[_BEGAN])
    except (OSError, ValueError, IndexError):
        return 0


def _space() -> int:
    """Return the number of the name space that our processes are counted in; 0 if unknown."""
    try:
        return Path("/proc/self/ns/pid").stat().st_ino
    except OSError:
        return 0
