"""The answers that runs write, by the name of their task: their results, and their tables."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, NamedTuple

from bombe.analysis.results import BOARD, HEAD, SOURCE
from bombe.analysis.schema import column_types

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bombe.analysis.results import Result


class Answers(NamedTuple):
    """Where the class of the results is, and the name of their table in a database."""

    module: str
    name: str
    table: str

    @property
    def kind(self) -> type[Result]:
        """The class of the results."""
        found: type[Result] = getattr(importlib.import_module(self.module), self.name)
        return found


ANSWERS = {
    "audit": Answers("bombe.analysis.audit", "Audit", "audits"),
    "count": Answers("bombe.analysis.questions", "Counted", "counts"),
    "check": Answers("bombe.analysis.questions", "Solutions", "checks"),
    "solve": Answers("bombe.analysis.questions", "Solutions", "solutions"),
    "why": Answers("bombe.analysis.why.explanation", "Explanation", "explanations"),
    "hint": Answers("bombe.analysis.hint", "Hint", "records"),
    "tempo": Answers("bombe.analysis.verdicts.report", "Tempo", "tempi"),
    "endgame": Answers("bombe.analysis.endgame.margins", "Endgame", "endgames"),
}


def table_of(task: str) -> str:
    """Return the name of the table of a task's answers."""
    return ANSWERS[task].table if task in ANSWERS else "records"


def types_of(task: str) -> Mapping[str, str]:
    """Return the types of the columns of a task's answers; others keep every value as it is."""
    if task not in ANSWERS:
        return {}
    kind = ANSWERS[task].kind
    return column_types((*HEAD, *BOARD, *kind.fields, *kind.tail, SOURCE))
