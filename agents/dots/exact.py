"""The exact agent of Dots and Boxes: chains and playouts first, and exact values as they come.

    at once      a reflex: complete a box, or draw no third side
    then         the line that playouts and long chains like most
    then         the solver is asked again and again; what it refutes is not played, and once it
                 knows a best line, the best one that is liked most is played

So a won endgame stays won, and where several lines are worth the same, the opponent is given the
most chances to err. All that the solver found is kept from turn to turn.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from bombe.agents.dots.chains import promise
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
"""For the order of lines: some milliseconds."""
FIRST = 1999
"""Nodes of the solver's first answer; each later one may take half as many again."""


class ExactAgent:
    """Plays exact values as far as the solver knows them in time; it keeps a table of `memory` MiB.

    A node of the clock is one answer of the solver: 2,000 of its nodes, 3,000 for the next, and so
    on.
    """

    def __init__(self, seed: int, *, memory: int = 128) -> None:
        import numpy as np

        if memory < 1:
            raise UsageError(f"memory={memory}: give at least 1 MiB")
        self._rng, self._numbers = random.Random(seed), np.random.default_rng(seed)
        self._memory = memory << 20
        self._table: DotsTable | None = None

    def choose(self, state: DotsState, clock: Clock) -> Iterator[Line]:
        """Propose a line at once, and better ones until all is known or the clock ends."""
        position = DotsScratch(state)
        first = first_move(position, self._rng)
        if first is None:
            return
        proposed = position.move(first)
        yield proposed
        liking = self._liking(position)
        for line in self._improvements(state, liking, clock):
            if line != proposed:
                yield line
                proposed = line

    def _improvements(
        self, state: DotsState, liking: dict[Line, float], clock: Clock
    ) -> Iterator[Line]:
        yield max(liking, key=liking.__getitem__)
        table, nodes = self._table_for(state), FIRST
        while table is not None:
            try:
                clock.spend()
            except OutOfBudgetError:
                return
            budget = Budget(nodes=nodes, stop=lambda: clock.is_over)
            found = table.solve(state, budget)
            yield _choice(found, liking)
            if found.final:
                return
            nodes += nodes // 2

    def _table_for(self, state: DotsState) -> DotsTable | None:
        """Give the table of this game, or a new one; None for positions that cannot be solved."""
        if self._table is None or not self._table.covers(state):
            try:
                self._table = DotsTable(state, memory=self._memory)
            except UnsupportedError:
                self._table = None
        return self._table

    def _liking(self, position: DotsScratch) -> dict[Line, float]:
        """Say how much each line is liked: by playouts, by chains; third sides least of all."""
        from bombe.agents.dots.playouts import mean_margins

        means = mean_margins(position, PLAYOUTS, self._numbers)
        boxes, captures, safe = position.grid.boxes, position.scoring(), set(position.safe())
        liking = {}
        for edge in position.edges():
            mover = position.to_move
            points = position.play(edge)
            ahead = promise(position)
            chains = points + (ahead if position.to_move == mover else -ahead)
            position.undo()
            is_sound = edge in captures or edge in safe
            likes = means.get(edge, -boxes) + chains + 3 * boxes * is_sound
            liking[position.move((edge, 0))] = likes
        return liking


def _choice(found: DotsEndgame, liking: dict[Line, float]) -> Line:
    """Give the line that is liked most of those that no other one is known to beat."""
    least = max(value.low for value in found.moves)
    open_lines = [value.move for value in found.moves if value.high >= least]
    return max(open_lines, key=liking.__getitem__)
