"""Exact endgames: the margin of a position, what every move is worth, and best play.

    solve(position) -> Endgame
    Table(position)            the same, kept for the positions that come from this one

The margin is the best final score difference for the mover from here on; the scores so far do
not matter. A skip is a bomb that is played for its tempo, a fill a value that stands.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from bombe.analysis.results import Result, Solved, counted
from bombe.boards import Move, state_of
from bombe.boards.errors import InputError, OutOfBudgetError, UnsupportedError, UsageError
from bombe.solvers import as_solver
from bombe.solvers.budget import as_meter

if TYPE_CHECKING:
    from bombe.analysis.endgame.kernel import Answer
    from bombe.analysis.endgame.kernel import Endgame as NativeEndgame
    from bombe.analysis.endgame.plain import PlainEndgame
    from bombe.boards import Board, Position, SudokuState
    from bombe.solvers import Meter, Solver
    from bombe.solvers.budget import BudgetLike

Kind = Literal["fill", "skip"]
MEMORY = 2**30
MOST_SOLUTIONS = 4096
"""A board with more solutions is no endgame."""


class Value(NamedTuple):
    """What a legal move is worth for the mover: at least `low`, at most `high`."""

    move: Move
    kind: Kind
    low: int
    high: int

    @property
    def exact(self) -> bool:
        """Whether the value is known."""
        return self.low == self.high

    def to_json(self) -> dict[str, Any]:
        """Render for JSON: the value, or null and its bounds."""
        known = {"move": list(self.move), "kind": self.kind}
        if self.exact:
            return {**known, "value": self.low, "exact": True}
        return {**known, "value": None, "exact": False, "low": self.low, "high": self.high}


@dataclass(frozen=True, repr=False)
class Endgame(Solved, Result):
    """What best play makes of a position.

    The margin lies between `low` and `high`, which are equal where it is known. `moves` holds
    every legal move of the mover, `line` best play to the end, or as far as the budget went. It
    is `final` if everything is known.
    """

    schema = "bombe.endgame/1"

    state: SudokuState
    low: int
    high: int
    moves: tuple[Value, ...]
    line: tuple[Move, ...]

    @property
    def best(self) -> tuple[Move, ...]:
        """The moves that reach the margin; where it is not known, those with the best bound."""
        return tuple(value.move for value in self.moves if value.low == self.low)

    def details(self) -> dict[str, Any]:
        """Give the JSON fields that are an endgame's own."""
        bounds = {} if self.exact else {"low": self.low, "high": self.high}
        return {
            "margin": self.margin,
            "exact": self.exact,
            **bounds,
            "moves": [value.to_json() for value in self.moves],
            "best": [list(move) for move in self.best],
            "line": [list(move) for move in self.line],
        }

    def to_dict(self) -> dict[str, Any]:
        """Render as plain values, ready for JSON."""
        return {**super().to_dict(), "seconds": round(self.seconds, 6)}

    def summary(self) -> str:
        """Say in one sentence who wins, by how much and with which moves."""
        empties = counted(len(self.board.empty_cells()), "empty cell")
        bombs = counted(sum(value.kind == "skip" for value in self.moves), "bomb")
        return f"{self.heading()}; {empties}, {bombs}; {self._verdict()}{self._advice()}"

    def _verdict(self) -> str:
        mover = f"player {self.state.to_move}"
        if not self.exact:
            return f"{mover} gets between {self.low} and {self.high} points more from here on"
        if not self.low:
            return f"nobody gets more points from here on, {mover} to move"
        return f"{mover} gets {counted(abs(self.low), 'point')} {_more(self.low)} from here on"

    def _advice(self) -> str:
        if not self.exact or not self.best:
            return ""
        others = f", or {len(self.best) - 1} more" if len(self.best) > 1 else ""
        return f": {self.best[0]}{others} of {counted(len(self.moves), 'move')}"


def _more(margin: int) -> str:
    return "more" if margin > 0 else "less"


