"""A solution of the board, for exported agents that play only its values.

This replaces bombe.agents.sudoku.solution; it uses the exported solver.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombe.agents.exports.solver import StepwiseAudit
from bombe.boards.bits import bit_list, single_bits

if TYPE_CHECKING:
    from bombe.agents.contract import Clock
    from bombe.agents.search.mutable import Action
    from bombe.agents.sudoku.scratch import Scratch
    from bombe.boards import SudokuState


class Solution:
    """Solves the board when asked. The name of a solver is ignored: only one is exported."""

    def __init__(self, solver: str) -> None:
        del solver

    def actions(self, state: SudokuState, position: Scratch, clock: Clock) -> list[Action]:
        """Return the legal moves that agree with a solution."""
        audit = StepwiseAudit(state.board)
        audit.step(clock)
        masks = audit.true
        moves = [(cell, masks[cell] & -masks[cell]) for cell in bit_list(position.playable)]
        return [(cell, bit) for cell, bit in moves if position.candidates(cell) & bit]

    def bombs(self, state: SudokuState, position: Scratch, clock: Clock) -> list[Action]:
        """Return the legal moves that are in no solution."""
        audit = StepwiseAudit(state.board)
        audit.finish(clock)
        true = audit.true
        return [
            (cell, bit)
            for cell in bit_list(position.playable)
            for bit in single_bits(position.candidates(cell) & ~true[cell])
        ]


def budget_of(clock: Clock) -> Clock:
    """Return the clock itself: the exported solver counts its nodes on it."""
    return clock
