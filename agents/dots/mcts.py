"""The Monte Carlo agents of Dots and Boxes: pure Monte Carlo search, and tree search."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from bombe.agents.dots.scratch import DotsScratch
from bombe.agents.dots.simple import first_move
from bombe.agents.search.uct import UctAgent
from bombe.boards.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.agents.contract import Clock
    from bombe.agents.search.mutable import Action
    from bombe.boards.dots.state import DotsState, Line

BATCH = 250
"""Playouts between two checks of the clock: a few milliseconds."""


class PmcsAgent:
    """Pure Monte Carlo search: draws the line with the best mean margin of `playouts` random games.

    A node is a playout, so a clock with fewer nodes ends the search earlier.
    """

    def __init__(self, seed: int, *, playouts: int = 10_000) -> None:
        import numpy as np

        if playouts < 1:
            raise UsageError(f"playouts={playouts}: give at least 1")
        self._rng, self._numpy_rng = random.Random(seed), np.random.default_rng(seed)
        self._playouts = playouts

    def choose(self, state: DotsState, clock: Clock) -> Iterator[Line]:
        """Propose a line at once, and the best one so far after every batch of playouts."""
        position = DotsScratch(state)
        if first := first_move(position, self._rng):
            yield position.move(first)
            for values in self.values(position, clock):
                yield position.move((max(values, key=values.__getitem__), 0))

    def values(self, position: DotsScratch, clock: Clock) -> Iterator[dict[int, float]]:
        """Yield the mean margin after each first line of the playouts so far, batch by batch."""
        import numpy as np

        from bombe.agents.dots.playouts import play_out

        edges, done = position.edges(), 0
        counts, sums = np.zeros(len(edges)), np.zeros(len(edges))
        while done < self._playouts and (more := clock.take(min(BATCH, self._playouts - done))):
            first, margins = play_out(position, more, self._numpy_rng)
            counts += np.bincount(first, minlength=len(edges))
            sums += np.bincount(first, margins, minlength=len(edges))
            done += more
            clock.note(playouts=done)
            yield {
                edge: total / count
                for edge, total, count in zip(edges, sums.tolist(), counts.tolist(), strict=True)
                if count
            }


class MctsAgent(UctAgent):
    """UCT over lines. `c`, in the unit of the `reward`, is the weight of exploration.

    Playouts complete a box where they can; otherwise they draw a random line.
    """

    def choose(self, state: DotsState, clock: Clock) -> Iterator[Line]:
        """Propose a line at once, and better ones until the clock runs out."""
        position = DotsScratch(state)
        if first := first_move(position, self.rng):
            yield position.move(first)
            tree = self.tree(position, _actions, self._finish)
            growth = tree.grow(clock) if position.empty.bit_count() > 1 else iter(())
            yield from map(position.move, tree.improvements(growth, self.selection))

    def _finish(self, position: DotsScratch) -> int:
        """Play to the end of the game and return the margin."""
        edges = position.edges()
        self.rng.shuffle(edges)
        for edge in edges:
            while position.empty >> edge & 1:
                scoring = position.scoring()
                position.play(next(iter(scoring)) if scoring else edge)
        return position.margin


def _actions(position: DotsScratch) -> list[Action]:
    return [(edge, 0) for edge in position.edges()]
