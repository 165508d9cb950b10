"""Installs the oracle program in a checkout of the course framework, as bin/solve_sudoku.

Where a C++ compiler is at hand, it is solve_sudoku.cpp, compiled with the kernel's sources.
Otherwise it is the program in Python: a shell script that starts it in the fastest way, and works
with blanks in paths and with paths of any length; on Windows, where nothing is compiled, a copy of
the program that pip made for the command `solve_sudoku`.
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
from bombe.solvers import native
from bombe.solvers.native.toolchain import BuildError, build_program, compiler_name

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
NO_COMPILER = (
    "no C++ compiler works here; install gcc, clang or `python -m pip install ziglang`, and run "
    "`bombe oracle install` again"
)
ON_WINDOWS = "on Windows nothing is compiled"
AS_WISHED = "as you asked for"
MOST_CHARS = 300
"""Of the reason why a program was not compiled: compilers say much."""


class _UnusableError(InputError):
    """A program that does not answer."""


@dataclass(frozen=True)
class InstalledOracle:
    """Where the program is, where the one before it went, and whether that was ours, too.

    `compiler` is what compiled it. It is empty for the program in Python, and then `why_python`
    says why nothing was compiled.
    """

    program: Path
    backup: Path | None
    was_ours: bool
    compiler: str = ""
    why_python: str = ""

    def __str__(self) -> str:
        """Return one sentence: which program it is."""
        return sentence_of(self.compiler, self.why_python)


def sentence_of(compiler: str, why_python: str) -> str:
    """Return which program is installed by this compiler, or without one for this reason."""
    if compiler:
        return f"the compiled program, made with {compiler}: a call takes 1 ms"
    return f"the program in Python, a call takes 10 to 50 ms: {why_python}"


def planned_program() -> str:
    """Return which program would be installed now."""
    why = ON_WINDOWS if os.name == "nt" else NO_COMPILER
    return sentence_of("" if os.name == "nt" else compiler_name(), why)


def patience(compiler: str) -> str:
    """Return how long compiling takes with this compiler; empty where there is none."""
    if not compiler:
        return ""
    first = "; the first time with ziglang, a minute or two" if "ziglang" in compiler else ""
    return f"compiling, which takes some seconds{first}"


def check_checkout(folder: Path) -> None:
    """Raise InputError unless the folder is a checkout of the framework."""
    if not (folder / LANDMARK).is_file():
        raise InputError(
            f"{folder} is not a checkout of the framework: it has no {LANDMARK.as_posix()}; "
            "give the folder that contains competitive_sudoku/ and bin/"
        )


def install(
    folder: Path, *, compiled: bool = True, windows: bool = os.name == "nt"
) -> InstalledOracle:
    """Install the program in the checkout in `folder`; keep one of another maker beside it.

    `compiled` is whether it may be the compiled one.
    """
    check_checkout(folder)
    program = folder / "bin" / ("solve_sudoku.exe" if windows else "solve_sudoku")
    program.parent.mkdir(exist_ok=True)
    if windows or not compiled:
        content, why = _launcher() if windows else _script(), ON_WINDOWS if windows else AS_WISHED
        return _put(program, content, "", why)
    try:
        content, compiler = _compiled()
        return _put(program, content, compiler, "")
    except (BuildError, _UnusableError) as error:
        return _put(program, _script(), "", str(error).partition("\n")[0][:MOST_CHARS])


def _put(program: Path, content: bytes, compiler: str, why: str) -> InstalledOracle:
    """Put a program in its place if it works, else raise InputError."""
    with _tested(program, content) as fresh:
        is_ours = program.is_file() and _is_ours(program.read_bytes(), content)
        is_there = program.exists() or program.is_symlink()
        backup = _put_away(program) if is_there and not is_ours else None
        # In one step: a running game calls either the old program or the new one.
        fresh.replace(program)
    return InstalledOracle(program, backup, is_ours, compiler, why)


def _is_ours(found: bytes, content: bytes) -> bool:
    return MARK in found or found == content


def _compiled() -> tuple[bytes, str]:
    """Compile the program; return it, and what compiled it."""
    main = Path(__file__).with_name("solve_sudoku.cpp")
    home = Path(native.__path__[0], "src")
    with tempfile.TemporaryDirectory() as folder:
        header = Path(folder, "handover.h")
        strings = {"kPython": sys.executable, "kStart": str(_start()), "kMaker": MARK.decode()}
        lines = [
            f'constexpr char {name}[] = "{_c_text(text)}";\n' for name, text in strings.items()
        ]
        header.write_text("".join(lines), encoding="ascii")
        made = Path(folder, "solve_sudoku")
        compiler = build_program(home, main, made, Path(folder))
        return made.read_bytes(), compiler


def _c_text(text: str) -> str:
    """Quote a text as C++ does."""
    return "".join(
        chr(byte) if (chr(byte).isalnum() and byte < 128) or byte in b"/.-_ " else f"\\{byte:03o}"
        for byte in os.fsencode(text)
    )


def _start() -> Path:
    return Path(__file__).absolute().with_name("start.py")


def _script() -> bytes:
    python, place = shlex.quote(sys.executable), shlex.quote(str(_start()))
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
            raise _UnusableError(f"{program} would not work: {problem}; {REMEDY}")
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
