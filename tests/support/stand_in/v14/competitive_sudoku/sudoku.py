"""Boards, moves and positions, as agents of v14 see them: cells are squares (row, column)."""

from __future__ import annotations

import sys
from typing import Any, TextIO

from competitive_sudoku.grid import Grid, drawing

Square = tuple[int, int]


class Move:
    """A value for a square. It has no hash, as in the original."""

    def __init__(self, square: Square, value: int) -> None:
        self.square, self.value = square, value

    def numbers(self) -> list[int]:
        """Return what goes into the shared list."""
        return [*self.square, self.value]

    def __eq__(self, other: Any) -> bool:  # noqa: PYI032 - fails for all but moves, as there
        return self.square == other.square and self.value == other.value

    __hash__ = None  # type: ignore[assignment]  # which Python does to a class with __eq__ alone

    def __str__(self) -> str:
        row, column = self.square
        return f"({row},{column}) -> {self.value}"


class TabooMove(Move):
    """A bomb that was played."""


class SudokuBoard(Grid):
    """A board whose cells are asked for by square."""

    def square2index(self, square: Square) -> int:
        row, column = square
        return row * self.N + column

    def index2square(self, index: int) -> Square:
        return divmod(index, self.N)

    def get(self, square: Square) -> int:
        return self.squares[self.square2index(square)]

    def put(self, square: Square, value: int) -> None:
        self.squares[self.square2index(square)] = value


class GameState:
    """A position; `moves` holds taboo moves, too. In classic games the four lists are None."""

    def __init__(
        self,
        initial_board: SudokuBoard,
        board: SudokuBoard,
        taboo_moves: list[TabooMove],
        moves: list[Move | TabooMove],
        scores: list[int],
        current_player: int = 1,
        allowed_squares1: list[Square] | None = None,
        allowed_squares2: list[Square] | None = None,
        occupied_squares1: list[Square] | None = None,
        occupied_squares2: list[Square] | None = None,
    ) -> None:
        self.initial_board, self.board = initial_board, board
        self.taboo_moves, self.moves, self.scores = taboo_moves, moves, scores
        self.current_player = current_player
        self.allowed_squares1, self.allowed_squares2 = allowed_squares1, allowed_squares2
        self.occupied_squares1, self.occupied_squares2 = occupied_squares1, occupied_squares2

    def is_classic_game(self) -> bool:
        return self.allowed_squares1 is None

    def occupied_squares(self) -> list[Square] | None:
        """Return the squares that the current player filled."""
        return self.occupied_squares1 if self.current_player == 1 else self.occupied_squares2

    def player_squares(self) -> list[Square] | None:
        """Return the empty squares on which the current player may play; None where that is any."""
        allowed = self.allowed_squares1 if self.current_player == 1 else self.allowed_squares2
        if allowed is None:
            return None
        own = self.occupied_squares() or []
        return [
            square
            for square in map(self.board.index2square, range(self.board.N**2))
            if self.board.get(square) == SudokuBoard.empty
            and (square in allowed or any(_touch(square, mine) for mine in own))
        ]

    def __str__(self) -> str:
        return pretty_print_game_state(self)


def _touch(one: Square, other: Square) -> bool:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1


def load_sudoku_from_text(text: str) -> SudokuBoard:
    """Read a board text."""
    m, n = text.split()[:2]
    board = SudokuBoard(int(m), int(n))
    board.fill(text)
    return board


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
