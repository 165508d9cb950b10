"""Competitive Sudoku as a game: legal moves may be bombs, so each is a question to the oracle."""

from __future__ import annotations

from bombe.boards.game import Game, Json, MoveLike, Refused, Termination, parts_of_move
from bombe.boards.sudoku.board import Board, Move
from bombe.boards.sudoku.refusals import Refusal
from bombe.boards.sudoku.shape import Shape
from bombe.boards.sudoku.state import SudokuState
from bombe.boards.sudoku.symbols import board_line

_TERMINATIONS = {
    Refusal.OUT_OF_RANGE: Termination.OUT_OF_RANGE,
    Refusal.FILLED: Termination.FILLED,
    Refusal.BREAKS_C0: Termination.BREAKS_C0,
    Refusal.TABOO: Termination.TABOO,
    Refusal.NOT_PLAYABLE: Termination.NOT_PLAYABLE,
}
"""How a game ends by each refusal; where there are several, by the first one here."""


class Sudoku(Game[SudokuState, Move]):
    """The rules, texts and records of Competitive Sudoku."""

    name = "sudoku"
    title = "Competitive Sudoku"
    state = SudokuState
    has_bombs = True

    def refusal(self, state: SudokuState, move: MoveLike) -> Refused | None:
        """Return all the reasons, and the first termination that fits them."""
        if not (reasons := state.reasons(move)):
            return None
        refusals = {reason.refusal for reason in reasons}
        termination = next(end for why, end in _TERMINATIONS.items() if why in refusals)
        return Refused(termination, "; ".join(map(str, reasons)))

    def question(self, state: SudokuState, move: MoveLike | None = None) -> Board:
        """Return the board with the move placed."""
        return state.board if move is None else state.question(move)

    def points(self, state: SudokuState, move: MoveLike) -> int:
        """Return the points of the regions that the move completes."""
        return state.points(move)

    def after(self, state: SudokuState, move: MoveLike, *, is_bomb: bool = False) -> SudokuState:
        """Place the move, or make the bomb taboo."""
        return state.reject(move) if is_bomb else state.play(move)

    def move(self, parts: object) -> Move:
        """Return the move of row, column and value."""
        expected = "row, column and value, such as [0, 3, 5]"
        row, column, value = parts_of_move(parts, (int, int, int), expected)
        return Move(int(row), int(column), int(value))

    def start(self, size: str) -> SudokuState:
        """Return the empty board of boxes of m rows by n columns, "3x3"."""
        return SudokuState.start(Board.empty(Shape.parse(size)))

    def read(self, text: str, source: str = "<text>") -> SudokuState:
        """Return the one position of a text in any of the formats."""
        from bombe.boards.sudoku.reading import read_text

        (entry,) = read_text(text, source)
        return entry.state

    def write(self, state: SudokuState) -> str:
        """Write the position as bombe.boards.sudoku.formats.json_text does."""
        # Formats are imported when they are used: agents' processes start often and need none.
        from bombe.boards.sudoku.reading import write

        return write(state)

    def facts(self, start: SudokuState) -> dict[str, Json]:
        """Return play mode, shape and board."""
        shape, board = start.board.shape, board_line(start.board)
        return {"rules": str(start.rules), "m": shape.m, "n": shape.n, "board": board}

    def one_line(self, state: SudokuState) -> str:
        """Return the values of the board."""
        return board_line(state.board)

    def label(self, start: SudokuState) -> str:
        """Return the name of the bundled board that these values are, or else the values."""
        from bombe.boards.sudoku.bundled import name_of

        line = board_line(start.board)
        return name_of(line) or line

    def size(self, start: SudokuState) -> str:
        """Return the rows and columns of a box."""
        return str(start.board.shape)

    def variant(self, start: SudokuState) -> str:
        """Return the play mode."""
        return str(start.rules)


SUDOKU = Sudoku()
