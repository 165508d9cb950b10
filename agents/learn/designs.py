"""What evolution works on: what a network is told, and what it is rated by.

`MoveDesign` values moves, on boards of any size; the design of a course report is in
`report_design`. The ratings of a generation depend on its number and the seed of the run alone, and
are the same for all networks of a generation.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bombe.agents.learn.features import FeatureSet
from bombe.agents.learn.network import Network, NetworkShape
from bombe.agents.learn.report_design import SquareDesign
from bombe.agents.learn.training import (
    GamePlan,
    Opponent,
    Valuer,
    credit,
    play,
    training_board,
)
from bombe.agents.learn.trial import trial

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bombe.agents.learn.records import TrainingPlan

_SHAPES = ("2x2", "2x2", "2x2", "2x3")
"""The boards of the games that rate, by turns; games on the smallest take nearly no time."""
BOARDS = 40
"""Boards for training of each shape; those for measuring have other numbers."""
_TEACHERS = (Opponent.GREEDY, Opponent.N, Opponent.W, Opponent.P)
_LATEST = {"2x2": 6, "2x3": 16}
"""Random fills before a game that rates: fewer than this. Late in a game counts are small."""
_OPENINGS = 4
"""Random fills before a game that measures: fewer than this."""
_CHECKS = {"2x2": 20, "2x3": 40, "3x3": 20}
"""The games that measure a network, for each shape."""


@dataclass(frozen=True)
class MoveDesign:
    """Networks that value moves, rated by games against rules of thumb on boards drawn anew."""

    features: FeatureSet
    seed: int
    games: int

    measured = "wins against the skip rule W, percent"

    @property
    def shape(self) -> NetworkShape:
        """All inputs are connected to the one output."""
        activations = ("tanh", "relu", "sin", "gauss")
        return NetworkShape(self.features.inputs, 1, activations, "identity", "full_direct")

    def fitness(self, network: Network, generation: int) -> float:
        """Return the mean credit of the generation's games."""
        player = Valuer(network)
        plans = self.plans(generation)
        return sum(credit(_played(shape, plan, player)) for shape, plan in plans) / len(plans)

    def among(
        self,
        networks: Sequence[Network],  # noqa: ARG002 - they play against rules of thumb only
        ratings: Sequence[float],
        generation: int,  # noqa: ARG002 - the same
    ) -> list[float]:
        """Return the ratings as they are."""
        return list(ratings)

    def plans(self, generation: int) -> list[tuple[str, GamePlan]]:
        """Return the games of a generation, in pairs: each side of a start, by turns."""
        drawn = []
        for number in range((self.games + 1) // 2):
            seed = f"{self.seed} {generation} {number}"
            rng = random.Random(seed)
            shape = _SHAPES[number % len(_SHAPES)]
            board, opening = rng.randrange(BOARDS), rng.randrange(_LATEST[shape])
            opponent = _TEACHERS[(number // len(_SHAPES) + generation) % len(_TEACHERS)]
            both = [GamePlan(board, opening, opponent, begins, seed) for begins in (True, False)]
            drawn += [(shape, plan) for plan in both]
        return drawn[: self.games]

    def measure(self, network: Network) -> float:
        """Return how often it wins against W, in games that are the same for every run."""
        player = Valuer(network)
        margins = [_played(shape, plan, player) for shape, plan in _checks()]
        return 100 * sum((m > 0) + (m == 0) / 2 for m in margins) / len(margins)

    def trial(self, network: Network) -> float:
        """Return the agent's mean credit on boards that Bombe ships."""
        return trial(network)


Design = MoveDesign | SquareDesign
"""What evolution works on."""


def design_of(plan: TrainingPlan) -> Design:
    """Return the design of a run."""
    if plan.board:
        return SquareDesign(plan.board, plan.seed)
    return MoveDesign(FeatureSet(plan.features), plan.seed, plan.games)


def _checks() -> list[tuple[str, GamePlan]]:
    """Return the games that measure, on boards that never rate."""
    return [
        (shape, GamePlan(BOARDS + pair, pair % _OPENINGS, Opponent.W, begins, str(pair)))
        for shape, games in _CHECKS.items()
        for pair in range(games // 2)
        for begins in (True, False)
    ]


def _played(shape: str, plan: GamePlan, player: Valuer) -> int:
    return play(plan, training_board(shape, plan.board), player)
