"""The moves of a network and of agents on held-out positions, against exact values."""

from __future__ import annotations

import math
from itertools import pairwise
from statistics import stdev
from typing import TYPE_CHECKING, NamedTuple

from bombe.agents.contract import Clock
from bombe.agents.loading import load
from bombe.analysis.shares import Share

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bombe.agents.learn.perceptron.plan import Subject
    from bombe.agents.learn.perceptron.samples import LabelledPosition

NET = "net"
BANDS = 4
"""The parts into which positions are divided, by what is left."""


class Rival(NamedTuple):
    """An agent to compare with, and the nodes of a turn; None for no limit."""

    spec: str
    nodes: int | None = None

    @property
    def name(self) -> str:
        """The spec without the game, and the limit of nodes."""
        limit = "" if self.nodes is None else f", {self.nodes} nodes"
        return f"{self.spec.rpartition('/')[2]}{limit}"


RIVALS = {
    "dots": (
        Rival("dots/random"),
        Rival("dots/heuristic:judge=chains"),
        Rival("dots/first-moves"),
        Rival("dots/first-moves:of=heuristic:judge=chains"),
        Rival("dots/exact", 0),
    ),
    "sudoku": (
        Rival("random"),
        Rival("greedy"),
        Rival("minimax-skip:depth=1"),
        Rival("neat"),
        Rival("champion", 2),
    ),
}
"""Who does not search, by game. With 0 nodes `exact` plays the line that playouts and chains rate
highest; with 2 nodes `champion` plays rule P: neither has time to solve anything."""


class MeanLoss(NamedTuple):
    """The mean of what moves lose, and its 95 % interval."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, losses: Sequence[int]) -> MeanLoss:
        """Return the mean of these losses."""
        mean = sum(losses) / len(losses)
        reach = 1.96 * stdev(losses) / math.sqrt(len(losses)) if len(losses) > 1 else math.inf
        return cls(mean, mean - reach, mean + reach)


class ChoiceRecord(NamedTuple):
    """What the moves of one player lose, position by position."""

    name: str
    losses: tuple[int, ...]

    @property
    def best(self) -> Share:
        """The share of best moves."""
        return Share(self.losses.count(0), len(self.losses))

    @property
    def lost(self) -> MeanLoss:
        """The mean of what is lost."""
        return MeanLoss.of(self.losses)


class LeftBand(NamedTuple):
    """The positions with so many lines or cells left."""

    low: int
    high: int
    places: tuple[int, ...]

    def __str__(self) -> str:
        """Return the numbers: 4 - 8."""
        return f"{self.low}" if self.low == self.high else f"{self.low} - {self.high}"

    def of(self, record: ChoiceRecord) -> ChoiceRecord:
        """Return the losses on these positions."""
        return ChoiceRecord(record.name, tuple(record.losses[place] for place in self.places))


def bands(left: Sequence[int]) -> list[LeftBand]:
    """Divide positions by what is left into parts that are about equally wide; none is empty."""
    low, width = min(left), max(left) - min(left) + 1
    starts = [low + width * part // BANDS for part in range(BANDS + 1)]
    found = []
    for start, end in pairwise(starts):
        places = tuple(place for place, count in enumerate(left) if start <= count < end)
        if places:
            found.append(LeftBand(start, end - 1, places))
    return found


def loss_of(
    number: int,
    _is_stopped: Callable[[], bool],
    rival: Rival,
    subject: Subject,
    labelled: Sequence[LabelledPosition],
) -> int:
    """Return what the agent's move loses on the position of that number, which is its seed, too."""
    each = labelled[number]
    moves = list(subject.moves(each.position))
    agent, state = load(rival.spec)(number), subject.state(each.position)
    *_, choice = agent.choose(state, Clock(nodes=rival.nodes))
    return max(each.values) - each.values[moves.index(choice)]
