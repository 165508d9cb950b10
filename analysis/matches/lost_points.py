"""Which moves of a game gave points away, as far as its end can be solved.

    for number, lost in lost_points(record).items(): print(f"move {number} lost {lost} points")

A move loses the difference between what its mover could still have got and what is left. Every game
has a judge, which its line in bombe.analysis.games names; PlainJudge serves any without bombs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

from bombe.analysis.any_game import MemoSolver
from bombe.analysis.games import views_of
from bombe.boards.errors import OutOfBudgetError
from bombe.boards.game import AnyState
from bombe.solvers import Budget, Meter

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bombe.boards.game import AnyMove
    from bombe.boards.record import GameRecord

StateT_contra = TypeVar("StateT_contra", bound=AnyState, contravariant=True)

NODES = 2**17
"""The nodes that one position may take: less than a second."""


def lost_points(record: GameRecord, nodes: int = NODES) -> dict[int, int]:
    """Return the points that each move lost, counted from 1, as far as moves can be judged."""
    judge = views_of(record.game.name).load_judge()(nodes)
    lost = {}
    states = list(record.states())  # this refuses a game that cannot have been played
    for number, (state, ply) in enumerate(zip(states, record.plies, strict=False), 1):
        if values := judge.values(state):
            lost[number] = max(values.values()) - values[ply.move]
    return lost


class MoveJudge(Protocol[StateT_contra]):
    """Says what moves are worth; one judge sees the positions of a game in their order."""

    def values(self, state: StateT_contra, /) -> Mapping[AnyMove, int] | None:
        """Return what every move is worth for the mover; None where that is too much work."""


class PlainJudge:
    """Remembers every position that it searched."""

    def __init__(self, nodes: int) -> None:
        self._nodes = nodes

    def values(self, state: AnyState) -> Mapping[AnyMove, int] | None:
        """Return what every move is worth, if the rest of the game is small."""
        try:
            return MemoSolver(Meter(Budget(nodes=self._nodes))).values(state)
        except (OutOfBudgetError, RecursionError):
            return None
