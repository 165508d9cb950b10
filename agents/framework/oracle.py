"""How agents of the framework call the oracle program: through a shell, with a file.

That takes a good part of a short turn, on a busy machine all of it. So a call of our own program is
answered in the agent's process, and so is one of a program that does not exist: in the framework,
`bin/solve_sudoku` would be there. A program of another maker is called.
"""

from __future__ import annotations

import contextlib
import functools
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from bombe.agents.framework.answers import answer, read_file
from bombe.boards.errors import SolverMissingError

# Imported and loaded here, in the process that turns are forked from, and not in every turn.
from bombe.solvers.native import is_available, quick  # noqa: F401 - quick is loaded for the answers

with contextlib.suppress(SolverMissingError):
    is_available()
PROGRAM = "solve_sudoku"
_NEEDS_A_SHELL = re.compile(r"[$`\\*?\[\]~#!|;&<>()\n]")
"""What a shell would not take literally, in some place at least."""


@functools.cache
def program_path() -> str:
    """Return the path of our program; where it is not installed, that of the framework's."""
    beside = str(Path(sys.executable).parent)
    return shutil.which(PROGRAM, path=beside) or shutil.which(PROGRAM) or f"bin/{PROGRAM}"


def execute_command(command: str) -> str:
    """Run a command in a shell; return its output, of both streams."""
    words = _words(command)
    if words and _is_answered_here(words[0]):
        return _answered(words[1:], read_file)
    done = subprocess.run(  # noqa: S602 - the framework's interface is a shell command
        command, shell=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    return done.stdout.decode("utf-8", errors="replace").strip()


def solve_sudoku(solve_sudoku_path: str, board_text: str, options: str = "") -> str:
    """Ask the oracle program about a board; return its output."""
    if (words := _words(options)) is not None and _is_answered_here(solve_sudoku_path):
        return _answered(["board.txt", *words], lambda _: board_text)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "board.txt"
        path.write_text(board_text, encoding="utf-8")
        return execute_command(f'"{solve_sudoku_path}" "{path}" {options}')


def _words(command: str) -> list[str] | None:
    """Split a command as a shell does; return None where that takes a shell."""
    if os.name == "nt" and "\\" in command:
        command = command.replace("\\", "/")
    if _NEEDS_A_SHELL.search(command):
        return None
    with contextlib.suppress(ValueError):  # a quote without its end
        return shlex.split(command)
    return None


def _is_answered_here(program: object) -> bool:
    """Return whether a program is ours, or would be it if it existed."""
    path = str(program)
    if Path(path) == Path(program_path()):
        return True
    return Path(path).stem == PROGRAM and shutil.which(path) is None


def _answered(words: list[str], read: Callable[[str], str]) -> str:
    out, err, _ = answer(words, read, random.randrange)
    return (out + err).strip()
