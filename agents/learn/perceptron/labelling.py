"""Random positions solved exactly, in several processes, and kept in a file.

    {"schema": "bombe.study.perceptron/1", "game": "dots", "boxes": "4x4", "seed": 0, ...}
    {"position": "1f00a2", "values": [1, -3, -3]}

Each position depends on the header and its own number alone, so that a file can be interrupted, and
continued with more positions. A truncated last line is removed. The file of a shard says so in its
header, and has the positions whose number the shard has.
"""

from __future__ import annotations

import functools
from contextlib import closing, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from bombe.agents.learn.perceptron.samples import LabelledPosition
from bombe.analysis.studies.files import RecordFile
from bombe.analysis.studies.study import answers
from bombe.boards.shard import WHOLE, Shard

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from bombe.agents.learn.perceptron.plan import PerceptronPlan, Subject
    from bombe.boards.text.schema import Datum
    from bombe.solvers import Meter

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


class LabelFile(NamedTuple):
    """The positions of one part, and the file that keeps them; None to keep none.

    Of a `shard`, only its positions.
    """

    plan: PerceptronPlan
    part: str
    path: Path | None
    shard: Shard = WHOLE

    @property
    def wanted(self) -> int:
        """The number of positions of the plan, as far as they are the shard's."""
        return len(self._numbers())

    def _numbers(self) -> range:
        """Return the numbers of the positions."""
        every = self.plan.positions if self.part == TRAINING else self.plan.held_out
        return range(self.shard.number - 1, every, self.shard.of)

    def known(self) -> list[LabelledPosition]:
        """Return the positions that the file holds; begin the file if there is none."""
        if self.path is None:
            return []
        plan = self.plan
        boxes = plan.boxes if plan.game == "dots" else None
        own = LabelPlan(game=plan.game, boxes=boxes, seed=plan.seed, part=self.part)
        return self._file.resume(self.path, own, self.shard).of(LabelledPosition)

    def add(
        self, known: list[LabelledPosition], jobs: int, stop: threading.Event, meter: Meter
    ) -> Iterator[None]:
        """Solve the positions that are missing; yield after each, until the budget runs out."""
        todo, source = self._numbers()[len(known) :], f"{self.plan.seed} {self.part}"
        ask = functools.partial(_label, subject=self.plan.subject(), source=source)
        with (
            nullcontext() if self.path is None else self.path.open("a", encoding="utf-8") as file,
            closing(answers(ask, todo, stop, jobs)) as found,
        ):
            for _, labelled in found:
                known.append(labelled)
                if file is not None:
                    file.write(self._file.line(labelled) + "\n")
                yield
                if meter.is_over:
                    return

    @property
    def _file(self) -> RecordFile[LabelPlan]:
        command, kinds = "bombe study perceptron -o", {"": LabelledPosition}
        return RecordFile("positions", command, LabelPlan, kinds, self._check)

    def _check(self, line: Datum) -> None:
        """Raise FormatError if a line does not have a value for each move of its position."""
        moves = line.at("position").checked(self.plan.subject().moves)
        line.at("values").items(len(moves))
        if not moves:
            raise line.at("position").error("has no moves")


def without(
    known: list[LabelledPosition], others: list[LabelledPosition], subject: Subject
) -> list[LabelledPosition]:
    """Return the positions that are none of the others, nor their mirror images."""
    keys = {subject.key(each.position) for each in others}
    return [each for each in known if subject.key(each.position) not in keys]


def _label(
    number: int, _is_stopped: Callable[[], bool], subject: Subject, source: str
) -> LabelledPosition:
    return subject.labelled(number, source)
