"""What a board can be made from beside a shape and its values: a text, rows, an array."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index

from bombe.boards.errors import BoardError
from bombe.boards.sudoku.board import Board
from bombe.boards.sudoku.shape import Shape, ShapeLike

BoardSource = str | Iterable[Iterable[int]]


def board_from(source: object, shape: ShapeLike | None = None) -> Board:
    """Return the board that a text or rows of numbers hold."""
    if isinstance(source, str):
        from bombe.boards.sudoku.reading import ReadOptions, read_one

        return read_one(source, "<text>", ReadOptions.of(shape=shape)).board
    if not isinstance(source, Iterable) or isinstance(source, bytes):
        kind = type(source).__name__
        raise BoardError(
            f"cannot make a board from an object of type {kind}: give a text, rows of numbers, an "
            "array of two dimensions, or a shape and its values"
        )
    try:
        rows = [_row(number, row) for number, row in enumerate(source)]
    except TypeError:  # an array without dimensions
        raise BoardError(f"{source!r:.40} has no rows: give an array of two dimensions") from None
    shape = Shape.of_size(len(rows)) if shape is None else Shape.of(shape)
    if len(rows) != shape.size:
        raise BoardError(f"a {shape} board has {shape.size} rows, not {len(rows)}")
    for number, row in enumerate(rows):
        if len(row) != shape.size:
            raise BoardError(f"row {number} has {len(row)} values, not {shape.size}")
        if wrong := next((value for value in row if not 0 <= value <= shape.size), None):
            raise BoardError(f"value {wrong} in row {number} is not between 0 and {shape.size}")
    return Board(shape, bytes(value for row in rows for value in row))


def _row(number: int, row: object) -> list[int]:
    """Return the values of a row; no text is a row, and no fraction is a value."""
    try:
        if isinstance(row, Iterable) and not isinstance(row, (str, bytes)):
            return [index(value) for value in row]
    except TypeError:
        pass
    raise BoardError(f"row {number} is {row!r:.40}: give whole numbers, 0 for an empty cell")
