"""The games that Bombe plays, and what a referee and a record ask of each: one class per game.

    game = game_of(state)
    game.refusal(state, move)      why the rules refuse a move
    game.question(state, move)     the board that must be solvable; None where the rules suffice
    game.after(state, move)        the position after it

A record names its game, and holds starts as `write` makes them and moves as three plain values.
Formats are imported when they are used: agents' processes start often and need none.
"""

from __future__ import annotations

import enum
import json
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from bombe.boards.dots.state import DotsState, Line
from bombe.boards.errors import UnknownNameError
from bombe.boards.sudoku.board import Move
from bombe.boards.sudoku.state import Refusal, SudokuState
from bombe.boards.sudoku.symbols import board_line

if TYPE_CHECKING:
    from bombe.boards.sudoku.board import Board

AnyState = Any
"""A position of some game: whoever is given one knows of which, or asks `game_of`."""
AnyMove = Any
"""A move of some game."""


class Termination(enum.StrEnum):
    """How a game ended; all but the first and the last lose it for the player to move."""

    SCORE = "score"
    NO_PROPOSAL = "no-proposal"
    OUT_OF_RANGE = "out-of-range"
    FILLED = "filled"
    BREAKS_C0 = "breaks-c0"
    TABOO = "taboo"
    NOT_PLAYABLE = "not-playable"
    DRAWN_ALREADY = "drawn-already"
    NO_MOVE = "no-move"
    CRASH = "crash"
    HANG = "hang"
    MEMORY = "memory"
    VOID = "void"

    @property
    def sentence(self) -> str:
        """Say it in words."""
        return _SENTENCES[self]

    @property
    def is_forfeit(self) -> bool:
        """Whether a player lost by it, whatever the score."""
        return self not in (Termination.SCORE, Termination.VOID)


_SENTENCES = {
    Termination.SCORE: "the game was played to its end",
    Termination.NO_PROPOSAL: "no move was proposed in time",
    Termination.OUT_OF_RANGE: "there is no such cell, value or line",
    Termination.FILLED: "the cell was filled already",
    Termination.BREAKS_C0: "the value stands in a region of the cell",
    Termination.TABOO: "the move is taboo",
    Termination.NOT_PLAYABLE: "the player may not play on this cell",
    Termination.DRAWN_ALREADY: "the line was drawn already",
    Termination.NO_MOVE: "what was proposed is no move",
    Termination.CRASH: "the agent crashed",
    Termination.HANG: "the agent did not answer and had to be killed",
    Termination.MEMORY: "the agent took more memory than it may",
    Termination.VOID: "the oracle could not decide: the game does not count",
}


class Refused(NamedTuple):
    """How a game ends by a move that the rules refuse, and all their reasons in words."""

    termination: Termination
    words: str


class Game(Protocol):
    """A game: its words, its rules as the referee sees them, and how records hold it.

    `has_bombs` says that a legal move may fail to stand, which an oracle decides.
    """

    @property
    def name(self) -> str:
        """What records and commands call the game."""

    @property
    def state(self) -> type:
        """The class of its positions."""

    @property
    def moves(self) -> type:
        """The class of its moves."""

    @property
    def has_bombs(self) -> bool:
        """Whether an oracle must judge legal moves."""

    def refusal(self, state: AnyState, move: AnyMove) -> Refused | None:
        """Say why the rules refuse a move; None if it is legal."""

    def question(self, state: AnyState, move: AnyMove | None = None) -> Board | None:
        """Give the board that must be solvable if the move is to stand, or the position itself."""

    def points(self, state: AnyState, move: AnyMove) -> int:
        """Count what the move scores if it stands."""

    def after(self, state: AnyState, move: AnyMove, *, is_bomb: bool = False) -> AnyState:
        """Give the position after a move; the rules check it."""

    def write(self, state: AnyState) -> str:
        """Write a position as JSON."""

    def read(self, document: dict[str, Any]) -> AnyState:
        """Read a position that `write` made."""

    def move(self, parts: Any) -> AnyMove:
        """Make a move of the three values that stand for it in a record."""

    def facts(self, start: AnyState) -> dict[str, Any]:
        """Give what a record says of its start besides the start itself."""

    def shown(self, state: AnyState) -> str:
        """Show a position on one line, for messages."""


