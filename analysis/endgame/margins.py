"""Exact endgames of Competitive Sudoku: the margin of a position and the value of every move.

    solve(position) -> Endgame
    Table(position)            the same, kept for the positions that follow

A skip is a bomb that is played for its tempo; a fill is a value that stands.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from bombe.analysis.arguments import one_or_more
from bombe.analysis.endgame.engines import EngineOptions, engine_of
from bombe.analysis.endgame.estimate import estimate
from bombe.analysis.endgame.prepare import check_taboo, most_points, solutions_of, true_masks
from bombe.analysis.endgame.progress import Follower
from bombe.analysis.exact import ExactResult, ExactTable, MoveValue, Unit
from bombe.analysis.results import BOARD, state_heading, with_noun
from bombe.analysis.schema import FLAG, INTEGER, LIST, MOVES, TEXT, Field, values
from bombe.boards import Move, Rules, SudokuState, state_of
from bombe.boards.bits import bits_of
from bombe.boards.errors import OutOfBudgetError, UnsupportedError, UsageError
from bombe.solvers import as_solver
from bombe.solvers.budget import UNLIMITED, as_meter
from bombe.solvers.native.cpu import cores
from bombe.solvers.native.free_memory import default_memory, free_memory

if TYPE_CHECKING:
    from bombe.analysis.endgame.estimate import MarginEstimate
    from bombe.analysis.endgame.kernel import EndgameAnswer, Watch
    from bombe.analysis.endgame.progress import OnProgress
    from bombe.boards import Board, Position, PositionLike
    from bombe.solvers import Meter, Solver
    from bombe.solvers.budget import BudgetLike


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

    `line` is best play to the end, or as far as the budget lasted. Where the margin is not known,
    `estimate` is what it is likely to be, if a law says something, and `problem` what is missing
    beside time, if so.
    """

    schema = "bombe.endgame/1"
    fields = (
        Field("margin", INTEGER, "the margin, if it is known"),
        Field("exact", FLAG, "the margin is known"),
        Field("low", INTEGER, "it is at least so much"),
        Field("high", INTEGER, "it is at most so much"),
        Field(
            "estimate",
            INTEGER,
            "what it is likely to be",
            lambda found: found.estimate and found.estimate.margin,
        ),
        Field(
            "estimated_by",
            TEXT,
            "the law that the estimate follows from",
            lambda found: found.estimate and found.estimate.kind,
        ),
        Field("problem", TEXT, "what is missing beside time", lambda found: found.problem or None),
        Field(
            "moves",
            LIST,
            "legal moves; JSON has the value of each, or its bounds",
            lambda found: [{"move": list(each.move), **each.details()} for each in found.moves],
        ),
        Field("best", MOVES, "best moves"),
        Field("line", MOVES, "best play"),
    )
    unit = Unit("point", "points")

    moves: tuple[EndgameValue, ...]
    line: tuple[Move, ...] = ()
    estimate: MarginEstimate | None = None
    problem: str = ""

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

    def subject(self) -> dict[str, Any]:
        """Return the JSON fields of the board."""
        return values(BOARD, self)

    def details(self) -> dict[str, Any]:
        """Return the JSON fields of an endgame, the same ones whether it is exact or not."""
        return values(self.fields, self)

    def summary(self) -> str:
        """Return in one sentence who wins and how, or what is known and likely."""
        likely = "" if self.estimate is None else str(self.estimate)
        return "; ".join(filter(None, [super().summary(), likely, self.problem]))

    def heading(self) -> str:
        """Return the shape of the board, and its numbers of givens, empty cells and bombs."""
        number = len(self.board.empty_cells())
        empties = with_noun(number, "empty cell")
        bombs = with_noun(sum(value.kind == "skip" for value in self.moves), "bomb")
        if number and not self.moves:
            bombs = "bombs not counted"
        elif self.state.rules is not Rules.CLASSIC:  # the opponent may reach others
            bombs += f" that player {self.state.to_move} can play now"
        return f"{state_heading(self.state)}; {empties}, {bombs}"

    def _verdict(self) -> str:
        return "the game is over" if self.state.is_over else super()._verdict()

    def advice(self) -> str:
        """Return an optimal move, and how many there are."""
        if not self.exact or not self.best:
            return ""
        others = f", or {len(self.best) - 1} more" if len(self.best) > 1 else ""
        return f": {self.best[0]}{others} of {with_noun(len(self.moves), 'move')}"


