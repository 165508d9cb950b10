"""A study of a perceptron: positions, training, and the comparison with agents, in this order.

Each part yields after every step, so that its progress can be shown; with a folder the same plan
resumes where it stopped. A shard solves its positions and trains nothing.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from bombe.agents.learn.perceptron.comparison import NET, RIVALS, ChoiceRecord, bands, loss_of
from bombe.agents.learn.perceptron.fitting import Fitting
from bombe.agents.learn.perceptron.labelling import (
    HELD_OUT,
    TRAINING,
    label_plan,
    label_study,
    without,
)
from bombe.agents.learn.perceptron.samples import LabelledPosition
from bombe.analysis.runs.joining import make_folder
from bombe.analysis.studies.study import answers
from bombe.boards.errors import UsageError
from bombe.boards.shard import WHOLE

if TYPE_CHECKING:
    import threading
    from collections.abc import Iterator
    from pathlib import Path

    from bombe.agents.learn.perceptron.comparison import LeftBand, Rival
    from bombe.agents.learn.perceptron.fitting import EpochResult
    from bombe.agents.learn.perceptron.plan import PerceptronPlan
    from bombe.boards.shard import Shard
    from bombe.solvers import Meter


class PerceptronStudy:
    """A study and what is known of it; `records` are the choices of the network and of agents."""

    def __init__(self, plan: PerceptronPlan, folder: Path | None, shard: Shard = WHOLE) -> None:
        self.plan, self.shard, self.subject = plan, shard, plan.subject()
        if folder is not None:
            make_folder(folder)
        self.network_path = folder and folder / f"{plan.name}.npz"
        self.fitting = Fitting.resumed(plan, self.network_path)
        self._works = [
            label_study(plan, part).work(
                label_plan(plan, part), folder and folder / f"{part}.jsonl", shard
            )
            for part in (HELD_OUT, TRAINING)
        ]
        self.records: list[ChoiceRecord] = []

    def _known(self, part: int) -> list[LabelledPosition]:
        work = self._works[part]
        return work.results.of(LabelledPosition)[: work.total]

    @property
    def held_out(self) -> list[LabelledPosition]:
        """The held-out positions so far."""
        return self._known(0)

    @property
    def labels(self) -> int:
        """The exact values that there are to learn from: one for each move of each position."""
        return sum(len(each.values) for each in self._known(1))

    @property
    def missing(self) -> int:
        """The number of positions that are not solved yet."""
        return sum(work.total - len(self._known(part)) for part, work in enumerate(self._works))

    @property
    def rivals(self) -> tuple[Rival, ...]:
        """The agents to compare with."""
        return RIVALS[self.plan.game]

    def label(self, jobs: int, stop: threading.Event, meter: Meter) -> Iterator[None]:
        """Solve the positions that are missing, the held-out ones first."""
        for work in self._works:
            for _ in work.do(stop, jobs):
                yield
                if meter.is_over:
                    return

    def train(self, meter: Meter) -> Iterator[EpochResult]:
        """Train the epochs that are left."""
        if not self.missing and self.shard == WHOLE and not self.fitting.is_done:
            known = without(self._known(1), self.held_out, self.subject)
            if not known:
                raise UsageError(
                    "all positions to learn from are held-out ones or mirror images of them: "
                    "raise --positions, or give larger --boxes"
                )
            training = self.subject.samples(known)
            held_out = self.subject.samples(self.held_out)
            yield from self.fitting.epochs(training, held_out, meter, self.network_path)

    def compare(self, jobs: int, stop: threading.Event) -> Iterator[None]:
        """Ask the network and every agent for a move on each held-out position."""
        if not self.fitting.history:
            return
        held_out = self.subject.samples(self.held_out)
        losses = held_out.losses(self.fitting.outputs(held_out))
        self.records = [ChoiceRecord(NET, tuple(losses))]
        for rival in self.rivals:
            ask = functools.partial(
                loss_of, rival=rival, subject=self.subject, labelled=self.held_out
            )
            found = []
            for _, loss in answers(ask, range(len(self.held_out)), stop, jobs):
                found.append(loss)
                yield
            if len(found) == len(self.held_out):
                self.records.append(ChoiceRecord(rival.name, tuple(found)))

    def bands(self) -> list[LeftBand]:
        """Return the held-out positions by what is left."""
        return bands(self.subject.samples(self.held_out).left.tolist())
