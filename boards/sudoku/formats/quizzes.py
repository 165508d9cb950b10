"""Quizzes with their solutions: two columns of one-line boards, as in CSV files of puzzles.

    quizzes,solutions
    0043002090...,8643712596...

The first line may be missing, or name its columns otherwise (puzzle, solution). A solution must be
full, keep what its quiz gives, and break no region; an empty one says that it is not known. Further
columns (a number of clues, a rating) are refused: we would not know what they are.
Bombe does not look for solutions where it reads and writes: the format is only read.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, NoReturn

from bombe.boards.errors import UnsupportedError
from bombe.boards.sudoku.board import Board
from bombe.boards.sudoku.entries import Entry, entry_at
from bombe.boards.sudoku.shape import MAX_SIZE, Shape
from bombe.boards.sudoku.state import SudokuState
from bombe.boards.sudoku.symbols import SYMBOL, Alphabets, decode, settled
from bombe.boards.text.spans import BLANKS, Head, Span, numbered, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bombe.boards.sudoku.reading import ReadOptions

_BETWEEN = r"(?:[ \t]*[,;]| *\t)[ \t]*"
"""A comma, a semicolon or a tab, with blanks around it; many tabs are tried in one way only."""
_HEADER = re.compile(rf'"?(?:quiz(?:zes)?|puzzles?)"?{_BETWEEN}"?solutions?"?', re.IGNORECASE)
_ROW = re.compile(rf'"?({SYMBOL}{{16,}})"?{_BETWEEN}"?({SYMBOL}*)"?')


def looks_like(head: Head) -> bool:
    """Return whether the text begins with the names of the columns, or two boards of one size."""
    first = head.line(0) or ""
    row = _ROW.fullmatch(first)
    return bool(_HEADER.fullmatch(first)) or bool(row and len(row[1]) == len(row[2]))


def read(lines: Iterable[str], source: str, options: ReadOptions) -> Iterator[Entry]:
    """Read the quiz of each line, and check its solution, one line at a time."""
    is_first = True
    alphabets = Alphabets()
    lines = lines if options.symbols else settled(lines, alphabets, _symbols_in)
    for line in numbered(lines, source):
        text = line.text.strip(BLANKS)
        if not text or line.is_comment:
            continue
        if not (is_first and _HEADER.fullmatch(text)):
            yield entry_at(line, SudokuState(_quiz(line, options, alphabets)))
        is_first = False


def write(_state: SudokuState) -> NoReturn:
    """Raise UnsupportedError: a solution would have to be found."""
    raise UnsupportedError(
        "format quizzes has the solution of each board, which Bombe does not look for when it "
        "writes: use line"
    )


def _symbols_in(line: str) -> tuple[str, ...]:
    row = _ROW.fullmatch(line.strip(" \t\r\n\ufeff"))
    return row.groups() if row else ()


def _quiz(line: Span, options: ReadOptions, alphabets: Alphabets) -> Board:
    quiz, solution = _columns(line)
    board = _board(quiz, options, alphabets)
    if not solution.text:
        return board
    if len(solution.text) != len(quiz.text):
        raise solution.error(
            f"a solution of {len(solution.text)} cells for a quiz of {len(quiz.text)}",
            "give both as many cells, or leave the solution empty",
        )
    solved = _board(solution, options, alphabets)
    if not board.is_solved_by(solved):
        raise _wrong(solution, board, solved)
    return board


def _columns(line: Span) -> tuple[Span, Span]:
    """Return the two fields of a line, without quotes and blanks around them."""
    text = line.text.rstrip(BLANKS)
    begin = len(text) - len(text.lstrip(BLANKS))
    row = _ROW.fullmatch(text, begin)
    if row is None:
        count = len(re.split("[,;\t]", text.strip(BLANKS)))
        problem = f"{count} columns" if count != 2 else f"{shown(text.strip(BLANKS))} is no quiz"
        raise line.part(begin).error(
            f"{problem}, but a line has a quiz and its solution",
            "write them as N * N symbols each, with a comma between them",
        )
    return line.part(*row.span(1)), line.part(*row.span(2))


def _board(row: Span, options: ReadOptions, alphabets: Alphabets) -> Board:
    size = math.isqrt(len(row.text))
    if size * size != len(row.text) or size > MAX_SIZE:
        raise row.error(f"{len(row.text)} symbols make no board", "give N * N, '.' for empty")
    shape = options.shape or Shape.of_size(size)
    if shape.size != size:
        raise row.error(
            f"{len(row.text)} symbols, but a {shape} board has {shape.cells}", "ask for its shape"
        )
    return Board(shape, decode([row], size, options.symbols, alphabets=alphabets))


def _wrong(solution: Span, board: Board, solved: Board) -> Exception:
    """Return the error that points at the first cell of a solution that cannot be."""
    remedy = "correct the solution, or leave it empty"
    for cell, (given, value) in enumerate(zip(board.values, solved.values, strict=True)):
        if not value:
            return solution.error("the solution has an empty cell", remedy, cell)
        if given not in (0, value):
            return solution.error(f"the solution has {value} where {given} is given", remedy, cell)
    clash = solved.clashes()[0]
    at = board.shape.cell(*clash.cells[-1])
    return solution.error(f"the solution is none: {clash}", remedy, at)
