r"""Many boards of one shape as one row of bytes, read from regular lines without a look at each.

    packed(b"1...2..3....4...\n................\n", source="a.sdm", line=7)

Lines are regular if each holds one board, all of one length and in the same alphabet, without
blanks or comments; `3x2:` may stand before the symbols if it stands before all of them. Of any
other text `packed` is None, and the reader of bombe.boards.sudoku.formats.line says what each line
is, or what is wrong with it; where `packed` answers, that reader would say the same.
"""

from __future__ import annotations

import functools
import math
import re
from typing import NamedTuple

from bombe.boards.errors import BoardError, Place
from bombe.boards.sudoku.board import Board
from bombe.boards.sudoku.shape import MAX_SIZE, Shape
from bombe.boards.sudoku.symbols import (
    ALPHABETS,
    HEX_SIZE,
    WRITTEN,
    Alphabets,
    is_asked,
    symbols_of,
    values_table,
)

_MARK = b"\xef\xbb\xbf"
_PREFIX = re.compile(rb"[0-9]{1,2}[xX][0-9]{1,2}:")


class Packed(NamedTuple):
    """Boards of one shape, N * N bytes each, and the lines that they stand on, one after another.

    `line` is the number of the first line, counted from 1.
    """

    shape: Shape
    boards: bytes
    source: str
    line: int

    @property
    def size(self) -> int:
        """The number of boards."""
        return len(self.boards) // self.shape.cells

    @property
    def text(self) -> bytes:
        """The symbols of all boards, '.' for an empty cell, without line ends."""
        return symbols_of(self.boards)

    def board(self, index: int) -> Board:
        """Return a board."""
        cells = self.shape.cells
        return Board(self.shape, self.boards[index * cells : (index + 1) * cells])

    def place(self, index: int) -> Place:
        """Return the place of a board in the text."""
        return Place(self.source, self.line + index)


def packed(
    text: bytes,
    shape: Shape | None = None,
    symbols: str | None = None,
    *,
    source: str = "<text>",
    line: int = 1,
    alphabets: Alphabets | None = None,
) -> Packed | None:
    """Return the boards of a text of regular lines; None if it is irregular, or has a mistake.

    `alphabets` are those of a text of which these are some lines; else they are the whole text.
    """
    rows = _plain_lines(text, is_first=line == 1)
    prefix = _PREFIX.match(rows)
    if prefix:
        named = _named(prefix[0])
        if named is None or shape not in (None, named):
            return None
        shape, rows = named, rows.replace(b"\n" + prefix[0], b"\n").removeprefix(prefix[0])
    width = rows.index(b"\n")
    shape = shape or _shape_of(width)
    if shape is None or width != shape.cells or not is_regular(rows, width):
        return None
    name = symbols or _alphabet(rows, shape.size, alphabets, is_ours=bool(prefix))
    if name is None or rows.translate(None, _allowed(name, shape.size)).strip(b"\n"):
        return None
    return Packed(shape, rows.translate(values_table(name), b"\n"), source, line)


def _plain_lines(text: bytes, *, is_first: bool) -> bytes:
    """Return lines that all end with a newline, and with nothing else that ends lines."""
    if is_first:
        text = text.removeprefix(_MARK)
    if b"\r\n" in text:
        text = text.replace(b"\r\n", b"\n")
    return text if text.endswith(b"\n") else text + b"\n"


def is_regular(rows: bytes, width: int) -> bool:
    """Return whether all lines have so many characters."""
    count, rest = divmod(len(rows), width + 1)
    return (
        not rest and rows.count(b"\n") == count and rows[width :: width + 1].count(b"\n") == count
    )


def _alphabet(rows: bytes, size: int, alphabets: Alphabets | None, *, is_ours: bool) -> str | None:
    """Return the alphabet of all lines; None if one of them may be refused in it."""
    if not is_asked(size):
        return WRITTEN
    left: tuple[str, ...] = (WRITTEN,)
    if not is_ours:
        left = (alphabets or _alphabets_of(rows)).left.get(size, ())
    if len(left) != 1:
        return None
    (name,) = left
    if name == "hex":
        return name if all(b"." in line for line in rows.splitlines()) else None
    return None if size == HEX_SIZE and b"0" in rows and b"." in rows else name


def _alphabets_of(rows: bytes) -> Alphabets:
    found = Alphabets()
    for line in rows.splitlines():
        found.take(line.decode("latin-1"))
    return found


@functools.cache
def _allowed(name: str, size: int) -> bytes:
    """Return the symbols of the values up to N; none where the alphabet is not for that N."""
    is_known = name in ALPHABETS and (name != "hex" or size == HEX_SIZE)
    table = values_table(name) if is_known else b""
    return bytes(code for code, value in enumerate(table) if value <= size)


def _named(prefix: bytes) -> Shape | None:
    """Return the shape of a prefix such as 3x2:; None if there is no such shape."""
    m, n = prefix[:-1].lower().split(b"x")
    try:
        return Shape(int(m), int(n))
    except BoardError:
        return None


def _shape_of(width: int) -> Shape | None:
    size = math.isqrt(width)
    return Shape.of_size(size) if 1 <= size <= MAX_SIZE and size * size == width else None
