"""Alpha-beta over lines: the course notebook's search with its cutoff depths and move orders."""

from __future__ import annotations

import enum
import random
from typing import TYPE_CHECKING

from bombe.agents.dots.chains import border_first, promise
from bombe.agents.dots.scratch import DotsScratch
from bombe.agents.search.alphabeta import DEEPEST, FULL_TABLE, Remembering

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.agents.contract import Clock
    from bombe.agents.search.ground import Option
    from bombe.boards.dots.state import DotsState, Line


class Order(enum.StrEnum):
    """Which lines are tried first: those on the border, any, or those that complete a box."""

    BORDER = "border"
    RANDOM = "random"
    CAPTURES = "captures"


class Judge(enum.StrEnum):
    """How a position is judged without looking ahead: by the boxes so far, or by its long chains.

    The boxes so far are in the value already. For `chains` see bombe.agents.dots.chains.
    """

    SCORE = "score"
    CHAINS = "chains"


class LineSearch(Remembering[DotsScratch]):
    """Searches over lines. What can still be won depends on the undrawn ones only."""

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

    def roots(self) -> list[Option]:
        """Give the options of the position itself, at random where the order leaves it open."""
        options = self._lines()
        self._rng.shuffle(options)
        return sorted(options, key=self._rank)

    def options(self) -> list[Option]:
        """Give the undrawn lines in the order that was asked for."""
        options = self._lines()
        if self._order is Order.RANDOM:
            self._rng.shuffle(options)
        elif self._order is Order.CAPTURES and (scoring := self.position.scoring()):
            options.sort(key=lambda option: option[0] not in scoring)
        return self.preferred_first(options)

    def key(self) -> object:
        """Give the undrawn lines."""
        return self.position.empty

    def horizon(self) -> float:
        """Judge the position by its long chains, or not at all."""
        return promise(self.position) if self._judge is Judge.CHAINS else 0.0

    def _lines(self) -> list[Option]:
        empty = self.position.empty
        return [(edge, 0) for edge in self._border_first if empty >> edge & 1]

    def _rank(self, option: Option) -> int:
        if self._order is Order.BORDER:
            return len(self.position.grid.boxes_of[option[0]])
        return -self.position.points(option[0]) if self._order is Order.CAPTURES else 0


class AlphaBetaAgent:
    """Proposes any line first, then the best of each depth.

    `depth` is the most lines that it looks ahead, its own included; `entries` are those of its
    table of positions, 0 for none.
    """

    def __init__(
        self,
        seed: int,
        *,
        depth: int = DEEPEST,
        order: Order = Order.CAPTURES,
        judge: Judge = Judge.SCORE,
        entries: int = FULL_TABLE,
    ) -> None:
        self._rng = random.Random(seed)
        self._depth, self._order, self._judge, self._entries = depth, order, judge, entries

    def choose(self, state: DotsState, clock: Clock) -> Iterator[Line]:
        """Propose a line at once, and better ones until the clock ends or all is known."""
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
    """Draws the line after which its judge likes the position most."""

    def __init__(self, seed: int, *, judge: Judge = Judge.SCORE) -> None:
        super().__init__(seed, depth=1, judge=judge)
