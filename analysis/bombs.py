"""All bombs of a board, each with its explanation.

explain_bombs(position) -> Bombs
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bombe.analysis.audit import audit
from bombe.analysis.results import BoardResult, with_noun
from bombe.analysis.why.question import why
from bombe.analysis.why.ratings import level_words
from bombe.boards import state_of
from bombe.solvers import Effort
from bombe.solvers.budget import as_meter

if TYPE_CHECKING:
    from bombe.analysis.why.explanation import Explanation
    from bombe.analysis.why.question import WhichCores
    from bombe.boards import Move, PositionLike
    from bombe.solvers import Solver
    from bombe.solvers.budget import BudgetLike


@dataclass(frozen=True, repr=False)
class Bombs(BoardResult):
    """The explanations of the bombs of a board, in order.

    `left` are bombs that there was no time to explain, `undecided` moves that may be bombs, too.
    It is `final` if there are none of either and all explanations are final.
    """

    schema = "bombe.bombs/1"

    explanations: tuple[Explanation, ...]
    left: tuple[Move, ...] = ()
    undecided: tuple[Move, ...] = ()
    is_unsolvable: bool = False

    @property
    def counts(self) -> dict[int | None, int]:
        """How many bombs there are of each level; None is that of bombs without a chain."""
        levels = [each.rating and each.rating.level for each in self.explanations]
        return dict(Counter([*levels, *(None for _ in self.left)]))

    def details(self) -> dict[str, Any]:
        """Return the JSON fields of the explanations."""
        return {
            "bombs": [explanation.to_dict() for explanation in self.explanations],
            "left": [list(move) for move in self.left],
            "undecided": [list(move) for move in self.undecided],
        }

    def summary(self) -> str:
        """Return in one sentence how many bombs there are, and how they are seen."""
        counts = self.counts
        rated = [
            f"{counts[level]} {level_words(level)}"
            for level in sorted(level for level in counts if level is not None)
        ]
        rated += [f"{counts[None]} not explained in time"] if None in counts else []
        least = "at least " if self.undecided else ""
        bombs = least + with_noun(len(self.explanations) + len(self.left), "bomb")
        problem = "no solution, so that every move is a bomb; " if self.is_unsolvable else ""
        return f"{self.heading()}; {problem}{bombs}{': ' if rated else ''}{', '.join(rated)}"


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
    left = found.bombs[len(explanations) :]
    is_complete = not (left or found.undecided)
    return Bombs(
        board=state.board,
        final=is_complete and all(explanation.final for explanation in explanations),
        solver=found.solver,
        effort=Effort(
            sum(each.nodes for each in efforts),
            sum(each.build for each in efforts),
            sum(each.search for each in efforts),
            any(each.unconfirmed for each in efforts),
        ),
        explanations=tuple(explanations),
        left=left,
        undecided=found.undecided,
        is_unsolvable=found.solutions.exact and not found.solutions.value,
    )
