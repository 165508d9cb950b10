"""Alpha-beta over lines: the search of the course notebook, its cutoff depths and move orders."""

from __future__ import annotations

import enum
import random
from typing import TYPE_CHECKING

from bombe.agents.dots.chains import border_first, chain_estimate
from bombe.agents.dots.scratch import DotsScratch
from bombe.agents.search.alphabeta import (
    MAX_DEPTH,
    MAX_ENTRIES,
    TranspositionSearch,
    checked_depth,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.agents.contract import Clock
    from bombe.agents.search.mutable import Action
    from bombe.boards.dots.state import DotsState, Line


class Order(enum.StrEnum):
    """Which lines are tried first: those on the border, random ones, or those that take a box."""

    BORDER = "border"
    RANDOM = "random"
    CAPTURES = "captures"


class Judge(enum.StrEnum):
    """How a position is evaluated without searching: by the boxes so far, or by its long chains.

    The boxes so far are part of the value in any case. For `chains` see bombe.agents.dots.chains.
    """

    SCORE = "score"
    CHAINS = "chains"


class LineSearch(TranspositionSearch[DotsScratch]):
    """Searches over lines. The value depends only on the undrawn ones."""

    def __init__(
        self,
        position: DotsScratch,
        clock: Clock,
        rng: random.Random,
        *,
        order: Order,
        judge: Judge,
        entries: int,
    ) -> None:
        super().__init__(position, clock, entries=entries)
        self._rng, self._order, self._judge = rng, order, judge
        self._border_first = border_first(position.grid)

    def roots(self) -> list[Action]:
        """Return the actions of the root position, ties of the order in random order."""
        actions = self._lines()
        self._rng.shuffle(actions)
        return sorted(actions, key=self._rank)

    def actions(self) -> list[Action]:
        """Return the undrawn lines in the chosen order."""
        actions = self._lines()
        if self._order is Order.RANDOM:
            self._rng.shuffle(actions)
        elif self._order is Order.CAPTURES and (scoring := self.position.scoring()):
            actions.sort(key=lambda action: action[0] not in scoring)
        return self.preferred_first(actions)

    def key(self) -> object:
        """Return the undrawn lines."""
        return self.position.empty

    def evaluate(self) -> float:
        """Return the estimate by long chains if it is wanted, else 0."""
        return chain_estimate(self.position) if self._judge is Judge.CHAINS else 0.0

    def _lines(self) -> list[Action]:
        empty = self.position.empty
        return [(edge, 0) for edge in self._border_first if empty >> edge & 1]

    def _rank(self, action: Action) -> int:
        if self._order is Order.BORDER:
            return len(self.position.grid.boxes_of[action[0]])
        return -self.position.points(action[0]) if self._order is Order.CAPTURES else 0


class AlphaBetaAgent:
    """Proposes the first line of its order, then the best of each depth.

    `depth` is the most lines that it looks ahead, including its own; `entries` is the size of its
    table of positions, 0 for none.
    """

    def __init__(
        self,
        seed: int,
        *,
        depth: int = MAX_DEPTH,
        order: Order = Order.CAPTURES,
        judge: Judge = Judge.SCORE,
        entries: int = MAX_ENTRIES,
    ) -> None:
        self._rng = random.Random(seed)
        self._depth, self._entries = checked_depth(depth), entries
        self._order, self._judge = order, judge

    def choose(self, state: DotsState, clock: Clock) -> Iterator[Line]:
        """Propose a line at once, and better ones until the clock or the search ends."""
        position = DotsScratch(state)
        search = LineSearch(
            position,
            clock,
            self._rng,
            order=self._order,
            judge=self._judge,
            entries=self._entries,
        )
        if roots := search.roots():
            yield position.move(roots[0])
            yield from map(position.move, search.deepen(roots, self._depth))


class HeuristicAgent(AlphaBetaAgent):
    """Draws the line after which `judge` evaluates the position as best."""

    def __init__(self, seed: int, *, judge: Judge = Judge.SCORE) -> None:
        super().__init__(seed, depth=1, judge=judge)
