"""Exact endgames of Competitive Sudoku: the margin of a position and the value of every move.

    solve(position) -> Endgame
    Table(position)            the same, kept for the positions that follow

A skip is a bomb that is played for its tempo; a fill is a value that stands.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from bombe.analysis.exact import ExactResult, ExactTable, MoveValue, Unit
from bombe.analysis.results import board_fields, board_heading, counted
from bombe.boards import Move, SudokuState, state_of
from bombe.boards.errors import InputError, OutOfBudgetError, UnsupportedError, UsageError
from bombe.solvers import as_solver
from bombe.solvers.budget import as_meter

if TYPE_CHECKING:
    from bombe.analysis.endgame.kernel import EndgameAnswer, EndgameTable
    from bombe.analysis.endgame.pure_python import PythonEndgame
    from bombe.boards import Board, Position, PositionLike
    from bombe.solvers import Meter, Solver
    from bombe.solvers.budget import BudgetLike

MEMORY = 2**30
MOST_SOLUTIONS = 4096
"""A board with more solutions is not an endgame."""


@dataclass(frozen=True)
class EndgameValue(MoveValue[Move]):
    """What a legal move is worth, and whether it is a fill or a skip."""

    kind: Literal["fill", "skip"]

    def details(self) -> dict[str, Any]:
        """Return the JSON fields beside the move."""
        return {"kind": self.kind, **super().details(), "exact": self.exact}


@dataclass(frozen=True, repr=False)
class Endgame(ExactResult[SudokuState, Move]):
    """The outcome of best play from a position of Competitive Sudoku.

    `line` is best play to the end, or as far as the budget lasted.
    """

    schema = "bombe.endgame/1"
    unit = Unit("point", "points")

    moves: tuple[EndgameValue, ...]
    line: tuple[Move, ...] = ()

    @property
    def board(self) -> Board:
        """The board of the position."""
        return self.state.board

    @property
    def best(self) -> tuple[Move, ...]:
        """The moves that reach the margin; where it is not known, those with the best bound."""
        return tuple(value.move for value in self.moves if value.low == self.low)

    @staticmethod
    def move_json(move: Move) -> list[int]:
        """Return row, column and value."""
        return list(move)

    def svg(self) -> str:
        """Return the picture of the board with the worth of every move."""
        from bombe.analysis.drawing.notes import notes_of_endgame
        from bombe.analysis.drawing.notes_svg import draw_svg

        return draw_svg(notes_of_endgame(self))

    def subject(self) -> dict[str, Any]:
        """Return the JSON fields of the board."""
        return board_fields(self.board)

    def details(self) -> dict[str, Any]:
        """Return the JSON fields of an endgame."""
        return {**super().details(), "line": [list(move) for move in self.line]}

    def heading(self) -> str:
        """Return the shape of the board, and its numbers of givens, empty cells and bombs."""
        empties = counted(len(self.board.empty_cells()), "empty cell")
        bombs = counted(sum(value.kind == "skip" for value in self.moves), "bomb")
        return f"{board_heading(self.board)}; {empties}, {bombs}"

    def advice(self) -> str:
        """Return an optimal move, and how many there are."""
        if not self.exact or not self.best:
            return ""
        others = f", or {len(self.best) - 1} more" if len(self.best) > 1 else ""
        return f": {self.best[0]}{others} of {counted(len(self.moves), 'move')}"


def solve(
    position: PositionLike,
    budget: BudgetLike = None,
    *,
    memory: int = MEMORY,
    solver: str | Solver = "auto",
    skips: bool = True,
) -> Endgame:
    """Return the margin and the value of every legal move; bounds if the budget runs out.

    `memory` limits the tables, in bytes; a position that needs more raises UnsupportedError.
    `solver` finds the solutions of the board; if the budget runs out before that, the result has
    no moves. Without `skips` neither player may play a bomb.
    """
    state, meter = state_of(position), as_meter(budget)
    try:
        table = Table(state, memory=memory, solver=solver, skips=skips, budget=meter)
    except OutOfBudgetError:
        return _unknown(state, as_solver(solver), meter)
    return table.solve(budget=meter)


def _unknown(state: SudokuState, solver: Solver, meter: Meter) -> Endgame:
    """Return the bounds that hold without the solutions: a fill scores at most 7 points."""
    most = 7 * len(state.board.empty_cells())
    return Endgame(
        final=False,
        solver=solver.backend_for(state.board).name,
        effort=meter.effort(),
        state=state,
        low=-most,
        high=most,
        moves=(),
    )


class Table(ExactTable[SudokuState, "EndgameAnswer", Endgame]):
    """An endgame and everything that can follow it, solved once and looked up from then on.

    `margin` and `values` take any later position of the same game; they answer in microseconds
    where everything is in the table: `is_filled`.
    """

    result = Endgame

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
            raise UsageError(f"a memory of {memory} bytes is not possible: give 1 or more")
        self.start = start = state_of(position)
        backend = as_solver(solver).backend_for(start.board)
        self.solver = backend.name
        self.solutions = _solutions(start.board, backend, as_meter(budget))
        _check_taboo(start, self.solutions)
        self._engine = _engine(start, self.solutions, memory, skips=skips)

    @property
    def is_filled(self) -> bool:
        """Whether every position is looked up and none is searched."""
        return self._engine.is_filled

    def covers(self, state: SudokuState) -> bool:
        """Return whether a position can follow from this one, judged by its board."""
        if not self._is_later(state):
            return False
        values = state.board.values
        return any(
            all(value in (0, other) for value, other in zip(values, solution, strict=True))
            for solution in self.solutions
        )

    def _is_later(self, state: SudokuState) -> bool:
        """Return whether everything fits, except perhaps the values that were filled in."""
        start, values = self.start, state.board.values
        return (
            (state.board.shape, state.rules) == (start.board.shape, start.rules)
            and (state.allowed is start.allowed or state.allowed == start.allowed)
            and start.taboo <= state.taboo
            and all(v == g for v, g in zip(values, start.board.values, strict=True) if g)
        )

    def fill(self, budget: BudgetLike = None) -> bool:
        """Continue filling the table of a board with one solution; return whether it is full."""
        self._engine.fill(as_meter(budget))
        return self.is_filled

    def values(self, state: SudokuState, budget: BudgetLike = None) -> tuple[EndgameValue, ...]:
        """Return the value of every legal move of a position that can follow."""
        return self._values(state, self._ask(state, as_meter(budget), wants_all=True))

    def best(self, state: SudokuState, budget: BudgetLike = None) -> Move | None:
        """Return an optimal move of a position that can follow; None if none is known."""
        answer = self._ask(state, as_meter(budget), wants_all=False)
        return _move(state, answer.best) if answer.best >= 0 and answer.done else None

    def _look_up(
        self, state: SudokuState, meter: Meter, *, wants_all: bool
    ) -> EndgameAnswer | None:
        if not state.is_over and not state.playable():
            raise UsageError(
                f"player {state.to_move} has no cell to play on: give the turn to the other player"
            )
        if not self._is_later(state):
            return None
        return self._engine.ask(state, meter, wants_all=wants_all)

    def _result(self, state: SudokuState, answer: EndgameAnswer, meter: Meter) -> Endgame:
        line = tuple(_move(state, number) for number in answer.line)
        return replace(super()._result(state, answer, meter), line=line)

    def _values(self, state: SudokuState, answer: EndgameAnswer) -> tuple[EndgameValue, ...]:
        return tuple(
            EndgameValue(_move(state, number), low, high, "skip" if is_skip else "fill")
            for number, is_skip, low, high in sorted(answer.moves)
        )


def _solutions(board: Board, backend: Solver, meter: Meter) -> tuple[bytes, ...]:
    """Return all solutions of a board that can be an endgame."""
    found = tuple(
        solution.values
        for solution in itertools.islice(backend.solutions(board, meter), MOST_SOLUTIONS + 1)
    )
    if not found:
        raise InputError("the board has no solution, so no move is safe and the game cannot end")
    if len(found) > MOST_SOLUTIONS:
        raise UnsupportedError(
            f"a board with over {MOST_SOLUTIONS} solutions is not an endgame: fill some cells first"
        )
    return found


def _check_taboo(state: SudokuState, solutions: tuple[bytes, ...]) -> None:
    """Raise UsageError if a taboo move is safe: only bombs become taboo."""
    shape, values = state.board.shape, state.board.values
    for move in sorted(state.taboo):
        cell = shape.cell(move.row, move.column)
        if not values[cell] and any(solution[cell] == move.value for solution in solutions):
            raise UsageError(
                f"{move} is taboo but safe, and only bombs become taboo: correct the position"
            )


def _engine(
    start: SudokuState, solutions: tuple[bytes, ...], memory: int, *, skips: bool
) -> _NativeEngine | PythonEndgame:
    from bombe.analysis.endgame import kernel as native

    if native.is_available():
        return _NativeEngine(start, solutions, memory, skips=skips)
    from bombe.analysis.endgame.pure_python import PythonEndgame

    return PythonEndgame(start, solutions, skips=skips)


class _NativeEngine:
    """The kernel, with states converted to its input."""

    def __init__(
        self, start: SudokuState, solutions: tuple[bytes, ...], memory: int, *, skips: bool
    ) -> None:
        from bombe.analysis.endgame import kernel as native

        self._given = native.EndgameInput
        self._endgame: EndgameTable = native.EndgameTable(
            start.board.shape, self._read(start), list(solutions), memory, skips=skips
        )

    @property
    def is_filled(self) -> bool:
        return self._endgame.is_filled

    def fill(self, meter: Meter) -> None:
        self._endgame.fill(meter)

    def ask(self, state: SudokuState, meter: Meter, *, wants_all: bool) -> EndgameAnswer | None:
        return self._endgame.ask(self._read(state), meter, wants_all=wants_all)

    def _read(self, state: SudokuState) -> Any:
        shape = state.board.shape
        taboo = bytearray(shape.cells * shape.size)
        for row, column, value in state.taboo:
            taboo[shape.cell(row, column) * shape.size + value - 1] = 1
        return self._given(state.board.values, bytes(taboo), _open(state))


def _open(state: SudokuState) -> bytes | None:
    """Return for each cell who may play there: bit 0 the mover, bit 1 the opponent."""
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
