"""The walk through a refutation, line by line, with all that a drawing lights at each.

    for line in walk(shape, question, refutation):
        print(line["text"], line["because"])

A line has the fields of a deduction (`number`, `rule`, `place`, `removes`, `values`, `after`); the
cells to light (`region`, `other`, `cells`, `because`); `supposes`, what a case tries, whose lines
stand at a `depth` one higher; and at the end of a chain or a case the `end`. `holds` are the values
that stand on the board by then beside the filled cells, `gone` the candidates that were removed:
with the number of the step each, 0 for what is asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.analysis.why.refutation import Absurdity, plain_cells, plain_fact
from bombe.analysis.why.words import tale

if TYPE_CHECKING:
    from bombe.analysis.why.refutation import End, Fact, Question, Refutation, Step
    from bombe.analysis.why.words import TaleLine
    from bombe.boards import Shape


class _KnownFacts(NamedTuple):
    """What is known at one depth of cases: facts, each with the number of its step."""

    holds: list[tuple[Fact, int]]
    gone: list[tuple[Fact, int]]


def walk(shape: Shape, question: Question, refutation: Refutation) -> list[dict[str, Any]]:
    """Return the lines of a refutation as plain values."""
    asked = [] if question.fact is None else [(question.fact, 0)]
    begin = _KnownFacts([], asked) if question.is_not else _KnownFacts(asked, [])
    known = {0: begin}
    return [_line(shape, line, known) for line in tale(shape, question, refutation)]


def _line(shape: Shape, line: TaleLine, known: dict[int, _KnownFacts]) -> dict[str, Any]:
    """Return a line, and take what it says into what is known at its depth."""
    step, now = line.step, known[line.depth]
    case = None if step is None else step.case
    removed = [] if step is None else [(fact, step.number) for fact in step.removes]
    if step is not None and step.place is not None:
        now.holds.append((step.place, step.number))
    # A case supposes what is removed after it.
    shown = _KnownFacts([*now.holds, *removed], [*now.gone])
    if case is None:
        shown = _KnownFacts([*now.holds], [*now.gone, *removed])
    else:
        known[line.depth + 1] = _KnownFacts([*shown.holds], [*shown.gone])
    now.gone.extend(removed)
    end = case.end if case is not None and not case.steps else line.end
    return {
        **_step(shape, step),
        "depth": line.depth,
        "text": line.text,
        "supposes": None if case is None else plain_fact(shape, removed[0][0]),
        "end": None if end is None else _end(shape, end),
        "holds": [[*plain_fact(shape, fact), number] for fact, number in shown.holds],
        "gone": [[*plain_fact(shape, fact), number] for fact, number in shown.gone],
    }


def _step(shape: Shape, step: Step | None) -> dict[str, Any]:
    """Return the fields of a deduction; empty ones for a line that is none."""
    lists: dict[str, Any] = {
        name: [] for name in ("removes", "region", "other", "cells", "values", "because", "after")
    }
    if step is None:
        return {"number": None, "rule": None, "place": None, **lists}
    return {
        "number": step.number,
        "rule": str(step.rule),
        "place": None if step.place is None else plain_fact(shape, step.place),
        "removes": [plain_fact(shape, fact) for fact in step.removes],
        "region": _region(shape, step.region),
        "other": _region(shape, step.other),
        "cells": plain_cells(shape, step.cells),
        "values": list(step.values),
        "because": plain_cells(shape, step.because),
        "after": list(step.after),
    }


def _end(shape: Shape, end: End) -> dict[str, Any]:
    """Return what cannot be, with the cells that are at odds."""
    because = plain_cells(shape, end.because)
    if end.cell is not None:
        cells = plain_cells(shape, [end.cell])
    else:
        # Where a value stands twice, these two cells are at odds, and otherwise the whole region.
        cells = because if end.kind is Absurdity.CLASH else _region(shape, end.region)
    return {"kind": str(end.kind), "value": end.value, "because": because, "cells": cells}


def _region(shape: Shape, region: int | None) -> list[list[int]]:
    return [] if region is None else plain_cells(shape, shape.geometry.regions[region])
