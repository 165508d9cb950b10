"""The questions that have one name for both games: the position says which game it is."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, overload

from bombe.boards import PositionLike
from bombe.boards.errors import UnsupportedError, UsageError

if TYPE_CHECKING:
    from typing_extensions import TypeIs

    from bombe.analysis.dots.control import Control
    from bombe.analysis.dots.exact import DotsEndgame
    from bombe.analysis.questions import Solutions
    from bombe.boards.dots.state import DotsState
    from bombe.solvers import Solver
    from bombe.solvers.budget import BudgetLike


def _is_dots(position: object) -> TypeIs[DotsState]:
    """Return whether a position is of Dots and Boxes: then its module has been imported."""
    module = sys.modules.get("bombe.boards.dots.state")
    return module is not None and isinstance(position, module.DotsState)


if TYPE_CHECKING:

    @overload
    def solve(position: DotsState, *, budget: BudgetLike = None) -> DotsEndgame: ...

    @overload
    def solve(
        position: PositionLike,
        limit: int = 1,
        *,
        solver: str | Solver = "auto",
        budget: BudgetLike = None,
    ) -> Solutions: ...


def solve(
    position: PositionLike | DotsState,
    limit: int = 1,
    *,
    solver: str | Solver = "auto",
    budget: BudgetLike = None,
) -> Solutions | DotsEndgame:
    """Return the solutions of a Sudoku board, or the value of every line of Dots and Boxes."""
    if _is_dots(position):
        from bombe.analysis.dots import exact

        return exact.solve(position, budget)
    from bombe.analysis import questions

    return questions.solve(position, limit, solver=solver, budget=budget)


def explain(position: DotsState, *, budget: BudgetLike = None) -> Control:
    """Return who is ahead in Dots and Boxes and what to do; print it to read it."""
    if not _is_dots(position):
        raise UnsupportedError(
            "explain is for Dots and Boxes: ask bombe.audit, bombe.tempo or bombe.endgame about a "
            "Sudoku position"
        )
    from bombe.analysis.dots.control import DEFAULT_BUDGET, control

    return control(position, DEFAULT_BUDGET if budget is None else budget)


def write(
    position: PositionLike | DotsState,
    format: str = "json",  # noqa: A002 - the users' word
    *,
    sign: bool = False,
) -> str:
    """Return the text of a position; what a format keeps of it is said where it is defined.

    `sign` signs the givens in the format `game`, for the framework's newer play modes.
    """
    if _is_dots(position):
        if sign:
            raise UsageError("sign is for the format game of Competitive Sudoku: leave it out")
        from bombe.boards.dots.text import write_dots

        return write_dots(position, format)
    from bombe.boards.sudoku import reading

    return reading.write(position, format, sign=sign)
