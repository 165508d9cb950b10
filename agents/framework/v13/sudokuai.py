"""The base class of agents up to v13, whose moves have `i`, `j` and `value`."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from bombe.agents.framework.player import Player

if TYPE_CHECKING:
    from bombe.agents.framework.v13.sudoku import GameState, Move
else:
    # In an agent's process this package is competitive_sudoku: agents get the classes of that one.
    _sudoku = importlib.import_module(f"{__package__}.sudoku")
    GameState, Move = _sudoku.GameState, _sudoku.Move

__all__ = ["GameState", "Move", "SudokuAI"]


class SudokuAI(Player):
    """Agents inherit from this."""

    solve_sudoku_path: Any = None

    def propose_move(self, move: Move) -> None:
        """Propose a move; the last one before the time is over counts."""
        self._propose(move.i, move.j, move.value)
