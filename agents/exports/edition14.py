"""The interface to the course framework, edition v14: game states in, proposals out.

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
            self.propose_move(Proposal((move.row, move.column), move.value))


def read(game_state: Any) -> SudokuState:
    """Return the framework's position as ours; without allowed squares the game is classic."""
    board, g = game_state.board, game_state
    shape = Shape(board.m, board.n)
    is_classic = g.allowed_squares1 is None and g.allowed_squares2 is None
    allowed = g.allowed_squares1, g.allowed_squares2
    occupied = g.occupied_squares1, g.occupied_squares2
    return SudokuState(
        Board(shape, bytes(board.squares)),
        taboo=_moves(g.taboo_moves),
        scores=g.scores,
        to_move=g.current_player,
        allowed=None if is_classic else _cells(shape, allowed),
        occupied=None if is_classic else _cells(shape, occupied),
        history=_moves(g.moves),
    )


def _cells(shape: Shape, pair: Any) -> tuple[frozenset[int], frozenset[int]]:
    first, second = (frozenset(shape.cell(*square) for square in own or ()) for own in pair)
    return first, second


def _moves(moves: Any) -> list[Move]:
    return [Move(move.square[0], move.square[1], move.value) for move in moves]
