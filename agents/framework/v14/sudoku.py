"""Boards, moves and game states of v14: a cell is a square, (row, column)."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from bombe.agents.framework.board import BaseBoard
from bombe.agents.framework.texts import (
    board_text,
    drawing,
    fields_text,
    list_text,
    rows_of,
)

Square = tuple[int, int]


class SudokuSettings:
    """What the framework's programs print."""

    print_ascii_states = False


class Move:
    """A value for a square; compared by its numbers and, as in the framework, not hashable."""

    def __init__(self, square: Square, value: int) -> None:
        self.square = square
        self.value = value

    def __eq__(self, other: Any) -> bool:  # noqa: PYI032 - a non-move raises, as in the framework
        return bool(self.square == other.square and self.value == other.value)

    __hash__ = None  # type: ignore[assignment] # as in the framework

    def __str__(self) -> str:
        row, column = self.square
        return f"({row},{column}) -> {self.value}"

    __repr__ = __str__


class TabooMove(Move):
    """A move that turned out to be a bomb; equal to the same move as a `Move`."""


class SudokuBoard(BaseBoard):
    """A board."""

    def get(self, square: Square) -> int:
        """Return the value of a square, 0 if it is empty."""
        return self.squares[self.square2index(square)]

    def put(self, square: Square, value: int) -> None:
        """Write a value into a square."""
        self.squares[self.square2index(square)] = value

    def square2index(self, square: Square) -> int:
        """Return the index in `squares` of a square."""
        row, column = square
        return self.N * row + column

    def index2square(self, k: int) -> Square:
        """Return the square of an index in `squares`."""
        return divmod(k, self.N)


class GameState:
    """A position. The lists of allowed and occupied squares are None in classic games."""

    def __init__(
        self,
        initial_board: SudokuBoard | None = None,
        board: SudokuBoard | None = None,
        taboo_moves: list[TabooMove] | None = None,
        moves: list[Any] | None = None,
        scores: list[int] | None = None,
        current_player: Literal[1, 2] = 1,
        allowed_squares1: list[Square] | None = None,
        allowed_squares2: list[Square] | None = None,
        occupied_squares1: list[Square] | None = None,
        occupied_squares2: list[Square] | None = None,
    ) -> None:
        self.initial_board = initial_board or SudokuBoard()
        self.board = board or SudokuBoard()
        self.taboo_moves = [] if taboo_moves is None else taboo_moves
        self.moves = [] if moves is None else moves
        self.scores = [0, 0] if scores is None else scores
        self.current_player = current_player
        self.allowed_squares1 = allowed_squares1
        self.allowed_squares2 = allowed_squares2
        self.occupied_squares1 = occupied_squares1
        self.occupied_squares2 = occupied_squares2

    def is_classic_game(self) -> bool:
        """Return whether both players may play on every square."""
        return self.allowed_squares1 is None

    def occupied_squares(self) -> list[Square] | None:
        """Return the squares that the player to move has filled."""
        return self.occupied_squares1 if self.current_player == 1 else self.occupied_squares2

    def player_squares(self) -> list[Square] | None:
        """Return the empty squares on which the player to move may play; None in classic games."""
        allowed = self.allowed_squares1 if self.current_player == 1 else self.allowed_squares2
        if allowed is None:
            return None
        near = {
            (row + i, column + j)
            for row, column in self.occupied_squares() or ()
            for i in (-1, 0, 1)
            for j in (-1, 0, 1)
        }
        size, board = self.board.N, self.board
        inside = {(row, column) for row, column in near if 0 <= row < size and 0 <= column < size}
        return sorted(square for square in inside.union(allowed) if not board.get(square))

    def __str__(self) -> str:
        return print_game_state(self)


def print_sudoku_board(board: SudokuBoard) -> str:
    """Return the board text, as the oracle program reads it."""
    return board_text(board.m, board.n, board.squares)


print_board = print_sudoku_board


def print_game_state(game_state: GameState) -> str:
    """Return the game text."""
    board = game_state.board
    fields: dict[str, object] = {
        "rows": board.m,
        "columns": board.n,
        "board": "\n " + "\n ".join(rows_of(board.N, _signed(game_state))),
        "taboo-moves": list_text(game_state.taboo_moves),
        "moves": list_text(game_state.moves),
        "scores": game_state.scores,
        "current-player": game_state.current_player,
    }
    for name in () if game_state.is_classic_game() else ("allowed", "occupied"):
        for player in (1, 2):
            squares = getattr(game_state, f"{name}_squares{player}") or ()
            texts = [f"({row},{column})" for row, column in squares]
            fields[f"{name}-squares{player}"] = ", ".join(texts)
    return fields_text(fields)


def pretty_print_sudoku_board(board: SudokuBoard, gamestate: GameState | None = None) -> str:
    """Return a drawing of a board; with its position also who filled which square."""
    return drawing(board.m, board.n, _signed(gamestate) if gamestate else board.squares)


def pretty_print_game_state(game_state: GameState) -> str:
    """Return a drawing of the board of a position, and the scores."""
    fields = {"scores": game_state.scores, "current-player": game_state.current_player}
    return pretty_print_sudoku_board(game_state.board, game_state) + fields_text(fields)


def _signed(game_state: GameState) -> list[object]:
    board = game_state.board
    cells: list[object] = list(board.squares)
    for squares, sign in (
        (game_state.occupied_squares1, "+"),
        (game_state.occupied_squares2, "-"),
    ):
        for square in squares or ():
            cells[board.square2index(square)] = f"{board.get(square)}{sign}"
    return cells


def load_sudoku_from_text(text: str) -> GameState:
    """Read a game text, or a board text as the start of a classic game."""
    import sys

    from bombe.agents.framework.translation import game_state_of
    from bombe.boards.sudoku.reading import read_text

    (entry,) = read_text(text, "game")
    state: GameState = game_state_of(entry.state, sys.modules[__name__])
    return state


def load_sudoku(filename: str) -> GameState:
    """Read a file of game text."""
    return load_sudoku_from_text(Path(filename).read_text(encoding="utf-8"))
