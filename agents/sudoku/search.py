"""Alpha-beta on Sudoku: over legal moves, or over cells, since values make no points.

`MoveSearch` tries every legal move and `CellSearch` every cell. `TableSearch` remembers sets of
empty cells, which are reached in many orders.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombe.agents.search.alphabeta import Remembering, Search
from bombe.agents.sudoku.scratch import Scratch
from bombe.boards.bits import bit_list, single_bits

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bombe.agents.contract import Clock
    from bombe.agents.search.ground import Option


class CellSearch(Search[Scratch]):
    """Searches over cells; at the horizon it takes the most that the next move can score."""

    def options(self) -> Iterable[Option]:
        """Give the mover's cells, the most promising first."""
        return [(cell, 0) for cell in self.cells()]

    def cells(self) -> list[int]:
        """Order the mover's cells: most points first, then those that give the opponent none."""
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

    def horizon(self) -> float:
        """Judge a position by what the next move can score."""
        return max(self.position.scoring().values(), default=0)


class MoveSearch(CellSearch):
    """Searches over legal moves, none of them taken for a bomb.

    `penalty` times the most that the opponent could score next is taken off at the horizon; with
    `prune`, cells about which nothing is known are left out while there are others.
    """

    def __init__(
        self, position: Scratch, clock: Clock, *, penalty: float = 1.0, prune: bool = False
    ) -> None:
        super().__init__(position, clock)
        self._penalty = penalty
        # What is known of a cell stays known, so a search may forget about it once all are.
        self._prune = prune and any(map(self._is_unknown, bit_list(position.empty)))

    def options(self) -> Iterable[Option]:
        """Give the legal moves, cell by cell."""
        candidates = self.position.candidates
        return ((cell, bit) for cell in self.cells() for bit in single_bits(candidates(cell)))

    def cells(self) -> list[int]:
        """Order the mover's cells, without those that are pruned."""
        cells = super().cells()
        if not self._prune:
            return cells
        return [cell for cell in cells if not self._is_unknown(cell)] or cells

    def horizon(self) -> float:
        """Judge a position by what the mover can score at once."""
        return self._penalty * super().horizon() if self._penalty else 0.0

    def _is_unknown(self, cell: int) -> bool:
        return self.position.candidates(cell) == self.position.tables.every


class TableSearch(Remembering[Scratch], CellSearch):
    """Searches over cells with a table.

    What can still be scored depends on the empty cells and, but for classic play, on who may play
    on which; never on how they came about.
    """

    foresight = 1

    def options(self) -> Iterable[Option]:
        """Give the cells, the one first that was preferred before."""
        return self.preferred_first([(cell, 0) for cell in self.cells()])

    def key(self) -> object:
        """Give the empty cells, and those of them on which each player may play."""
        position = self.position
        if position.open:
            return position.empty
        mine, theirs = position.reach[position.to_move - 1], position.reach[2 - position.to_move]
        return position.empty, mine & position.empty, theirs & position.empty
