"""Boards, moves and positions, as agents up to v13 see them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, TextIO

from competitive_sudoku.grid import Grid, drawing


class Move:
    """A value for the cell in row i and column j. It has no hash, as in the original."""

    def __init__(self, i: int, j: int, value: int) -> None:
        self.i, self.j, self.value = i, j, value

    def numbers(self) -> list[int]:
        """Return what goes into the shared list."""
        return [self.i, self.j, self.value]

    def __eq__(self, other: Any) -> bool:  # noqa: PYI032 - fails for all but moves, as there
        return self.numbers() == [other.i, other.j, other.value]

    __hash__ = None  # type: ignore[assignment]  # which Python does to a class with __eq__ alone

    def __str__(self) -> str:
        return f"({self.i},{self.j}) -> {self.value}"


class TabooMove(Move):
    """A bomb that was played."""


class SudokuBoard(Grid):
    """A board whose cells are asked for by row and column."""

    def rc2f(self, i: int, j: int) -> int:
        return i * self.N + j

    def f2rc(self, k: int) -> tuple[int, int]:
        return divmod(k, self.N)

    def get(self, i: int, j: int) -> int:
        return self.squares[self.rc2f(i, j)]

    def put(self, i: int, j: int, value: int) -> None:
        self.squares[self.rc2f(i, j)] = value


class GameState:
    """A position; `moves` holds taboo moves, too."""

    def __init__(
        self,
        initial_board: SudokuBoard,
        board: SudokuBoard,
        taboo_moves: list[TabooMove],
        moves: list[Move | TabooMove],
        scores: list[int],
    ) -> None:
        self.initial_board, self.board = initial_board, board
        self.taboo_moves, self.moves, self.scores = taboo_moves, moves, scores

    def current_player(self) -> int:
        return 1 + len(self.moves) % 2

    def __str__(self) -> str:
        return pretty_print_game_state(self)


def load_sudoku_from_text(text: str) -> SudokuBoard:
    """Read a board text."""
    m, n = text.split()[:2]
    board = SudokuBoard(int(m), int(n))
    board.fill(text)
    return board


def load_sudoku(filename: str) -> SudokuBoard:
    """Read a file of board text."""
    return load_sudoku_from_text(Path(filename).read_text())


def save_sudoku(filename: str, board: SudokuBoard) -> None:
    """Write a file of board text."""
    Path(filename).write_text(str(board))


def print_board(board: SudokuBoard, out: TextIO | None = None) -> None:
    """Write the board text."""
    print(board, end="", file=out or sys.stdout)


def pretty_print_sudoku_board(board: SudokuBoard, gamestate: GameState | None = None) -> str:
    """Draw a board."""
    del gamestate
    return drawing(board)


def pretty_print_game_state(game_state: GameState) -> str:
    """Draw the board, and say how the game stands."""
    return f"Score: {game_state.scores}\n{pretty_print_sudoku_board(game_state.board)}"
