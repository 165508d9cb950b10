"""One puzzle in rows of symbols, as SadMan Software's and SudoCue's .sdk files hold it.

    #AThe author, #C a comment, ...
    [Puzzle]
    1...
    ..2.
    ...

The header is optional on reading; other sections ([State] and the like) are skipped. We write the
header, so that the text says by itself what it is. Boxes are as square as can be, unless a comment
line of our own, `#Cshape 3x2`, says otherwise; like the prefix of one-line texts, it also says that
the symbols are in the alphabet that we write.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from bombe.boards.sudoku.board import Board
from bombe.boards.sudoku.entries import Entry, agreed_shape, entry_at
from bombe.boards.sudoku.shape import MAX_SIZE, Shape
from bombe.boards.sudoku.state import SudokuState
from bombe.boards.sudoku.symbols import SYMBOL, decode, written
from bombe.boards.text.lines import limited
from bombe.boards.text.spans import BLANKS, Head, Span, numbered

if TYPE_CHECKING:
    from bombe.boards.sudoku.reading import ReadOptions

_SECTION = re.compile(r"\[([A-Za-z][A-Za-z0-9 ]*)\]")
_SHAPE = re.compile(r"(?ia)#[ \t]*C[ \t]*shape[ \t]+([0-9]{1,3})x([0-9]{1,3})[ \t]*")
_ROW = re.compile(f"{SYMBOL}+")
_NO_PUZZLES = 3
"""Nobody has puzzles of so few values, but boards of 4x4 and 9x9 cells are written in rows."""


def looks_like(head: Head) -> bool:
    """Return whether the text begins with a section or with what may be a row of a board."""
    first = head.line(0) or ""
    return bool(_SECTION.fullmatch(first) or _ROW.fullmatch(first)) and len(first) <= MAX_SIZE


def is_sure(head: Head) -> bool:
    """Return whether L lines of L symbols are the rows of one board, not a small board each.

    Only where L is a square can both be meant. Then symbols that are too large for a small board
    decide: one of them if small boards have 3 values at most, else such lines must be the most, so
    that a typing error in one of many small boards does not make them a large one. Without such
    symbols exactly L empty lines are one board, and all others are small boards.
    """
    first = head.line(0) or ""
    if _SECTION.fullmatch(first):
        return True
    length = len(first)
    if not 2 <= length <= MAX_SIZE or not _ROW.fullmatch(first):
        return False
    rows = _first_rows(head, length)
    root = math.isqrt(length)
    if root * root != length:
        return len(rows) > 1
    filled = [row for row in rows if row.strip(".0")]
    if not filled:
        return len(rows) == length
    small = set(".0123456789"[: root + 2])
    large = sum(not small.issuperset(row) for row in filled)
    if root <= _NO_PUZZLES:
        return large > 0
    return len(rows) > 1 and large > len(filled) - large


def _first_rows(head: Head, length: int) -> list[str]:
    """Return the first lines of L symbols, L + 1 at most."""
    rows: list[str] = []
    while len(rows) <= length:
        row = head.line(len(rows))
        if row is None or len(row) != length or not _ROW.fullmatch(row):
            break
        rows.append(row)
    return rows


def is_square(text: str) -> bool:
    """Return whether the text has L rows of L symbols: where one board is expected, that is it.

    16, 25 or 36 such lines may be as many puzzles; `is_sure` tells them from one large board.
    """
    lines = [line.strip(BLANKS) for line in text.splitlines()]
    rows = [line for line in lines if line and not line.startswith("#")]
    if len(rows) < 2 or not all(len(row) == len(rows) and _ROW.fullmatch(row) for row in rows):
        return False
    root = math.isqrt(len(rows))
    may_be_puzzles = root > _NO_PUZZLES and root * root == len(rows)
    return is_sure(Head(rows)) if may_be_puzzles else True


def read(lines: Iterable[str], source: str, options: ReadOptions) -> Iterator[Entry]:
    """Read the one puzzle of the text."""
    shape = options.shape
    rows: list[Span] = []
    inside, is_ours = True, False
    for line in numbered(limited(lines, source), source):
        text = line.text.strip(BLANKS)
        if section := _SECTION.fullmatch(text):
            inside = section[1].lower() == "puzzle"
            if inside and rows:
                raise line.refuse("sdk-second")
        elif line.is_comment:
            if found := _SHAPE.fullmatch(text):
                if rows:
                    raise line.refuse("sdk-shape")
                shape = agreed_shape(int(found[1]), int(found[2]), line, shape)
                is_ours = True
        elif text and inside:
            rows.append(_row(line, rows, shape))
    if rows:
        board = _board(rows, shape, options.symbols, is_ours=is_ours)
        yield entry_at(rows[0], SudokuState(board))


def write(state: SudokuState, *, symbols: str | None = None) -> str:
    """Write the board in rows, with its shape as a comment if the symbols do not tell enough."""
    text, is_plain = written(state.board, symbols)
    shape = state.board.shape
    comment = [] if is_plain else [f"#Cshape {shape}"]
    rows = [text[i : i + shape.size] for i in range(0, shape.cells, shape.size)]
    return "\n".join([*comment, "[Puzzle]", *rows]) + "\n"


def _row(line: Span, rows: list[Span], shape: Shape | None) -> Span:
    (row, *rest) = line.words()
    if rest:
        raise rest[0].refuse("sdk-follows", text=repr(rest[0].text[0]))
    size = shape.size if shape else len(rows[0].text) if rows else len(row.text)
    if len(row.text) != size or size > MAX_SIZE:
        expected = f"rows here have {size}" if size <= MAX_SIZE else f"rows have up to {MAX_SIZE}"
        raise row.refuse("sdk-row", count=len(row.text), expected=expected)
    if len(rows) == size:
        raise row.refuse("sdk-more", size=size)
    return row


def _board(rows: list[Span], shape: Shape | None, symbols: str | None, *, is_ours: bool) -> Board:
    shape = shape or Shape.of_size(len(rows[0].text))
    if len(rows) < shape.size:
        raise rows[-1].refuse("sdk-ends", count=len(rows), size=shape.size)
    return Board(shape, decode(rows, shape.size, symbols, is_ours=is_ours))
