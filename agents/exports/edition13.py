"""The interface to the course framework, editions up to v13: game states in, proposals out.

An export writes this file as sudokuai.py.
"""

from __future__ import annotations

from typing import Any

import competitive_sudoku.sudokuai
from competitive_sudoku.sudoku import Move as Proposal

from bombe.agents.exports.position import Board, Move, Shape, SudokuState
from bombe.agents.exports.turn import prepare, proposals


class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):  # type: ignore[misc] # the framework is untyped
    """Proposes what the agent in chosen.py proposes."""

    def __init__(self) -> None:
        super().__init__()
        prepare()

    def compute_best_move(self, game_state: Any) -> None:
        """Propose moves until the framework ends the turn or the agent has no better one."""
        for move in proposals(read(game_state), self):
            self.propose_move(Proposal(move.row, move.column, move.value))


def read(game_state: Any) -> SudokuState:
    """Return the framework's position as ours."""
    board = game_state.board
    return SudokuState(
        Board(Shape(board.m, board.n), bytes(board.squares)),
        taboo=_moves(game_state.taboo_moves),
        scores=game_state.scores,
        to_move=game_state.current_player(),
        history=_moves(game_state.moves),
    )


def _moves(moves: Any) -> list[Move]:
    return [Move(move.i, move.j, move.value) for move in moves]
