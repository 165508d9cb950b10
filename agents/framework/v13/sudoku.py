"""Boards, moves and game states up to v13: cells are given by a row and a column."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bombe.agents.framework.grid import Grid
from bombe.agents.framework.texts import board_text, drawing, fields_text, list_text


class Move:
    """A value for a cell. Moves are equal by their numbers, and, as there, not hashable."""

    def __init__(self, i: int, j: int, value: int) -> None:
        self.i = i
        self.j = j
        self.value = value

    def __eq__(self, other: Any) -> bool:  # noqa: PYI032 - what is no move raises, as there
        return bool(self.i == other.i and self.j == other.j and self.value == other.value)

    __hash__ = None  # type: ignore[assignment] # what an agent cannot do there, it cannot do here

    def __str__(self) -> str:
        return f"({self.i},{self.j}) -> {self.value}"

    __repr__ = __str__


class TabooMove(Move):
    """A move that was found to be a bomb; equal to the move that it was."""


class SudokuBoard(Grid):
    """A board."""

    def get(self, i: int, j: int) -> int:
        """Give the value of a cell, 0 where it is empty."""
        return self.squares[self.rc2f(i, j)]

    def put(self, i: int, j: int, value: int) -> None:
        """Write a value into a cell."""
        self.squares[self.rc2f(i, j)] = value

    def rc2f(self, i: int, j: int) -> int:
        """Turn a row and a column into an index of `squares`."""
        return self.N * i + j

    def f2rc(self, k: int) -> tuple[int, int]:
        """Turn an index of `squares` into a row and a column."""
        return divmod(k, self.N)


class GameState:
    """A position; `moves` has all that were played, the taboo ones too."""

    first_player = 1
    """Who made the first of the moves: a game of ours may begin with either player."""

    def __init__(
        self,
        initial_board: SudokuBoard,
        board: SudokuBoard,
        taboo_moves: list[TabooMove],
        moves: list[Any],
        scores: list[int],
    ) -> None:
        self.initial_board = initial_board
        self.board = board
        self.taboo_moves = taboo_moves
        self.moves = moves
        self.scores = scores

    def current_player(self) -> int:
        """Tell whose turn it is."""
        return (self.first_player - 1 + len(self.moves)) % 2 + 1

    def __str__(self) -> str:
        return print_game_state(self)


def print_board(board: SudokuBoard) -> str:
    """Write the board text."""
    return board_text(board.m, board.n, board.squares)


def print_game_state(game_state: GameState) -> str:
    """Write all that a position holds, a line for each."""
    fields = {
        "taboo-moves": list_text(game_state.taboo_moves),
        "moves": list_text(game_state.moves),
        "scores": game_state.scores,
        "current-player": game_state.current_player(),
    }
    return print_board(game_state.board) + fields_text(fields)


def pretty_print_sudoku_board(board: SudokuBoard, gamestate: GameState | None = None) -> str:
    """Draw a board."""
    del gamestate  # here nobody owns a cell
    return drawing(board.m, board.n, board.squares)


def pretty_print_game_state(game_state: GameState) -> str:
    """Draw the board of a position, and tell the score."""
    fields = {"scores": game_state.scores, "current-player": game_state.current_player()}
    return pretty_print_sudoku_board(game_state.board) + fields_text(fields)


def load_sudoku_from_text(text: str) -> SudokuBoard:
    """Read a board text."""
    from bombe.boards.sudoku.reading import ReadOptions, read_text

    (entry,) = read_text(text, "board", ReadOptions("framework"))
    values = entry.state.board
    board = SudokuBoard(values.shape.m, values.shape.n)
    board.squares = list(values.values)
    return board


def load_sudoku(filename: str) -> SudokuBoard:
    """Read a file of board text."""
    return load_sudoku_from_text(Path(filename).read_text(encoding="utf-8"))
