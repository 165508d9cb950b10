"""The points that the moves of a game gave away, as far back from its end as it can be solved.

    for number, loss in losses(record).items():
        print(f"move {number} lost {loss.points} points; {loss.better} was better")

A move loses the difference between the margin of the best move and its own. The judge of a game is
named by its line in bombe.analysis.games; PlainJudge serves any game without bombs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from bombe.analysis.any_game import MemoSolver
from bombe.analysis.games import views_of
from bombe.boards.errors import OutOfBudgetError
from bombe.boards.game import AnyMove, AnyState
from bombe.solvers import Budget, Meter

if TYPE_CHECKING:
    from bombe.boards.record import GameRecord

StateT_contra = TypeVar("StateT_contra", bound=AnyState, contravariant=True)

NODES = 150_000
"""The node limit of one position, a second or two; the empty 2x2 board in `rows` is within it."""


class Loss(NamedTuple):
    """The points that a move gave away, and a move that gives none away; None if it is one.

    In a game that `is_lost`, that move loses, too: whoever gives points away there may be setting a
    trap.
    """

    points: int
    better: AnyMove | None = None
    is_lost: bool = False


def losses(record: GameRecord, nodes: int = NODES) -> dict[int, Loss]:
    """Return what each move that can be judged gave away, by its number, counted from 1."""
    judge = views_of(record.game.name).load_judge()(nodes)
    lost = {}
    states = list(record.states())  # raises if the rules refuse a move
    for number, (state, ply) in enumerate(zip(states, record.plies, strict=False), 1):
        if values := judge.values(state):
            best = max(values, key=values.__getitem__)
            points = values[best] - values[ply.move]
            one, two = state.scores
            ahead = one - two if state.to_move == 1 else two - one
            lost[number] = Loss(points, best if points else None, ahead + values[best] < 0)
    return lost


def lost_points(record: GameRecord, nodes: int = NODES) -> dict[int, int]:
    """Return the points of `losses` alone."""
    return {number: loss.points for number, loss in losses(record, nodes).items()}


class MoveJudge(Protocol[StateT_contra]):
    """Evaluates moves; one judge receives the positions of a game in order."""

    def values(self, state: StateT_contra, /) -> Mapping[AnyMove, int] | None:
        """Return the margin after each move for the mover; None if that is too much work."""


class PlainJudge:
    """Searches the rest of the game, each position once."""

    def __init__(self, nodes: int) -> None:
        self._nodes = nodes

    def values(self, state: AnyState) -> Mapping[AnyMove, int] | None:
        """Return the margin after each move for the mover; None if that is too much work."""
        try:
            return MemoSolver(Meter(Budget(nodes=self._nodes))).values(state)
        except (OutOfBudgetError, RecursionError):
            return None
