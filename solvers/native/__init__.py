"""The native kernel: finds the compiled library, once, and says what became of it.

The library is a plain shared object next to this file, `_kernel.so` (`.dylib`, `.dll`), which the
build puts there where it can; without it everything works on the solvers in Python. Two variables
of the environment are looked at:

    BOMBE_REQUIRE_NATIVE=1   a missing or useless library is an error, not a reason to do without
    BOMBE_KERNEL=FILE        take that file instead: a build with sanitizers, or one being worked on

Neither numpy nor ortools is imported here, and nothing is compiled.
"""

import ctypes
import os
import sys

TYPE_CHECKING = False  # see quick.py: nothing is imported here that a quick answer does without
if TYPE_CHECKING:
    from _ctypes import _CArgObject as Pointer
    from typing import Any

    from bombe.boards.errors import SolverMissingError

VERSION = 2
"""The version of the C interface that interface.py speaks."""

ALIGNMENT = 64
"""Of a workspace, in bytes."""

LARGEST = 36
"""The largest N that the library knows."""

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
        raise _missing(found)
    return found


def workspace(m: int, n: int) -> "Pointer":
    """Make the memory of the searches for boxes of m rows by n columns; for one thread at a time.

    It is there as long as the pointer is, which is made for functions of the library.
    """
    found = library()
    memory = ctypes.create_string_buffer(found.bombe_workspace_bytes(m, n) + ALIGNMENT)
    pointer = ctypes.byref(memory, -ctypes.addressof(memory) % ALIGNMENT)
    found.bombe_workspace_prepare(pointer, m, n)
    return pointer


def instructions() -> str:
    """Name the vector instructions that the 9x9 search uses on this machine."""
    name: bytes = library().bombe_instructions()
    return name.decode()


_found: list[ctypes.CDLL | str] = []
"""What `_find` came to, once it was asked."""


def _find() -> ctypes.CDLL | str:
    """Load the library, or say why not."""
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
    """Tell ctypes the types of the functions in kernel.h.

    But not of those that are called for every board: `bombe_count` and its like, and the quick
    ones. They get objects of ctypes and bytes, which need no look at a declaration: it would cost
    0.1 microseconds for each argument. Their answer is an int32, which is what ctypes expects.
    """
    pointer, number, size = ctypes.c_void_p, ctypes.c_int64, ctypes.c_int32
    _set_types(
        loaded,
        ("bombe_instructions", ctypes.c_char_p),
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


def library_for(what: str, *functions: "tuple[Any, ...]") -> ctypes.CDLL:
    """Give the library with the types of more functions; a kernel without them raises."""
    loaded = library()
    try:
        _set_types(loaded, *functions)
    except AttributeError as error:
        raise _missing(f"the native kernel knows no {what} ({error})") from None
    return loaded
