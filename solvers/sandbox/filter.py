"""Seccomp: what a process may ask of the system, beside files; calls.py says why each is denied.

The filter is a program for the small machine in the kernel that sees every system call: its number,
its arguments, but nothing that they point to. It is made for one process, the main one, and for all
that it starts: none of them can send SIGKILL, SIGSTOP or SIGCONT to the main process. So one that
died of SIGKILL was killed from outside, and one that is frozen stays so. The main process may also
be called by the number of any of its threads, which only a judge outside can tell: see signals.py.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import functools
import os
import signal
import socket
import struct
import sys
from typing import TYPE_CHECKING

from bombe.solvers.sandbox import calls
from bombe.solvers.sandbox.libc import NO_NEW_PRIVILEGES, prctl, syscall

if TYPE_CHECKING:
    from collections.abc import Iterable

_SECCOMP = 22
_MACHINES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_ALLOW, _ERROR, _ASK = 0x7FFF0000, 0x00050000, 0x7FC00000
_LISTENED = 8
"""The flag that returns a descriptor on which the calls to be asked about are heard."""
_NUMBER, _MACHINE, _ARGUMENTS = 0, 4, 16
"""Where the data of a call are: its number, its calling convention, arguments of eight bytes."""
_HIGH = 4
"""The upper half of an argument: both machines have the lower half first."""
_NEW_SPACES = 0x7E020000
_SAME_PARENT = 0x00008000
_CHILD_ENDED = 17
"""SIGCHLD, the only signal that the end of a child may send."""
_RESERVED = (
    tuple(map(int, (signal.SIGKILL, signal.SIGSTOP, signal.SIGCONT)))
    if sys.platform != "win32"
    else ()
)
"""The signals by which the supervisor ends, stops and wakes processes, whatever these do."""
_OPTIONS = {
    "who inherits orphans": (36,),
    "whether the watch can look": (4,),
    "memory maps, faulty memory, privileges": (35, 33, 8, 28, 47, 57, 62),
}
"""The settings of prctl that stay as they are."""
_CONTROLS = (8, 10, 15, 1024, 1026)
"""F_SETOWN, F_SETSIG, F_SETOWN_EX send signals; F_SETLEASE and F_NOTIFY hold up others."""
_REQUESTS = (0x5412, 0x541C, 0x8901, 0x8902, 0x40086602, 0x401C5820)
"""Typing into a terminal, owners of signals, flags of files."""
_LIMITS = (0, 15)
"""Processor times: a process that is over the hard limit gets a SIGKILL."""
_STREAMS = (1, 5)
"""Kinds of socket pairs that cannot send to others: SOCK_STREAM and SOCK_SEQPACKET."""
_OF_SOCKETS, _SENT_AHEAD = 1, 7
"""SOL_SOCKET and SO_SNDBUF: how much a socket sends ahead, which the watch reckons with."""
_TRUNCATE_ABI = 3
"""The first Landlock that denies to shorten a file by its name."""


_MAIN = 0x3B0B3B0B
"""Stands for the main process in a filter that is made in advance: no process has this number."""
_DENIED = (
    *(calls.NETWORK, calls.OTHERS, calls.SCHEDULE),
    *(calls.SYSTEM, calls.IDENTITY, calls.LASTING),
)
_ANSWERS = (
    *((errno.EPERM, table) for table in _DENIED),
    (errno.ENOSYS, calls.ABSENT),
    (errno.ENOTSUP, calls.ATTRIBUTES),
    (0, calls.PRETENDED),
)
"""The errors that calls end with; 0: as if they had done it."""


_Step = tuple[int, int, int, int]
"""An instruction: how many steps to skip if it is true and if it is false, and its operand."""


def _load(offset: int) -> _Step:
    return 0x20, 0, 0, offset


def _argument(index: int, half: int = 0) -> _Step:
    return _load(_ARGUMENTS + 8 * index + half)


def _return(value: int) -> _Step:
    return 0x06, 0, 0, value


_PASS, _DENY, _HEAR = (_return(value) for value in (_ALLOW, _ERROR | errno.EPERM, _ASK))


def _if_equal(value: int, steps: list[_Step]) -> list[_Step]:
    return [(0x15, 0, len(steps), value), *steps]


def _unless_equal(value: int, steps: list[_Step]) -> list[_Step]:
    return [(0x15, len(steps), 0, value), *steps]


def _if_from(value: int, steps: list[_Step]) -> list[_Step]:
    return [(0x35, 0, len(steps), value), *steps]


def _if_any_bit(bits: int, steps: list[_Step]) -> list[_Step]:
    return [(0x45, 0, len(steps), bits), *steps]


def _only(mask: int) -> _Step:
    return 0x54, 0, 0, mask


def _deny_if(values: Iterable[int], index: int) -> list[_Step]:
    """Deny a call whose argument has one of these values."""
    denials = (step for value in values for step in _if_equal(value, [_DENY]))
    return [_argument(index), *denials, _PASS]


def _if_reserved(index: int, steps: list[_Step]) -> list[_Step]:
    """Pass other signals than those of the supervisor; for these, go on."""
    passed = [_PASS]
    for number in _RESERVED:
        passed = [(0x15, len(passed), 0, number), *passed]
    return [_argument(index), *passed, *steps]


def _deny_main(main: int, *, heard: bool) -> list[_Step]:
    """Deny a signal to the main process, and to groups: that may be the group of the main one."""
    some = [*_if_equal(main, [_DENY]), *_if_equal(0, [_DENY]), *_if_from(1 << 31, [_DENY])]
    return [_argument(0), *some, _HEAR if heard else _PASS]


def _times(index: int) -> list[_Step]:
    """Pretend to set times, but not to set them to now: then a file may have to be made first."""
    done = _return(_ERROR)
    halves = (_argument(index, half) for half in (0, _HIGH))
    return [*(step for load in halves for step in (load, *_unless_equal(0, [done]))), _DENY]


def _asked(main: int, *, heard: bool) -> dict[str, list[_Step]]:
    """Return what is done with the calls of which the arguments count."""
    settings = {"prctl": _options(), "seccomp": _deny_if((0,), 0)}
    return {**_signals(main, heard=heard), **_limits(main), **_of_files(), **settings}


def _signals(main: int, *, heard: bool) -> dict[str, list[_Step]]:
    """Return what is done with calls that send signals, or have one sent at a child's end."""
    to_process = _if_reserved(1, _deny_main(main, heard=heard))
    return {
        "kill": to_process,
        "rt_sigqueueinfo": to_process,
        "tkill": _if_reserved(1, [_DENY]),
        "tgkill": _if_reserved(2, [_DENY]),
        "rt_tgsigqueueinfo": _if_reserved(2, [_DENY]),
        "pidfd_send_signal": _if_reserved(1, [_DENY]),
        "clone": [
            _argument(0),
            *_if_any_bit(_NEW_SPACES | _SAME_PARENT, [_DENY]),
            _only(0xFF),
            *_unless_equal(0, _unless_equal(_CHILD_ENDED, [_DENY])),
            _PASS,
        ],
    }


