"""What `dots explain` answers, with the words of it: the fields, the sentences, the names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bombe.analysis.dots.control import DEFAULT_BUDGET, control
from bombe.analysis.dots.explain import describe_string, explanation_lines, heading

if TYPE_CHECKING:
    from bombe.boards.dots.state import DotsState
    from bombe.solvers.budget import BudgetLike


def explain_answer(state: DotsState, budget: BudgetLike = DEFAULT_BUDGET) -> dict[str, Any]:
    """Return the fields, with the sentences as `text` and a `text` for each chain and loop."""
    found = control(state, budget)
    fields = found.to_dict()
    for one, plain in zip(found.strings.strings, fields["strings"], strict=True):
        plain["text"] = describe_string(one)
    return {**fields, "text": [heading(state), *explanation_lines(found)]}
