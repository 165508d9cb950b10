"""The plain questions: solve a board, list its solutions, count them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from bombe.analysis.results import BoardResult
from bombe.analysis.schema import COUNT, TEXT, TEXTS, Field
from bombe.boards import Board, PositionLike, board_of
from bombe.boards.errors import OutOfBudgetError, UsageError
from bombe.boards.sudoku.symbols import board_line
from bombe.solvers import Count, Solver, Verdict, as_solver
from bombe.solvers.budget import BudgetLike, as_limit, as_meter

_COUNT = Field(
    "count",
    COUNT,
    "how many solutions: `exact`, or `at_least`",
    kernel=lambda kit, found: kit.count(found.counts, found.limit),
)


@dataclass(frozen=True, repr=False)
class Solutions(BoardResult):
    """The first solutions of a board, as many as were asked for, and how many there are."""

    schema = "bombe.solve/1"
    fields = (
        Field(
            "solvable",
            TEXT,
            "`yes`, `no` or `unknown`: there is a solution",
            lambda found: found.solvable.value,
            lambda kit, found: kit.Word(found.counts, ("no", "yes")),
        ),
        Field(
            "unique",
            TEXT,
            "`yes`, `no` or `unknown`: there is exactly one",
            lambda found: found.unique.value,
            lambda kit, found: kit.Word(
                found.counts, ("no", "yes" if found.limit > 1 else "unknown", "no")
            ),
        ),
        _COUNT,
        Field(
            "solutions",
            TEXTS,
            "the first ones, up to two for `check`, up to `--limit` for `solve`",
            lambda found: map(board_line, found.found),
            lambda kit, found: kit.Boards(
                found.counts, found.texts, found.places, found.packed.shape.cells
            ),
        ),
    )

    found: tuple[Board, ...]
    count: Count

    @property
    def solution(self) -> Board | None:
        """The first solution; None if none was found."""
        return self.found[0] if self.found else None

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

    def summary(self) -> str:
        """Return in one sentence how many solutions there are."""
        return f"{self.heading()}; solutions: {self.count}"


@dataclass(frozen=True, repr=False)
class Counted(BoardResult):
    """The number of solutions of a board; where it is exact, it is equal to that number."""

    schema = "bombe.count/1"
    fields = (_COUNT,)

    count: Count

    def __int__(self) -> int:
        """Return the number; a lower bound is not one."""
        if not self.count.exact:
            raise UsageError(f"{self.count} solutions: the exact number is not known; raise limits")
        return self.count.value

    __index__ = __int__

    def __bool__(self) -> bool:
        """Return whether there is a solution."""
        return self.count.value > 0 or bool(int(self))

    def __eq__(self, other: object) -> bool:
        """Compare as numbers; a lower bound is equal only to the same lower bound."""
        if isinstance(other, Counted):
            return self.count == other.count
        return self.count.exact and self.count.value == other

    def __hash__(self) -> int:
        """Return the hash of the number, which equal numbers have."""
        return hash(self.count.value)

    def summary(self) -> str:
        """Return in one sentence how many solutions there are."""
        return f"{self.heading()}; solutions: {self.count}"


def solve(
    position: PositionLike,
    limit: int = 1,
    *,
    solver: str | Solver = "auto",
    budget: BudgetLike = None,
) -> Solutions:
    """Find the first `limit` solutions; a limit of 2 is enough to know if the board is proper."""
    most = as_limit(limit)
    board = board_of(position)
    backend = as_solver(solver).backend_for(board)
    meter = as_meter(budget)
    found: list[Board] = []
    in_time = True
    try:
        found.extend(itertools.islice(backend.solutions(board, meter), most))
    except OutOfBudgetError:
        in_time = False
    return Solutions(
        board=board,
        final=in_time,
        solver=backend.name,
        effort=meter.effort(),
        found=tuple(found),
        count=Count(len(found), exact=in_time and (most is None or len(found) < most)),
    )


def solutions(
    position: PositionLike,
    limit: int | None = None,
    *,
    solver: str | Solver = "auto",
    budget: BudgetLike = None,
) -> Iterator[Board]:
    """Yield the solutions, all or the first `limit`, as they are found.

    OutOfBudgetError is raised where the budget ends before the last one.
    """
    limit = as_limit(limit)
    board = board_of(position)
    backend = as_solver(solver).backend_for(board)
    return itertools.islice(backend.solutions(board, as_meter(budget)), limit)


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