class Sudoku:
    """Competitive Sudoku: legal moves may be bombs, so each is a question to the oracle."""

    name = "sudoku"
    state: type = SudokuState
    moves: type = Move
    has_bombs = True

    def refusal(self, state: SudokuState, move: Move) -> Refused | None:
        """Give the first of the terminations that fit, in the order of the refusals."""
        if not (reasons := state.reasons(move)):
            return None
        refusals = {reason.refusal for reason in reasons}
        termination = next(end for why, end in _REFUSALS.items() if why in refusals)
        return Refused(termination, "; ".join(map(str, reasons)))

    def question(self, state: SudokuState, move: Move | None = None) -> Board | None:
        """Ask for the board with the move placed."""
        return state.board if move is None else state.question(move)

    def points(self, state: SudokuState, move: Move) -> int:
        """Count the points of the regions that the move completes."""
        return state.points(move)

    def after(self, state: SudokuState, move: Move, *, is_bomb: bool = False) -> SudokuState:
        """Place the move, or make the bomb taboo."""
        return state.reject(move) if is_bomb else state.play(move)

    def write(self, state: SudokuState) -> str:
        """Write the position as bombe.boards.sudoku.formats.json_text does."""
        from bombe.boards.sudoku.reading import (
            write,  # agents' processes need no format, but start often
        )

        return write(state)

    def read(self, document: dict[str, Any]) -> SudokuState:
        """Read a position."""
        from bombe.boards.sudoku.reading import ReadOptions, read_text

        (entry,) = read_text(json.dumps(document), "start", ReadOptions("json"))
        return entry.state

    def move(self, parts: Any) -> Move:
        """Read row, column and value."""
        return Move(*_three(parts, (int, int, int), "row, column and value, such as [0, 3, 5]"))

    def facts(self, start: SudokuState) -> dict[str, Any]:
        """Name rules, shape and board."""
        shape = start.board.shape
        board = board_line(start.board)
        return {"rules": start.rules, "m": shape.m, "n": shape.n, "board": board}

    def shown(self, state: SudokuState) -> str:
        """Show the board on a line."""
        return board_line(state.board)


_REFUSALS = {
    Refusal.OUT_OF_RANGE: Termination.OUT_OF_RANGE,
    Refusal.FILLED: Termination.FILLED,
    Refusal.BREAKS_C0: Termination.BREAKS_C0,
    Refusal.TABOO: Termination.TABOO,
    Refusal.NOT_PLAYABLE: Termination.NOT_PLAYABLE,
}
"""How a game of Sudoku ends by each refusal; where there are several, by the first one here."""


class Dots:
    """Dots and Boxes: every legal line stands."""

    name = "dots"
    state: type = DotsState
    moves: type = Line
    has_bombs = False

    def refusal(self, state: DotsState, line: Line) -> Refused | None:
        """Tell a line that is not on the grid from one that is drawn already."""
        if not (reasons := state.reasons(line)):
            return None
        is_out = state.grid.why_not(line)
        termination = Termination.OUT_OF_RANGE if is_out else Termination.DRAWN_ALREADY
        return Refused(termination, "; ".join(reasons))

    def question(self, state: DotsState, line: Line | None = None) -> None:
        """Ask nothing."""

    def points(self, state: DotsState, line: Line) -> int:
        """Count the boxes that the line completes."""
        return state.completes(line)

    def after(self, state: DotsState, line: Line, *, is_bomb: bool = False) -> DotsState:
        """Draw the line."""
        if is_bomb:
            raise ValueError(f"{line} cannot be a bomb: dots has none")
        return state.play(line)

    def write(self, state: DotsState) -> str:
        """Write the position as bombe.boards.dots.json_text does."""
        from bombe.boards.dots.text import write_dots

        return write_dots(state)

    def read(self, document: dict[str, Any]) -> DotsState:
        """Read a position."""
        from bombe.boards.dots.text import read_dots

        return read_dots(json.dumps(document), "start")

    def move(self, parts: Any) -> Line:
        """Read kind, row and column."""
        return Line(*_three(parts, (str, int, int), 'h or v, row and column, such as ["h", 0, 1]'))

    def facts(self, start: DotsState) -> dict[str, Any]:
        """Name the grid and the variant."""
        grid = start.grid
        return {"rows": grid.rows, "columns": grid.columns, "extra_turn": start.extra_turn}

    def shown(self, state: DotsState) -> str:
        """List the lines."""
        from bombe.boards.dots.text import write_dots

        return write_dots(state, "edges").strip()


def _three(parts: Any, kinds: tuple[type, ...], wanted: str) -> list[Any]:
    """Give what stands for a move, if it does."""
    if isinstance(parts, list) and tuple(map(type, parts)) == kinds:
        return parts
    raise ValueError(f"a move is {wanted}, not {json.dumps(parts)[:60]}")


SUDOKU, DOTS = Sudoku(), Dots()
GAMES: tuple[Game, ...] = (SUDOKU, DOTS)
"""The games; the first one is meant where none is named."""


def game_named(name: str) -> Game:
    """Give the game of that name."""
    if found := next((game for game in GAMES if game.name == name), None):
        return found
    raise UnknownNameError("game", name, (game.name for game in GAMES))


def game_of(state: AnyState) -> Game:
    """Give the game of a position."""
    return next(game for game in GAMES if isinstance(state, game.state))
