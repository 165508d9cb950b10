"""One board as people draw it with characters: bars between the boxes, or a sign for empty cells.

    +-------+-------+-------+        53.|.7.|...        5 3 _ _ 7 _ _ _ _
    | 5 3 . | . 7 . | . . . |        6..|195|...        6 _ _ 1 9 5 _ _ _
    ...                              ---+---+---        ...

Cells may have blanks between them. Empty is `.`, or one other sign throughout: `_ - * ? x` or a
middle dot; where bars fence the columns, it may also be a blank. The bars and the lines between
them tell the shape; lines of dashes between rows are no rows, unless rows would be missing. Values
over 9 are numbers, or symbols as bombe.boards.sudoku.symbols has them.

Drawings of Bombe are read, too, see bombe.boards.sudoku.formats.drawing. Colours are passed over.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from bombe.boards.errors import BoardError, FormatError
from bombe.boards.sudoku.board import Board
from bombe.boards.sudoku.entries import Entry, agreed_shape, entry_at
from bombe.boards.sudoku.formats import drawing
from bombe.boards.sudoku.formats.framework import cell_value
from bombe.boards.sudoku.shape import MAX_SIZE, Shape
from bombe.boards.sudoku.state import SudokuState
from bombe.boards.sudoku.symbols import BLANK, board_line, decode
from bombe.boards.text.lines import limited
from bombe.boards.text.spans import Head, Span, numbered

if TYPE_CHECKING:
    from bombe.boards.sudoku.reading import ReadOptions

_BARS = "|│┃║"
_BAR, _BLANKS = re.compile(f"[{_BARS}]"), re.compile("[ \t]+")
_RULE = re.compile(r"(?=.*[-─━=═]{3})[-─━=═+*|│┃║┼┬┴├┤┌┐└┘╔╗╚╝╠╣╦╩╬╪╫.:' \t]+")
_DASHES = re.compile(rf"[-{_BARS} \t]+")
_OTHER_BLANKS = "_-*?·xX"
_SYMBOLS = re.compile(r"[0-9A-Za-z@._*?·-]+")
_FULL = re.compile("[1-9A-Za-z@]+")
_CELL_SIGN = re.compile(r"[_*?·-]|(?<![a-wyz])x(?![a-wyz])")
_SHAPE = re.compile(r"[ \t]*#[ \t]*shape[ \t]+([0-9]{1,3})x([0-9]{1,3})[ \t]*")
_LEAST_WITH_X = 24
"""The smallest N for which x is a symbol of a value."""
_LEAST_SYMBOLS = 4
_FENCES = ((1, 0, 0, 1), (2, 1, 1, 2), (2, -1, 0, 2), (3, 0, 1, 3))
"""Widths of a fenced box of n cells: a * n + b, in which cells stand from c on every d columns."""


class _Row(NamedTuple):
    """A row of the drawing: the pieces between its bars, and how many lines stood above it."""

    line: Span
    pieces: list[Span]
    rules: int

    def words(self) -> list[Span]:
        """Split at blanks."""
        return [word for piece in self.pieces for word in piece.words()]

    def characters(self) -> list[Span]:
        """Return every character that is no blank."""
        return [word.part(i, i + 1) for word in self.words() for i in range(len(word.text))]

    def bar_pieces(self) -> list[Span]:
        """Return each piece as one cell, which may be empty."""
        return [(piece.words() or [piece._replace(text="")])[0] for piece in self.pieces]


def looks_like(head: Head) -> bool:
    """Return whether the first line has bars, is a line of dashes, or has another sign for empty.

    Of drawings with a title, a few lines more are looked at.
    """
    first = drawing.without_colour(head.line(0) or "")
    if _RULE.fullmatch(first) or _is_barred(first):
        return True
    return _is_other(head) or drawing.looks_like(head)


def read(lines: Iterable[str], source: str, options: ReadOptions) -> Iterator[Entry]:
    """Read the one board of the text."""
    plain = map(drawing.without_colour, limited(lines, source))
    spans = [line for line in numbered(plain, source) if not line.is_blank]
    if not spans:
        return
    drawn = drawing.board_in(spans, options.shape)
    if drawn is not None:
        yield entry_at(spans[0], SudokuState(drawn))
        return
    shape = options.shape
    for line in spans:
        if found := _SHAPE.fullmatch(line.text):
            shape = agreed_shape(int(found[1]), int(found[2]), line, shape)
    rows = _rows(_framed([line for line in spans if not line.is_comment]))
    if rows:
        yield entry_at(rows[0].line, SudokuState(_board(rows, shape, options.symbols)))


def write(state: SudokuState, *, symbols: str | None = None) -> str:
    """Draw the board with a line around every box."""
    board, shape = state.board, state.board.shape
    cells = list(board_line(board, symbols)) if symbols else [str(v or BLANK) for v in board.values]
    width = 1 if symbols else len(str(shape.size))
    rule = "+".join(["", *["-" * ((width + 1) * shape.n + 1)] * shape.m, ""])
    is_told = shape == Shape.of_size(shape.size) or (shape.m > 1 and shape.n > 1)
    drawn = [] if is_told else [f"# shape {shape}"]
    for row in range(shape.size):
        if row % shape.m == 0:
            drawn.append(rule)
        start = row * shape.size
        boxes = (
            " ".join(f"{cell:>{width}}" for cell in cells[i : i + shape.n])
            for i in range(start, start + shape.size, shape.n)
        )
        drawn.append(f"| {' | '.join(boxes)} |")
    return "\n".join([*drawn, rule, ""])


def _is_barred(text: str) -> bool:
    """Return whether a line is a row with bars, and nothing else."""
    pieces = _BAR.split(text)
    words = [word for piece in pieces for word in _BLANKS.split(piece) if word]
    is_row = all(len(word) <= MAX_SIZE and _SYMBOLS.fullmatch(word) for word in words)
    return len(pieces) > 1 and is_row


def _is_other(head: Head) -> bool:
    """Return whether one of the first rows has another sign for empty, and none before it a dot."""
    length = 0
    for index in range(MAX_SIZE):
        row = _packed(head.line(index) or "")
        if _has_other_blanks(row):
            return True
        length = length or len(row)
        is_full = _FULL.fullmatch(row) and len(row) == length <= MAX_SIZE
        if not is_full or index + 1 == length:
            return False
    return False


def _has_other_blanks(text: str) -> bool:
    """Return whether a line is a row or a board of symbols with one sign for empty, no dot."""
    symbols = _packed(text)
    size = len(symbols) if len(symbols) <= MAX_SIZE else math.isqrt(len(symbols))
    signs = set(_CELL_SIGN.findall(symbols.lower()))
    if len(symbols) < _LEAST_SYMBOLS or len(signs) != 1 or BLANK in symbols:
        return False
    is_sign = signs != {"x"} or size < _LEAST_WITH_X
    return is_sign and bool(_SYMBOLS.fullmatch(symbols))


def _packed(text: str) -> str:
    return text.replace(" ", "").replace("\t", "")


def _framed(lines: list[Span]) -> list[Span]:
    """Return the lines of a frame without the words above and below it; all if there is none."""
    rules = [i for i, line in enumerate(lines) if _RULE.fullmatch(line.text)]
    if not rules or _DASHES.fullmatch(lines[rules[0]].text) or _is_barred(lines[0].text):
        return lines
    return lines[rules[0] : rules[-1] + 1] if rules[0] else lines


def _rows(lines: list[Span]) -> list[_Row]:
    """Return the rows among the lines, in which dashes may be rows of empty cells."""
    is_rule = [bool(_RULE.fullmatch(line.text)) for line in lines]
    rows = _taken(lines, is_rule)
    dashed = [
        rule and bool(_DASHES.fullmatch(line.text))
        for line, rule in zip(lines, is_rule, strict=True)
    ]
    width = max((len(row.characters()) for row in rows), default=sum(dashed))
    if len(rows) == width or not any(dashed):
        return rows
    as_rows = [
        dash and line.text.count("-") == width for line, dash in zip(lines, dashed, strict=True)
    ]
    filled = _taken(lines, [a and not b for a, b in zip(is_rule, as_rows, strict=True)])
    return filled if len(filled) == width else rows


def _taken(lines: Sequence[Span], is_rule: Sequence[bool]) -> list[_Row]:
    rows: list[_Row] = []
    rules = 0
    for line, rule in zip(lines, is_rule, strict=True):
        if rule:
            rules += 1
        else:
            rows.append(_Row(line, _pieces(line), rules))
    return rows


def _pieces(line: Span) -> list[Span]:
    """Split a row at its bars, without its borders."""
    ends = [match.start() for match in _BAR.finditer(line.text)]
    starts = [0, *(end + 1 for end in ends)]
    pieces = [
        line.part(start, end) for start, end in zip(starts, [*ends, len(line.text)], strict=True)
    ]
    if len(pieces) > 1 and pieces[0].is_blank:
        pieces = pieces[1:]
    return pieces[:-1] if len(pieces) > 1 and pieces[-1].is_blank else pieces


def _board(rows: list[_Row], wanted: Shape | None, symbols: str | None) -> Board:
    rows = _folded(rows)
    size = len(rows)
    cells, per_piece = _cells(rows, size)
    shape = _shape(rows, size, per_piece, wanted)
    if shape.size != size:
        raise rows[-1].line.refuse("rows-count", shape=shape, size=shape.size, count=size)
    return Board(shape, _values(cells, size, symbols))


def _cells(rows: list[_Row], size: int) -> tuple[list[Span], int]:
    """Return the cells, and how many stand between two bars, 0 where that tells nothing."""
    for split in (_Row.words, _Row.characters):
        found = [split(row) for row in rows]
        if all(len(cells) == size for cells in found):
            counts = {len(split(row._replace(pieces=[p]))) for row in rows for p in row.pieces}
            if len(counts) > 1:
                raise rows[0].line.refuse("grid-bars")
            return [cell for cells in found for cell in cells], counts.pop()
    if size > 1 and all(len(row.pieces) == size for row in rows):
        return [cell for row in rows for cell in row.bar_pieces()], 0
    count = len(rows[0].pieces)
    spaced = _spaced(rows, size // count) if 1 < count <= size and size % count == 0 else None
    if spaced is None:
        raise _uneven(rows, size)
    return spaced, size // count


def _folded(rows: list[_Row]) -> list[_Row]:
    """Return the rows of a board on one line."""
    characters = rows[0].characters()
    size = math.isqrt(len(characters))
    if len(rows) > 1 or not 1 < size <= MAX_SIZE or size * size != len(characters):
        return rows
    line = rows[0].line
    return [_Row(line, characters[i : i + size], 0) for i in range(0, size * size, size)]


def _uneven(rows: list[_Row], size: int) -> FormatError:
    """Return the error for the first row that has not as many cells as there are rows."""
    row = next((row for row in rows if len(row.words()) != size), rows[0])
    counts = len(row.words()), len(row.characters())
    count = min(counts, key=lambda each: (each == size, abs(each - size)))
    return row.line.refuse("rows-cells", count=count, size=size)


def _spaced(rows: list[_Row], n: int) -> list[Span] | None:
    """Return the cells of boxes fenced by bars, in which blanks are empty cells; None if unsure."""
    count, width = len(rows[0].pieces), len(rows[0].pieces[0].text)
    pieces = [piece for row in rows for piece in row.pieces]
    if any(len(row.pieces) != count for row in rows):
        return None
    for factor, more, start, step in _FENCES:
        places = range(start, start + n * step, step)
        if width == factor * n + more and all(_is_fenced(p, width, places) for p in pieces):
            return [piece.part(at, at + 1) for piece in pieces for at in places]
    return None


def _is_fenced(piece: Span, width: int, places: range) -> bool:
    """Return whether a piece has characters in these places only; its end may be cut off."""
    text = piece.text
    return len(text) <= width and all(at in places for at, sign in enumerate(text) if sign != " ")


def _shape(rows: list[_Row], size: int, per_piece: int, wanted: Shape | None) -> Shape:
    """Return the shape that bars and lines tell; where they fence every cell, the usual one."""
    line = rows[0].line
    n = per_piece if 1 < per_piece < size else 0
    bands = list(Counter(row.rules for row in rows).values())
    m = bands[0] if 1 < bands[0] < size and len(set(bands)) == 1 else 0
    if (n and size % n) or (m and size % m) or (n and m and n * m != size):
        raise line.refuse("grid-boxes", m=m or "?", n=n or "?", size=size)
    if n or m:
        return agreed_shape(m or size // n, n or size // m, line, wanted)
    try:
        return wanted or Shape.of_size(size)
    except BoardError as error:
        raise rows[-1].line.refuse("rows-size", problem=error) from None


def _values(cells: list[Span], size: int, symbols: str | None) -> bytes:
    """Return the values: numbers where one has two digits, else symbols."""
    blank = _blank_of(cells, size)
    cells = [cell._replace(text=BLANK) if cell.text in blank else cell for cell in cells]
    if any(len(cell.text) > 1 for cell in cells):
        zero = next((cell for cell in cells if cell.text == "0"), None)
        if zero and any(cell.text == BLANK for cell in cells):
            raise zero.refuse("grid-zero")
        return bytes(cell_value(cell, size) for cell in cells)
    return decode(cells, size, symbols)


def _blank_of(cells: list[Span], size: int) -> set[str]:
    """Return what empty cells look like, which is one sign, and a blank."""
    known = _OTHER_BLANKS if size < _LEAST_WITH_X else _OTHER_BLANKS.rstrip("xX")
    used: dict[str, Span] = {}
    for cell in cells:
        if len(cell.text) == 1 and cell.text in known + BLANK:
            used.setdefault(cell.text.lower(), cell)
    if len(used) > 1:
        first, second = [*used.values()][:2]
        raise second.refuse("grid-blanks", first=repr(first.text), second=repr(second.text))
    return {"", " ", *used, *(sign.upper() for sign in used)}
