"""The file of a run: lines of JSON, a plan and then each generation.

    {"schema": "bombe.study.neat/1", "design": "features", "seed": 1, "population": 100, ...}
    {"generation": 0, "best": 71.5, "measured": 62.5, "ratings": [40.25, ...], "network": {...}}

The ratings of all networks are what a run is resumed from: evolution is repeated with them, which
takes no games, so no state of it has to be stored.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bombe.analysis.studies.files import RecordFile

if TYPE_CHECKING:
    from pathlib import Path

SCHEMA = "bombe.study.neat/1"


@dataclass(frozen=True)
class TrainingPlan:
    """What decides the course of a run, but for how long it is."""

    design: str
    features: str
    board: str
    seed: int
    population: int
    games: int
    neat: str
    schema: str = SCHEMA


@dataclass(frozen=True)
class Generation:
    """A generation: its number, the ratings of its networks, its best network and its figures."""

    generation: int
    best: float
    mean: float
    measured: float
    species: int
    nodes: int
    connections: int
    seconds: float
    network: dict[str, Any]
    ratings: tuple[float, ...]


TRAINING_FILE = RecordFile("run", "bombe study neat -o", TrainingPlan, {"": Generation})


@dataclass
class Training:
    """A run so far, and its file."""

    path: Path
    plan: TrainingPlan
    generations: list[Generation] = field(default_factory=list)

    def add(self, generation: Generation) -> None:
        """Add a generation to the run and to the file."""
        self.generations.append(generation)
        with self.path.open("a", encoding="utf-8") as lines:
            lines.write(TRAINING_FILE.line(generation) + "\n")

    @property
    def best(self) -> Generation:
        """The generation with the best network: as measured, then as rated."""
        return max(self.generations, key=lambda one: (one.measured, one.best))

    def reached(self, level: float) -> int | None:
        """Return the number of generations until a network measured so much; None if none did."""
        numbers = (g.generation + 1 for g in self.generations if g.measured >= level)
        return next(numbers, None)


def resume_training(path: Path, plan: TrainingPlan) -> Training:
    """Return the run in a new or interrupted file, ready to go on."""
    path.parent.mkdir(parents=True, exist_ok=True)
    return Training(path, plan, TRAINING_FILE.resume(path, plan).records)


def read_training(path: Path) -> Training:
    """Return the run in a file; a torn last line is left out."""
    results = TRAINING_FILE.read(path)
    return Training(path, results.plan, results.records)
