"""All bombs of a board, each with its explanation.

explain_bombs(position) -> Bombs
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bombe.analysis.audit import audit
from bombe.analysis.results import BoardResult, counted
from bombe.analysis.why.asking import why
from bombe.analysis.why.ratings import level_words
from bombe.boards import state_of
from bombe.solvers import Effort
from bombe.solvers.budget import as_meter

if TYPE_CHECKING:
    from bombe.analysis.why.asking import WhichCores
    from bombe.analysis.why.explanation import Explanation
    from bombe.boards import PositionLike
    from bombe.solvers import Solver
    from bombe.solvers.budget import BudgetLike


@dataclass(frozen=True, repr=False)
class Bombs(BoardResult):
    """The explanations of the bombs of a board, in order.

    It is `final` if all legal moves were judged and all explanations are final.
    """

    schema = "bombe.bombs/1"

    explanations: tuple[Explanation, ...]

    @property
    def counts(self) -> dict[int | None, int]:
        """How many bombs there are of each level; None is that of bombs without a chain."""
        return dict(Counter(each.rating and each.rating.level for each in self.explanations))

    def details(self) -> dict[str, Any]:
        """Return the JSON fields of the explanations."""
        return {"bombs": [explanation.to_dict() for explanation in self.explanations]}

    def summary(self) -> str:
        """Return in one sentence how many bombs there are, and how they are seen."""
        counts = self.counts
        rated = [
            f"{counts[level]} {level_words(level)}"
            for level in sorted(level for level in counts if level is not None)
        ]
        rated += [f"{counts[None]} not explained in time"] if None in counts else []
        bombs = counted(len(self.explanations), "bomb")
        return f"{self.heading()}; {bombs}{': ' if rated else ''}{', '.join(rated)}"


def explain_bombs(
    position: PositionLike,
    *,
    solver: str | Solver = "auto",
    budget: BudgetLike = None,
    cores: WhichCores = "one",
) -> Bombs:
    """Return why each bomb of a position is one; every bomb gets the budget anew."""
    state = state_of(position)
    found = audit(state, solver=solver, budget=budget)
    stopped = as_meter(budget).budget.stop or bool
    explanations, efforts = [], [found.effort]
    for move in found.bombs:
        if stopped():
            break
        explanation = why(state, move, solver=solver, budget=budget, cores=cores, stakes=False)
        explanations.append(explanation)
        efforts.append(explanation.effort)
    is_complete = len(explanations) == len(found.bombs) and not found.undecided
    return Bombs(
        board=state.board,
        final=is_complete and all(explanation.final for explanation in explanations),
        solver=found.solver,
        effort=Effort(*map(sum, zip(*efforts, strict=True))),
        explanations=tuple(explanations),
    )
