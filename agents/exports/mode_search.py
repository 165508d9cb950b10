"""The search of an exported champion where not every cell is open to both players.

It plays a solution's values on cells and, as skips, bombs. A position is the set of empty cells,
those on which the mover and its opponent may play now, and the bombs that are left. `ReachSearch`
looks some moves ahead and then asks who claims which cells; with `to_end` it looks to the end of
the game, and its values are exact on boards with one solution.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombe.agents.search.alphabeta import MAX_DEPTH, MAX_ENTRIES
from bombe.agents.sudoku.claims import claims
from bombe.analysis.reach.cells import cell_grid
from bombe.boards.bits import bit_list, single_bits
from bombe.boards.sudoku.state import POINTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bombe.agents.contract import Clock
    from bombe.agents.search.mutable import Action
    from bombe.agents.sudoku.scratch import Scratch

MOST_TO_END = 12
"""The most empty cells of a search to the end; with more, some moves ahead are of more use."""
REGION, ALONE = 1.6, 2.0
"""The points that an open region still gives to who fills last in it; if one player is left."""
STEEP, PRIVATE, TURN = 0.25, 0.5, 0.5
"""How soon more cells decide who fills last; what a private cell adds; the cells of a turn."""
_ENDLESS = 10_000.0
_NONE = 1 << 30
"""No move: others are cells, or ~ the number of a bomb."""


class ReachSearch:
    """A search on one position; `values` has the bit of a value for each cell.

    `bombs` has the values of the usable bombs for each cell; none where they are not known.
    """

    def __init__(
        self,
        position: Scratch,
        values: Mapping[int, int],
        bombs: Mapping[int, int],
        clock: Clock,
        *,
        to_end: bool = False,
    ) -> None:
        tables, empty = position.tables, position.empty
        self._grid, self._neighbours = cell_grid(tables.shape), tables.neighbours
        self._clock, self._values, self._to_end = clock, values, to_end
        self._step = 0 if to_end else 1
        self._start = (
            empty,
            empty & position.reach[position.to_move - 1],
            empty & position.reach[2 - position.to_move],
        )
        self._open = [region for region in tables.regions if region & empty]
        regions = tables.regions
        self._regions = {
            cell: (regions[a], regions[b], regions[c])
            for cell, (a, b, c) in enumerate(tables.regions_of)
            if empty >> cell & 1
        }
        self._pot = REGION * len(self._open)
        self._table: dict[tuple[int, int, int, int], tuple[int, float, float, int]] = {}
        self._sort_bombs(bombs)

    def _sort_bombs(self, bombs: Mapping[int, int]) -> None:
        """Number the bombs, those of a cell that the same fills remove one after the other."""
        empty, values = self._start[0], self._values
        found: list[tuple[int, int, int]] = []
        for cell, (a, b, c) in self._regions.items():
            near = (a | b | c) & empty
            for bit in single_bits(bombs.get(cell, 0)):
                fills = sum(1 << peer for peer in bit_list(near) if values.get(peer) == bit)
                found.append((cell, fills | 1 << cell, bit))
        found.sort()
        self._bombs = [(cell, bit) for cell, _, bit in found]
        self._alive = (1 << len(found)) - 1
        self._staying = {
            cell: ~sum(1 << k for k, (_, fills, _) in enumerate(found) if fills >> cell & 1)
            for cell in self._regions
        }
        # The bombs of a cell, and whether the bomb before each is as good as it.
        self._of_cell: dict[int, int] = {}
        self._alike = 0
        for k, (cell, fills, _) in enumerate(found):
            self._of_cell[cell] = self._of_cell.get(cell, 0) | 1 << k
            if k and found[k - 1][:2] == (cell, fills):
                self._alike |= 1 << k

    def deepen(self, preferred: Action | None = None, most: int = MAX_DEPTH) -> Iterator[Action]:
        """Yield better and better moves, looking up to `most` moves ahead.

        Of equal moves the `preferred` one is best. A search to the end has one round.
        """
        at = (*self._start, self._alive)
        moves = self._moves(at, _NONE)
        moves.sort(key=lambda move: self._action(move) != preferred)
        for depth in range(1, 2 if self._to_end else min(most, len(self._regions)) + 1):
            best, values = -_ENDLESS, dict[int, float]()
            for move in moves:
                values[move] = self._after(move, at, depth - self._step, best, _ENDLESS)
                if values[move] > best:
                    best = values[move]
                    yield self._action(move)
            moves.sort(key=values.__getitem__, reverse=True)

    def margin(self) -> float:
        """Return the margin of the position, if the search is one to the end."""
        return self._value((*self._start, self._alive), 1, -_ENDLESS, _ENDLESS)

    def _action(self, move: int) -> Action:
        """Return the fill of a cell, or the bomb of a skip, which is ~ its number."""
        return self._bombs[~move] if move < 0 else (move, self._values[move])

    def _skips(self, mine: int, theirs: int, alive: int) -> list[int]:
        """Return the skips to try: to the end all that differ, otherwise one."""
        if not alive or not theirs:
            return []
        usable = 0
        for cell in bit_list(mine):
            usable |= self._of_cell.get(cell, 0)
        usable &= alive
        if not self._to_end:
            return [~(usable.bit_length() - 1)] if usable else []
        # Of bombs that are alike the last is played first, so that positions are the same.
        return [~k for k in bit_list(usable & ~((usable & self._alike) >> 1))]

    def _after(
        self, move: int, at: tuple[int, int, int, int], depth: int, alpha: float, beta: float
    ) -> float:
        """Return the value of a position after a move, for the player who moved."""
        empty, mine, theirs, alive = at
        if move < 0:
            return -self._value((empty, theirs, mine, alive ^ 1 << ~move), depth, -beta, -alpha)
        last = 1 << move
        a, b, c = self._regions[move]
        points = POINTS[(empty & a == last) + (empty & b == last) + (empty & c == last)]
        empty ^= last
        mine, theirs = (mine | self._neighbours[move]) & empty, theirs & empty
        alive &= self._staying[move]
        alpha, beta = alpha - points, beta - points
        if theirs:
            return points - self._value((empty, theirs, mine, alive), depth, -beta, -alpha)
        if mine and self._to_end:
            return points + self._value((empty, mine, theirs, alive), depth, alpha, beta)
        return points + (self._alone(empty, mine) if mine else 0)

    def _value(self, at: tuple[int, int, int, int], depth: int, alpha: float, beta: float) -> float:
        """Return the value for the mover: exact as far as the search goes, or a bound outside."""
        self._clock.spend()
        if depth <= 0:
            return self._estimate(*at[:3])
        known, low, high, first = self._table.get(at, (0, -_ENDLESS, _ENDLESS, _NONE))
        if known >= depth:
            if low >= beta or low == high:
                return low
            if high <= alpha:
                return high
        best, floor, preferred = -_ENDLESS, alpha, _NONE
        for move in self._moves(at, first):
            value = self._after(move, at, depth - self._step, floor, beta)
            if value > best:
                best, preferred = value, move
                floor = max(floor, best)
                if floor >= beta:
                    break
        if len(self._table) >= MAX_ENTRIES:
            self._table.clear()
        low, high = (best if best > alpha else -_ENDLESS), (best if best < beta else _ENDLESS)
        self._table[at] = depth, low, high, preferred
        return best

    def _moves(self, at: tuple[int, int, int, int], first: int) -> list[int]:
        """Return the moves: most points first, those that give points away last, then skips."""
        empty, mine, theirs, alive = at
        ranked = []
        for cell in bit_list(mine):
            last, rank = 1 << cell, 2 * (theirs >> cell & 1)
            for region in self._regions[cell]:
                rest = region & empty ^ last
                if not rest & (rest - 1):
                    rank += -3 if rest else 20
            ranked.append((-rank, cell))
        ranked.sort()
        moves = [cell for _, cell in ranked] + self._skips(mine, theirs, alive)
        if first != _NONE:
            moves.remove(first)
            moves.insert(0, first)
        return moves

    def _alone(self, empty: int, mine: int) -> float:
        """Estimate the points of a player who fills alone from here on."""
        lost = empty & ~self._grid.flood(mine, empty)
        return ALONE * sum(1 for region in self._open if region & empty and not region & lost)

    def _estimate(self, empty: int, mine: int, theirs: int) -> float:
        """Estimate the value for the mover: who claims more cells fills last, and scores."""
        claimed, counterclaimed, ever, counter = claims(self._grid, empty, mine, theirs)
        private = (ever & ~counter).bit_count() - (counter & ~ever).bit_count()
        lead = claimed.bit_count() - counterclaimed.bit_count() + PRIVATE * private + TURN
        return self._pot * STEEP * lead / (1 + abs(STEEP * lead)) + self._best_points(empty, mine)

    def _best_points(self, empty: int, mine: int) -> int:
        """Return the most points that the mover can score at once."""
        most = 0
        for region in self._open:
            last = region & empty
            if last & mine and not last & (last - 1):
                a, b, c = self._regions[last.bit_length() - 1]
                completed = (empty & a == last) + (empty & b == last) + (empty & c == last)
                most = max(most, POINTS[completed])
        return most
