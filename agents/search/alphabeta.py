"""Alpha-beta with iterative deepening: the search that the minimax agents share.

A value is what the mover scores from here on, less what the opponent does. A search of depth d
looks d moves ahead and then calls `evaluate`. `Search` needs only a `MutablePosition`, and allows
for several moves of one player in a row; `TranspositionSearch` also keeps a table of positions.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Generic

from bombe.agents.search.mutable import PositionT
from bombe.boards.errors import OutOfBudgetError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from bombe.agents.contract import Clock
    from bombe.agents.search.mutable import Action

MAX_DEPTH = 99
"""The default limit of the depth; no clock is long enough to reach it."""

MAX_ENTRIES = 500_000
"""Entries of a table, about 150 MB; a full table is cleared."""
ANY_DEPTH = 1 << 30
"""The depth of an entry that is valid for every depth."""


def checked_depth(depth: int) -> int:
    """Return the depth of an agent's search; raise UsageError unless it is 1 or more."""
    if depth < 1:
        raise UsageError(f"depth={depth}: give 1, which is the own move only, or more")
    return depth


class Search(ABC, Generic[PositionT]):
    """Searches one position; `preferred` is the best action of the last node that was finished."""

    def __init__(self, position: PositionT, clock: Clock) -> None:
        self.position = position
        self.clock = clock
        self.preferred: Action | None = None

    def deepen(
        self,
        roots: Iterable[Action],
        max_depth: int = MAX_DEPTH,
        *,
        first_depth: int = 0,
        finished: Callable[[int], None] = lambda _: None,
    ) -> Iterator[Action]:
        """Yield the best root of each depth, and better ones as soon as they are found.

        It ends when the clock runs out, at depth `max_depth`, or at the end of the game. Of roots
        with equal values the first one is preferred. The clock gets a note of the last depth that
        was finished, and of the nodes. It begins with `first_depth`, unless the game is over
        before, and calls `finished` with each depth that it has searched.
        """
        actions = list(roots)
        proposed, noted = None, 0
        end = min(max_depth, self.position.moves_left) if actions else 0
        try:
            for depth in range(max(0, min(first_depth, end - 1)), end):
                best = actions[0]
                for best in self._improvements(actions, depth):
                    if best != proposed:
                        yield best
                        proposed = best
                actions.remove(best)
                actions.insert(0, best)
                finished(depth)
                noted = depth + 1
                self.clock.note(depth=noted)
        except OutOfBudgetError:
            pass
        finally:
            self.clock.note(depth=noted, nodes=self.clock.nodes)

    def _improvements(self, actions: list[Action], depth: int) -> Iterator[Action]:
        alpha = -math.inf
        for action in actions:
            value = self.action_value(action, depth, alpha, math.inf)
            if value > alpha:
                alpha = value
                yield action

    def action_value(self, action: Action, depth: int, alpha: float, beta: float) -> float:
        """Return the value of an action within the window, searching `depth` moves after it."""
        position = self.position
        mover = position.to_move
        points = position.play(*action)
        if position.to_move == mover:
            value = points + self.value(depth, alpha - points, beta - points)
        else:
            value = points - self.value(depth, points - beta, points - alpha)
        position.undo()
        return value

    def value(self, depth: int, alpha: float, beta: float) -> float:
        """Return the value of the position: exact inside the window, else a bound on that side."""
        self.clock.spend()
        if not depth:
            return self.evaluate()
        best = -math.inf
        preferred = None
        for action in self.actions():
            value = self.action_value(action, depth - 1, alpha, beta)
            if value > best:
                best, preferred = value, action
                alpha = max(alpha, best)
                if alpha >= beta:
                    break
        self.preferred = preferred
        return best if preferred else 0.0

    @abstractmethod
    def actions(self) -> Iterable[Action]:
        """Return the actions to try, the most promising first."""

    @abstractmethod
    def evaluate(self) -> float:
        """Estimate the value of the position without searching."""


class TranspositionSearch(Search[PositionT]):
    """A search with a transposition table of up to `entries` positions.

    An entry holds the depth of the search, bounds on the value, and the preferred action.
    `evaluated_moves` is how many moves ahead `evaluate` is exact.
    """

    evaluated_moves = 0

    def __init__(self, position: PositionT, clock: Clock, *, entries: int = MAX_ENTRIES) -> None:
        super().__init__(position, clock)
        self._max_entries = entries
        self._table: dict[object, tuple[int, float, float, Action | None]] = {}

    @abstractmethod
    def key(self) -> object:
        """Return all that the value depends on, the same for every order of moves."""

    def value(self, depth: int, alpha: float, beta: float) -> float:
        """Return the value from the table, or search the position and store it."""
        if not depth or not self._max_entries:
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
        if len(self._table) >= self._max_entries:
            self._table.clear()
        # A search that reaches the end of the game is valid for any depth.
        reaches_end = depth + self.evaluated_moves >= self.position.moves_left
        self._table[key] = ANY_DEPTH if reaches_end else depth, low, high, self.preferred
        return value

    def preferred_first(self, actions: list[Action]) -> list[Action]:
        """Move the action that an earlier search preferred to the front."""
        if self.preferred:
            actions.remove(self.preferred)
            actions.insert(0, self.preferred)
        return actions
