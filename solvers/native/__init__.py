"""The native kernel: finds the library file, loads it once, and says why it cannot be used.

The library is a plain shared object next to this file, `_kernel.so` (`.dylib`, `.dll`), which the
build puts there where it can; without it everything works on the solvers in Python. Two variables
of the environment are read:

    BOMBE_REQUIRE_NATIVE=1   a missing or useless library is an error, not a reason to do without
    BOMBE_KERNEL=FILE        take that file instead: a build with sanitizers, or one being worked on

Neither numpy nor ortools is imported here, and nothing is compiled.
"""

import ctypes
import os
import sys

TYPE_CHECKING = False  # see quick.py: nothing is imported here that a quick answer does not need
if TYPE_CHECKING:
    from _ctypes import _CArgObject as Pointer
    from collections.abc import Mapping
    from typing import Any

    from bombe.boards.errors import SolverMissingError

VERSION = 3
"""The version of the C interface that these modules speak."""

ALIGNMENT = 64
"""Of a workspace, in bytes."""

LARGEST = 36
"""The largest N that the kernel knows."""

UNKNOWN_FACT = -(2**63)
"""What the kernel answers about a name that it does not know."""

FILE_NAME = {"win32": "_kernel.dll", "darwin": "_kernel.dylib"}.get(sys.platform, "_kernel.so")
REMEDY = "install Bombe again with a C++ compiler or with `ziglang`"


def is_available() -> bool:
    """Return whether the kernel can be used."""
    return not problem()


def problem() -> str:
    """Return in a line why the kernel cannot be used; empty where it can."""
    found = _find()
    return found if isinstance(found, str) else ""


def library() -> ctypes.CDLL:
    """Return the loaded library, or raise SolverMissingError."""
    found = _find()
    if isinstance(found, str):
        raise _missing(found)
    return found


def workspace(m: int, n: int) -> "Pointer":
    """Return memory for searches with boxes of m rows by n columns; for one thread at a time.

    It lives as long as the pointer, which functions of the kernel take as it is.
    """
    found = library()
    memory = ctypes.create_string_buffer(found.bombe_workspace_bytes(m, n) + ALIGNMENT)
    pointer = ctypes.byref(memory, -ctypes.addressof(memory) % ALIGNMENT)
    found.bombe_workspace_prepare(pointer, m, n)
    return pointer


_found: list[ctypes.CDLL | str] = []
"""The result of `_find`, after the first call."""


def _find() -> ctypes.CDLL | str:
    """Return the library, or why it does not load."""
    if not _found:
        chosen = os.environ.get("BOMBE_KERNEL")
        found = _load(chosen or f"{__path__[0]}{os.sep}{FILE_NAME}")
        if isinstance(found, str) and (chosen or os.environ.get("BOMBE_REQUIRE_NATIVE") == "1"):
            raise _missing(found)
        _found.append(found)
    return _found[0]


def _missing(problem: str) -> "SolverMissingError":
    from bombe.boards.errors import SolverMissingError

    return SolverMissingError(f"{problem}: {REMEDY}")


def _load(path: str) -> ctypes.CDLL | str:
    if not os.path.isfile(path):  # noqa: PTH113 - to import pathlib takes longer than all this
        return f"the native kernel is not built: {path} does not exist"
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
    """Set the types of the functions in kernel.h.

    But not of those that are called for every board: `bombe_count` and its like, and the quick
    ones. They get objects of ctypes and bytes, which need no declaration: it would cost 0.1
    microseconds for each argument. They return an int32, which is what ctypes expects.
    """
    pointer, number, size = ctypes.c_void_p, ctypes.c_int64, ctypes.c_int32
    _set_types(
        loaded,
        ("bombe_instructions", ctypes.c_char_p),
        ("bombe_fact", number, ctypes.c_char_p),
        ("bombe_workspace_bytes", number, size, size),
        ("bombe_workspace_prepare", None, pointer, size, size),
        ("bombe_workspace_narrow", size, pointer, size),
        ("bombe_misfit", number, pointer, number, size),
        ("bombe_masks", None, pointer, size, pointer),
    )
    loaded.bombe_quick_solution.restype = ctypes.c_char_p


def _set_types(loaded: ctypes.CDLL, *functions: "tuple[Any, ...]") -> None:
    """Set the types of functions: the name, the result, the arguments."""
    for name, result, *arguments in functions:
        function = getattr(loaded, name)
        function.restype, function.argtypes = result, arguments


def declare(*functions: "tuple[Any, ...]") -> ctypes.CDLL:
    """Return the library with the types of more functions: the name, the result, the arguments."""
    loaded = library()
    _set_types(loaded, *functions)
    return loaded


def check_facts(stated: "Mapping[str, int]") -> None:
    """Raise SolverMissingError unless the kernel has these sizes and numbers: see src/facts.cpp."""
    fact = library().bombe_fact
    for name, value in stated.items():
        found: int = fact(name.encode())
        if found != value:
            there = "does not know it" if found == UNKNOWN_FACT else f"has {found}"
            raise _missing(
                f"the native kernel was built from other sources: Python has {name} = {value}, "
                f"the kernel {there}"
            )
