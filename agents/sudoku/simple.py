"""Agents that look no further than this move: what every other agent should beat."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from bombe.agents.sudoku.scratch import Scratch
from bombe.boards.bits import bit_list, single_bits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.agents.contract import Clock
    from bombe.agents.search.ground import Option
    from bombe.boards import Move, SudokuState


class RandomAgent:
    """Proposes any legal move; where that is a bomb, so be it."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def choose(self, state: SudokuState, clock: Clock) -> Iterator[Move]:  # noqa: ARG002 - it needs no time
        """Propose one move."""
        position = Scratch(state)
        if option := draw_any(position, self._rng):
            yield position.move(option)


class GreedyAgent:
    """Proposes a legal move that scores most if it stands."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def choose(self, state: SudokuState, clock: Clock) -> Iterator[Move]:  # noqa: ARG002 - it needs no time
        """Propose one move."""
        position = Scratch(state)
        if option := draw_greedy(position, self._rng):
            yield position.move(option)


class NaiveAgent:
    """Proposes any value that is not taboo for any cell that it may play on: it ignores C0.

    It loses by that, sooner rather than later: an opponent to catch referees' mistakes.
    """

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def choose(self, state: SudokuState, clock: Clock) -> Iterator[Move]:  # noqa: ARG002 - it needs no time
        """Propose one move."""
        position = Scratch(state)
        cells = bit_list(position.playable)
        for cell in self._rng.sample(cells, len(cells)):
            if values := list(single_bits(position.tables.every & ~position.barred.get(cell, 0))):
                yield position.move((cell, self._rng.choice(values)))
                return


def draw_any(position: Scratch, rng: random.Random) -> Option | None:
    """Draw a legal move, all of them alike; None where there is none."""
    return position.draw(bit_list(position.playable), rng)


def draw_greedy(position: Scratch, rng: random.Random) -> Option | None:
    """Draw a legal move among those that score most; None where there is none."""
    scoring = position.scoring()
    for points in sorted(set(scoring.values()), reverse=True):
        if option := position.draw([c for c in scoring if scoring[c] == points], rng):
            return option
    return draw_any(position, rng)
