"""Agents that look no further than this move: what every other agent should beat."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.agents.contract import Clock
    from bombe.boards import Move, SudokuState


class RandomAgent:
    """Proposes any legal move; where that is a bomb, so be it."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def choose(self, state: SudokuState, clock: Clock) -> Iterator[Move]:  # noqa: ARG002 - it needs no time
        """Propose one move."""
        if moves := state.moves():
            yield self._rng.choice(moves)


class GreedyAgent:
    """Proposes a legal move that scores most if it stands."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def choose(self, state: SudokuState, clock: Clock) -> Iterator[Move]:  # noqa: ARG002 - it needs no time
        """Propose one move."""
        if moves := state.moves():
            most = max(map(state.points, moves))
            yield self._rng.choice([move for move in moves if state.points(move) == most])
