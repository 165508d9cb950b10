"""Calls of the C library that Python does not offer; errors are OSError as everywhere."""

from __future__ import annotations

import ctypes
import functools
import os
import signal
from typing import Any

NO_NEW_PRIVILEGES = 38
"""The option of prctl that keeps set-uid programs from giving privileges, for good."""

_DEATH_SIGNAL = 1
_MOST_ARGUMENTS = 6


@functools.cache
def _library() -> Any:
    library = ctypes.CDLL(None, use_errno=True)
    # Numbers are passed with all their bits, as addresses are.
    library.syscall.argtypes = [ctypes.c_long, *[ctypes.c_void_p] * _MOST_ARGUMENTS]
    library.prctl.argtypes = [ctypes.c_int, *[ctypes.c_void_p] * 4]
    return library


def _checked(value: int) -> int:
    if value < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return value


def syscall(number: int, *arguments: object) -> int:
    """Make a system call by its number; raise OSError if it fails."""
    missing = _MOST_ARGUMENTS - len(arguments)
    return _checked(_library().syscall(number, *arguments, *(0,) * missing))


def call(name: str, *arguments: object) -> int:
    """Call a function of the C library; raise OSError if it fails."""
    return _checked(getattr(_library(), name)(*arguments))


def prctl(option: int, *arguments: object) -> int:
    """Change or ask a setting of this process; raise OSError if that fails."""
    return _checked(_library().prctl(option, *arguments, *(0,) * (4 - len(arguments))))


def die_with_parent(parent: int) -> None:
    """End this process when its parent ends, or now if that has ended already."""
    prctl(_DEATH_SIGNAL, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)
