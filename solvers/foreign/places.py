"""How a foreign solver is named, taken apart without running any of its code.

package.module:Class              a class that Python finds, also in the current folder
folder/file.py:Class              a class in a file
folder/file.py:Class:depth=3      with options: its keyword-only arguments
program:./solver --fast           a program that writes the lines of wire.py
"""

from __future__ import annotations

import os
import shlex
import shutil
from pathlib import Path
from typing import NamedTuple

from bombe.boards.errors import UsageError
from bombe.boards.options import CALLER_FOLDER

PROGRAM = "program"


class SolverPlace(NamedTuple):
    """A solver by its text: `module` is a name or the path of a file, `program` a command."""

    text: str
    module: str = ""
    name: str = ""
    options: str = ""
    program: tuple[str, ...] = ()

    @property
    def is_file(self) -> bool:
        """Whether the module is a file."""
        return self.module.endswith(".py")

    @property
    def file(self) -> Path | None:
        """The file of the class or of the program; None if Python has to find it."""
        return Path(self.program[0] if self.program else self.module) if self._has_file else None

    @property
    def _has_file(self) -> bool:
        return bool(self.program) or self.is_file

    @property
    def is_ours(self) -> bool:
        """Whether the class comes with Bombe."""
        return self.module.partition(".")[0] == "bombe" and not self.is_file

    @property
    def state(self) -> tuple[str, int]:
        """What changes when the solver is written anew, as far as its place shows that."""
        return self.text, self.file.stat().st_mtime_ns if self.file else 0


def read(text: str) -> SolverPlace:
    """Return the place that a text names; raise UsageError if there is no solver."""
    head, _, rest = text.partition(":")
    if head == PROGRAM:
        return _program(text, rest)
    module, mark, rest = text.partition(".py:")
    if mark:
        path = Path(os.environ.get(CALLER_FOLDER, ""), f"{module}.py").resolve()
        if not path.is_file():
            raise UsageError(f"solver {text!r}: {path} does not exist: give FILE.py:Class")
        module = str(path)
    else:
        module, _, rest = text.partition(":")
    name, _, options = rest.partition(":")
    if not module or not name.isidentifier():
        raise UsageError(
            f"solver {text!r}: write it as package.module:Class, FILE.py:Class or program:./solver"
        )
    return SolverPlace(text, module, name, options)


def refuse_file(name: object) -> None:
    """Raise UsageError if a name that is in no table is a file, or looks like one."""
    if not isinstance(name, str):
        return
    file = Path(os.environ.get(CALLER_FOLDER, ""), name)
    is_file = os.path.isfile(file)  # noqa: PTH113 - Path.is_file raises on the longest names
    is_python = name.endswith(".py")
    if is_file and is_python:
        classes = class_names(file.read_bytes()) or ["Class"]
        words = " or ".join(f"{name}:{each}" for each in classes)
        raise UsageError(f"solver {name!r}: name its class: {words}")
    if is_file:
        path = name if os.sep in name else f"{os.curdir}{os.sep}{name}"
        raise UsageError(
            f"solver {name!r}: to run this program as a solver, write {PROGRAM}:{path}"
        )
    if is_python or os.sep in name:
        place = "FILE.py:Class" if is_python else f"{PROGRAM}:FILE"
        raise UsageError(f"solver {name!r}: there is no such file: give {place}")


def class_names(source: str | bytes) -> list[str]:
    """Return the names of the classes that a Python file has; none of what is no Python."""
    import ast

    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    return [node.name for node in tree.body if isinstance(node, ast.ClassDef)]


def _program(text: str, command: str) -> SolverPlace:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UsageError(f"solver {text!r}: {error}; close the quotation") from None
    if not words:
        raise UsageError(f"solver {text!r}: give the program, such as program:./solver")
    is_path = os.sep in words[0]
    file = Path(os.environ.get(CALLER_FOLDER, ""), words[0]).absolute()
    found = shutil.which(str(file) if is_path else words[0])
    if found is None:
        hint = f"make it executable: chmod +x {words[0]}" if file.is_file() else "give its path"
        raise UsageError(f"solver {text!r}: {words[0]} is no program that can be run; {hint}")
    return SolverPlace(text, program=(found, *words[1:]))
