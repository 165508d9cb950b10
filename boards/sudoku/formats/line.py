"""A board per line: N * N symbols, as in collections of puzzles (.sdm) and on a command line.

    1...2..3....4...
    1...2..3....4...    # a comment
    4x2:......          boxes of 4 rows by 2 columns; without it they are as square as can be

That prefix is Bombe's own, so that what follows it is in the alphabet that we write; we write it
where the symbols alone would not tell the shape or the alphabet.

`.` and `0` are empty cells; lines that are blank or begin with `#` are skipped. See
bombe.boards.sudoku.symbols for boards of more than 9 values.
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from bombe.boards.errors import FormatError
from bombe.boards.sudoku.board import Board
from bombe.boards.sudoku.entries import Entry, agreed_shape, entry_at
from bombe.boards.sudoku.shape import MAX_SIZE, Shape
from bombe.boards.sudoku.state import SudokuState
from bombe.boards.sudoku.symbols import (
    SYMBOL,
    WRITTEN,
    Alphabets,
    decode,
    settled,
    values_table,
    written,
)
from bombe.boards.text.spans import Head, Span, numbered, shown

if TYPE_CHECKING:
    from bombe.boards.sudoku.reading import ReadOptions

_LINE = re.compile(rf"[ \t]*(?:([0-9]{{1,3}})[xX]([0-9]{{1,3}}):)?({SYMBOL}*)")
_END = re.compile(r"[ \t]*(?:[ \t]#.*)?")
_PLAIN = ".0123456789"
_SEPARATOR = re.compile(r"[ \t,;:|]")
_TOKEN = re.compile(r"([^ \t,;=]+)[ \t]*(?![^#])")


def looks_like(head: Head) -> bool:
    """Return whether the text begins with a line of symbols that is not surely a row of an .sdk."""
    first = head.line(0) or ""
    match = _LINE.match(first)
    length = len(match[3]) if match else 0
    is_board = length >= 16 and _shape_of(length) is not None
    is_line = is_board or bool(_TOKEN.match(first))
    from bombe.boards.sudoku.formats import pencilmarks, sdk

    return is_line and not sdk.is_sure(head) and not pencilmarks.looks_like(head)


def read(
    lines: Iterable[str],
    source: str,
    options: ReadOptions,
    first: int = 1,
    alphabets: Alphabets | None = None,
) -> Iterator[Entry]:
    """Read a board from each line; one that leaves its alphabet open waits for the next ones.

    `first` is the number of the first line. `alphabets` are those of a text of which these are some
    lines; else the lines are the whole text.
    """
    if alphabets is None:
        alphabets = Alphabets()
        lines = lines if options.symbols else settled(lines, alphabets, symbols_in)
    for line in numbered(lines, source, first):
        if not line.is_blank and not line.is_comment:
            yield entry_at(line, SudokuState(_board(line, options, alphabets)))


def symbols_in(line: str) -> tuple[str, ...]:
    """Return the symbols of a line, if they have to tell the alphabet, and can."""
    match = _LINE.match(line.removeprefix("\ufeff"))
    return (match[3],) if match and not match[1] else ()


def write(state: SudokuState, *, symbols: str | None = None) -> str:
    """Write the board on a line, with its shape before it if the symbols do not tell enough."""
    text, is_plain = written(state.board, symbols)
    return f"{'' if is_plain else f'{state.board.shape}:'}{text}\n"


def _board(line: Span, options: ReadOptions, alphabets: Alphabets) -> Board:
    plain = plain_board(line.text, options.shape, options.symbols)
    return plain or _other_board(line, options, alphabets)


def is_plain(text: str) -> bool:
    """Return whether a text is digits and dots alone, as most boards on one line are."""
    return not text.strip(_PLAIN)


def plain_board(text: str, wanted: Shape | None = None, symbols: str | None = None) -> Board | None:
    """Return the board of such a line without a look at each of its signs; None for any other."""
    shape = wanted or _shape_of(len(text))
    if shape is None or shape.cells != len(text) or shape.size > 9 or not is_plain(text):
        return None
    if symbols not in (None, WRITTEN):
        return None
    values = text.encode("ascii").translate(values_table(WRITTEN))
    return Board(shape, values) if max(values) <= shape.size else None


def _other_board(line: Span, options: ReadOptions, alphabets: Alphabets) -> Board:
    wanted = options.shape
    match = _LINE.match(line.text)
    if match is None:
        raise AssertionError("the pattern matches every line")
    row = line.part(*match.span(3))
    if match[1]:
        wanted = agreed_shape(int(match[1]), int(match[2]), line, wanted)
    rest = line.part(match.end())
    if rest.text and not _SEPARATOR.match(rest.text):
        raise rest.refuse("symbol", text=repr(rest.text[0]))
    shape = wanted or _shape_of(len(row.text))
    if shape is None or len(row.text) != shape.cells:
        raise _wrong_length(row, wanted)
    if not _END.fullmatch(rest.text):
        raise rest.refuse("line-rest", text=shown(rest.text), end=match.end())
    is_ours = bool(match[1])
    values = decode([row], shape.size, options.symbols, is_ours=is_ours, alphabets=alphabets)
    return Board(shape, values)


@functools.lru_cache(maxsize=64)
def _shape_of(length: int) -> Shape | None:
    """Return the shape of a board of so many cells; None where there is none."""
    size = math.isqrt(length)
    return Shape.of_size(size) if 1 <= size <= MAX_SIZE and size * size == length else None


def _wrong_length(row: Span, shape: Shape | None) -> FormatError:
    count = len(row.text)
    if shape:
        return row.refuse("line-shape", count=count, shape=shape, cells=shape.cells)
    low = min(max(math.isqrt(count), 1), MAX_SIZE)
    near = sorted({low, min(low + 1, MAX_SIZE)})
    lengths = " and ".join(f"{size * size} (N = {size})" for size in near)
    return row.refuse("line-length", count=count, near=lengths)
