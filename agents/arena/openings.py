"""The start positions of a match: a list used in turn, or what a game's own subclass draws."""

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
    """Start positions that the rounds of a match use in turn."""

    positions: tuple[AnyState, ...]

    def __post_init__(self) -> None:
        if not self.positions:
            raise UsageError("a match needs at least one start position: give one")
        if len({position.game.name for position in self.positions}) > 1:
            raise UsageError("the start positions are of different games: give those of one game")

    @property
    def game(self) -> AnyGame:
        """The game that is played."""
        return self.positions[0].game

    def start(self, number: int, seed: int) -> AnyState:  # noqa: ARG002 - for openings that are drawn
        """Return the start position of a round, counted from 0."""
        return self.positions[number % len(self.positions)]

    def turns(self) -> int:
        """Return about how many turns a game has at most: moves that it begins with."""
        return max(len(position.moves()) for position in self.positions)

    def modes(self) -> set[Rules]:
        """Return the play modes of Competitive Sudoku that occur; other games have none."""
        return set()

    def to_dict(self) -> dict[str, Json]:
        """Return what identifies these openings, as plain values."""
        return {"boards": [self.game.write(position) for position in self.positions], "rules": None}


def drawn_seed(number: int, seed: int) -> int:
    """Return the seed of a round's start position."""
    return random.Random(f"start {seed} {number}").getrandbits(31)
