"""An exact solver for any game without bombs: it searches each position once.

    MemoSolver().values(state)    the margin after each move, for the mover

It recurses as deeply as the game is long. Games with more known structure have faster solvers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from bombe.boards.errors import UnsupportedError
from bombe.solvers import Meter

if TYPE_CHECKING:
    from collections.abc import Hashable

    from bombe.boards.game import AnyMove, State

MoveT = TypeVar("MoveT", bound="AnyMove")


class MemoSolver:
    """Margins of positions, memoised by what the rest of the game depends on (`Game.key`).

    Each new position spends a node of the meter; OutOfBudgetError ends the search.
    """

    def __init__(self, meter: Meter | None = None) -> None:
        self._meter = meter or Meter()
        self._margins: dict[Hashable, int] = {}

    def values(self, state: State[MoveT]) -> dict[MoveT, int]:
        """Return the best final score difference for the mover, from here on, after each move."""
        if state.game.has_bombs:
            raise UnsupportedError(
                f"{state.game.title} has moves that only an oracle can judge: use its own solver"
            )
        return {move: self._value(state, move) for move in state.moves()}

    def margin(self, state: State[MoveT]) -> int:
        """Return the best final score difference for the mover, from here on."""
        if state.is_over:
            return 0
        key = state.game.key(state)
        if key not in self._margins:
            self._meter.spend()
            self._margins[key] = max(self._value(state, move) for move in state.moves())
        return self._margins[key]

    def _value(self, state: State[MoveT], move: MoveT) -> int:
        after = state.play(move)
        mover = state.to_move - 1
        points = after.scores[mover] - state.scores[mover]
        points -= after.scores[1 - mover] - state.scores[1 - mover]
        rest = self.margin(after)
        return points + (rest if after.to_move == state.to_move else -rest)
