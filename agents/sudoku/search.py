"""Alpha-beta on Sudoku: over legal moves, or over cells, since points do not depend on values.

`MoveSearch` tries every legal move and `CellSearch` every cell. `TableSearch` stores sets of empty
cells, since many orders of moves lead to the same set.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

from bombe.agents.search.alphabeta import Search, TranspositionSearch
from bombe.agents.sudoku.claims import WORTH, territory
from bombe.agents.sudoku.scratch import Scratch
from bombe.boards.bits import bit_list, single_bits
from bombe.boards.sudoku.state import POINTS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bombe.agents.contract import Clock
    from bombe.agents.search.mutable import Action


class CellSearch(Search[Scratch]):
    """Searches over cells; beyond its depth it counts the most points of the next move."""

    def actions(self) -> Iterable[Action]:
        """Return the mover's cells, the most promising first."""
        return [(cell, 0) for cell in self.cells()]

    def cells(self) -> list[int]:
        """Return the mover's cells: most points first, then those that let the opponent score 0."""
        position = self.position
        playable = position.playable
        scoring = position.scoring()
        giving = position.cells_of_regions(2)
        for cell in scoring:
            playable ^= 1 << cell
        return [
            *sorted(scoring, key=scoring.__getitem__, reverse=True),
            *bit_list(playable & ~giving),
            *bit_list(playable & giving),
        ]

    def evaluate(self) -> float:
        """Return the most points that the next move can score."""
        return max(self.position.scoring().values(), default=0)


class PenalisedMoves(enum.StrEnum):
    """Which moves of a search pay the penalty for what they give: every one, or the last.

    LAST: the most points that the next move can score anywhere. EVERY: the points that the move
    gives in the regions that it touches, as in the report.
    """

    LAST = "last"
    EVERY = "every"


class MoveSearch(CellSearch):
    """Searches over legal moves, all assumed to be safe; nothing is counted beyond its depth.

    `penalty` times the points that moves give the opponent are subtracted, as `penalise` says.
    With `prune`, cells that still allow every value are left out while there are others. With
    `reach`, territory counts where the search stops.
    """

    def __init__(
        self,
        position: Scratch,
        clock: Clock,
        *,
        penalty: float = 0.0,
        penalise: PenalisedMoves = PenalisedMoves.LAST,
        prune: bool = False,
        reach: bool = False,
    ) -> None:
        super().__init__(position, clock)
        self._claim = WORTH if reach and not position.is_unrestricted else 0
        self._each = penalty if penalise is PenalisedMoves.EVERY else 0.0
        self._last = penalty if penalise is PenalisedMoves.LAST else 0.0
        # Candidates are only ever removed, so no cell becomes unknown later in the search.
        self._prune = prune and any(map(self._is_unknown, bit_list(position.empty)))

    def actions(self) -> Iterable[Action]:
        """Return the legal moves, cell by cell."""
        candidates = self.position.candidates
        return ((cell, bit) for cell in self.cells() for bit in single_bits(candidates(cell)))

    def cells(self) -> list[int]:
        """Return the mover's cells in order, without those that are pruned."""
        cells = super().cells()
        if not self._prune:
            return cells
        return [cell for cell in cells if not self._is_unknown(cell)] or cells

    def action_value(self, action: Action, depth: int, alpha: float, beta: float) -> float:
        """Return the value of an action, less the penalty for what it gives."""
        paid = self._each and self._each * points_given(self.position, action[0])
        return super().action_value(action, depth, alpha + paid, beta + paid) - paid

    def evaluate(self) -> float:
        """Return the penalty for the points that the mover can score at once, and territory."""
        penalty = self._last and self._last * super().evaluate()
        return penalty + self._claim * territory(self.position) if self._claim else penalty

    def _is_unknown(self, cell: int) -> bool:
        return self.position.candidates(cell) == self.position.tables.all_values


def points_given(position: Scratch, cell: int) -> int:
    """Return the most points that a move on a cell lets the opponent score in its regions at once.

    The opponent needs a cell of the region where it may play, and on which a value is left now.
    """
    regions, left = position.tables.regions, position.left
    open_to = position.empty & position.reach[2 - position.to_move] & ~(1 << cell)
    given = 0
    for region in position.tables.regions_of[cell]:
        if left[region] == 2 and (bit := regions[region] & open_to):
            last = bit.bit_length() - 1
            if position.candidates(last):
                completed = sum(
                    left[crossed] - (regions[crossed] >> cell & 1) == 1
                    for crossed in position.tables.regions_of[last]
                )
                given = max(given, POINTS[completed])
    return given


class TableSearch(TranspositionSearch[Scratch], CellSearch):
    """Searches over cells with a table.

    The value depends on the empty cells and, except in classic play, on who may play on which; not
    on the order of the moves before.
    """

    evaluated_moves = 1

    def actions(self) -> Iterable[Action]:
        """Return the cells, the one that an earlier search preferred first."""
        return self.preferred_first([(cell, 0) for cell in self.cells()])

    def key(self) -> object:
        """Return the empty cells, and those of them on which each player may play."""
        position = self.position
        if position.is_unrestricted:
            return position.empty
        mine, theirs = position.reach[position.to_move - 1], position.reach[2 - position.to_move]
        return position.empty, mine & position.empty, theirs & position.empty
