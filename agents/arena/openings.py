"""Where the games of a match begin: on given positions by turns, or as a game's own class says."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bombe.boards.errors import UsageError

if TYPE_CHECKING:
    from bombe.boards import Rules
    from bombe.boards.game import AnyGame, AnyState, Json


@dataclass(frozen=True)
class Openings:
    """Games begin on these positions by turns."""

    positions: tuple[AnyState, ...]

    def __post_init__(self) -> None:
        if not self.positions:
            raise UsageError("a match needs a position to begin on: give one")
        if len({position.game.name for position in self.positions}) > 1:
            raise UsageError("the positions are of several games: give those of one")

    @property
    def game(self) -> AnyGame:
        """The game that is played."""
        return self.positions[0].game

    def start(self, number: int, seed: int) -> AnyState:  # noqa: ARG002 - for openings that are drawn
        """Return the start position of a round, counted from 0."""
        return self.positions[number % len(self.positions)]

    def modes(self) -> set[Rules]:
        """Return the play modes of Competitive Sudoku that come up; other games have none."""
        return set()

    def to_dict(self) -> dict[str, Json]:
        """Return what tells these openings from others."""
        return {"boards": [self.game.write(position) for position in self.positions], "rules": None}


def drawn_seed(number: int, seed: int) -> int:
    """Return the seed of a round's start position."""
    return random.Random(f"start {seed} {number}").getrandbits(31)
