"""Our positions as exported agents see them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombe.agents.exports import position

if TYPE_CHECKING:
    from bombe.boards import SudokuState


def light(state: SudokuState) -> position.SudokuState:
    """Return the position as exported agents see it."""
    shape = position.Shape(state.board.shape.m, state.board.shape.n)
    return position.SudokuState(
        position.Board(shape, state.board.values),
        taboo=frozenset(position.Move(*move) for move in state.taboo),
        scores=state.scores,
        to_move=state.to_move,
        allowed=state.allowed,
        occupied=state.occupied,
        history=tuple(position.Move(*move) for move in state.history),
    )
