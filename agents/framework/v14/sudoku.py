"""Boards, moves and game states of v14: a cell is a square, (row, column)."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Iterable
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
    """A position. The lists of allowed and occupied squares are None in classic games.

    Of the two boards, one that is not given follows from the other and the moves; without either,
    the game begins on an empty board of 2x2.
    """

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
        self.taboo_moves = [] if taboo_moves is None else taboo_moves
        self.moves = [] if moves is None else moves
        if board is None:
            board = copy.deepcopy(initial_board) or SudokuBoard(2, 2)
            _put_all(board, self.moves if initial_board else ())
        if initial_board is None:
            initial_board = copy.deepcopy(board)
            _put_all(initial_board, [Move(move.square, SudokuBoard.empty) for move in self.moves])
        self.initial_board = initial_board
        self.board = board
        self.scores = [0, 0] if scores is None else scores
        self.current_player = current_player
        self.allowed_squares1 = allowed_squares1
        self.allowed_squares2 = allowed_squares2
        self.occupied_squares1 = occupied_squares1
        self.occupied_squares2 = occupied_squares2

    def is_classic_game(self) -> bool:
        """Return whether both players may play on every square."""
        return self.allowed_squares1 is None and self.allowed_squares2 is None

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


def parse_sudoku_board(text: str) -> SudokuBoard:
    """Read a board text: m and n, then the cells."""
    words = text.split()
    if len(words) < 2:
        raise RuntimeError("a board text begins with m and n")
    board = SudokuBoard(int(words[0]), int(words[1]))
    if len(words[2:]) != len(board.squares):
        raise RuntimeError(f"a board of {len(words[2:])} cells, not {len(board.squares)}")
    board.squares = [0 if word == "." else int(word) for word in words[2:]]
    return board


def parse_properties(text: str) -> dict[str, str]:
    """Read lines `key = value`; a line that begins with a blank continues a value."""
    pieces: dict[str, list[str]] = {}
    latest: list[str] = []
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith(" "):
            latest.append(line.strip())
        else:
            key, _, value = line.partition("=")
            latest = pieces[key.strip()] = [value.strip()]
    return {key: "\n".join(lines).strip() for key, lines in pieces.items()}


def generate_random_tuples(N: int) -> list[Square]:  # noqa: N803 - the framework's name
    """Return 2N different squares of a board of N rows, drawn at random."""
    if N <= 0:
        raise ValueError(f"{N} rows: a board has at least one")
    return [divmod(index, N) for index in random.sample(range(N * N), 2 * N)]


def allowed_squares(board: SudokuBoard, playmode: str) -> tuple[list[Square], list[Square]] | None:
    """Return where each player may begin in a play mode; in classic, two empty lists."""
    size = board.N
    top = [(0, column) for column in range(size)]
    bottom = [(size - 1, column) for column in range(size)]
    if playmode == "border":
        border = top + bottom + [(row, j) for j in (0, size - 1) for row in range(1, size - 1)]
        return border, border
    if playmode == "random":
        drawn = generate_random_tuples(size)
        return drawn[:size], drawn[size:]
    return {"classic": ([], []), "rows": (top, bottom)}.get(playmode)


def parse_game_state(text: str, playmode: str) -> GameState:
    """Read a game text. Unless the mode is classic, the last character of a cell is its owner's.

    Allowed squares that the text does not have are those of the mode. Moves that are taboo come
    back as ordinary moves.
    """
    fields = parse_properties(text)
    m, n = int(fields["rows"]), int(fields["columns"])
    scores = _numbers(fields.get("scores"), 2)
    read: dict[str, Any] = {
        "taboo_moves": [TabooMove((i, j), v) for i, j, v in _numbers(fields.get("taboo-moves"), 3)],
        "moves": [Move((i, j), value) for i, j, value in _numbers(fields.get("moves"), 3)],
        "scores": list(scores[0]) if scores else None,
        "current_player": int(fields.get("current-player", "1")),
    }
    if playmode == "classic":
        return GameState(board=parse_sudoku_board(f"{m} {n}\n{fields['board']}"), **read)
    board, owners = _board_with_owners(m, n, fields["board"])
    names = ("allowed-squares1", "allowed-squares2")
    squares = [[(i, j) for i, j in _numbers(fields[name], 2)] for name in names if name in fields]
    allowed = squares if len(squares) == 2 else allowed_squares(board, playmode)
    first = None
    if "initial-board" in fields:
        first, _ = _board_with_owners(m, n, fields["initial-board"])
    return GameState(first, board, **read, **_by_player(allowed=allowed, occupied=owners))


def _board_with_owners(m: int, n: int, text: str) -> tuple[SudokuBoard, list[list[Square]]]:
    board, words = SudokuBoard(m, n), text.split()
    if len(words) != len(board.squares):
        raise ValueError(f"a board of {len(words)} cells, not {len(board.squares)}")
    board.squares = [0 if word == "." else int(word[:-1]) for word in words]
    filled = [(board.index2square(k), word[-1]) for k, word in enumerate(words) if word != "."]
    return board, [[at for at, sign in filled if (sign == "+") is plus] for plus in (True, False)]


def _by_player(**pairs: Any) -> dict[str, Any]:
    """Return the arguments of GameState for pairs of lists."""
    return {
        f"{name}_squares{player}": one
        for name, pair in pairs.items()
        for player, one in enumerate(pair, 1)
    }


def _numbers(text: str | None, size: int) -> list[tuple[int, ...]]:
    """Return the whole numbers of a list, in tuples of that size."""
    found = [int(number) for number in re.findall(r"[0-9]+", text or "")]
    if len(found) % size:
        raise AssertionError(f"{len(found)} numbers are no list of {size} each")
    return [tuple(found[i : i + size]) for i in range(0, len(found), size)]


def _put_all(board: SudokuBoard, moves: Iterable[Move]) -> None:
    for move in moves:
        board.put(move.square, move.value)
