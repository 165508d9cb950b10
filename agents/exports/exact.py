"""Exact endgames for exported agents, on boards with one solution in classic play.

There a bomb disappears when its own cell is filled, or an empty peer that takes its value. Bombs
that disappear by the same fills are worth the same, and two of them cancel: a player who does not
want one to be played answers with the other. So a position is its set of empty cells and, for each
kind of bomb, whether their number is odd.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombe.agents.search.alphabeta import MAX_ENTRIES
from bombe.boards.bits import bit_list, single_bits
from bombe.boards.sudoku.state import POINTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bombe.agents.contract import Clock
    from bombe.agents.search.mutable import Action
    from bombe.agents.sudoku.scratch import Scratch

MOST = 16
"""Most empty cells of an endgame; most of those with fourteen take less than a second."""
_ENDLESS = 10_000


class Endgame:
    """A search to the end of the game, with a table of the positions met on the way."""

    def __init__(
        self, position: Scratch, solution: Sequence[int], bombs: Sequence[int], clock: Clock
    ) -> None:
        self._clock = clock
        self._empty = position.empty
        regions = position.tables.regions
        self._regions = {
            cell: [regions[region] for region in position.tables.regions_of[cell]]
            for cell in bit_list(position.empty)
        }
        self._solution = {cell: solution[cell] for cell in self._regions}
        self._kinds = self._sorted_by_killers(bombs)
        killers = list(self._kinds)
        self._deadly = {
            cell: ~sum(1 << kind for kind, fills in enumerate(killers) if fills >> cell & 1)
            for cell in self._regions
        }
        self._odd = sum(1 << kind for kind, k in enumerate(killers) if len(self._kinds[k]) % 2)
        self._bounds: dict[tuple[int, int], tuple[int, int]] = {}

    def _sorted_by_killers(self, bombs: Sequence[int]) -> dict[int, list[Action]]:
        """Return the bombs by the set of fills that make them disappear."""
        kinds: dict[int, list[Action]] = {}
        for cell, regions in self._regions.items():
            near = (regions[0] | regions[1] | regions[2]) & self._empty
            for bit in single_bits(bombs[cell]):
                fills = sum(1 << c for c in bit_list(near) if self._solution[c] == bit)
                kinds.setdefault(fills | 1 << cell, []).append((cell, bit))
        return kinds

    def best_moves(self) -> Iterator[Action]:
        """Yield better and better moves, at last the best; raise when the clock ends."""
        best = -_ENDLESS
        for move in self._moves(self._empty, self._odd):
            margin = self._after(move, self._empty, self._odd, best, _ENDLESS)
            if margin > best:
                best = margin
                yield self._action(move)

    def margin(self) -> int:
        """Return the best final score difference for the mover from here on."""
        return self._search(self._empty, self._odd, -_ENDLESS, _ENDLESS)

    def _action(self, move: tuple[int, int]) -> Action:
        cell, kind = move
        return list(self._kinds.values())[kind][0] if cell < 0 else (cell, self._solution[cell])

    def _search(self, empty: int, odd: int, alpha: int, beta: int) -> int:
        """Return the margin of a position, or a bound on it if it is outside of the window."""
        if not empty:
            return 0
        low, high = self._bounds.get((empty, odd), (-_ENDLESS, _ENDLESS))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        self._clock.spend()
        best, floor = -_ENDLESS, alpha
        for move in self._moves(empty, odd):
            best = max(best, self._after(move, empty, odd, floor, beta))
            floor = max(floor, best)
            if floor >= beta:
                break
        if len(self._bounds) >= MAX_ENTRIES:
            self._bounds.clear()
        self._bounds[empty, odd] = (
            best if best > alpha else low,
            best if best < beta else high,
        )
        return best

    def _after(self, move: tuple[int, int], empty: int, odd: int, alpha: int, beta: int) -> int:
        cell, kind = move
        if cell < 0:
            return -self._search(empty, odd ^ 1 << kind, -beta, -alpha)
        points = self._points(cell, empty)
        odd &= self._deadly[cell]
        return points - self._search(empty ^ 1 << cell, odd, points - beta, points - alpha)

    def _points(self, cell: int, empty: int) -> int:
        last = 1 << cell
        return POINTS[sum(empty & region == last for region in self._regions[cell])]

    def _moves(self, empty: int, odd: int) -> list[tuple[int, int]]:
        """Return fills as (cell, 0) and skips as (-1, kind), those that keep the tempo first."""
        skips = [(-1, kind) for kind in bit_list(odd)]
        fills = [(cell, 0) for cell in bit_list(empty)]
        if empty.bit_count() % 2:
            deadly = self._deadly
            fills.sort(
                key=lambda fill: (
                    (odd & deadly[fill[0]]).bit_count() % 2,
                    -self._points(fill[0], empty),
                )
            )
            return fills + skips
        fills.sort(key=lambda fill: -self._points(fill[0], empty))
        return skips + fills if len(skips) % 2 else fills + skips
