"""`bombe study neat`: runs of evolution from several seeds, their files, and a table of them."""

from __future__ import annotations

import enum
import json
from typing import TYPE_CHECKING, NamedTuple

from bombe.agents.learn.designs import design_of
from bombe.agents.learn.evolve import evolve, neat_version
from bombe.agents.learn.network import read_network_fields
from bombe.agents.learn.pictures import describe, draw_course, draw_network, draw_seeds
from bombe.agents.learn.records import Generation, Training, TrainingPlan, resume_training
from bombe.analysis.markdown import markdown
from bombe.analysis.results import with_noun
from bombe.boards import Shape

if TYPE_CHECKING:
    import threading
    from collections.abc import Iterator, Sequence
    from pathlib import Path


CANDIDATES = 50
"""Of so many generations the best networks are tested longer, those that measured most."""


class DesignName(enum.StrEnum):
    """What evolution works on: moves by their features, or the squares of a course report."""

    FEATURES = "features"
    REPORT = "report"


class NeatStudy(NamedTuple):
    """What is to be done: which design, and how many seeds and generations.

    With `until_level`, a run ends when a network measures `level`.
    """

    design: str
    features: str
    board: str
    population: int
    games: int
    generations: int
    level: float
    until_level: bool

    def plan(self, seed: int) -> TrainingPlan:
        """Return the plan of one seed's run."""
        is_report = self.design == DesignName.REPORT
        return TrainingPlan(
            design=self.design,
            features="" if is_report else self.features,
            board=str(Shape.parse(self.board)) if is_report else "",
            seed=seed,
            population=self.population,
            games=0 if is_report else self.games,
            neat=neat_version(),
        )

    def training(self, folder: Path, seed: int) -> Training:
        """Return the run of a seed, with what an earlier call did of it."""
        return resume_training(folder / f"seed-{seed}.jsonl", self.plan(seed))

    def is_done(self, training: Training) -> bool:
        """Return whether a run needs no more generations."""
        is_reached = self.until_level and training.reached(self.level) is not None
        return is_reached or len(training.generations) >= self.generations

    def run(self, training: Training, jobs: int, stop: threading.Event) -> Iterator[Generation]:
        """Yield each new generation of a run until it is done, or stopped."""
        if self.is_done(training):
            return
        design = design_of(training.plan)
        for generation in evolve(training, design, self.generations, jobs, stop):
            yield generation
            if self.is_done(training):
                return


def write_results(trainings: Sequence[Training], folder: Path) -> list[Path]:
    """Write the best network of each run, and the pictures; return the files."""
    files: list[Path] = []
    ready = [training for training in trainings if training.generations]
    for training in ready:
        best, name = chosen(training), f"seed-{training.plan.seed}"
        about = {
            "made by": "bombe study neat",
            "features": training.plan.features or f"squares of {training.plan.board}",
            "seed": training.plan.seed,
            "generation": best.generation,
            "measured": best.measured,
        }
        network = read_network_fields({**best.network, "about": about})
        path = folder / f"{name}.json"
        network.write(path)
        measured = design_of(training.plan).measured
        title = f"NEAT, {describe(training)}: the best network, of generation {best.generation}"
        files += [
            path,
            *draw_course(training, folder, f"{name}-fitness", measured),
            *draw_network(network, folder, f"{name}-network", title),
        ]
    if len(ready) > 1:
        measured = design_of(ready[0].plan).measured
        files += draw_seeds(ready, folder, "seeds", measured)
    return files


def chosen(training: Training) -> Generation:
    """Return the generation whose best network does best in a longer test.

    The ratings of different generations are of different games.
    """
    design = design_of(training.plan)
    likely = sorted(training.generations, key=lambda one: (one.measured, one.best), reverse=True)
    different = {json.dumps(one.network): one for one in reversed(likely[:CANDIDATES])}
    trials = {
        one.generation: design.trial(read_network_fields(one.network)) for one in different.values()
    }
    return max(different.values(), key=lambda one: (trials[one.generation], -one.generation))


def summary(trainings: Sequence[Training], level: float) -> str:
    """Return the runs as a table that is also Markdown, and what they have in common."""
    ready = [training for training in trainings if training.generations]
    if not ready:
        return "no generation is complete"
    head = ["seed", "generations", f"until {level:g} %", "best %"]
    head += ["nodes", "connections", "minutes"]
    table = markdown([head, *(_row(training, level) for training in ready)], right=True)
    what = f"{describe(ready[0], with_seed=False)}; best: {design_of(ready[0].plan).measured}"
    reached = sorted(r for r in (training.reached(level) for training in ready) if r is not None)
    words = f"{len(reached)} of {with_noun(len(ready), 'run')} reached {level:g} %"
    if len(reached) > 1:
        middle = with_noun(reached[(len(reached) - 1) // 2], "generation")
        words += f", half of them within {middle}"
    return f"{what}\n\n{table}\n\n{words}"


def _row(training: Training, level: float) -> list[str]:
    best, reached = training.best, training.reached(level)
    minutes = sum(one.seconds for one in training.generations) / 60
    return [
        str(training.plan.seed),
        str(len(training.generations)),
        "-" if reached is None else str(reached),
        f"{best.measured:.1f}",
        str(best.nodes),
        str(best.connections),
        f"{minutes:.1f}",
    ]
