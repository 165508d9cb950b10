"""One move of an agent on a board, without a game: for studies that only look at proposals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombe.agents.arena.seats import InProcess
from bombe.agents.loading import load
from bombe.boards import Move, SudokuState
from bombe.solvers import Budget

if TYPE_CHECKING:
    from bombe.boards import Board


def propose(agent: str, board: Board, nodes: int, seed: int) -> Move | None:
    """Return what a new agent proposes last on a board; None if that is no move."""
    seat = InProcess(load(agent), agent)
    seat.open_game(seed)
    proposals = seat.turn(SudokuState.start(board), Budget(nodes=nodes)).proposals
    move = proposals[-1].move if proposals else None
    return move if isinstance(move, Move) else None
