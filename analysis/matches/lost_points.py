"""Which moves of a game gave points away, as far as its end can be solved.

    for number, lost in lost_points(record).items(): print(f"move {number} lost {lost} points")

A move loses the difference between what its mover could still have got and what is left to him.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bombe.boards.errors import BombeError
from bombe.boards.game import DOTS, SUDOKU
from bombe.solvers import Budget

if TYPE_CHECKING:
    from bombe.analysis.endgame.margins import Table
    from bombe.boards import SudokuState
    from bombe.boards.dots.state import DotsState
    from bombe.boards.record import GameRecord

NODES = 2**17
"""The work that one position is worth: less than a second."""


def lost_points(record: GameRecord, nodes: int = NODES) -> dict[int, int]:
    """Give for every move that can be judged, counted from 1, the points that it lost."""
    judge, lost = _JUDGES[record.game.name](nodes), {}
    states = list(record.states())  # which refuses a game that cannot have been played
    for number, (state, ply) in enumerate(zip(states, record.plies, strict=False), 1):
        if values := judge.values(state):
            lost[number] = max(values.values()) - values[ply.move]
    return lost


class _SudokuJudge:
    """Keeps the table of the first position that can be solved: all later ones come from it."""

    most_empty = 24

    def __init__(self, nodes: int) -> None:
        self._nodes = nodes
        self._table: Table | None = None

    def values(self, state: SudokuState) -> dict[Any, int] | None:
        """Give what every move is worth for the mover; None where that is too much work."""
        if len(state.board.empty_cells()) > self.most_empty:
            return None
        self._table = self._table or self._begin(state)
        if self._table is None:
            return None
        values = self._table.values(state, Budget(nodes=self._nodes))
        return {v.move: v.low for v in values} if all(v.exact for v in values) else None

    def _begin(self, state: SudokuState) -> Table | None:
        from bombe.analysis.endgame.margins import Table

        try:
            table = Table(state, budget=Budget(nodes=self._nodes))
            low, high = table.margin(state, Budget(nodes=self._nodes))
        except BombeError:  # too many solutions, too much memory, or too much work
            return None
        return table if low == high else None


class _DotsJudge:
    """Solves each position by itself: what is left of the game is small."""

    most_lines, memory = 24, 2**24

    def __init__(self, nodes: int) -> None:
        self._nodes = nodes

    def values(self, state: DotsState) -> dict[Any, int] | None:
        """Give what every line is worth for the mover; None where that is too much work."""
        from bombe.analysis.dots.exact import solve

        if len(state.moves()) > self.most_lines:
            return None
        found = solve(state, Budget(nodes=self._nodes), memory=self.memory)
        known = all(value.exact for value in found.moves)
        return {value.move: value.low for value in found.moves} if known else None


_JUDGES: dict[str, type[_SudokuJudge | _DotsJudge]] = {
    SUDOKU.name: _SudokuJudge,
    DOTS.name: _DotsJudge,
}
