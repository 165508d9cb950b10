"""Boards, moves and positions, as agents of v14 see them: cells are squares (row, column)."""

from __future__ import annotations

import copy
import random
import re
from typing import Any

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
        initial_board: SudokuBoard | None = None,
        board: SudokuBoard | None = None,
        taboo_moves: list[TabooMove] | None = None,
        moves: list[Any] | None = None,
        scores: list[int] | None = None,
        current_player: int = 1,
        allowed_squares1: list[Square] | None = None,
        allowed_squares2: list[Square] | None = None,
        occupied_squares1: list[Square] | None = None,
        occupied_squares2: list[Square] | None = None,
    ) -> None:
        self.moves = [] if moves is None else moves
        self.taboo_moves = [] if taboo_moves is None else taboo_moves
        self.scores = [0, 0] if scores is None else scores
        if board is None:
            board = copy.deepcopy(initial_board) if initial_board else SudokuBoard(2, 2)
            for move in self.moves if initial_board else ():
                board.put(move.square, move.value)
        if initial_board is None:
            initial_board = copy.deepcopy(board)
            for move in self.moves:
                initial_board.put(move.square, SudokuBoard.empty)
        self.initial_board, self.board = initial_board, board
        self.current_player = current_player
        self.allowed_squares1, self.allowed_squares2 = allowed_squares1, allowed_squares2
        self.occupied_squares1, self.occupied_squares2 = occupied_squares1, occupied_squares2

    def is_classic_game(self) -> bool:
        return self.allowed_squares1 is None and self.allowed_squares2 is None

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


def print_sudoku_board(board: SudokuBoard) -> str:
    """Return the board text."""
    return str(board)


def parse_sudoku_board(text: str) -> SudokuBoard:
    """Read a board text: m, n and the cells."""
    words = text.split()
    if len(words) < 2 or len(words) != 2 + (int(words[0]) * int(words[1])) ** 2:
        raise RuntimeError("this is no board text")
    board = SudokuBoard(int(words[0]), int(words[1]))
    board.fill(text)
    return board


def parse_properties(text: str) -> dict[str, str]:
    """Read the lines `key = value`; a line that begins with a blank goes on with a value."""
    found: dict[str, str] = {}
    key = ""
    for line in text.splitlines():
        if line[:1] == "#" or not line.strip():
            continue
        if line[0] == " ":
            if key:
                found[key] += f"\n{line.strip()}"
        else:
            key, _, value = line.partition("=")
            key = key.strip()
            found[key] = value
    return {key: value.strip() for key, value in found.items()}


def generate_random_tuples(N: int) -> list[Square]:  # noqa: N803 - as there
    """Draw 2N different squares of an N x N board."""
    if N < 1:
        raise ValueError("N is the size of a board")
    drawn: set[Square] = set()
    while len(drawn) < 2 * N:
        drawn.add((random.randrange(N), random.randrange(N)))
    return [*drawn]


def allowed_squares(board: SudokuBoard, playmode: str) -> tuple[list[Square], list[Square]] | None:
    """List the squares on which each player may begin."""
    last = board.N - 1
    top, bottom = ([(row, k) for k in range(board.N)] for row in (0, last))
    if playmode == "classic":
        return [], []
    if playmode == "rows":
        return top, bottom
    if playmode == "border":
        sides = [(k, column) for column in (0, last) for k in range(1, last)]
        return (top + bottom + sides,) * 2
    if playmode == "random":
        drawn = generate_random_tuples(board.N)
        return drawn[: board.N], drawn[board.N :]
    return None


def parse_game_state(text: str, playmode: str) -> GameState:
    """Read a game text; in all modes but classic the end of a filled cell is its owner's sign."""
    values = parse_properties(text)
    shape = int(values["rows"]), int(values["columns"])
    moves, taboo, scores, first, second = (
        _numbers(values.get(key, ""), size)
        for key, size in (
            ("moves", 3),
            ("taboo-moves", 3),
            ("scores", 2),
            ("allowed-squares1", 2),
            ("allowed-squares2", 2),
        )
    )
    classic = playmode == "classic"
    if classic:
        board = parse_sudoku_board("{} {} {}".format(*shape, values["board"]))
        modes: list[Any] = [None] * 4
    else:
        board, *owned = _signed(values["board"], *shape)
        modes = [*(allowed_squares(board, playmode) or ()), *owned]
    if not classic and "allowed-squares1" in values and "allowed-squares2" in values:
        modes[:2] = [[(row, column) for row, column in squares] for squares in (first, second)]
    first_board = None if classic else values.get("initial-board")
    return GameState(
        first_board and _signed(first_board, *shape)[0],
        board,
        [TabooMove((row, column), value) for row, column, value in taboo],
        [Move((row, column), value) for row, column, value in moves],
        scores[0] if scores else None,
        int(values.get("current-player", "1")),
        *modes,
    )


def _numbers(text: str, size: int) -> list[list[int]]:
    found = [int(number) for number in re.findall(r"\d+", text)]
    return [found[k : k + size] for k in range(0, len(found), size)]


def _signed(text: str, m: int, n: int) -> tuple[SudokuBoard, list[Square], list[Square]]:
    board, owned = SudokuBoard(m, n), {"+": [], "-": []}
    words = text.split()
    if len(words) != len(board.squares):
        raise ValueError("the board has another number of squares")
    for k, word in enumerate(words):
        if word != ".":
            board.squares[k] = int(word[:-1])
            owned["+" if word[-1] == "+" else "-"].append(board.index2square(k))
    return board, owned["+"], owned["-"]


def _touch(one: Square, other: Square) -> bool:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1


def pretty_print_sudoku_board(board: SudokuBoard, gamestate: GameState | None = None) -> str:
    """Draw a board."""
    del gamestate
    return drawing(board)


def pretty_print_game_state(game_state: GameState) -> str:
    """Draw the board, and say how the game stands."""
    return f"Score: {game_state.scores}\n{pretty_print_sudoku_board(game_state.board)}"
