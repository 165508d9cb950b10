"""The base class of agents of v14, whose moves have `square` and `value`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bombe.agents.framework.player import Player

if TYPE_CHECKING:
    from bombe.agents.framework.v14.sudoku import Move


class SudokuAI(Player):
    """Agents inherit from this."""

    solve_sudoku_path: Any = None

    def propose_move(self, move: Move) -> None:
        """Propose a move; the last one before the time is over counts."""
        row, column = move.square
        self._propose(row, column, move.value)
