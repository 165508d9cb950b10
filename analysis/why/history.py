"""The last ply of a game at which its board was still solvable, and the move that ended that.

For games without a referee who refuses bombs, and for boards that come with their moves. A board
that is unsolvable stays so: the move is found by halving.
"""

from __future__ import annotations

import bisect
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from bombe.boards import state_of
from bombe.boards.errors import OutOfBudgetError
from bombe.solvers import Verdict, as_solver
from bombe.solvers.budget import as_meter

if TYPE_CHECKING:
    from bombe.analysis.why.explanation import Explanation
    from bombe.boards import Board, Move, PositionLike, SudokuState
    from bombe.solvers import Meter, Solver
    from bombe.solvers.budget import BudgetLike


class LastSolvable(NamedTuple):
    """The board after `ply` moves was solvable; with `move`, the next one placed, it was not.

    `move` is None, and `ply` 0, where the board was unsolvable before any move.
    """

    ply: int
    board: Board
    move: Move | None

    def why(self, *, budget: BudgetLike = None) -> Explanation:
        """Return why the move was a bomb, or why the board had no solution before it."""
        # Imported when it is asked: `why` tells of games that went wrong, too.
        from bombe.analysis.why.question import why

        return why(self.board, self.move, budget=budget)


def last_solvable(
    position: PositionLike, *, solver: str | Solver = "auto", budget: BudgetLike = None
) -> LastSolvable | None:
    """Return when a game's board was last solvable, by its history; None if it still is.

    Of a record, give the last of its `states()`. OutOfBudgetError is raised where the budget ends
    before it is known.
    """
    state, meter = state_of(position), as_meter(budget)
    return bomb_in(state, as_solver(solver).backend_for(state.board), meter)


def bomb_in(state: SudokuState, solver: Solver, meter: Meter) -> LastSolvable | None:
    """Return the same of a state, with a backend and on a running account."""
    plies = _placed(state)
    start = state.board.clear(_cell(state, move) for move in plies.values())
    boards = list(accumulate(plies.values(), lambda board, move: board.place(move), initial=start))
    first = bisect.bisect_left(boards, 1, key=lambda board: _is_lost(board, solver, meter))
    if first == len(boards):
        return None
    if first == 0:
        return LastSolvable(0, start, None)
    ply, move = list(plies.items())[first - 1]
    return LastSolvable(ply - 1, boards[first - 1], move)


def _placed(state: SudokuState) -> dict[int, Move]:
    """Return the moves of the history that were placed, by the number of their ply."""
    last = {_cell(state, move): ply for ply, move in enumerate(state.history, 1)}
    plies = dict(enumerate(state.history, 1))
    return {
        ply: plies[ply]
        for cell, ply in sorted(last.items(), key=lambda item: item[1])
        if state.board.values[cell] == plies[ply].value and plies[ply] not in state.taboo
    }


def _cell(state: SudokuState, move: Move) -> int:
    return state.board.shape.cell(move.row, move.column)


def _is_lost(board: Board, solver: Solver, meter: Meter) -> bool:
    verdict = solver.solvable(board, meter)
    if verdict is Verdict.UNKNOWN:
        raise OutOfBudgetError("the budget ended before it was known when the board was solvable")
    return verdict is Verdict.NO
