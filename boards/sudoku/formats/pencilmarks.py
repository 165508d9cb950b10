"""Pencil marks: N characters for each cell, one for each value, '.' or 0 where it is crossed out.

    1.........2.3456789...      a 1 in the first cell; in the second, 2 to 9 are left except ...

729 characters for 9 x 9 cells, as tdoku and others have them: of the value v, place v of its cell
holds v. Of other sizes the values over 9 are symbols of the alphabet `numbers`.

There such a text is a puzzle of its own kind, which also crosses out what no given forbids. A
position of Bombe holds values only: a cell with one mark is filled with it, and in all others a
value may be crossed out only if it stands in a row, column or box of the cell. Anything else is
refused. We cross out nothing in empty cells.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from bombe.boards.errors import FormatError, UnsupportedError
from bombe.boards.sudoku.board import Board
from bombe.boards.sudoku.entries import Entry, entry_at
from bombe.boards.sudoku.shape import MAX_SIZE, Shape
from bombe.boards.sudoku.state import SudokuState
from bombe.boards.sudoku.symbols import ALPHABETS, WRITTEN
from bombe.boards.text.spans import BLANKS, Head, Span, numbered

if TYPE_CHECKING:
    from bombe.boards.sudoku.reading import ReadOptions

_SIZES = {size**3: size for size in range(1, MAX_SIZE + 1)}
_CROSSED = ".0"
_LEAST = 2
"""Boards of one cell have no text of their own: a mark and a value are the same."""


def looks_like(head: Head) -> bool:
    """Return whether the first line has a mark in each cell, and no other value in its place.

    Where N is a square, such a line has as many characters as a board of that many columns; but
    then one of its columns has a value twice.
    """
    first = head.line(0) or ""
    size = _SIZES.get(len(first), 0)
    return size >= _LEAST and bool(_marks(size).fullmatch(first))


def read(lines: Iterable[str], source: str, options: ReadOptions) -> Iterator[Entry]:
    """Read a board from each line, one line at a time."""
    for line in numbered(lines, source):
        if not line.is_blank and not line.is_comment:
            yield entry_at(line, SudokuState(_board(line, options.shape)))


def write(state: SudokuState) -> str:
    """Write all marks of an empty cell, and one for a value."""
    shape = state.board.shape
    if shape != Shape.of_size(shape.size) or shape.size < _LEAST:
        raise UnsupportedError(
            f"pencil marks do not tell that a board is {shape}: use line, json or framework"
        )
    every = ALPHABETS[WRITTEN][: shape.size]
    one = ["".join(mark if mark == kept else "." for mark in every) for kept in every]
    return "".join(one[value - 1] if value else every for value in state.board.values) + "\n"


@functools.cache
def _marks(size: int) -> re.Pattern[str]:
    """Return the pattern of a line of which every cell has at least one mark."""
    marks = "".join(f"[.0{re.escape(mark)}]" for mark in ALPHABETS[WRITTEN][:size])
    return re.compile(f"(?:(?![.0]{{{size}}}){marks}){{{size * size}}}", re.IGNORECASE | re.ASCII)


def _board(line: Span, wanted: Shape | None) -> Board:
    row = line.part(len(line.text) - len(line.text.lstrip(BLANKS)))
    row = row.part(0, len(row.text.rstrip(BLANKS)))
    size = _SIZES.get(len(row.text))
    if size is None or (wanted and wanted.size != size):
        sizes = f"{wanted.size}" if wanted else "N"
        raise row.error(
            f"{len(row.text)} characters, but pencil marks have {sizes} * {sizes} * {sizes}",
            "give one character for each value of each cell, '.' where it is crossed out",
        )
    cells = [_cell(row.part(i, i + size), size) for i in range(0, len(row.text), size)]
    shape = wanted or Shape.of_size(size)
    board = Board(shape, bytes(marks[0] if len(marks) == 1 else 0 for marks in cells))
    for cell, (marks, allowed) in enumerate(zip(cells, board.candidate_masks(), strict=True)):
        for value in range(1, size + 1):
            if len(marks) > 1 and allowed >> value & 1 and value not in marks:
                raise _not_implied(row, board, cell, value)
    return board


def _cell(piece: Span, size: int) -> list[int]:
    """Return the values that are left in a cell."""
    every = ALPHABETS[WRITTEN]
    for offset, mark in enumerate(piece.text):
        if mark not in _CROSSED and mark.upper() != every[offset]:
            raise piece.error(
                f"{mark!r} in the place of {every[offset]}",
                f"write {every[offset]}, or '.' where it is crossed out",
                offset,
            )
    found = [value for value in range(1, size + 1) if piece.text[value - 1] not in _CROSSED]
    if not found:
        raise piece.error("every value of a cell is crossed out", "leave at least one")
    return found


def _not_implied(row: Span, board: Board, cell: int, value: int) -> FormatError:
    r, c = board.shape.coordinates(cell)
    size = board.shape.size
    return row.error(
        f"{value} is crossed out at ({r},{c}), where no value forbids it",
        "Bombe holds values only: give the puzzle without marks, or put the value back",
        cell * size + value - 1,
    )
