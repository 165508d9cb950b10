"""The boards that Bombe ships, by name, alone and in sets of one kind.

bombe.analysis.generate.bundle made them from recorded seeds.
"""

from __future__ import annotations

import functools
import json
import os
from typing import Any, NamedTuple

from bombe.boards.errors import UnknownNameError

OFFICIAL = (
    *("easy-2x2", "easy-3x3"),
    *("empty-2x2", "empty-2x3", "empty-3x3", "empty-3x4", "empty-4x4"),
    "hard-3x3",
    *("random-2x3", "random-3x3", "random-3x4", "random-4x4"),
)
"""The boards of the course framework on which agents are measured.

Ours of the same names stand in for them: they are of the same kinds and sizes, not the same boards.
"""
_SIGNS = {ord(sign): None for sign in "-."}
"""Of names of files, beside letters and digits."""
SIZES_OF_MODES = ("2x2", "2x3", "3x3", "3x4", "4x4")
"""The sizes on which agents are measured in the newer play modes."""


class Bundled(NamedTuple):
    """A line of the catalogue; `exact` is False where there are at least so many solutions."""

    name: str
    kind: str
    seed: int | None
    givens: int
    solutions: int
    exact: bool
    bombs: int

    @property
    def solution_count(self) -> str:
        """The number of solutions in words."""
        return solution_count(self.solutions, exact=self.exact)


class BundledSet(NamedTuple):
    """A line of the catalogue of sets; what it says of solutions is so of every board.

    `command` made them, from one seed after the other. `guesses` are what a set of hard boards took
    the kernel that made it, in the mean; a kernel that takes others makes other hard boards.
    """

    name: str
    kind: str
    boards: int
    fewest_givens: int
    most_givens: int
    solutions: int
    exact: bool
    command: str
    guesses: float | None = None

    @property
    def solution_count(self) -> str:
        """The number of solutions in words."""
        return solution_count(self.solutions, exact=self.exact)

    @property
    def givens(self) -> str:
        """The number of givens in words."""
        fewest, most = self.fewest_givens, self.most_givens
        return f"{fewest}" if fewest == most else f"{fewest} to {most}"


def solution_count(solutions: int, *, exact: bool) -> str:
    """Return a number of solutions in words."""
    return f"{solutions}" if exact else f"at least {solutions}"


@functools.cache
def catalogue() -> tuple[Bundled, ...]:
    """List the single boards, in the order in which people are shown them."""
    return tuple(Bundled(**line) for line in _lines("catalogue.json"))


@functools.cache
def sets() -> tuple[BundledSet, ...]:
    """List the sets of boards, in the order in which people are shown them."""
    return tuple(BundledSet(**line) for line in _lines("sets.json"))


def names() -> list[str]:
    """Return the names of all that is shipped, boards and sets."""
    return [line.name for line in catalogue()] + [line.name for line in sets()]


def boards_of_size(size: str) -> list[str]:
    """Return the names of the single boards of a size such as 2x3; raise if there is none."""
    found = [line.name for line in catalogue() if line.name.endswith(f"-{size}")]
    if not found:
        known = dict.fromkeys(line.name.rpartition("-")[2] for line in catalogue())
        raise UnknownNameError("size of bundled boards", size, known)
    return found


def is_bundled(name: str) -> bool:
    """Return whether a board or a set of that name is shipped, in any case: Hard-3x3 is one."""
    return _read(f"{name.lower()}.txt") is not None


def text_of(name: str) -> str:
    """Return the text of a board, in the course framework's board format; or of a set, in lines."""
    text = _read(f"{name.lower()}.txt")
    if text is None:
        raise UnknownNameError("bundled board", name, names())
    return text


def name_of(line: str) -> str | None:
    """Return the name of the single board with these values, on one line; None if there is none."""
    return _names_by_line().get(line)


@functools.cache
def _names_by_line() -> dict[str, str]:
    from bombe.boards.sudoku.reading import read
    from bombe.boards.sudoku.symbols import board_line

    return {board_line(read(line.name).board): line.name for line in catalogue()}


def _lines(file: str) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = json.loads(_read(file) or "")
    return lines


def _read(name: str) -> str | None:
    """Return the text of a file that is shipped; None if there is none of that name.

    Whatever has imported Bombe reads it: importlib.resources takes longer to import than that.
    """
    from bombe.boards.sudoku import files

    if not name.translate(_SIGNS).isalnum():  # a path to elsewhere
        return None
    try:
        path = f"{files.__path__[0]}{os.sep}{name}"
        data: bytes = files.__loader__.get_data(path)  # type: ignore[union-attr] # it has read the package
    except OSError:
        return None
    return data.decode("utf-8")
