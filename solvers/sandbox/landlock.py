"""Landlock: a process gives up all files but those that are listed, TCP, and others' processes.

A domain, once entered, also keeps its processes from tracing others and from reading their memory
and their environment. What a version (ABI) does not know is not asked of it. See landlock(7).
"""

from __future__ import annotations

import os
import stat
import struct
from typing import TYPE_CHECKING

from bombe.solvers.sandbox.libc import syscall

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from bombe.solvers.sandbox.policy import Sandbox

_CREATE, _ADD_RULE, _RESTRICT = 444, 445, 446
_EXECUTE, _WRITE, _READ, _LIST = 1, 2, 4, 8
_DEVICES = 1 << 6 | 1 << 11
"""Making character and block devices, which nobody is given."""
_TRUNCATE, _IOCTL = 1 << 14, 1 << 15
_FILES = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 5: (1 << 16) - 1}
"""The rights to files that are handled, by the first ABI that knows them."""
_OF_A_FILE = _EXECUTE | _WRITE | _READ | _TRUNCATE | _IOCTL
"""The rights that a rule for a file, and not for a folder, may name."""
_TCP, _SCOPES = 3, 3
_QUIET = 1
"""The flag that keeps what is denied out of the system's log."""
_BEYOND = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
"""Devices that may be read and written."""
_prepared: list[tuple[Sandbox, int]] = []


def version() -> int:
    """Return the ABI of this machine's Landlock; 0 if there is none or it is switched off."""
    try:
        return syscall(_CREATE, None, 0, 1)
    except OSError:
        return 0


def rights_of_abi(abi: int) -> int:
    """Return the rights to files that an ABI knows."""
    return _FILES[max(first for first in _FILES if first <= abi)]


def prepare(sandbox: Sandbox, abi: int) -> None:
    """Make the rules of a sandbox in advance, for a process that will be forked from this one."""
    _discard()
    _prepared.append((sandbox, _rules(sandbox, abi)))


def restrict(sandbox: Sandbox, abi: int) -> None:
    """Enter a domain in which only what the sandbox lists can be reached."""
    try:
        if not _prepared or _prepared[0][0] != sandbox:
            prepare(sandbox, abi)
        syscall(_RESTRICT, _prepared[0][1], _QUIET if abi >= 7 else 0)
    finally:
        _discard()  # whoever has rules could add to them, for processes to come


def _discard() -> None:
    while _prepared:
        os.close(_prepared.pop()[1])


def _rules(sandbox: Sandbox, abi: int) -> int:
    """Return a descriptor of the rules of a sandbox."""
    rights = rights_of_abi(abi)
    attributes = struct.pack("=QQQ", rights, _TCP if abi >= 4 else 0, _SCOPES if abi >= 6 else 0)
    size = 24 if abi >= 6 else 16 if abi >= 4 else 8
    rules = syscall(_CREATE, attributes, size, 0)
    try:
        _allow(rules, outermost(sandbox.reads), (_EXECUTE | _READ | _LIST) & rights)
        _allow(rules, sandbox.lists, _LIST)
        _allow(rules, sandbox.writes, rights & ~_DEVICES)
        _allow(rules, _BEYOND, (_READ | _WRITE | _TRUNCATE) & rights)
    except OSError:
        os.close(rules)
        raise
    return rules


def outermost(paths: Iterable[Path]) -> list[str]:
    """Return the paths that are below no other of them: rules hold for all that is below."""
    found: list[str] = []
    for path in sorted(map(str, paths)):
        if not found or not f"{path}/".startswith(f"{found[-1]}/"):
            found.append(path)
    return found


def _allow(rules: int, paths: Iterable[Path | str], rights: int) -> None:
    """Add rules for paths; those that do not exist are left out."""
    for path in paths:
        try:
            place = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except OSError:
            continue
        try:
            _add(rules, place, rights)
        finally:
            os.close(place)


def _add(rules: int, place: int, rights: int) -> None:
    if not stat.S_ISDIR(os.fstat(place).st_mode):
        rights &= _OF_A_FILE
    if rights:
        syscall(_ADD_RULE, rules, 1, struct.pack("=Qi", rights, place), 0)
