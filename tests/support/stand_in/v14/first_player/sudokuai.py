"""Proposes the first legal move that it finds; counts its turns by save and load."""

from __future__ import annotations

import competitive_sudoku.sudokuai
from competitive_sudoku.sudoku import GameState

from .looking import legal_moves


class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    """Plays row by row."""

    def compute_best_move(self, game_state: GameState) -> None:
        turns = self.load() or 0
        print(f"player {game_state.current_player}, turn {turns}")  # noqa: T201 - agents do
        self.save(turns + 1)
        for move in legal_moves(game_state):
            self.propose_move(move)
            return
