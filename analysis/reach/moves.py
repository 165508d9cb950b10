"""What the law of reach says of every move: the balance after it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bombe.analysis.reach.law import balance_of, estimate_of, lead_of, verdict_of
from bombe.analysis.tempo.law import Outlook
from bombe.boards.game import opponent

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bombe.analysis.reach.cells import Reach
    from bombe.analysis.tempo.effects import FillEffect
    from bombe.boards import Move, SudokuState
    from bombe.boards.game import Player


class LawCounts(NamedTuple):
    """What the law of reach counts in a position, for the player to move.

    The balance is 0 if the game is over.
    """

    to_move: Player
    lead: int
    fills: int
    bombs: int
    balance: int


class BalancedMove(NamedTuple):
    """A move, its points, and the balance after it for its player; 0 if the game is over."""

    move: Move
    is_skip: bool
    points: int
    balance: int
    after: LawCounts

    @property
    def verdict(self) -> Outlook:
        """The law's verdict for the player after this move."""
        return verdict_of(self.balance) if self.balance else Outlook.OPEN

    @property
    def worth(self) -> float:
        """The points of the move, and those that the law expects from then on."""
        return self.points + (estimate_of(self.balance) if self.balance else 0.0)


class Balances:
    """The balance of a position and of those after its moves."""

    def __init__(self, state: SudokuState, reach: Reach, bombs: Sequence[int]) -> None:
        self._state, self._reach, self._mover = state, reach, state.to_move
        self._live = reach.ever[0] | reach.ever[1]
        self.bombs = sum(
            mask.bit_count() for cell, mask in enumerate(bombs) if self._live >> cell & 1
        )

    @property
    def now(self) -> int:
        """The balance of the position; 0 if the game is over."""
        return _standing(self._reach, self._mover, self.bombs).balance

    def fills(self, effects: Iterable[FillEffect]) -> Iterator[BalancedMove]:
        """Yield the balance after each fill."""
        for effect in effects:
            after = self._reach.after(self._mover, self._cell(effect.move))
            bombs = self.bombs - self._count(effect.kills) + self._count(effect.makes)
            points = self._state.points(effect.move)
            yield self._moved(effect.move, self._next(after, bombs), points=points, is_skip=False)

    def skips(self, moves: Iterable[Move]) -> Iterator[BalancedMove]:
        """Yield the balance after each skip."""
        after = self._next(self._reach, self.bombs - 1)
        for move in moves:
            yield self._moved(move, after, points=0, is_skip=True)

    def _moved(self, move: Move, after: LawCounts, *, points: int, is_skip: bool) -> BalancedMove:
        balance = after.balance if after.to_move == self._mover else -after.balance
        return BalancedMove(move, is_skip, points, balance, after)

    def _next(self, after: Reach, bombs: int) -> LawCounts:
        """Return what counts once the turn has passed, if the other has a cell to play on."""
        other = opponent(self._mover)
        return _standing(after, other if after.open[other - 1] else self._mover, bombs)

    def _cell(self, move: Move) -> int:
        return self._state.board.shape.cell(move.row, move.column)

    def _count(self, moves: Iterable[Move]) -> int:
        return sum(self._live >> self._cell(move) & 1 for move in moves)


def _standing(reach: Reach, mover: Player, bombs: int) -> LawCounts:
    balance = balance_of(reach, mover, bombs) if reach.fills else 0
    return LawCounts(mover, lead_of(reach, mover), reach.fills, bombs, balance)