def solve(
    position: Position,
    budget: BudgetLike = None,
    *,
    memory: int = MEMORY,
    solver: str | Solver = "auto",
    skips: bool = True,
) -> Endgame:
    """Tell the margin and the value of every legal move; bounds where the budget ends.

    `memory` is what the tables may take, in bytes; a position that needs more is refused with an
    UnsupportedError. `solver` finds the solutions of the board; if the budget ends before that,
    there are no moves in the answer. Without `skips` nobody may play a bomb.
    """
    meter = as_meter(budget)
    try:
        table = Table(position, memory=memory, solver=solver, skips=skips, budget=meter)
    except OutOfBudgetError:
        return _unknown(state_of(position), as_solver(solver), meter)
    return table.solve(budget=meter)


def _unknown(state: SudokuState, solver: Solver, meter: Meter) -> Endgame:
    """Say what is known without the solutions: a fill gets 7 points at most."""
    most = 7 * len(state.board.empty_cells())
    return Endgame(
        board=state.board,
        final=False,
        solver=solver.backend_for(state.board).name,
        effort=meter.effort(),
        state=state,
        low=-most,
        high=most,
        moves=(),
        line=(),
    )


class Table:
    """A position and all that can come from it, solved once and looked up from then on.

    An agent keeps it between its turns: `margin` and `values` take any later position of the
    same game, and answer in microseconds where everything is in the table: `is_filled`.
    """

    def __init__(
        self,
        position: Position,
        *,
        memory: int = MEMORY,
        solver: str | Solver = "auto",
        skips: bool = True,
        budget: BudgetLike = None,
    ) -> None:
        if memory < 1:
            raise UsageError(f"a memory of {memory} bytes: give 1 or more")
        self.start = start = state_of(position)
        backend = as_solver(solver).backend_for(start.board)
        self.solver = backend.name
        self.solutions = _solutions(start.board, backend, as_meter(budget))
        _check_taboo(start, self.solutions)
        self._engine = _engine(start, self.solutions, memory, skips=skips)

    @property
    def is_filled(self) -> bool:
        """Whether every position is looked up, and none is searched."""
        return self._engine.is_filled

    def covers(self, position: Position) -> bool:
        """Tell whether a position can come from this one, as far as its board tells."""
        state = state_of(position)
        if not self._is_later(state):
            return False
        values = state.board.values
        return any(
            all(value in (0, other) for value, other in zip(values, solution, strict=True))
            for solution in self.solutions
        )

    def _is_later(self, state: SudokuState) -> bool:
        """Tell whether everything fits but perhaps what was filled in."""
        start, values = self.start, state.board.values
        return (
            (state.board.shape, state.rules) == (start.board.shape, start.rules)
            and (state.allowed is start.allowed or state.allowed == start.allowed)
            and start.taboo <= state.taboo
            and all(v == g for v, g in zip(values, start.board.values, strict=True) if g)
        )

    def fill(self, budget: BudgetLike = None) -> bool:
        """Go on with the work on a board with one solution; True if everything is looked up."""
        self._engine.fill(as_meter(budget))
        return self.is_filled

    def values(self, position: Position, budget: BudgetLike = None) -> tuple[Value, ...]:
        """Give the value of every legal move of a position that comes from this one."""
        state = state_of(position)
        return _values(state, self._ask(state, as_meter(budget), wants_all=True))

    def margin(self, position: Position, budget: BudgetLike = None) -> tuple[int, int]:
        """Give the bounds of the margin of a position that comes from this one."""
        answer = self._ask(state_of(position), as_meter(budget), wants_all=False)
        return answer.low, answer.high

    def best(self, position: Position, budget: BudgetLike = None) -> Move | None:
        """Give an optimal move of a position that comes from this one; None if none is known."""
        state = state_of(position)
        answer = self._ask(state, as_meter(budget), wants_all=False)
        return _move(state, answer.best) if answer.best >= 0 and answer.done else None

    def solve(self, position: Position | None = None, budget: BudgetLike = None) -> Endgame:
        """Tell all about a position that comes from this one, by default this one."""
        meter = as_meter(budget)
        state = self.start if position is None else state_of(position)
        answer = self._ask(state, meter, wants_all=True)
        values = _values(state, answer)
        return Endgame(
            board=state.board,
            final=answer.done,
            solver=self.solver,
            effort=meter.effort(),
            state=state,
            low=max([answer.low, *(value.low for value in values)]),
            high=answer.high,
            moves=values,
            line=tuple(_move(state, number) for number in answer.line),
        )

    def _ask(self, state: SudokuState, meter: Meter, *, wants_all: bool) -> Answer:
        if not state.is_over and not state.playable():
            raise UsageError(f"player {state.to_move} has no cell to play on: let the other move")
        answer = (
            self._engine.ask(state, meter, wants_all=wants_all) if self._is_later(state) else None
        )
        if answer is None:
            raise UsageError("the position does not come from the one that the table is about")
        return answer


