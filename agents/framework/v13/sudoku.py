"""Boards, moves and game states up to v13: cells are given by a row and a column."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bombe.agents.framework.board import BaseBoard
from bombe.agents.framework.texts import board_text, drawing, fields_text, list_text


class Move:
    """A value for a cell; compared by its numbers and, as in the framework, not hashable."""

    def __init__(self, i: int, j: int, value: int) -> None:
        self.i = i
        self.j = j
        self.value = value

    def __eq__(self, other: Any) -> bool:  # noqa: PYI032 - a non-move raises, as in the framework
        return bool(self.i == other.i and self.j == other.j and self.value == other.value)

    __hash__ = None  # type: ignore[assignment] # as in the framework

    def __str__(self) -> str:
        return f"({self.i},{self.j}) -> {self.value}"

    __repr__ = __str__


class TabooMove(Move):
    """A move that turned out to be a bomb; equal to the same move as a `Move`."""


class SudokuBoard(BaseBoard):
    """A board."""

    def get(self, i: int, j: int) -> int:
        """Return the value of a cell, 0 if it is empty."""
        return self.squares[self.rc2f(i, j)]

    def put(self, i: int, j: int, value: int) -> None:
        """Write a value into a cell."""
        self.squares[self.rc2f(i, j)] = value

    def rc2f(self, i: int, j: int) -> int:
        """Return the index in `squares` of a row and a column."""
        return self.N * i + j

    def f2rc(self, k: int) -> tuple[int, int]:
        """Return the row and the column of an index in `squares`."""
        return divmod(k, self.N)


class GameState:
    """A position; `moves` has all moves, including the taboo ones."""

    first_player = 1
    """Who made the first move: our games may begin with either player."""

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
        """Return whose turn it is."""
        return (self.first_player - 1 + len(self.moves)) % 2 + 1

    def __str__(self) -> str:
        return print_game_state(self)


def print_board(board: SudokuBoard) -> str:
    """Return the board text."""
    return board_text(board.m, board.n, board.squares)


def print_game_state(game_state: GameState) -> str:
    """Return the fields of a position, a line each."""
    fields = {
        "taboo-moves": list_text(game_state.taboo_moves),
        "moves": list_text(game_state.moves),
        "scores": game_state.scores,
        "current-player": game_state.current_player(),
    }
    return print_board(game_state.board) + fields_text(fields)


def pretty_print_sudoku_board(board: SudokuBoard, gamestate: GameState | None = None) -> str:
    """Return a drawing of a board."""
    del gamestate  # in this edition nobody owns a cell
    return drawing(board.m, board.n, board.squares)


def pretty_print_game_state(game_state: GameState) -> str:
    """Return a drawing of the board of a position, and the scores."""
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


def save_sudoku(filename: str, board: SudokuBoard) -> None:
    """Write a file of board text."""
    Path(filename).write_text(str(board), encoding="utf-8")
