"""Games of Competitive Sudoku replayed quickly: the rules once more, on numbers that change.

Thousands of games are replayed whenever their log is read. This replay only says that all is well;
where it is not, or if it cannot tell, the rules themselves say what is wrong (see replays.py). The
tests compare the two.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bombe.analysis.matches.verification.findings import BoardQuestion, Replay
from bombe.analysis.reach.cells import cell_grid, near
from bombe.boards import Board, Move, SudokuState
from bombe.boards.sudoku.state import POINTS

if TYPE_CHECKING:
    from bombe.boards.record import Ply


def quick_replay(start: SudokuState, plies: Sequence[Ply]) -> Replay | None:
    """Replay a game; return None unless each move is legal and is as its record says."""
    game = _Replayer(start)
    for number, ply in enumerate(plies, 1):
        if ply.proposals and ply.proposals[-1][0] != ply.move:
            return None
        if not game.take(number, ply):
            return None
    return game.result()


class _Replayer:
    """A game in progress: values of regions as bits, and how many cells of each are empty."""

    def __init__(self, start: SudokuState) -> None:
        shape, geometry = start.board.shape, start.board.shape.geometry
        self._shape, self._regions_of = shape, geometry.regions_of
        self._values = bytearray(start.board.values)
        self._used, self._left = [0] * len(geometry.regions), [0] * len(geometry.regions)
        for value, regions in zip(self._values, geometry.regions_of, strict=True):
            for region in regions:
                self._used[region] |= 1 << value if value else 0
                self._left[region] += not value
        self._taboo = {tuple(move) for move in start.taboo}
        self._scores, self._to_move = list(start.scores), int(start.to_move)
        self._empty = sum(1 << cell for cell in start.board.empty_cells())
        every = (1 << shape.cells) - 1
        self._is_classic = start.allowed is None
        self._reach = [every, every] if self._is_classic else list(near(start))
        self._bombs: list[BoardQuestion] = []
        self._placed = 0

    def take(self, number: int, ply: Ply) -> bool:
        """Play a move; return whether it is legal and scores what its record says."""
        row, column, value = move = Move.of(ply.move)
        size, mover = self._shape.size, self._to_move
        if not (0 <= row < size and 0 <= column < size and 0 < value <= size):
            return False
        cell, bit = row * size + column, 1 << value
        regions = self._regions_of[cell]
        if ply.player != mover or not self._empty & self._reach[mover - 1] & (1 << cell):
            return False
        if any(self._used[region] & bit for region in regions) or move in self._taboo:
            return False
        points = 0 if ply.is_bomb else POINTS[sum(self._left[region] == 1 for region in regions)]
        if ply.points != points:
            return False
        self._values[cell] = value
        if ply.is_bomb:
            self._bombs.append(BoardQuestion(number, self._board(), is_bomb=True))
            self._values[cell] = 0
            self._taboo.add(move)
        else:
            self._place(cell, bit, points)
            self._placed = number
        self._pass_turn()
        return True

    def result(self) -> Replay:
        """Return the place of the game."""
        one, two = self._scores
        is_over = not self._empty & (self._reach[0] | self._reach[1])
        placed = BoardQuestion(self._placed, self._board(), is_bomb=False)
        return Replay((one, two), self._to_move, is_over, (*self._bombs, placed))

    def _board(self) -> Board:
        return Board(self._shape, bytes(self._values))

    def _place(self, cell: int, bit: int, points: int) -> None:
        mover = self._to_move - 1
        for region in self._regions_of[cell]:
            self._used[region] |= bit
            self._left[region] -= 1
        self._empty ^= 1 << cell
        self._scores[mover] += points
        if not self._is_classic:
            self._reach[mover] |= cell_grid(self._shape).spread(1 << cell)

    def _pass_turn(self) -> None:
        """Pass the turn to the opponent, unless only the mover has a cell to play on."""
        mover = self._to_move - 1
        can_other, can_mover = (self._empty & self._reach[who] for who in (1 - mover, mover))
        if can_other or not can_mover:
            self._to_move = 2 - mover
