"""Calls of the C library that Python does not offer; errors are OSError as everywhere."""

from __future__ import annotations

import ctypes
import functools
import os
from typing import Any

NO_NEW_PRIVILEGES = 38
"""The option of prctl that keeps set-uid programs from giving privileges, for good."""


@functools.cache
def _library() -> Any:
    return ctypes.CDLL(None, use_errno=True)


def _checked(value: int) -> int:
    if value < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return value


def syscall(number: int, *arguments: object) -> int:
    """Make a system call by its number; raise OSError if it fails."""
    return _checked(_library().syscall(ctypes.c_long(number), *map(_wide, arguments)))


def prctl(option: int, *arguments: object) -> int:
    """Change or ask a setting of this process; raise OSError if that fails."""
    padded = (*arguments, 0, 0, 0, 0)[:4]
    return _checked(_library().prctl(option, *map(_wide, padded)))


def _wide(argument: object) -> object:
    """Return a number with all its bits: a plain int would be passed as 32 of them."""
    return ctypes.c_ulong(argument) if isinstance(argument, int) else argument
