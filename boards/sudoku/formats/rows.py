"""One board in N rows of N numbers with blanks between them: what `print(board)` shows.

    # shape 3x2
    1 . . . 5 .
    ...

`.` and `0` are empty cells; blank lines and lines that begin with `#` are skipped, except that the
first line above says the shape where the boxes are not as square as can be. `print(state)` has a
line more, which says how a game stands: of one that has not begun it is read, of others refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from bombe.boards.errors import BoardError
from bombe.boards.sudoku.board import Board
from bombe.boards.sudoku.entries import Entry, agreed_shape, entry_at
from bombe.boards.sudoku.formats.framework import cell_value
from bombe.boards.sudoku.shape import MAX_SIZE, Shape
from bombe.boards.sudoku.state import Rules, SudokuState
from bombe.boards.text.lines import limited
from bombe.boards.text.spans import BLANKS, Head, Span, numbered, shown

if TYPE_CHECKING:
    from bombe.boards.sudoku.reading import ReadOptions

_ROW = re.compile(r"(?:\.|[0-9]{1,2})(?:[ \t]+(?:\.|[0-9]{1,2}))+")
_STATUS = re.compile(rf"[ \t]*(?:{'|'.join(Rules)}), [0-9]")
_SHAPE = re.compile(r"[ \t]*#[ \t]*shape[ \t]+([0-9]{1,3})x([0-9]{1,3})[ \t]*")


def looks_like(head: Head) -> bool:
    """Return whether the text has N lines of N cells: m, n and the cells are never that many."""
    size = len((head.line(0) or "").split())
    if not 2 <= size <= MAX_SIZE:
        return False
    rows = [head.line(index) or "" for index in range(size)]
    is_square = all(_ROW.fullmatch(row) and len(row.split()) == size for row in rows)
    last = head.line(size)
    return is_square and (last is None or (_is_status(last) and head.line(size + 1) is None))


def read(lines: Iterable[str], source: str, options: ReadOptions) -> Iterator[Entry]:
    """Read the one board of the text."""
    rows: list[Span] = []
    shape = options.shape
    for line in numbered(limited(lines, source), source):
        if found := _SHAPE.fullmatch(line.text):
            shape = agreed_shape(int(found[1]), int(found[2]), line, shape)
        elif not line.is_blank and not line.is_comment:
            rows.append(line)
    status = rows.pop() if len(rows) > 1 and _is_status(rows[-1].text) else None
    if not rows:
        return
    state = SudokuState(_board(rows, shape))
    if status and status.text.strip(BLANKS) != state.status:
        raise status.refuse("rows-play", text=shown(status.text))
    yield entry_at(rows[0], state)


def write(state: SudokuState) -> str:
    """Write the board in rows, with its shape as a comment if N does not say it."""
    shape = state.board.shape
    comment = "" if shape == Shape.of_size(shape.size) else f"# shape {shape}\n"
    return f"{comment}{state.board}\n"


def _is_status(line: str) -> bool:
    return bool(_STATUS.match(line))


def _board(rows: list[Span], shape: Shape | None) -> Board:
    try:
        shape = shape or Shape.of_size(len(rows))
    except BoardError as error:
        raise rows[-1].refuse("rows-size", problem=error) from None
    if len(rows) != shape.size:
        raise rows[-1].refuse("rows-count", shape=shape, size=shape.size, count=len(rows))
    return Board(shape, bytes(value for row in rows for value in _values(row, shape.size)))


def _values(row: Span, size: int) -> Iterator[int]:
    words = row.words()
    if len(words) != size:
        raise row.refuse("rows-cells", count=len(words), size=size)
    return (cell_value(word, size) for word in words)
