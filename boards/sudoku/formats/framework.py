"""The course framework's board text, up to v13: `m n`, then the cells row by row.

    2 2
      1   .   .   4
      ...

`.` and `0` are empty cells; lines may be broken anywhere, and lines that begin with `#` are
skipped.
"""

from __future__ import annotations

from bombe.boards.light import pattern
from bombe.boards.sudoku.board import Board
from bombe.boards.sudoku.shape import MAX_SIZE
from bombe.boards.sudoku.state import SudokuState
from bombe.boards.text.lines import limited
from bombe.boards.text.spans import Entry, Head, Span, agreed_shape, numbered, shown, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bombe.boards.sudoku.reading import ReadOptions
    from bombe.boards.sudoku.shape import Shape

_HEADER = pattern(r"[0-9]+[ \t]+[0-9]+(?![^ \t])")
_CELL = pattern(r"\.|[0-9]{1,2}")


def looks_like(head: Head) -> bool:
    """Return whether the text begins with two numbers."""
    return bool(_HEADER.match(head.line(0) or ""))


def read(lines: Iterable[str], source: str, options: ReadOptions) -> Iterator[Entry]:
    """Read the one board of the text."""
    words = _words(lines, source)
    first = next(words, None)
    if first is not None:
        yield first.entry(SudokuState(_board(first, words, options.shape)))


def write(state: SudokuState) -> str:
    """Write the board."""
    return f"{state.board.shape.m} {state.board.shape.n}\n{state.board}\n"


def cell_value(word: Span, size: int) -> int:
    """Read a cell: a value, or '.' or 0 for empty."""
    if not _CELL.fullmatch(word.text):
        problem = f"{shown(word.text)} is not a cell"
    elif word.text == ".":
        return 0
    elif (value := int(word.text)) <= size:
        return value
    else:
        problem = f"value {value} is over {size}"
    raise word.error(problem, f"write a number from 1 to {size}, or '.' for an empty cell")


def _board(first: Span, words: Iterator[Span], shape: Shape | None) -> Board:
    word = next(words, None)
    if word is None:
        raise first.error("the text ends after m", "begin with m and n, rows and columns of a box")
    m, n = whole(first, "m", 1, MAX_SIZE), whole(word, "n", 1, MAX_SIZE)
    shape = agreed_shape(m, n, first, shape)
    values = bytearray()
    for word in words:
        if len(values) == shape.cells:
            raise word.error(
                f"more than the {shape.cells} cells of a {shape} board",
                "give each board a file, or correct m and n on the first line",
            )
        values.append(cell_value(word, shape.size))
    if len(values) < shape.cells:
        raise word.error(
            f"the text ends after {len(values)} of the {shape.cells} cells of a {shape} board",
            "add the rest, or correct m and n on the first line",
        )
    return Board(shape, bytes(values))


def _words(lines: Iterable[str], source: str) -> Iterator[Span]:
    for line in numbered(limited(lines, source), source):
        if not line.is_comment:
            yield from line.words()
