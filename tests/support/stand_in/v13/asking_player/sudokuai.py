"""Asks the oracle program for a move within its thinking time, as the stock players do."""

from __future__ import annotations

import re

import competitive_sudoku.sudokuai
from competitive_sudoku.execute import solve_sudoku
from competitive_sudoku.sudoku import GameState, Move


class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    """Greedy by the oracle program's word."""

    solve_sudoku_path = "bin/solve_sudoku"

    def compute_best_move(self, game_state: GameState) -> None:
        board = game_state.board
        taboo = " ".join(f"{move.i} {move.j} {move.value}" for move in game_state.taboo_moves)
        output = solve_sudoku(self.solve_sudoku_path, str(board), f'--greedy --taboo="{taboo}"')
        if found := re.search(r"Generated move \((\d+),(\d+)\)", output):
            self.propose_move(Move(*board.f2rc(int(found[1])), int(found[2])))
