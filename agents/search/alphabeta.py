"""Alpha-beta with iterative deepening: the search that the minimax agents share.

A value is what the mover will score from here on, less what the opponent will. A search of depth
d looks d moves ahead and then takes `horizon`. `Search` plays any game that has a `Ground`, where
a player may move several times in a row; `Remembering` keeps a table of positions.
"""

from __future__ import annotations

import contextlib
import math
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Generic

from bombe.agents.search.ground import GroundT
from bombe.boards.errors import OutOfBudgetError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bombe.agents.contract import Clock
    from bombe.agents.search.ground import Option

DEEPEST = 99
"""Moves that a search looks ahead at most, if not told otherwise; no clock lets it get there."""

FULL_TABLE = 500_000
"""Entries of a table, which take some 150 MB; then it begins anew."""
ANY_DEPTH = 1 << 30
"""The depth of an entry that holds for every depth."""


class Search(ABC, Generic[GroundT]):
    """Searches one position; `preferred` is what the last finished node chose."""

    def __init__(self, position: GroundT, clock: Clock) -> None:
        self.position = position
        self.clock = clock
        self.preferred: Option | None = None

    def deepen(self, roots: Iterable[Option], deepest: int = DEEPEST) -> Iterator[Option]:
        """Yield the best root of each depth, and better ones as soon as they are found.

        It ends when the clock does, when `deepest` moves were looked ahead, or when all is known.
        Of roots that are worth the same, the first one wins.
        """
        options = list(roots)
        proposed = None
        with contextlib.suppress(OutOfBudgetError):
            for depth in range(min(deepest, self.position.moves_left) if options else 0):
                best = options[0]
                for best in self._improvements(options, depth):
                    if best != proposed:
                        yield best
                        proposed = best
                options.remove(best)
                options.insert(0, best)

    def _improvements(self, options: list[Option], depth: int) -> Iterator[Option]:
        alpha = -math.inf
        for option in options:
            value = self.after(option, depth, alpha, math.inf)
            if value > alpha:
                alpha = value
                yield option

    def after(self, option: Option, depth: int, alpha: float, beta: float) -> float:
        """Give the value of a move, which the window bounds, with `depth` moves to follow."""
        position = self.position
        mover = position.to_move
        points = position.play(*option)
        if position.to_move == mover:
            value = points + self.value(depth, alpha - points, beta - points)
        else:
            value = points - self.value(depth, points - beta, points - alpha)
        position.undo()
        return value

    def value(self, depth: int, alpha: float, beta: float) -> float:
        """Give the value of the position: exact inside the window, else a bound on that side."""
        self.clock.spend()
        if not depth:
            return self.horizon()
        best = -math.inf
        preferred = None
        for option in self.options():
            value = self.after(option, depth - 1, alpha, beta)
            if value > best:
                best, preferred = value, option
                alpha = max(alpha, best)
                if alpha >= beta:
                    break
        self.preferred = preferred
        return best if preferred else 0.0

    @abstractmethod
    def options(self) -> Iterable[Option]:
        """Give what the mover may do, the most promising first."""

    @abstractmethod
    def horizon(self) -> float:
        """Judge a position without looking ahead."""


class Remembering(Search[GroundT]):
    """A search with a transposition table of up to `entries` positions.

    An entry holds the depth that it was searched to, the bounds found for the value, and the
    preferred option. `foresight` says how many moves the horizon looks ahead by itself.
    """

    foresight = 0

    def __init__(self, position: GroundT, clock: Clock, *, entries: int = FULL_TABLE) -> None:
        super().__init__(position, clock)
        self._most = entries
        self._table: dict[object, tuple[int, float, float, Option | None]] = {}

    @abstractmethod
    def key(self) -> object:
        """Give all on which the value depends, however the position came about."""

    def value(self, depth: int, alpha: float, beta: float) -> float:
        """Look the position up, or search it and note what was found."""
        if not depth or not self._most:
            self.preferred = None
            return super().value(depth, alpha, beta)
        key = self.key()
        known, low, high, self.preferred = self._table.get(key, (0, 0.0, 0.0, None))
        if known >= depth:
            if low >= beta or low == high:
                return low
            if high <= alpha:
                return high
        value = super().value(depth, alpha, beta)
        low = value if value > alpha else -math.inf
        high = value if value < beta else math.inf
        if len(self._table) >= self._most:
            self._table.clear()
        # Nothing is left beyond the last move: such a search holds for any depth.
        reaches_end = depth + self.foresight >= self.position.moves_left
        self._table[key] = ANY_DEPTH if reaches_end else depth, low, high, self.preferred
        return value

    def preferred_first(self, options: list[Option]) -> list[Option]:
        """Move the option to the front that was preferred before."""
        if self.preferred:
            options.remove(self.preferred)
            options.insert(0, self.preferred)
        return options
