"""What an exact solver knows about a position of any game.

    MoveValue      what a move is worth
    ExactResult    the margin of a position and the value of every move
    ExactTable     a position and everything that can follow it, solved and kept

The margin is the best final score difference for the mover from here on. Each game adds its own
words and its own engine: bombe.analysis.endgame.margins and bombe.analysis.dots.exact.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

from bombe.analysis.results import TAIL, Result, with_noun
from bombe.analysis.schema import REAL, Field
from bombe.boards.errors import UsageError
from bombe.boards.game import AnyMove, StateT
from bombe.solvers.budget import as_meter

if TYPE_CHECKING:
    from bombe.solvers.budget import BudgetLike, Meter


class Bounds(Protocol):
    """What an engine answers about a position, as far as every game has it."""

    @property
    def low(self) -> int:
        """The margin is at least this."""

    @property
    def high(self) -> int:
        """The margin is at most this."""

    @property
    def done(self) -> bool:
        """Whether the engine got to its end."""


MoveT = TypeVar("MoveT", bound=AnyMove)
BoundsT = TypeVar("BoundsT", bound=Bounds)
ResultT = TypeVar("ResultT", bound="ExactResult[Any, Any]")


class Unit(NamedTuple):
    """What the score of a game counts."""

    one: str
    many: str


@dataclass(frozen=True)
class MoveValue(Generic[MoveT]):
    """What a move is worth for the mover: at least `low`, at most `high`."""

    move: MoveT
    low: int
    high: int

    @property
    def exact(self) -> bool:
        """Whether the value is known."""
        return self.low == self.high

    def details(self) -> dict[str, Any]:
        """Return the JSON fields beside the move: the value, or null and its bounds."""
        if self.exact:
            return {"value": self.low}
        return {"value": None, "low": self.low, "high": self.high}


@dataclass(frozen=True, repr=False)
class ExactResult(Result, Generic[StateT, MoveT]):
    """The outcome of best play from a position.

    The margin lies between `low` and `high`, which are equal where it is known. `moves` holds
    every legal move with its value. The result is `final` if everything is known.
    """

    unit: ClassVar[Unit]
    tail = (
        *TAIL[:-1],
        Field("seconds", REAL, "time that it took", lambda found: round(found.seconds, 6)),
    )

    state: StateT
    low: int
    high: int
    moves: tuple[MoveValue[MoveT], ...]

    @property
    def exact(self) -> bool:
        """Whether the margin is known."""
        return self.low == self.high

    @property
    def margin(self) -> int | None:
        """The margin; None where only bounds are known."""
        return self.low if self.exact else None

    @property
    def best(self) -> tuple[MoveT, ...]:
        """The moves that are known to reach the margin; all of these where it is final."""
        return tuple(value.move for value in self.moves if value.low >= self.high)

    @property
    def nodes(self) -> int:
        """The positions that were searched; a block of a table counts as one."""
        return self.effort.nodes

    @property
    def seconds(self) -> float:
        """The time that it took."""
        return self.effort.build + self.effort.search

    @abstractmethod
    def heading(self) -> str:
        """Return what the position is, in a few words."""

    @abstractmethod
    def advice(self) -> str:
        """Return the best moves in words, after a colon; nothing where none are known."""

    @staticmethod
    @abstractmethod
    def move_json(move: MoveT) -> Any:
        """Return a move as plain values, ready for JSON."""

    def summary(self) -> str:
        """Return in one sentence who wins, by how much and with which moves."""
        return f"{self.heading()}; {self._verdict()}{self.advice()}"

    def _verdict(self) -> str:
        mover, unit = f"player {self.state.to_move}", self.unit
        if not self.exact:
            return f"{mover} gets between {self.low} and {self.high} {unit.many} more from here on"
        if not self.low:
            return f"both players get equally many {unit.many} from here on, {mover} to move"
        difference = with_noun(abs(self.low), *unit)
        return f"{mover} gets {difference} {'more' if self.low > 0 else 'fewer'} from here on"

    def details(self) -> dict[str, Any]:
        """Return the JSON fields of an exact result."""
        bounds = {} if self.exact else {"low": self.low, "high": self.high}
        return {
            "margin": self.margin,
            "exact": self.exact,
            **bounds,
            "moves": [
                {"move": self.move_json(value.move), **value.details()} for value in self.moves
            ],
            "best": [self.move_json(move) for move in self.best],
        }


class ExactTable(ABC, Generic[StateT, BoundsT, ResultT]):
    """A position and everything that can follow it, with what has been found out so far.

    An agent keeps it between its turns: it answers about any later position of the same game.
    """

    start: StateT
    solver: str
    result: type[ResultT]

    @abstractmethod
    def covers(self, state: StateT) -> bool:
        """Return whether a position can follow from the one that the table was made for."""

    @abstractmethod
    def _look_up(self, state: StateT, meter: Meter, *, wants_all: bool) -> BoundsT | None:
        """Ask the engine; None for a position that cannot follow."""

    @abstractmethod
    def _values(self, state: StateT, answer: BoundsT) -> tuple[MoveValue[Any], ...]:
        """Return the value of every move that an answer has."""

    def margin(self, state: StateT, budget: BudgetLike = None) -> tuple[int, int]:
        """Return the bounds of the margin of a position that can follow."""
        answer = self._ask(state, as_meter(budget), wants_all=False)
        return answer.low, answer.high

    def solve(self, state: StateT | None = None, budget: BudgetLike = None) -> ResultT:
        """Return everything known about a position that can follow, by default the first one."""
        meter = as_meter(budget)
        state = self.start if state is None else state
        return self._result(state, self._ask(state, meter, wants_all=True), meter)

    def _result(self, state: StateT, answer: BoundsT, meter: Meter) -> ResultT:
        """Turn an answer with every move's value into a result."""
        values = self._values(state, answer)
        return self.result(
            final=answer.done,
            solver=self.solver,
            effort=meter.effort(),
            state=state,
            low=max([answer.low, *(value.low for value in values)]),
            high=answer.high,
            moves=values,
        )

    def _ask(self, state: StateT, meter: Meter, *, wants_all: bool) -> BoundsT:
        answer = self._look_up(state, meter, wants_all=wants_all)
        if answer is None:
            raise UsageError(
                "the position cannot follow from the one that the table was made for: make a new "
                "table"
            )
        return answer
