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

    from bombe.boards.errors import SolverMissingError

ALIGNMENT = 64
"""Of a workspace, in bytes; `kAlignment` in C++."""

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
        raise missing(found)
    return found


def workspace(m: int, n: int) -> "Pointer":
    """Return memory for searches with boxes of m rows by n columns; for one thread at a time.

    Raise what Shape raises if the kernel knows no such boards.

    It lives as long as the pointer, which functions of the kernel take as it is.
    """
    found = library()
    size = found.bombe_workspace_bytes(m, n)
    if not size:
        from bombe.boards import Shape

        Shape(m, n)  # says what is wrong
    memory = ctypes.create_string_buffer(size + ALIGNMENT)
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
            raise missing(found)
        _found.append(found)
    return _found[0]


def missing(problem: str) -> "SolverMissingError":
    """Return the error about a kernel that cannot be used."""
    from bombe.boards.errors import SolverMissingError

    return SolverMissingError(f"{problem}: {REMEDY}")


def _load(path: str) -> ctypes.CDLL | str:
    if not os.path.isfile(path):  # noqa: PTH113 - to import pathlib takes longer than all this
        return f"the native kernel is not built: {path} does not exist"
    try:
        loaded = ctypes.CDLL(path)
        loaded.bombe_interface  # noqa: B018 - which kernels of other versions do not have
    except (OSError, AttributeError) as error:
        return f"the native kernel {path} does not load: {error}"
    # Types of arguments would cost 0.1 microseconds for each of them; see interface.py for others.
    loaded.bombe_workspace_bytes.restype = ctypes.c_int64
    loaded.bombe_quick_solution.restype = ctypes.c_char_p
    return loaded
