"""Installs the oracle program in a checkout of the course framework, as bin/solve_sudoku.

On Windows it is a copy of the program that pip made for the command `solve_sudoku`. Elsewhere it is
a shell script, which starts Python in the fastest way and works with blanks in paths and with paths
of any length.
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
"""Text that only our programs contain."""
LANDMARK = Path("competitive_sudoku", "sudokuai.py")
"""A file of every checkout of the framework, in all editions."""
REMEDY = "install Bombe again, then run: bombe oracle install"
_SCRIPT = """\
#!/bin/sh
# The oracle program of Bombe (bombe.oracle), put here by `bombe oracle install`.
python={python}
start={start}
if [ ! -x "$python" ] || [ ! -f "$start" ]; then
    echo "solve_sudoku: Bombe is no longer at $start: {remedy}" >&2
    exit 5
fi
exec "$python" -IS "$start" "$@"
"""
_SECONDS = 60.0


@dataclass(frozen=True)
class Installed:
    """Where the program is, where the one before it went, and whether that was ours, too."""

    program: Path
    backup: Path | None
    was_ours: bool


def install(folder: Path, *, windows: bool = os.name == "nt") -> Installed:
    """Install the program in the checkout in `folder`; keep one of another maker beside it."""
    if not (folder / LANDMARK).is_file():
        raise InputError(
            f"{folder} is not a checkout of the framework: it has no {LANDMARK.as_posix()}; "
            "give the folder that contains competitive_sudoku/ and bin/"
        )
    program = folder / "bin" / ("solve_sudoku.exe" if windows else "solve_sudoku")
    content = _launcher() if windows else _script()
    program.parent.mkdir(exist_ok=True)
    with _tested(program, content) as fresh:
        is_ours = program.is_file() and _is_ours(program.read_bytes(), content)
        is_there = program.exists() or program.is_symlink()
        backup = _put_away(program) if is_there and not is_ours else None
        # In one step: a running game calls either the old program or the new one.
        fresh.replace(program)
    return Installed(program, backup, is_ours)


def _is_ours(found: bytes, content: bytes) -> bool:
    return MARK in found or found == content


def _script() -> bytes:
    start = Path(__file__).absolute().with_name("start.py")
    python, place = shlex.quote(sys.executable), shlex.quote(str(start))
    return os.fsencode(_SCRIPT.format(python=python, start=place, remedy=REMEDY))


def _launcher() -> bytes:
    """Return the program that pip made."""
    made = Path(sys.executable).with_name("solve_sudoku.exe")
    if not made.is_file():
        raise InputError(f"{made} does not exist; {REMEDY}")
    return made.read_bytes()


def _put_away(program: Path) -> Path:
    """Rename a program of another maker and return its new path."""
    backup = program.with_name(program.name + ".original")
    if backup.exists() or backup.is_symlink():
        raise InputError(
            f"{program} is not ours, and {backup.name} exists already, so it cannot be kept; "
            "remove one of the two"
        )
    program.rename(backup)
    return backup


@contextlib.contextmanager
def _tested(program: Path, content: bytes) -> Iterator[Path]:
    """Write the program beside its place; yield its path if it answers correctly."""
    fresh = program.with_name(f"{os.getpid()}.{program.name}")
    try:
        fresh.write_bytes(content)
        fresh.chmod(0o755)
        if problem := _problem(fresh):
            raise InputError(f"{program} would not work: {problem}; {REMEDY}")
        yield fresh
    finally:
        fresh.unlink(missing_ok=True)


def _problem(program: Path) -> str:
    """Ask about a board with a known answer; return what is wrong, or nothing."""
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
    return (done.stderr.strip() or f"its exit code is {done.returncode}").splitlines()[-1]
