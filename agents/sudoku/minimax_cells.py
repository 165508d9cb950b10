"""Minimax over cells: points do not depend on values, so a search need not try them.

`minimax-even` plays the values of a solution, so it never plays a bomb; `transposition` stores the
sets of empty cells that it has searched.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from bombe.agents.search.alphabeta import MAX_DEPTH, MAX_ENTRIES
from bombe.agents.sudoku.minimax import MinimaxAgent, ranked_actions
from bombe.agents.sudoku.search import CellSearch, TableSearch
from bombe.agents.sudoku.simple import draw_greedy
from bombe.agents.sudoku.solution import Solution
from bombe.boards.bits import bit_list

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.agents.contract import Clock
    from bombe.agents.search.mutable import Action
    from bombe.agents.sudoku.scratch import Scratch
    from bombe.boards import SudokuState


class CellAgent(MinimaxAgent, ABC):
    """Searches over cells, and proposes the value chosen beforehand for the best cell so far."""

    def _improvements(
        self, state: SudokuState, position: Scratch, clock: Clock
    ) -> Iterator[Action]:
        values = self._values(state, position, clock)
        search = self._search(position, clock)
        roots = [root for root in ranked_actions(search, self._rng) if root[0] in values]
        return ((cell, values[cell]) for cell, _ in search.deepen(roots, self._depth))

    @abstractmethod
    def _values(self, state: SudokuState, position: Scratch, clock: Clock) -> dict[int, int]:
        """Return the bit of a legal value for each cell to consider."""

    @abstractmethod
    def _search(self, position: Scratch, clock: Clock) -> CellSearch:
        """Return the search for the best cell."""


class EvenAgent(CellAgent):
    """Solves the board first, then searches over cells and plays the values of the solution.

    `bonus` is added for each region that a player leaves with an even number of empty cells: if
    they are filled in turns, that player also fills the last one. `solver` is the name of a
    backend, or `human`.
    """

    def __init__(
        self, seed: int, *, depth: int = MAX_DEPTH, bonus: float = 0.01, solver: str = "auto"
    ) -> None:
        super().__init__(seed, depth=depth)
        self._bonus = bonus
        self._solution = Solution(solver)

    def _first(self, position: Scratch) -> Action | None:
        return draw_greedy(position, self._rng)

    def _values(self, state: SudokuState, position: Scratch, clock: Clock) -> dict[int, int]:
        return dict(self._solution.actions(state, position, clock))

    def _search(self, position: Scratch, clock: Clock) -> CellSearch:
        return EvenSearch(position, clock, self._bonus)


class EvenSearch(CellSearch):
    """Searches over cells; adds the bonus for regions left with an even number of empty cells."""

    def __init__(self, position: Scratch, clock: Clock, bonus: float) -> None:
        super().__init__(position, clock)
        self._bonus = bonus
        self._is_even = bytes(left > 0 and left % 2 == 0 for left in range(256))

    def evaluate(self) -> float:
        """Estimate the value; the bonus is for the opponent, who has just moved."""
        evens = sum(self.position.left.translate(self._is_even))
        return super().evaluate() - self._bonus * evens


class TranspositionAgent(CellAgent):
    """Minimax with a table of up to `entries` sets of empty cells.

    `solver` is the source of the values for the chosen cells: `none` draws a legal one, `human` or
    a backend solves the board.
    """

    def __init__(
        self, seed: int, *, depth: int = MAX_DEPTH, entries: int = MAX_ENTRIES, solver: str = "none"
    ) -> None:
        super().__init__(seed, depth=depth)
        self._entries = entries
        self._solution = None if solver == "none" else Solution(solver)

    def _values(self, state: SudokuState, position: Scratch, clock: Clock) -> dict[int, int]:
        if self._solution:
            return dict(self._solution.actions(state, position, clock))
        drawn = (position.draw([cell], self._rng) for cell in bit_list(position.playable))
        return dict(filter(None, drawn))

    def _search(self, position: Scratch, clock: Clock) -> CellSearch:
        return TableSearch(position, clock, entries=self._entries)