def solve(
    position: PositionLike,
    budget: BudgetLike = None,
    *,
    memory: int | None = None,
    threads: int | None = None,
    solver: str | Solver = "auto",
    skips: bool = True,
    on_progress: OnProgress | None = None,
) -> Endgame:
    """Return the margin and the value of every legal move; bounds if the budget runs out.

    `memory` limits the tables, in bytes; by default it is a quarter of what the machine has free.
    `threads` work on them, by default as many as there are cores, but one if the budget limits the
    nodes, so that the same answer comes again. `solver` finds the solutions of the board; if the
    budget runs out before that, the result has no moves. Without `skips` neither player may play a
    bomb. `on_progress` is called with a SoFar while the work goes on.

    A position that is too large for any table has the bounds of the points that are left. Without
    a budget it raises UnsupportedError.
    """
    state, meter = state_of(position), as_meter(budget)
    watch = None if on_progress is None else Follower(on_progress, most_points(state.board), meter)
    if threads is None:
        threads = cores() if meter.budget.nodes is None else 1
    try:
        table = Table(
            state,
            memory=memory,
            threads=threads,
            solver=solver,
            skips=skips,
            budget=meter,
            watch=watch,
        )
        found = table.solve(budget=meter)
    except OutOfBudgetError:
        found = _unknown(state, as_solver(solver), meter)
    except UnsupportedError as error:
        if meter.budget == UNLIMITED:
            raise
        found = _unknown(state, as_solver(solver), meter, str(error))
    if watch is not None:
        watch.end(found.low, found.high, is_done=found.final)
    return found


def _unknown(state: SudokuState, solver: Solver, meter: Meter, problem: str = "") -> Endgame:
    """Return the bounds that hold without the solutions."""
    most = most_points(state.board)
    backend = solver.backend_for(state.board)
    truth = backend.true_candidates(state.board, meter) if problem else None
    known = truth is not None and not any(truth.undecided)
    return Endgame(
        final=False,
        solver=backend.name,
        effort=meter.effort(),
        state=state,
        low=-most,
        high=most,
        moves=(),
        estimate=estimate(state, truth.true) if truth is not None and known else None,
        problem=problem,
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
        memory: int | None = None,
        threads: int = 1,
        solver: str | Solver = "auto",
        skips: bool = True,
        budget: BudgetLike = None,
        watch: Watch | None = None,
    ) -> None:
        memory = default_memory(free_memory()) if memory is None else memory
        memory, threads = one_or_more("memory", memory), one_or_more("threads", threads)
        self.start = start = state_of(position)
        backend = as_solver(solver).backend_for(start.board)
        self.solver = backend.name
        self.solutions = solutions_of(start.board, backend, as_meter(budget))
        check_taboo(start, self.solutions)
        self._watch, self._skips, self._memory = watch, skips, memory
        options = EngineOptions(memory, threads, skips)
        self._engine = engine_of(start, self.solutions, options)

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
            and self._is_within_reach(state)
        )

    def _is_within_reach(self, state: SudokuState) -> bool:
        """Return whether each player filled only cells that it could reach from the start.

        Otherwise somebody gave it others by hand: the bombs near these may have been left out.
        """
        if state.occupied is None or state.occupied == self.start.occupied:
            return True
        pairs = zip(state.occupied, self._fillable, strict=True)
        return all(filled <= fillable for filled, fillable in pairs)

    @functools.cached_property
    def _fillable(self) -> tuple[frozenset[int], ...]:
        """The cells of each player that it filled before the start, and all that it can reach."""
        # Imported in the newer play modes only.
        from bombe.analysis.reach.cells import Reach

        filled, ever = self.start.filled, Reach.of_state(self.start).ever
        return tuple(mine | {*bits_of(cells)} for mine, cells in zip(filled, ever, strict=True))

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
        answer = self._engine.ask(state, meter, wants_all=wants_all, watch=self._watch)
        return answer if answer is None or answer.done else _limited(answer, state.board)

    def _result(self, state: SudokuState, answer: EndgameAnswer, meter: Meter) -> Endgame:
        line = tuple(_move(state, number) for number in answer.line)
        found = replace(super()._result(state, answer, meter), line=line)
        if found.final:
            return found
        is_late = meter.is_over or answer.wants_time
        problem = "" if is_late else self._too_little_memory(answer.wanted_bytes)
        likely = None if found.exact else self._estimate(found)
        return replace(found, estimate=likely, problem=problem)

    def _too_little_memory(self, wanted: int) -> str:
        """Return what is missing where an engine ends before the budget does."""
        size, enough = self._memory >> 20, (wanted * 32 // 31 >> 20) + 1  # a part is for hashing
        hint = f", about {enough} MiB for the first bounds" if enough > size else ""
        return f"with {size} MiB for tables no more can be found out: allow more memory{hint}"

    def _estimate(self, found: Endgame) -> MarginEstimate | None:
        true = true_masks(found.board, self.solutions)
        likely = estimate(found.state, true, skips=self._skips)
        return None if likely is None else likely.within(found.low, found.high)

    def _values(self, state: SudokuState, answer: EndgameAnswer) -> tuple[EndgameValue, ...]:
        return tuple(
            EndgameValue(_move(state, number), low, high, "skip" if is_skip else "fill")
            for number, is_skip, low, high in sorted(answer.moves)
        )


def _limited(answer: EndgameAnswer, board: Board) -> EndgameAnswer:
    """Return the answer with no bound beyond the points that are left."""
    most = most_points(board)
    moves = tuple(
        (move, is_skip, max(low, -most), min(high, most))
        for move, is_skip, low, high in answer.moves
    )
    return answer._replace(low=max(answer.low, -most), high=min(answer.high, most), moves=moves)


def _move(state: SudokuState, number: int) -> Move:
    cell, value = divmod(number, state.board.shape.size)
    return Move(*state.board.shape.coordinates(cell), value + 1)
