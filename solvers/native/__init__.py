"""The native kernel: finds the compiled library, once, and says what became of it.

The library is a plain shared object next to this file, `_kernel.so` (`.dylib`, `.dll`), which the
build puts there where it can; without it everything works on the solvers in Python. Two variables
of the environment are looked at:

    BOMBE_REQUIRE_NATIVE=1   a missing or useless library is an error, not a reason to do without
    BOMBE_KERNEL=FILE        take that file instead: a build with sanitizers, or one being worked on

Neither numpy nor ortools is imported here, and nothing is compiled.
"""

from __future__ import annotations

import ctypes
import functools
import os
import sys

from bombe.boards.errors import SolverMissingError

VERSION = 1
"""The version of the C interface that interface.py speaks."""

FILE_NAME = {"win32": "_kernel.dll", "darwin": "_kernel.dylib"}.get(sys.platform, "_kernel.so")
REMEDY = "install Bombe again where there is a C++ compiler, or with `ziglang`"


def is_available() -> bool:
    """Tell whether the kernel can be used."""
    return not problem()


def problem() -> str:
    """Say in a line why the kernel cannot be used; empty where it can."""
    found = _find()
    return found if isinstance(found, str) else ""


def library() -> ctypes.CDLL:
    """Give the loaded library."""
    found = _find()
    if isinstance(found, str):
        raise SolverMissingError(f"{found}: {REMEDY}")
    return found


def instructions() -> str:
    """Name the vector instructions that the 9x9 search uses on this machine."""
    name: bytes = library().bombe_instructions()
    return name.decode()


@functools.cache
def _find() -> ctypes.CDLL | str:
    """Load the library, or say why not."""
    chosen = os.environ.get("BOMBE_KERNEL")
    path = chosen or f"{__path__[0]}{os.sep}{FILE_NAME}"
    found = _load(path)
    if isinstance(found, str) and (chosen or os.environ.get("BOMBE_REQUIRE_NATIVE") == "1"):
        raise SolverMissingError(f"{found}: {REMEDY}")
    return found


def _load(path: str) -> ctypes.CDLL | str:
    if not os.path.isfile(path):  # noqa: PTH113 - to import pathlib takes longer than all this
        return f"the native kernel is not built: there is no {path}"
    try:
        loaded = ctypes.CDLL(path)
        version: int = loaded.bombe_version()
    except (OSError, AttributeError) as error:
        return f"the native kernel {path} does not load: {error}"
    if version != VERSION:
        return f"the native kernel {path} is of version {version}, not {VERSION}"
    _declare(loaded)
    return loaded


def _declare(loaded: ctypes.CDLL) -> None:
    """Tell ctypes the types of the functions in kernel.h."""
    pointer, number, size = ctypes.c_void_p, ctypes.c_int64, ctypes.c_int32
    for name, result, *arguments in (
        ("bombe_instructions", ctypes.c_char_p),
        ("bombe_workspace_bytes", number, size, size),
        ("bombe_workspace_prepare", None, pointer, size, size),
        ("bombe_workspace_narrow", size, pointer, size),
        ("bombe_misfit", number, pointer, number, size),
        ("bombe_count", size, pointer, pointer),
        ("bombe_next", size, pointer, pointer),
        ("bombe_audit", size, pointer, pointer),
        ("bombe_solve", number, pointer, ctypes.c_char_p, number),
        ("bombe_solution", pointer, pointer),
    ):
        function = getattr(loaded, name)
        function.restype, function.argtypes = result, arguments
