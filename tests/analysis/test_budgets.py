"""Every question takes its budget in the same forms: seconds, a Budget, a Meter, or None."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import pytest

import bombe
from bombe.analysis.dots import exact as dots_exact
from bombe.analysis.dots.control import control
from bombe.analysis.dots.nimstring import nimber
from bombe.boards import Board, Shape
from bombe.boards.dots.state import DotsState, Grid
from bombe.boards.errors import UsageError
from bombe.solvers import BACKENDS, Backend, Budget, BudgetLike, Meter

if TYPE_CHECKING:
    from collections.abc import Callable

BOARD = bombe.read("hard-2x2")
DOTS = DotsState.start(Grid(1, 2))


def _asked(backend: Backend, question: str, budget: BudgetLike) -> object:
    """Ask a backend one of the questions about a small board."""
    return getattr(backend.load(), question)(Board.empty(Shape(2, 2)), budget=budget)


QUESTIONS: dict[str, Callable[[BudgetLike], object]] = {
    "solve": lambda budget: bombe.solve(BOARD, budget=budget),
    "count": lambda budget: bombe.count(BOARD, budget=budget),
    "audit": lambda budget: bombe.audit(BOARD, budget=budget),
    "tempo": lambda budget: bombe.tempo(BOARD, budget=budget),
    "endgame": lambda budget: bombe.endgame(BOARD, budget=budget),
    "generate": lambda budget: bombe.generate("2x2", budget=budget),
    "dots solve": lambda budget: dots_exact.solve(DOTS, budget=budget),
    "dots table": lambda budget: dots_exact.DotsTable(DOTS).margin(DOTS, budget=budget),
    "dots control": lambda budget: control(DOTS, budget=budget),
    "nimber": lambda budget: nimber(DOTS, budget=budget),
    **{
        f"{backend.name} {question}": functools.partial(_asked, backend, question)
        for backend in BACKENDS
        if backend.is_available
        for question in ("solvable", "count", "true_candidates")
    },
}


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)
def test_every_question_takes_seconds_budgets_and_meters(
    question: Callable[[BudgetLike], object],
) -> None:
    for budget in (60, 60.0, Budget(seconds=60), Meter(60), None):
        question(budget)
    with pytest.raises(UsageError, match="give seconds, a Budget, or None for no limit"):
        question("60")  # type: ignore[arg-type]
