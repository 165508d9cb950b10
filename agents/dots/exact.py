"""The exact agent of Dots and Boxes: playouts and chains first, then exact values.

    at once      complete a box, or avoid drawing a third side
    then         the line that playouts and long chains rate highest
    then         the solver is called again and again; lines that it refutes are excluded, and of
                 those that may still be best the one rated highest is played

So a won endgame stays won, and among lines of equal value the one is played after which errors are
most likely. The table of the solver is kept from turn to turn.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from bombe.agents.dots.chains import chain_estimate
from bombe.agents.dots.scratch import DotsScratch
from bombe.agents.dots.simple import first_move
from bombe.analysis.dots.exact import DotsTable
from bombe.boards.errors import OutOfBudgetError, UnsupportedError, UsageError
from bombe.solvers import Budget

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.agents.contract import Clock
    from bombe.analysis.dots.exact import DotsEndgame
    from bombe.boards.dots.state import DotsState, Line

PLAYOUTS = 1000
"""Playouts that rate the lines: a few milliseconds."""
FIRST_NODES = 1999
"""Nodes of the solver's first call; each later one has half as many again."""


class ExactAgent:
    """Plays exact values where the solver finds them in time, with a table of `memory` MiB.

    A node of the clock is one call of the solver: 2,000 of its nodes, then 3,000, and so on.
    """

    def __init__(self, seed: int, *, memory: int = 128) -> None:
        import numpy as np

        if memory < 1:
            raise UsageError(f"memory={memory}: give at least 1 MiB")
        self._rng, self._numpy_rng = random.Random(seed), np.random.default_rng(seed)
        self._memory = memory << 20
        self._table: DotsTable | None = None

    def choose(self, state: DotsState, clock: Clock) -> Iterator[Line]:
        """Propose a line at once, and better ones until the best is known or the clock runs out."""
        position = DotsScratch(state)
        first = first_move(position, self._rng)
        if first is None:
            return
        proposed = position.move(first)
        yield proposed
        ratings = self._rate_lines(position)
        for line in self._improvements(state, ratings, clock):
            if line != proposed:
                yield line
                proposed = line

    def _improvements(
        self, state: DotsState, ratings: dict[Line, float], clock: Clock
    ) -> Iterator[Line]:
        yield max(ratings, key=ratings.__getitem__)
        table, nodes, searched = self._table_for(state), FIRST_NODES, 0
        clock.note(exact=False)
        while table is not None:
            try:
                clock.spend()
            except OutOfBudgetError:
                return
            budget = Budget(nodes=nodes, stop=lambda: clock.is_over)
            found = table.solve(state, budget)
            searched += found.effort.nodes
            clock.note(exact=found.final, nodes=searched)
            yield _best_rated(found, ratings)
            if found.final:
                return
            nodes += nodes // 2

    def _table_for(self, state: DotsState) -> DotsTable | None:
        """Return the table of this game, or a new one; None for positions that cannot be solved."""
        if self._table is None or not self._table.covers(state):
            try:
                self._table = DotsTable(state, memory=self._memory)
            except UnsupportedError:
                self._table = None
        return self._table

    def _rate_lines(self, position: DotsScratch) -> dict[Line, float]:
        """Rate each line by playouts and by chains; third sides are rated lowest."""
        from bombe.agents.dots.playouts import mean_margins

        means = mean_margins(position, PLAYOUTS, self._numpy_rng)
        boxes, captures, safe = position.grid.boxes, position.scoring(), set(position.safe())
        ratings = {}
        for edge in position.edges():
            mover = position.to_move
            points = position.play(edge)
            ahead = chain_estimate(position)
            chains = points + (ahead if position.to_move == mover else -ahead)
            position.undo()
            is_sound = edge in captures or edge in safe
            rating = means.get(edge, -boxes) + chains + 3 * boxes * is_sound
            ratings[position.move((edge, 0))] = rating
        return ratings


def _best_rated(found: DotsEndgame, ratings: dict[Line, float]) -> Line:
    """Return the line rated highest of those that no other line is known to beat."""
    least = max(value.low for value in found.moves)
    unrefuted = [value.move for value in found.moves if value.high >= least]
    return max(unrefuted, key=ratings.__getitem__)