def _limits(main: int) -> dict[str, list[_Step]]:
    """Return what is done with calls for limits: one's own may be read, and most be lowered."""
    own = [_argument(0), *_unless_equal(0, _unless_equal(main, [_DENY]))]
    change = (_argument(2, half) for half in (0, _HIGH))
    denied = _deny_if(_LIMITS, 1)
    is_change = (step for load in change for step in (load, *_unless_equal(0, denied)))
    return {"prlimit64": [*own, *is_change, _PASS], "setrlimit": _deny_if(_LIMITS, 0)}


def _of_files() -> dict[str, list[_Step]]:
    """Return what is done with calls for descriptors and files."""
    streams = (step for kind in _STREAMS for step in _if_equal(kind, [_PASS]))
    return {
        "utime": _times(1),
        "utimes": _times(1),
        "futimesat": _times(2),
        # Without a path it is a file that is open, and so exists.
        "utimensat": [_argument(1), *_unless_equal(0, _times(2)), _return(_ERROR)],
        "fcntl": _deny_if(_CONTROLS, 1),
        "ioctl": _deny_if(_REQUESTS, 1),
        "socketpair": [_argument(1), _only(0xF), *streams, _DENY],
        "setsockopt": [
            _argument(1),
            *_if_equal(_OF_SOCKETS, [_argument(2), *_if_equal(_SENT_AHEAD, [_return(_ERROR)])]),
            _PASS,
        ],
    }


