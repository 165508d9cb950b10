"""Minimax over cells: points do not depend on values, so a search need not try them.

`minimax-even` plays the values of a solution, so it never plays a bomb; `transposition` stores the
sets of empty cells that it has searched.
"""

from __future__ import annotations

import enum
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from bombe.agents.search.alphabeta import MAX_DEPTH, MAX_ENTRIES
from bombe.agents.sudoku.minimax import MinimaxAgent, ranked_actions
from bombe.agents.sudoku.search import CellSearch, TableSearch
from bombe.agents.sudoku.simple import draw_greedy
from bombe.agents.sudoku.solution import Solution
from bombe.boards.bits import bit_list
from bombe.boards.sudoku.state import POINTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.agents.contract import Clock
    from bombe.agents.search.mutable import Action
    from bombe.agents.sudoku.scratch import Scratch
    from bombe.boards import SudokuState

_FRACTIONS = 1 << 20


class CellAgent(MinimaxAgent, ABC):
    """Searches over cells, and proposes the value chosen beforehand for the best cell so far."""

    def _improvements(
        self, state: SudokuState, position: Scratch, clock: Clock
    ) -> Iterator[Action]:
        values = self._values(state, position, clock)
        search = self._search(position, clock)
        roots = [root for root in ranked_actions(search, self._rng) if root[0] in values]
        found = self._deepened(search, [*self._skips(state, search), *roots], clock)
        return ((cell, bit or values[cell]) for cell, bit in found)

    def _skips(self, state: SudokuState, search: CellSearch) -> list[Action]:  # noqa: ARG002 - for subclasses
        """Return bombs to consider beside the cells."""
        return []

    @abstractmethod
    def _values(self, state: SudokuState, position: Scratch, clock: Clock) -> dict[int, int]:
        """Return the bit of a legal value for each cell to consider."""

    @abstractmethod
    def _search(self, position: Scratch, clock: Clock) -> CellSearch:
        """Return the search for the best cell."""


class Even(enum.StrEnum):
    """Which regions with an even number of empty cells earn the bonus.

    TOUCHED: those of the cell of each move of the search, for its mover. HORIZON: all regions that
    are not full where the search stops, for the player who has just moved.
    """

    TOUCHED = "touched"
    HORIZON = "horizon"
    NONE = "none"


class SkipPolicy(enum.StrEnum):
    """When to play a bomb: never, or where every move lets the opponent score."""

    NONE = "none"
    VALUED = "valued"


class EvenAgent(CellAgent):
    """Solves the board first, then searches over cells and plays the values of the solution.

    `bonus` is for each region that a player leaves with an even number of empty cells: if they are
    filled in turns, that player also fills the last one. `even` decides which regions count. With
    `ahead`, the most that the next move scores counts where the search stops. With `skip=valued`, a
    bomb competes with the cells where each of them concedes points, as `worth_of_skip` rates it.
    `solver` is the name of a backend.
    """

    def __init__(
        self,
        seed: int,
        *,
        depth: int = MAX_DEPTH,
        bonus: float = 0.01,
        even: Even = Even.TOUCHED,
        ahead: bool = False,
        skip: SkipPolicy = SkipPolicy.NONE,
        discover: bool = False,
        solver: str = "auto",
    ) -> None:
        super().__init__(seed, depth=depth, discover=discover)
        self._bonus, self._even, self._ahead, self._skip = bonus, even, ahead, skip
        self._solution = Solution(solver)

    def _first(self, position: Scratch) -> Action | None:
        return draw_greedy(position, self._rng)

    def _values(self, state: SudokuState, position: Scratch, clock: Clock) -> dict[int, int]:
        return dict(self._solution.actions(state, position, clock))

    def _search(self, position: Scratch, clock: Clock) -> EvenSearch:
        worth = worth_of_skip(position) if self._skip is SkipPolicy.VALUED else 0.0
        return EvenSearch(
            position, clock, bonus=self._bonus, even=self._even, ahead=self._ahead, skip=worth
        )

    def _skips(self, state: SudokuState, search: CellSearch) -> list[Action]:
        if not isinstance(search, EvenSearch) or not search.skip:
            return []
        bombs = self._solution.bombs(state, search.position, search.clock)
        return [self._rng.choice(bombs)] if bombs else []


