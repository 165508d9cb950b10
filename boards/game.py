"""The contract of games, and the table of games.

    game = state.game                 or game_named("dots")
    game.refusal(state, move)         why the rules refuse a move; None if it is legal
    game.question(state, move)        the board that must be solvable; None if the rules suffice
    game.after(state, move)           the position after it
    game.read(text), game.write(state)
    opponent(state.to_move)           the other player

A game consists of two classes, its immutable `State` and its `Game`, and of a line in the table of
each room: here, in bombe.agents.games (agents, openings) and in bombe.analysis.games (drawing).
"""

from __future__ import annotations

import enum
import importlib
import json
from abc import ABC, abstractmethod
from typing import (
    TYPE_CHECKING,
    ClassVar,
    Generic,
    Literal,
    NamedTuple,
    Protocol,
    Self,
    TypeAlias,
    TypeVar,
    cast,
)

from bombe.boards.errors import FormatError, IllegalMoveError, Place, UnknownNameError
from bombe.boards.numbers import as_whole

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

    from bombe.boards.sudoku.board import Board

Player = Literal[1, 2]

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"
"""A JSON value, as the standard library reads it."""
AnyMove = tuple[object, ...]
"""A move of any game: moves are named tuples of numbers and words."""
MoveLike = str | AnyMove
"""What can be given as a move: the move itself, a plain tuple of its parts, or its text."""
MoveT_co = TypeVar("MoveT_co", bound=AnyMove, covariant=True)
LARGEST = 10**18
"""Larger numbers are cut to it: no board has them, and not every JSON reader accepts them."""


class State(Protocol[MoveT_co]):
    """An immutable position of a game for two, players 1 and 2; equal positions have one hash."""

    def __hash__(self) -> int: ...

    @property
    def game(self) -> Game[Self, MoveT_co]:
        """The game of this position."""

    @property
    def to_move(self) -> Player:
        """The player whose turn it is, 1 or 2."""

    @property
    def scores(self) -> tuple[int, int]:
        """The points of players 1 and 2."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""

    def moves(self) -> Sequence[MoveT_co]:
        """Return the legal moves of the player whose turn it is."""

    def play(self, move: MoveLike, /) -> Self:
        """Return the position after the move; raise IllegalMoveError if the rules refuse it."""


def opponent(player: Player) -> Player:
    """Return the other player."""
    return 2 if player == 1 else 1


AnyState = State[AnyMove]
"""A position of any game."""
StateT = TypeVar("StateT", bound=AnyState)


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
    ILLEGAL = "illegal"
    NO_MOVE = "no-move"
    CRASH = "crash"
    HANG = "hang"
    MEMORY = "memory"
    RESIGNED = "resigned"
    VOID = "void"

    @property
    def sentence(self) -> str:
        """The termination in words."""
        return _SENTENCES[self]

    @property
    def is_forfeit(self) -> bool:
        """Whether a player lost by it, regardless of the score."""
        return self not in (Termination.SCORE, Termination.VOID)


_SENTENCES = {
    Termination.SCORE: "the game was played to its end",
    Termination.NO_PROPOSAL: "no move was proposed in time",
    Termination.OUT_OF_RANGE: "there is no such cell, value or line",
    Termination.FILLED: "the cell was already filled",
    Termination.BREAKS_C0: "the value is already in a region of the cell",
    Termination.TABOO: "the move is taboo",
    Termination.NOT_PLAYABLE: "the player may not play on this cell",
    Termination.DRAWN_ALREADY: "the line was already drawn",
    Termination.ILLEGAL: "the rules refuse the move",
    Termination.NO_MOVE: "the proposal was not a move",
    Termination.CRASH: "the agent crashed",
    Termination.HANG: "the agent did not respond and had to be killed",
    Termination.MEMORY: "the agent exceeded its memory limit",
    Termination.RESIGNED: "the player resigned",
    Termination.VOID: "the game does not count",
}


class Excess(enum.StrEnum):
    """What a turn took beyond its limits, or left running, although its move counts.

    One that is starved has taken nothing: other programs have taken its time.
    """

    OVERRUN = "overrun"
    CPU = "cpu"
    LEFT = "left"
    STARVED = "starved"


class Refused(NamedTuple):
    """How a move that the rules refuse ends the game, and all reasons for the refusal."""

    termination: Termination
    reason: str


class Game(ABC, Generic[StateT, MoveT_co]):
    """The rules of a game as the referee sees them, and its positions and moves as texts.

    A new game defines `move` and `start`; the other methods have defaults for a game whose legal
    moves always stand and whose state is a dataclass of plain values. `has_bombs` means that a
    legal move may fail to stand, which an oracle decides.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    state: type[StateT]
    has_bombs: ClassVar[bool] = False

    # Rules

    def refusal(self, state: StateT, move: MoveLike) -> Refused | None:
        """Return why the rules refuse a move; None if it is legal."""
        if not state.is_over and move in state.moves():
            return None
        return Refused(Termination.ILLEGAL, f"{move} is not among the legal moves")

    def question(self, state: StateT, move: MoveLike | None = None) -> Board | None:  # noqa: ARG002 - for games with bombs
        """Return the board that must be solvable for the move, or the position, to stand."""
        return None

    def points(self, state: StateT, move: MoveLike) -> int:
        """Return the points of the move if it stands."""
        mover = state.to_move - 1
        return state.play(move).scores[mover] - state.scores[mover]

    def after(self, state: StateT, move: MoveLike, *, is_bomb: bool = False) -> StateT:
        """Return the position after a move; the rules check it."""
        if is_bomb:
            raise ValueError(f"{move} cannot be a bomb: {self.name} has none")
        return state.play(move)

    def key(self, state: StateT) -> Hashable:
        """Return what the rest of the game depends on; fewer keys make searches faster."""
        return cast("Hashable", state)

    def require_legal(self, state: StateT, move: MoveLike) -> MoveT_co:
        """Return the move; raise IllegalMoveError if the rules refuse it."""
        if refused := self.refusal(state, move):
            raise IllegalMoveError(move, [refused.reason])
        return self.move(move)

    # Moves and positions as texts and as JSON

    @abstractmethod
    def move(self, parts: object) -> MoveT_co:
        """Return the move that a list or a tuple of plain values stands for; else ValueError."""

    @abstractmethod
    def start(self, size: str) -> StateT:
        """Return the position on which a game of that size begins, such as "3x3"."""

    def read(self, text: str, source: str = "<text>") -> StateT:
        """Return the position of a text; by default of the JSON that `write` returns."""
        try:
            fields = {name: _frozen(value) for name, value in json.loads(text).items()}
            return self.state(**fields)
        except (ValueError, TypeError, AttributeError) as error:
            problem = f"not a position of {self.title}: {error}"
            raise FormatError(Place(source, 1), problem, "give the JSON of one") from None

    def write(self, state: StateT) -> str:
        """Return the position as one line of JSON; by default the fields of a dataclass."""
        return json.dumps(vars(state))

    def from_json(self, document: Json) -> StateT:
        """Return the position of a JSON document that `to_json` returned."""
        return self.read(json.dumps(document), "start")

    def to_json(self, state: StateT) -> Json:
        """Return the position as a JSON document."""
        return cast("Json", json.loads(self.write(state)))

    def facts(self, start: StateT) -> dict[str, Json]:  # noqa: ARG002 - for games with more to say
        """Return further fields that a record has about its start."""
        return {}

    def one_line(self, state: StateT) -> str:
        """Return the position on one line, for messages."""
        return self.write(state).strip()

    # What tables of results group games by

    def label(self, start: StateT) -> str:
        """Return a short name of a start position; by default the position on one line."""
        return self.one_line(start)

    def size(self, start: StateT) -> str:  # noqa: ARG002 - for games with sizes
        """Return the size that `start` takes, such as "3x3"; by default "", unknown."""
        return ""

    def variant(self, start: StateT) -> str:  # noqa: ARG002 - for games with variants
        """Return which rules are played, in a few words; by default "", there is one variant."""
        return ""


