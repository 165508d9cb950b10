"""Random positions solved exactly, in several processes, and kept in a file.

    {"schema": "bombe.study.perceptron/1", "game": "dots", "boxes": "4x4", "seed": 0, ...}
    {"position": "1f00a2", "values": [1, -3, -3]}

Each position depends on the plan of its file and its own number alone, so that a file can be
interrupted, divided into shards, and continued with more positions.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bombe.agents.learn.perceptron.samples import LabelledPosition
from bombe.analysis.studies.study import Study

if TYPE_CHECKING:
    from collections.abc import Callable

    from bombe.agents.learn.perceptron.plan import PerceptronPlan, Subject
    from bombe.boards.text.schema import Datum

SCHEMA = "bombe.study.perceptron/1"
TRAINING, HELD_OUT = "training", "held-out"
"""The two parts of the positions: to learn from, and to be judged by."""


@dataclass(frozen=True, kw_only=True)
class LabelPlan:
    """What decides the positions of one part; `boxes` is the grid of Dots and Boxes."""

    schema: str = SCHEMA
    game: str
    boxes: str | None = None
    seed: int
    part: str


def label_plan(plan: PerceptronPlan, part: str) -> LabelPlan:
    """Return the plan of the file of a part."""
    boxes = plan.boxes if plan.game == "dots" else None
    return LabelPlan(game=plan.game, boxes=boxes, seed=plan.seed, part=part)


def label_study(plan: PerceptronPlan, part: str) -> Study[LabelPlan]:
    """Return the study that solves the positions of a part."""
    count = plan.positions if part == TRAINING else plan.held_out
    return Study(
        "positions",
        "bombe study perceptron -o",
        LabelPlan,
        {"": LabelledPosition},
        functools.partial(_check, subject=plan.subject()),
        tasks=lambda _: range(count),
        perform=functools.partial(_label, subject=plan.subject()),
    )


def _label(
    number: int, _is_stopped: Callable[[], bool], plan: LabelPlan, subject: Subject
) -> LabelledPosition:
    return subject.labelled(number, f"{plan.seed} {plan.part}")


def _check(line: Datum, subject: Subject) -> None:
    """Raise FormatError if a line does not have a value for each move of its position."""
    moves = line.at("position").checked(subject.moves)
    line.at("values").items(len(moves))
    if not moves:
        raise line.at("position").error("has no moves")


def without(
    known: list[LabelledPosition], others: list[LabelledPosition], subject: Subject
) -> list[LabelledPosition]:
    """Return the positions that are none of the others, nor their mirror images."""
    keys = {subject.key(each.position) for each in others}
    return [each for each in known if subject.key(each.position) not in keys]
