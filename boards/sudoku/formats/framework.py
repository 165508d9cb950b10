"""The course framework's board text, up to v13: `m n`, then the cells row by row.

    2 2
      1   .   .   4
      ...

`.` and `0` are empty cells; lines may be broken anywhere, and lines that begin with `#` are
skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from bombe.boards.sudoku.board import Board
from bombe.boards.sudoku.entries import Entry, agreed_shape, entry_at
from bombe.boards.sudoku.shape import MAX_SIZE, Shape
from bombe.boards.sudoku.state import SudokuState
from bombe.boards.text.lines import limited
from bombe.boards.text.spans import Head, Span, numbered, shown, whole

if TYPE_CHECKING:
    from bombe.boards.sudoku.reading import ReadOptions

_HEADER = re.compile(r"[0-9]+[ \t]+[0-9]+(?![^ \t])")
_CELL = re.compile(r"\.|[0-9]{1,2}")


def looks_like(head: Head) -> bool:
    """Return whether the text begins with two numbers."""
    return bool(_HEADER.match(head.line(0) or ""))


def read(lines: Iterable[str], source: str, options: ReadOptions) -> Iterator[Entry]:
    """Read the one board of the text."""
    words = _words(lines, source)
    first = next(words, None)
    if first is not None:
        yield entry_at(first, SudokuState(_board(first, words, options.shape)))


def write(state: SudokuState) -> str:
    """Write the board."""
    return f"{state.board.shape.m} {state.board.shape.n}\n{state.board}\n"


def cell_value(word: Span, size: int) -> int:
    """Read a cell: a value, or '.' or 0 for empty."""
    if not _CELL.fullmatch(word.text):
        raise word.refuse("cell", text=shown(word.text), size=size)
    value = 0 if word.text == "." else int(word.text)
    if value > size:
        raise word.refuse("cell-over", value=value, size=size)
    return value


def _board(first: Span, words: Iterator[Span], shape: Shape | None) -> Board:
    word = next(words, None)
    if word is None:
        raise first.refuse("framework-m")
    m, n = whole(first, "m", 1, MAX_SIZE), whole(word, "n", 1, MAX_SIZE)
    shape = agreed_shape(m, n, first, shape)
    values = bytearray()
    for word in words:
        if len(values) == shape.cells:
            raise word.refuse("framework-more", cells=shape.cells, shape=shape)
        values.append(cell_value(word, shape.size))
    if len(values) < shape.cells:
        count = len(values)
        raise word.refuse("framework-ends", count=count, cells=shape.cells, shape=shape)
    return Board(shape, bytes(values))


def _words(lines: Iterable[str], source: str) -> Iterator[Span]:
    for line in numbered(limited(lines, source), source):
        if not line.is_comment:
            yield from line.words()
