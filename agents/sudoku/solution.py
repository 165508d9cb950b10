"""A solution of the board, for agents that play only its values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombe import solvers
from bombe.boards import Board, Shape
from bombe.boards.bits import bit_list, single_bits
from bombe.boards.errors import OutOfBudgetError
from bombe.solvers import Budget

if TYPE_CHECKING:
    from bombe.agents.contract import Clock
    from bombe.agents.search.mutable import Action
    from bombe.agents.sudoku.scratch import Scratch
    from bombe.boards import SudokuState
    from bombe.solvers import Solver


class Solution:
    """Solves the board on demand, and keeps the solution as long as the moves agree with it.

    `solver` is the name of a backend, which may have options, with a plus sign for a comma.
    """

    def __init__(self, solver: str) -> None:
        self._solver = ready_solver(solver)
        self._kept: Board | None = None

    def actions(self, state: SudokuState, position: Scratch, clock: Clock) -> list[Action]:
        """Return the legal moves that agree with the solution; none if the clock runs out first.

        `position` must be that of `state`.
        """
        solution = self._solution_of(state.board, clock)
        if solution is None:
            return []
        moves = [(cell, 1 << solution.values[cell]) for cell in bit_list(position.playable)]
        return [(cell, bit) for cell, bit in moves if position.candidates(cell) & bit]

    def bombs(self, state: SudokuState, position: Scratch, clock: Clock) -> list[Action]:
        """Return the legal moves that are in no solution, as far as the clock lets us know them."""
        found = self._solver.true_candidates(state.board, budget_of(clock))
        possible = map(int.__or__, found.true, found.undecided)
        return [
            (cell, bit)
            for cell, mask in enumerate(possible)
            if position.playable >> cell & 1
            for bit in single_bits(position.candidates(cell) & ~mask)
        ]

    def _solution_of(self, board: Board, clock: Clock) -> Board | None:
        if self._kept is None or not _agree(board, self._kept):
            try:
                self._kept = next(self._solver.solutions(board, budget_of(clock)), None)
            except OutOfBudgetError:
                self._kept = None
        return self._kept


def ready_solver(name: str) -> Solver:
    """Return a solver that has answered a question, so that all it needs is loaded in advance."""
    solver = solvers.get(name.replace("+", ","))
    solver.solvable(Board.empty(Shape(1, 1)))
    return solver


def budget_of(clock: Clock) -> Budget:
    """Return a budget for a solver: the rest of the turn; its nodes are not the clock's."""
    return Budget(stop=lambda: clock.is_over)


def _agree(board: Board, solution: Board) -> bool:
    return all(v in (0, s) for v, s in zip(board.values, solution.values, strict=True))