AnyGame = Game[AnyState, AnyMove]
"""Any game, known only by its contract."""

GAMES = {
    "sudoku": "bombe.boards.sudoku.game:SUDOKU",
    "dots": "bombe.boards.dots.game:DOTS",
}
"""The games and where they are defined; the first one is the default."""
DEFAULT_GAME = next(iter(GAMES))


def game_named(name: str) -> AnyGame:
    """Return the game of that name, importing it if necessary."""
    if name not in GAMES:
        raise UnknownNameError("game", name, GAMES)
    module, _, constant = GAMES[name].partition(":")
    # The types of states and moves are dropped only here: callers that take a game from the table
    # pass it positions that it made itself.
    return cast("AnyGame", getattr(importlib.import_module(module), constant))


def _frozen(value: object) -> object:
    """Return a JSON value with tuples for its lists, as states have them."""
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def parts_of_move(parts: object, kinds: tuple[type, ...], expected: str) -> list[int | str]:
    """Return the plain values of a move, of these kinds: `int` or `str`; else ValueError.

    Numbers of other libraries, such as numpy's, become ints: agents propose them, too.
    """
    if isinstance(parts, (list, tuple)) and len(parts) == len(kinds):
        found = [part if isinstance(part, str) else _whole(part) for part in parts]
        if tuple(map(type, found)) == kinds:
            return cast("list[int | str]", found)
    raise ValueError(f"a move is {expected}, not {json.dumps(parts)[:60]}")


def _whole(number: object) -> int | None:
    """Return a number as an int within LARGEST; None for what is not a whole number."""
    whole = as_whole(number)
    return None if whole is None else max(-LARGEST, min(LARGEST, whole))
