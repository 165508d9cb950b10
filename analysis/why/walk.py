"""A refutation as plain values: its chain, and the walk through it with all that is lit.

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
from bombe.analysis.why.sentences import tale

if TYPE_CHECKING:
    from collections.abc import Callable

    from bombe.analysis.why.refutation import End, Fact, Question, Refutation, Step
    from bombe.analysis.why.sentences import TaleLine
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
        **_lit_step(shape, step),
        "depth": line.depth,
        "text": line.text,
        "supposes": None if case is None else plain_fact(shape, removed[0][0]),
        "end": None if end is None else _lit_end(shape, end),
        "holds": [[*plain_fact(shape, fact), number] for fact, number in shown.holds],
        "gone": [[*plain_fact(shape, fact), number] for fact, number in shown.gone],
    }


def chain_dict(shape: Shape, refutation: Refutation) -> dict[str, Any]:
    """Return a chain and its end as plain values, ready for JSON."""
    named, end = shape.region_name, refutation.end
    chain = [
        _step(shape, step, named) | {"case": step.case and chain_dict(shape, step.case)}
        for step in refutation.steps
    ]
    return {"chain": [*map(_stated, chain)], "end": _stated(_end(shape, end, named))}


def _stated(fields: dict[str, Any]) -> dict[str, Any]:
    """Return the fields that say something, and those that are always there."""
    always = {name: fields.pop(name) for name in ("because", "after")}
    return {name: each for name, each in fields.items() if each not in (None, [])} | always


def _step(shape: Shape, step: Step, named: Callable[[int], object]) -> dict[str, Any]:
    """Return the fields of a deduction; `named` says what stands for a region."""
    return {
        "number": step.number,
        "rule": str(step.rule),
        "place": None if step.place is None else plain_fact(shape, step.place),
        "removes": [plain_fact(shape, fact) for fact in step.removes],
        "region": None if step.region is None else named(step.region),
        "other": None if step.other is None else named(step.other),
        "cells": plain_cells(shape, step.cells),
        "values": list(step.values),
        "because": plain_cells(shape, step.because),
        "after": list(step.after),
    }


def _end(shape: Shape, end: End, named: Callable[[int], object]) -> dict[str, Any]:
    """Return where an end is, and from what it follows."""
    return {
        "kind": str(end.kind),
        "cell": None if end.cell is None else list(shape.coordinates(end.cell)),
        "region": None if end.region is None else named(end.region),
        "value": end.value,
        "because": plain_cells(shape, end.because),
        "after": list(end.after),
    }


def _lit_step(shape: Shape, step: Step | None) -> dict[str, Any]:
    """Return the fields of a deduction; empty ones for a line that is none."""
    if step is None:
        none = dict.fromkeys(("number", "rule", "place"))
        names = ("removes", "region", "other", "cells", "values", "because", "after")
        return none | {name: [] for name in names}
    fields = _step(shape, step, lambda region: plain_cells(shape, shape.geometry.regions[region]))
    return fields | {name: fields[name] or [] for name in ("region", "other")}


def _lit_end(shape: Shape, end: End) -> dict[str, Any]:
    """Return what cannot be, with the cells that are at odds."""
    found = _end(shape, end, lambda region: plain_cells(shape, shape.geometry.regions[region]))
    # Where a value stands twice, these two cells are at odds, and otherwise the whole region.
    cells = found["because"] if end.kind is Absurdity.CLASH else found["region"]
    if end.cell is not None:
        cells = [found["cell"]]
    return {name: found[name] for name in ("kind", "value", "because")} | {"cells": cells}
