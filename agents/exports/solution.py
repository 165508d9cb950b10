"""A solution of the board, for exported agents that play only what it holds.

It stands for bombe.agents.sudoku.solution, with the solver that is exported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombe.agents.exports.solver import Audit
from bombe.agents.sudoku.scratch import cells_in

if TYPE_CHECKING:
    from bombe.agents.contract import Clock
    from bombe.agents.sudoku.scratch import Option, Scratch
    from bombe.boards import SudokuState


class Solution:
    """Solves the board when asked. The name of a solver is of no use here: there is one."""

    def __init__(self, solver: str) -> None:
        del solver

    def options(self, state: SudokuState, position: Scratch, clock: Clock) -> list[Option]:
        """Give the legal moves that a solution holds."""
        audit = Audit(state.board)
        audit.step(clock)
        masks = audit.true
        moves = [(cell, masks[cell] & -masks[cell]) for cell in cells_in(position.playable)]
        return [(cell, bit) for cell, bit in moves if position.candidates(cell) & bit]


def budget_of(clock: Clock) -> Clock:
    """Give a solver the clock itself: it spends a node for each of its own."""
    return clock
