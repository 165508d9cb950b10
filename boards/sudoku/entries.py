"""Positions of Sudoku as readers find them in texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bombe.boards.errors import BoardError, Place
from bombe.boards.sudoku.shape import Shape

if TYPE_CHECKING:
    from bombe.boards.sudoku.state import SudokuState
    from bombe.boards.text.spans import Span


class Entry(NamedTuple):
    """A position that was read, and the place where its text begins."""

    state: SudokuState
    place: Place


def entry_at(line: Span, state: SudokuState) -> Entry:
    """Pair a position with the line on which its text begins."""
    return Entry(state, line.place._replace(column=0))


def agreed_shape(m: int, n: int, at: Span, wanted: Shape | None) -> Shape:
    """Return the shape that a text names, which must be the one that was asked for, if any."""
    try:
        shape = Shape(m, n)
    except BoardError as error:
        raise at.refuse("wrong-shape", problem=error) from None
    if wanted not in (None, shape):
        raise at.refuse("other-shape", shape=shape, wanted=wanted)
    return shape
