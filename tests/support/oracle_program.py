"""What the tests of the oracle program share: the calls of the original, and ways to call ours."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from paths import DATA

from bombe.agents.framework import answers
from bombe.oracle import program
from bombe.oracle.install import install

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

CALLS = DATA / "oracle_calls.txt"
START = Path(program.__file__).with_name("start.py")
BY_PATH = (sys.executable, "-IS", str(START))
"""The command that an installed program runs."""


class Call(NamedTuple):
    """A command line, as a shell takes it, what it prints on either stream, and the exit code."""

    words: str
    text: str
    code: int


def blocks() -> list[list[str]]:
    """Return the paragraphs of the golden file, as lines."""
    text = CALLS.read_text(encoding="utf-8")
    return [block.splitlines() for block in text.strip().split("\n\n")]


def boards() -> dict[str, str]:
    """Return the boards of the golden file by name."""
    heads = ((block[0].split(), block[1:]) for block in blocks())
    return {head[1]: "\n".join(rest) + "\n" for head, rest in heads if head[0] == "BOARD"}


def calls() -> list[Call]:
    """Return the calls of the golden file."""
    return [
        Call(block[0].removeprefix("$").strip(), "\n".join(block[1:-1]) + "\n", int(block[-1]))
        for block in blocks()
        if block[0].startswith("$")
    ]


def write_boards(folder: Path) -> None:
    """Write a file for each board of the golden file."""
    for name, text in boards().items():
        (folder / name).write_text(text, encoding="utf-8")


def ask(text: str, *words: str) -> str:
    """Ask about a board text; the answer, which must be one, without its newline."""
    out, err, code = answers.answer(["board", *words], lambda _: text)
    assert (err, code) == ("", 0), (words, out, err)
    return out.removesuffix("\n")


def text_of(m: int, n: int, values: Iterable[int]) -> str:
    """Write a board text."""
    return f"{m} {n}\n{' '.join(map(str, values))}\n"


def run(command: Sequence[str | Path], folder: Path, **more: str) -> tuple[str, str, int]:
    """Run a command, with more in its environment; give what it prints, and its exit code."""
    environment = {**os.environ, **more}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    return done.stdout, done.stderr, done.returncode


def checkout(folder: Path) -> Path:
    """Make what looks like a checkout of the framework; give its folder."""
    (folder / "competitive_sudoku").mkdir(parents=True)
    (folder / "competitive_sudoku" / "sudokuai.py").touch()
    return folder


def installed(folder: Path) -> Path:
    """Install the program in Python into a new checkout; give its place."""
    return install(checkout(folder), compiled=False).program
