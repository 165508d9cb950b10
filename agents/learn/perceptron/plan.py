"""The plan of a study: everything that decides what comes out."""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from bombe.agents.learn.features import FeatureSet
from bombe.agents.learn.perceptron.dots import DotsInputs, DotsSubject
from bombe.agents.learn.perceptron.sudoku import SudokuSubject
from bombe.boards.dots.state import Grid
from bombe.boards.errors import UnknownNameError, UsageError

if TYPE_CHECKING:
    import enum

    Inputs = TypeVar("Inputs", bound=enum.StrEnum)

Subject = DotsSubject | SudokuSubject
"""What a game teaches: random positions with exact values, and what a network is told.

`left_words` names what is counted as left, `unit` what is lost by a bad move; `scale` divides the
values, so that the outputs of a network are near 1.
"""
GAMES = ("dots", "sudoku")
BOXES = "4x4"
MOST_UNITS = 4096


@dataclass(frozen=True, kw_only=True)
class PerceptronPlan:
    """A network and its training.

    `inputs` are what it is told, `hidden` the units of its hidden layers, `positions` how many it
    learns from and `held_out` how many it is judged by. `rate` is the first learning rate; it falls
    to 0 over the epochs, as a cosine does.
    """

    game: str
    inputs: str
    boxes: str = BOXES
    hidden: tuple[int, ...]
    positions: int
    held_out: int
    epochs: int
    batch: int
    rate: float
    seed: int

    def __post_init__(self) -> None:
        self.subject()

    @property
    def name(self) -> str:
        """The name of the network among those of the same positions."""
        return "-".join([self.inputs, *map(str, self.hidden)])

    def subject(self) -> Subject:
        """Return the game with what the network is told."""
        if self.game == "dots":
            return DotsSubject(Grid.parse(self.boxes), _told(DotsInputs, self.inputs))
        return SudokuSubject(_told(FeatureSet, self.inputs))

    def rate_at(self, progress: float) -> float:
        """Return the learning rate when this share of the training is done."""
        return self.rate * (1 + math.cos(math.pi * progress)) / 2

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, ready for JSON; `boxes` for Dots and Boxes only."""
        fields = dataclasses.asdict(self) | {"hidden": list(self.hidden)}
        if self.game != "dots":
            del fields["boxes"]
        return fields


def make_plan(
    *,
    game: str,
    inputs: str | None,
    boxes: str | None,
    hidden: str,
    **numbers: Any,
) -> PerceptronPlan:
    """Return the plan that options describe; raise UsageError if they describe none."""
    if boxes and game != "dots":
        raise UsageError(
            f"--boxes {boxes}: grids are of Dots and Boxes; leave it out, or give --game dots"
        )
    default = str(DotsInputs.BOXES if game == "dots" else FeatureSet.PARITY)
    return PerceptronPlan(
        game=game,
        inputs=inputs or default,
        boxes=boxes or BOXES,
        hidden=_units(hidden),
        **numbers,
    )


def _units(text: str) -> tuple[int, ...]:
    """Read the units of the hidden layers, such as 128,128."""
    units = tuple(int(part) if part.isdecimal() else 0 for part in text.split(","))
    if not all(1 <= count <= MOST_UNITS for count in units):
        raise UsageError(
            f"--hidden {text}: give the units of each hidden layer, 1 to {MOST_UNITS}, such as "
            "128,128"
        )
    return units


def _told(kind: type[Inputs], text: str) -> Inputs:
    if text not in set(kind):
        raise UnknownNameError("kind of inputs", text, kind)
    return kind(text)
