"""The moves of a game of CodeCup 2024, whose game was Sudoku for two players.

    Start
    Dg7 Aa1 Bc3!

A move is a row from A to I, a column from a to i, and a digit: `Dg7` puts 7 at (3,6). The players
take turns on an empty board of 9 x 9 cells. `!` behind a move, or alone, claims that the Sudoku has
one solution by now; the referee says `Start` to the player who begins, and `Quit` at the end. Moves
may be separated by blanks, commas and line ends.

We read the position after the last move. That game has no points and ends by a claim, so neither
the order of the moves nor a claim is kept. We write the filled cells in the order of reading.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from bombe.boards.errors import UnsupportedError
from bombe.boards.sudoku.board import Board
from bombe.boards.sudoku.entries import Entry, entry_at
from bombe.boards.sudoku.shape import Shape
from bombe.boards.sudoku.state import SudokuState
from bombe.boards.text.lines import limited
from bombe.boards.text.spans import Head, Span, numbered, shown

if TYPE_CHECKING:
    from bombe.boards.sudoku.reading import ReadOptions

_SHAPE = Shape(3, 3)
_WORD = re.compile(r"[^ \t,]+")
_MOVE = re.compile(r"([A-I])([a-i])([1-9])!?")
_START, _QUIT, _CLAIM = "Start", "Quit", "!"
_BEGINNING = re.compile(rf"(?:{_START}|{_MOVE.pattern})(?:[ \t,]+|$)")


def looks_like(head: Head) -> bool:
    """Return whether the text begins with a move or with `Start`."""
    return bool(_BEGINNING.match(head.line(0) or ""))


def read(lines: Iterable[str], source: str, options: ReadOptions) -> Iterator[Entry]:
    """Read the one position of the text: an empty board, and each move on it."""
    values = bytearray(_SHAPE.cells)
    first = None
    for line in numbered(limited(lines, source), source):
        if line.is_comment:
            continue
        for match in _WORD.finditer(line.text):
            word = line.part(*match.span())
            first = first or word
            _play(word, values)
    if first is None:
        return
    if options.shape not in (None, _SHAPE):
        raise first.error(
            f"a game of CodeCup is {_SHAPE}, but {options.shape} was asked for",
            "leave the shape to the text",
        )
    yield entry_at(first, SudokuState(Board(_SHAPE, bytes(values))))


def write(state: SudokuState) -> str:
    """Write a move for each filled cell; raise UnsupportedError for any other than a 3x3 board."""
    board = state.board
    if board.shape != _SHAPE:
        raise UnsupportedError(
            f"CodeCup plays on {_SHAPE} boards, and this one is {board.shape}: use line or json"
        )
    moves = [_name(cell, value) for cell, value in enumerate(board.values) if value]
    return " ".join(moves or [_START]) + "\n"


def _name(cell: int, value: int) -> str:
    row, column = _SHAPE.coordinates(cell)
    return f"{chr(ord('A') + row)}{chr(ord('a') + column)}{value}"


def _play(word: Span, values: bytearray) -> None:
    """Put the value of a move on the board; a claim and the referee's words change nothing."""
    if word.text in (_START, _QUIT, _CLAIM):
        return
    move = _MOVE.fullmatch(word.text)
    if move is None:
        raise word.error(
            f"{shown(word.text)} is not a move",
            "write a row A to I, a column a to i and a digit, such as Dg7",
        )
    cell = _SHAPE.cell(ord(move[1]) - ord("A"), ord(move[2]) - ord("a"))
    if values[cell]:
        raise word.error(f"{word.text[:2]} holds {values[cell]} already", "drop one of the moves")
    values[cell] = int(move[3])