def _options() -> list[_Step]:
    """Return what is done with settings of a process."""
    # To die with its parent is what it is set to; to outlive it is denied. A strict filter kills.
    with_parent = _if_equal(1, [_argument(1), *_unless_equal(signal.SIGKILL, [_DENY]), _PASS])
    strict = _if_equal(_SECCOMP, _deny_if((1,), 1))
    denied = [number for numbers in _OPTIONS.values() for number in numbers]
    return [_argument(0), *with_parent, *strict, *_deny_if(denied, 0)]


@functools.cache
def program(machine: str, landlock: int, *, sessions: bool = False, heard: bool = False) -> bytes:
    """Return the filter for a machine with that version of Landlock; the main process is _MAIN.

    It leaves the process its `sessions`; if it is `heard`, somebody judges signals that kill.
    """
    column = list(_MACHINES).index(machine)
    steps = [_load(_MACHINE), *_unless_equal(_MACHINES[machine], [_DENY]), _load(_NUMBER)]
    steps += _if_from(calls.LAST + 1, [_return(_ERROR | errno.ENOSYS)])
    for error, table in (*_ANSWERS, *(() if sessions else ((0, calls.SESSIONS),))):
        for number in _numbers(table, column):
            steps += _if_equal(number, [_return(_ERROR | error)])
    bodies = _asked(_MAIN, heard=heard) | (
        {} if landlock >= _TRUNCATE_ABI else {"truncate": [_DENY]}
    )
    for name, body in bodies.items():
        for number in _numbers({name: calls.ASKED[name]}, column):
            steps += _if_equal(number, body)
    return b"".join(struct.pack("=HBBI", *step) for step in (*steps, _PASS))


def _numbers(table: calls.Numbers, column: int) -> list[int]:
    """Return the numbers of the calls of a table that a machine has."""
    return [number for numbers in table.values() if (number := numbers[column]) is not None]


def is_available() -> bool:
    """Return whether this machine has filters, and is one that ours is for."""
    if sys.platform != "linux" or os.uname().machine not in _MACHINES or not _has_wide_pointers():
        return False
    try:
        return syscall(_number(), 2, 0, struct.pack("=I", _ERROR)) == 0
    except OSError:
        return False


def _number() -> int:
    """Return the number of the call for filters."""
    return calls.ASKED["seccomp"][list(_MACHINES).index(os.uname().machine)] or 0


def _has_wide_pointers() -> bool:
    return sys.maxsize > 1 << 32


def prepare(landlock: int) -> None:
    """Make the filters in advance."""
    for heard in (False, True):
        program(os.uname().machine, landlock, sessions=False, heard=heard)


def install(landlock: int, *, sessions: bool = False, judge: socket.socket | None = None) -> None:
    """Put this process, and all that it will start, behind the filter; it is the main one.

    A `judge` gets a descriptor, unless there is a judge already.
    """
    prctl(NO_NEW_PRIVILEGES, 1)
    if judge is not None:
        with contextlib.suppress(OSError):
            heard = _enter(
                program(os.uname().machine, landlock, sessions=sessions, heard=True), _LISTENED
            )
            socket.send_fds(judge, [b"."], [heard])
            os.close(heard)
            return
    _enter(program(os.uname().machine, landlock, sessions=sessions, heard=False), 0)


def _enter(code: bytes, flags: int) -> int:
    """Install a program for this process; return what the system does."""
    code = code.replace(struct.pack("=I", _MAIN), struct.pack("=I", os.getpid()))
    buffer = ctypes.create_string_buffer(code, len(code))
    header = struct.pack("@HxxxxxxQ", len(code) // 8, ctypes.addressof(buffer))
    return syscall(_number(), 1, flags, header)
