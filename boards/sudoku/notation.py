"""How people see cells and moves: (0,2) -> 5, counted from 0 as in the framework, or r1c3=5.

A sentence about a board is made in one of the two: see `Spelling`. Errors and logs have the
framework's notation, and name cells and moves only, no row or box by its number; `spelled` puts
these into the notation of whoever reads them.
"""

from __future__ import annotations

import contextlib
import enum
import os
import re
from collections.abc import Iterable, Iterator
from contextvars import ContextVar
from typing import TYPE_CHECKING, NamedTuple

from bombe.boards.errors import UsageError

if TYPE_CHECKING:
    from bombe.boards.sudoku.shape import Shape


class Notation(enum.StrEnum):
    """The two ways to write a move; both are read wherever a move is taken."""

    FRAMEWORK = "framework"
    R1C1 = "r1c1"


VARIABLE = "BOMBE_NOTATION"
"""The environment variable that sets the notation for all commands."""
_NOW = ContextVar("notation", default=Notation.FRAMEWORK)
_ASKED = re.compile(r"[rR]\d+[cC]\d+(?:=\d+)?|(?:--notation=)?r1c1")
_PLACE = re.compile(r"(?<![\w/.])\((?P<row> ?-?\d+),(?P<column> ?-?\d+)\)(?: -> (?P<value>\d+))?")


class Spelling(NamedTuple):
    """Writes the cells and the regions of a board in a notation."""

    shape: Shape
    notation: Notation = Notation.R1C1

    def cell(self, cell: int) -> str:
        """Return a cell: r3c4, or (2,3)."""
        return cell_text(*self.shape.coordinates(cell), self.notation)

    def cells(self, cells: Iterable[int]) -> list[str]:
        """Return cells, each as a text."""
        return [self.cell(cell) for cell in cells]

    def region(self, region: int | None) -> str:
        """Return a region: box 6, or box 5 where it is counted from 0."""
        name, number = self.shape.region_name(region or 0).split()
        return f"{name} {int(number) + (self.notation is Notation.R1C1)}"


def cell_text(row: int, column: int, notation: Notation) -> str:
    """Return a cell in a notation."""
    return f"r{row + 1}c{column + 1}" if notation is Notation.R1C1 else f"({row},{column})"


def move_text(move: tuple[int, int, int], notation: Notation) -> str:
    """Return a move in a notation."""
    row, column, value = move
    cell = cell_text(row, column, notation)
    return f"{cell}={value}" if notation is Notation.R1C1 else f"{cell} -> {value}"


@contextlib.contextmanager
def notation(name: Notation | str) -> Iterator[None]:
    """Let people see cells and moves in a notation."""
    token = _NOW.set(Notation(name))
    try:
        yield
    finally:
        _NOW.reset(token)


def usual_notation() -> Notation:
    """Return the notation that the environment asks for; raise UsageError if it is none."""
    name = os.environ.get(VARIABLE) or Notation.FRAMEWORK
    if name not in [*Notation]:
        raise UsageError(f"{VARIABLE} is {name!r}: set it to {' or '.join(Notation)}")
    return Notation(name)


def notation_of(words: Iterable[str]) -> Notation:
    """Return the notation of a command line: that of its cells and moves, or of --notation."""
    return Notation.R1C1 if any(_ASKED.fullmatch(word) for word in words) else _NOW.get()


def current_notation() -> Notation:
    """Return the notation in which people see cells and moves now."""
    return _NOW.get()


def counts_from_1() -> bool:
    """Return whether people see rows and columns counted from 1."""
    return _NOW.get() is Notation.R1C1


def for_people(text: str) -> str:
    """Return a text with its cells and moves in the notation that people asked for."""
    return spelled(text, _NOW.get())


def spelled(text: str, notation: Notation) -> str:
    """Return a text, whose cells and moves are as logs have them, in a notation."""
    if notation is Notation.FRAMEWORK:
        return text
    return _PLACE.sub(lambda place: _spelled_place(place, notation), text)


def _spelled_place(place: re.Match[str], notation: Notation) -> str:
    cell = int(place["row"]), int(place["column"])
    if place["value"] is None:
        return cell_text(*cell, notation)
    return move_text((*cell, int(place["value"])), notation)
