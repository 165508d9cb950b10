"""Positions as the course framework prints them: a board text, a game text, or a drawing.

The first and the last may be followed by the scores, and in the newer play modes by the squares of
both players. In the drawings of those modes, values that players filled in carry `+` or `-`.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from bombe.boards.errors import BombeError, FormatError, Place
from bombe.boards.sudoku.board import Board
from bombe.boards.sudoku.formats import game
from bombe.boards.sudoku.reading import ReadOptions
from bombe.boards.sudoku.shape import Shape
from bombe.boards.sudoku.state import SudokuState, rules_of

Squares = dict[tuple[str, int], frozenset[int]]

_HEADER = re.compile(r"\s*(\d{1,2}) (\d{1,2})\s*")
_CELL = re.compile(r"(\d{1,2}|\.|-)([+-]?)")
_SCORES = re.compile(r"Score: (\d+) - (\d+)")
_TO_MOVE = re.compile(r"Current player: player([12])")
_SQUARES = re.compile(r"Player([12]) (allowed|occupied) squares: \[(.*)\]")
_SQUARE = re.compile(r"\((\d+), ?(\d+)\)")
_KEY = re.compile(r"[a-z][a-z0-9-]* =")
_TOP, _SIDE, _BOTTOM = "╔", "║", "╝"
_BELOW = 8
"""Lines below a board that may belong to the position."""


def position_at(lines: Sequence[str], at: int, source: str) -> SudokuState | None:
    """Read the position that begins on a line, counted from 0; return None if none does."""
    line = lines[at]
    try:
        if line.startswith("rows ="):
            return _game_text(lines, at, source)
        if _TOP in line:
            return _drawing(lines, at)
        if header := _HEADER.fullmatch(line):
            return _board_text(lines, at, int(header[1]), int(header[2]))
    except FormatError:
        raise
    except (BombeError, ValueError) as error:
        problem = f"unreadable position: {error}"
        remedy = "give the log as the framework printed it"
        raise FormatError(Place(source, at + 1), problem, remedy) from None
    return None


def _game_text(lines: Sequence[str], at: int, source: str) -> SudokuState | None:
    """Read a game text; lines before it become blank, so that errors name the right line."""
    end = at
    while end < len(lines) and (lines[end].startswith(" ") or _KEY.match(lines[end])):
        end += 1
    text = [""] * at + [f"{line}\n" for line in lines[at:end]]
    return next((entry.state for entry in game.read(text, source, ReadOptions())), None)


def _board_text(lines: Sequence[str], at: int, m: int, n: int) -> SudokuState | None:
    """Read a board text; return None if no board follows: agents print two numbers, too."""
    size = m * n
    rows = [line.split() for line in lines[at + 1 : at + 1 + size]]
    if not size or [len(row) for row in rows] != [size] * size:
        return None
    return _state(Shape(m, n), rows, lines[at + 1 + size :])


def _drawing(lines: Sequence[str], at: int) -> SudokuState:
    """Read a drawing; the boxes follow from its lines."""
    end = next((k for k in range(at, len(lines)) if _BOTTOM in lines[k]), len(lines))
    rows, n = [], 1
    for line in lines[at:end]:
        # Lines between rows of boxes have a side at their ends only.
        if boxes := [box.split("│") for box in line.split(_SIDE)[1:-1]]:
            n = len(boxes[0])
            rows.append([cell.strip() for box in boxes for cell in box])
    return _state(Shape(max(1, len(rows) // n), n), rows, lines[end + 1 :])


def _state(shape: Shape, rows: list[list[str]], below: Sequence[str]) -> SudokuState:
    cells = [_CELL.fullmatch(word) for row in rows for word in row]
    if wrong := next((w for w in itertools.chain(*rows) if not _CELL.fullmatch(w)), None):
        raise ValueError(f"{wrong!r} is not a cell")
    values = [int(cell[1]) if cell and cell[1].isdigit() else 0 for cell in cells]
    scores, to_move, squares = (0, 0), 1, {}
    for line in below[:_BELOW]:
        if found := _SCORES.search(line):
            scores = int(found[1]), int(found[2])
        elif found := _TO_MOVE.search(line):
            to_move = int(found[1])
        elif found := _SQUARES.search(line):
            numbers = [(int(row), int(column)) for row, column in _SQUARE.findall(found[3])]
            squares[found[2], int(found[1])] = frozenset(shape.cell(*place) for place in numbers)
    allowed = _pair(squares, "allowed")
    return SudokuState(
        Board(shape, bytes(values)),
        rules_of(shape, allowed),
        scores=scores,
        to_move=1 if to_move == 1 else 2,
        allowed=allowed,
        occupied=None if allowed is None else _pair(squares, "occupied") or (frozenset(),) * 2,
    )


def _pair(squares: Squares, kind: str) -> tuple[frozenset[int], frozenset[int]] | None:
    """Return the squares of both players; None if they are missing."""
    if (kind, 1) not in squares or (kind, 2) not in squares:
        return None
    return squares[kind, 1], squares[kind, 2]
