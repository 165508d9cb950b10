"""The plain questions: solve a board, count its solutions."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bombe.analysis.drawing.sheet import sheet_of_board
from bombe.analysis.drawing.svg import draw_svg
from bombe.analysis.results import BoardResult
from bombe.boards import board_of
from bombe.boards.errors import OutOfBudgetError, UsageError
from bombe.boards.sudoku.symbols import board_line
from bombe.solvers import Count, Verdict, as_solver
from bombe.solvers.budget import as_meter

if TYPE_CHECKING:
    from bombe.boards import Board, PositionLike
    from bombe.solvers import Solver
    from bombe.solvers.budget import BudgetLike


@dataclass(frozen=True, repr=False)
class Solutions(BoardResult):
    """The first solutions of a board, as many as were asked for, and how many there are."""

    schema = "bombe.solve/1"

    found: tuple[Board, ...]
    count: Count

    @property
    def solvable(self) -> Verdict:
        """Whether the board has a solution."""
        if self.found:
            return Verdict.YES
        return Verdict.NO if self.count.exact else Verdict.UNKNOWN

    @property
    def unique(self) -> Verdict:
        """Whether the board has exactly one solution: whether it is proper."""
        if self.count.exact:
            return Verdict.YES if self.count.value == 1 else Verdict.NO
        return Verdict.NO if self.count.value > 1 else Verdict.UNKNOWN

    def details(self) -> dict[str, Any]:
        """Give the JSON fields that are its own."""
        return {
            "solvable": self.solvable.value,
            "unique": self.unique.value,
            "count": self.count.to_json(),
            "solutions": [board_line(solution) for solution in self.found],
        }

    def summary(self) -> str:
        """Say in one sentence how many solutions there are."""
        return f"{self.heading()}; solutions: {self.count}"

    def _repr_svg_(self) -> str:
        return draw_svg(sheet_of_board(self.found[0] if self.found else self.board, self.board))


@dataclass(frozen=True, repr=False)
class Counted(BoardResult):
    """The number of solutions of a board."""

    schema = "bombe.count/1"

    count: Count

    def details(self) -> dict[str, Any]:
        """Give the JSON fields that are its own."""
        return {"count": self.count.to_json()}

    def summary(self) -> str:
        """Say in one sentence how many solutions there are."""
        return f"{self.heading()}; solutions: {self.count}"


def solve(
    position: PositionLike,
    limit: int = 1,
    *,
    solver: str | Solver = "auto",
    budget: BudgetLike = None,
) -> Solutions:
    """Find the first `limit` solutions; with a limit of 2 it tells whether the board is proper."""
    if limit < 1:
        raise UsageError(f"a limit of {limit} solutions: give 1 or more")
    board = board_of(position)
    backend = as_solver(solver).backend_for(board)
    meter = as_meter(budget)
    found: list[Board] = []
    in_time = True
    try:
        found.extend(itertools.islice(backend.solutions(board, meter), limit))
    except OutOfBudgetError:
        in_time = False
    return Solutions(
        board=board,
        final=in_time,
        solver=backend.name,
        effort=meter.effort(),
        found=tuple(found),
        count=Count(len(found), exact=in_time and len(found) < limit),
    )


def count(
    position: PositionLike,
    limit: int | None = None,
    *,
    solver: str | Solver = "auto",
    budget: BudgetLike = None,
) -> Counted:
    """Count the solutions of a board, all of them or up to `limit`."""
    board = board_of(position)
    backend = as_solver(solver).backend_for(board)
    meter = as_meter(budget)
    counted = backend.count(board, limit, meter)
    return Counted(
        board=board,
        final=counted.exact or counted.value == limit,
        solver=backend.name,
        effort=meter.effort(),
        count=counted,
    )