def _solutions(board: Board, backend: Solver, meter: Meter) -> tuple[bytes, ...]:
    """List all solutions of a board that can be an endgame."""
    found = tuple(
        solution.values
        for solution in itertools.islice(backend.solutions(board, meter), MOST_SOLUTIONS + 1)
    )
    if not found:
        raise InputError("the board has no solution: no move is safe, and the game cannot end")
    if len(found) > MOST_SOLUTIONS:
        raise UnsupportedError(
            f"a board with over {MOST_SOLUTIONS} solutions is no endgame: fill some cells first"
        )
    return found


def _check_taboo(state: SudokuState, solutions: tuple[bytes, ...]) -> None:
    """Refuse taboo moves that are safe: only bombs become taboo."""
    shape, values = state.board.shape, state.board.values
    for move in sorted(state.taboo):
        cell = shape.cell(move.row, move.column)
        if not values[cell] and any(solution[cell] == move.value for solution in solutions):
            raise UsageError(f"{move} is taboo but safe, and only bombs are: mend the position")


def _engine(
    start: SudokuState, solutions: tuple[bytes, ...], memory: int, *, skips: bool
) -> _NativeEngine | PlainEndgame:
    from bombe.analysis.endgame import kernel as native

    if native.is_available():
        return _NativeEngine(start, solutions, memory, skips=skips)
    from bombe.analysis.endgame.plain import PlainEndgame

    return PlainEndgame(start, solutions, skips=skips)


class _NativeEngine:
    """The kernel, with states turned into what it reads."""

    def __init__(
        self, start: SudokuState, solutions: tuple[bytes, ...], memory: int, *, skips: bool
    ) -> None:
        from bombe.analysis.endgame import kernel as native

        self._given = native.Given
        self._endgame: NativeEndgame = native.Endgame(
            start.board.shape, self._read(start), list(solutions), memory, skips=skips
        )

    @property
    def is_filled(self) -> bool:
        return self._endgame.is_filled

    def fill(self, meter: Meter) -> None:
        self._endgame.fill(meter)

    def ask(self, state: SudokuState, meter: Meter, *, wants_all: bool) -> Answer | None:
        return self._endgame.ask(self._read(state), meter, wants_all=wants_all)

    def _read(self, state: SudokuState) -> Any:
        shape = state.board.shape
        taboo = bytearray(shape.cells * shape.size)
        for row, column, value in state.taboo:
            taboo[shape.cell(row, column) * shape.size + value - 1] = 1
        return self._given(state.board.values, bytes(taboo), _open(state))


def _open(state: SudokuState) -> bytes | None:
    """Tell for each cell who may play there: bit 0 the mover, bit 1 the opponent."""
    if state.allowed is None or state.occupied is None:
        return None
    neighbours = state.board.shape.geometry.neighbours
    flags = bytearray(state.board.shape.cells)
    for player in (1, 2):
        flag = 1 if player == state.to_move else 2
        near = (c for cell in state.occupied[player - 1] for c in neighbours[cell])
        for cell in state.allowed[player - 1].union(near):
            flags[cell] |= flag
    return bytes(flags)


def _move(state: SudokuState, number: int) -> Move:
    cell, value = divmod(number, state.board.shape.size)
    return Move(*state.board.shape.coordinates(cell), value + 1)


def _values(state: SudokuState, answer: Answer) -> tuple[Value, ...]:
    return tuple(
        Value(_move(state, number), "skip" if is_skip else "fill", low, high)
        for number, is_skip, low, high in sorted(answer.moves)
    )
