"""The Python files of an agent's folder, as the referee reads them: anything may lie there.

A pipe would have it wait, a device or a sparse file would fill its memory, and source that is
nested deeply enough ends Python's parser.
"""

from __future__ import annotations

import ast
import itertools
import os
import stat
from pathlib import Path

MOST_FILES = 300
MOST_BYTES = 4 << 20
_NO_WAIT = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


def sources(folder: Path) -> list[Path]:
    """Return the Python files of a folder, in order; of very many, the first."""
    return sorted(itertools.islice(folder.rglob("*.py"), MOST_FILES))


def parsed(path: Path) -> ast.Module:
    """Return a file of source code, parsed; raise OSError, SyntaxError or ValueError."""
    try:
        return ast.parse(_text(path))
    except (MemoryError, RecursionError):
        raise ValueError("the code is nested too deeply") from None


def _text(path: Path) -> bytes:
    """Return the content of a file; raise OSError if it is no plain file, or a very large one."""
    with os.fdopen(os.open(path, os.O_RDONLY | _NO_WAIT), "rb") as file:
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode) or found.st_size > MOST_BYTES:
            raise OSError(f"{path}: not a file of source code of at most {MOST_BYTES >> 20} MiB")
        return file.read()