class EvenSearch(CellSearch):
    """Searches over cells; adds a bonus for regions left with an even number of empty cells.

    `skip` is the value of a root that is a bomb, which is an action with a value.
    """

    def __init__(
        self,
        position: Scratch,
        clock: Clock,
        *,
        bonus: float = 0.01,
        even: Even = Even.TOUCHED,
        ahead: bool = False,
        skip: float = 0.0,
    ) -> None:
        super().__init__(position, clock)
        # Sums of such fractions are exact, so that moves of equal value stay equal at any depth.
        exact = round(bonus * _FRACTIONS) / _FRACTIONS
        self._touched = exact if even is Even.TOUCHED else 0.0
        self._horizon = exact if even is Even.HORIZON else 0.0
        self._is_even = bytes(left > 0 and left % 2 == 0 for left in range(256))
        self._ahead, self.skip = ahead, skip

    def action_value(self, action: Action, depth: int, alpha: float, beta: float) -> float:
        """Return the value of an action, with the bonus for the regions that it touches."""
        cell, bit = action
        if bit:
            return self.skip
        bonus = self._touched and self._touched * self.touched_evens(cell)
        return bonus + super().action_value(action, depth, alpha - bonus, beta - bonus)

    def touched_evens(self, cell: int) -> int:
        """Return how many regions of an empty cell are left even when it is filled."""
        a, b, c = self.position.tables.regions_of[cell]
        left = self.position.left
        return left[a] % 2 + left[b] % 2 + left[c] % 2

    def evaluate(self) -> float:
        """Estimate the value; a bonus is for the opponent, who has just moved."""
        value = super().evaluate() if self._ahead else 0.0
        if self._horizon:
            value -= self._horizon * sum(self.position.left.translate(self._is_even))
        return value


def worth_of_skip(position: Scratch) -> float:
    """Return what a skip is worth to the mover, after one of the course's reports.

    It is 0 if a move lets the opponent score nothing; else 4 if each lets it take at least two
    regions with one move, for 3 points, and 2.5 if one of them lets it take only one.
    """
    least = min((_conceded(position, cell) for cell in bit_list(position.playable)), default=0)
    return 4.0 if least >= POINTS[2] else 2.5 if least else 0.0


def _conceded(position: Scratch, cell: int) -> int:
    """Return the most that the opponent can score right after a move."""
    mover = position.to_move
    position.play(cell)
    conceded = max(position.scoring().values(), default=0) if position.to_move != mover else 0
    position.undo()
    return conceded


class TranspositionAgent(CellAgent):
    """Minimax with a table of up to `entries` sets of empty cells.

    `solver` is the source of the values for the chosen cells: `none` draws a legal one, `human` or
    a backend solves the board.
    """

    def __init__(
        self,
        seed: int,
        *,
        depth: int = MAX_DEPTH,
        entries: int = MAX_ENTRIES,
        discover: bool = False,
        solver: str = "none",
    ) -> None:
        super().__init__(seed, depth=depth, discover=discover)
        self._entries = entries
        self._solution = None if solver == "none" else Solution(solver)

    def _values(self, state: SudokuState, position: Scratch, clock: Clock) -> dict[int, int]:
        if self._solution:
            return dict(self._solution.actions(state, position, clock))
        drawn = (position.draw([cell], self._rng) for cell in bit_list(position.playable))
        return dict(filter(None, drawn))

    def _search(self, position: Scratch, clock: Clock) -> CellSearch:
        return TableSearch(position, clock, entries=self._entries)
