"""Puts the oracle program into a checkout of the course framework, as bin/solve_sudoku.

Elsewhere than on Windows that is a script of the shell, which starts Python where it starts
fastest, and which bears blanks and any length of a path. On Windows it is the program that pip made
of the command `solve_sudoku`.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bombe.boards.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

MARK = b"bombe.oracle"
"""What a program that is ours has in it."""
TELLING = Path("competitive_sudoku", "sudokuai.py")
"""What every checkout of the framework has, whichever edition it is."""
REMEDY = "install Bombe again, then run: bombe oracle install"
_SCRIPT = """\
#!/bin/sh
# The oracle program of Bombe (bombe.oracle), put here by `bombe oracle install`.
python={python}
start={start}
if [ ! -x "$python" ] || [ ! -f "$start" ]; then
    echo "solve_sudoku: Bombe is not at $start any more: {remedy}" >&2
    exit 5
fi
exec "$python" -IS "$start" "$@"
"""
_SECONDS = 60.0


@dataclass(frozen=True)
class Installed:
    """What was done: where the program is, and where the one that stood there went."""

    program: Path
    backup: Path | None
    is_anew: bool


def install(folder: Path, *, windows: bool = os.name == "nt") -> Installed:
    """Put the program into the checkout in `folder`; a foreign one there is kept beside it."""
    if not (folder / TELLING).is_file():
        raise InputError(
            f"{folder}: that is no checkout of the framework, it has no {TELLING.as_posix()}; "
            "give the folder that holds competitive_sudoku/ and bin/"
        )
    program = folder / "bin" / ("solve_sudoku.exe" if windows else "solve_sudoku")
    content = _launcher() if windows else _script()
    program.parent.mkdir(exist_ok=True)
    with _tried(program, content) as fresh:
        is_ours = program.is_file() and _is_ours(program.read_bytes(), content)
        is_there = program.exists() or program.is_symlink()
        backup = _put_away(program) if is_there and not is_ours else None
        # In one step: a game that runs calls the old one or the new one.
        fresh.replace(program)
    return Installed(program, backup, is_ours)


def _is_ours(found: bytes, content: bytes) -> bool:
    return MARK in found or found == content


def _script() -> bytes:
    start = Path(__file__).absolute().with_name("start.py")
    python, place = shlex.quote(sys.executable), shlex.quote(str(start))
    return os.fsencode(_SCRIPT.format(python=python, start=place, remedy=REMEDY))


def _launcher() -> bytes:
    """Give the program that pip made."""
    made = Path(sys.executable).with_name("solve_sudoku.exe")
    if not made.is_file():
        raise InputError(f"{made}: there is no such program; {REMEDY}")
    return made.read_bytes()


def _put_away(program: Path) -> Path:
    """Rename a foreign program."""
    backup = program.with_name(program.name + ".original")
    if backup.exists() or backup.is_symlink():
        raise InputError(
            f"{program}: that is a foreign program, but {backup.name} is there already; "
            "remove one of the two"
        )
    program.rename(backup)
    return backup


@contextlib.contextmanager
def _tried(program: Path, content: bytes) -> Iterator[Path]:
    """Write the program beside its place; give it if it answers rightly."""
    fresh = program.with_name(f"{os.getpid()}.{program.name}")
    try:
        fresh.write_bytes(content)
        fresh.chmod(0o755)
        if trouble := _trouble(fresh):
            raise InputError(f"{program}: would not work there: {trouble}; {REMEDY}")
        yield fresh
    finally:
        fresh.unlink(missing_ok=True)


def _trouble(program: Path) -> str:
    """Ask for a board whose answer is known, and say what is wrong with the answer."""
    with tempfile.TemporaryDirectory() as folder:
        board = Path(folder, "board.txt")
        board.write_text("1 1\n.\n", encoding="utf-8")
        command = [program.absolute(), board]
        try:
            done = subprocess.run(  # noqa: S603 - our own program
                command, capture_output=True, text=True, timeout=_SECONDS, check=False
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            return str(error)
    if "has a solution" in done.stdout:
        return ""
    return (done.stderr.strip() or f"it ends with exit code {done.returncode}").splitlines()[-1]
