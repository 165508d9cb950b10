"""What an agent knows of a position: which moves are safe, which are bombs, who has the tempo.

The law (analysis/tempo/law.py): with E empty cells and B usable bombs the mover has the tempo
unless both are even. It is kept by a skip where E is even, by a fill that leaves B even where E is
odd.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bombe.agents.sudoku.solution import budget_of
from bombe.analysis.tempo.effects import UsableBombs
from bombe.boards.bits import bit_list, single_bits
from bombe.solvers import Meter

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable, Iterator, Sequence

    from bombe.agents.contract import Clock
    from bombe.agents.search.mutable import Action
    from bombe.agents.sudoku.scratch import Scratch
    from bombe.boards import SudokuState
    from bombe.solvers import Solver, TrueCandidates

ERROR_POINTS = 8.0
"""The points that an error of the opponent is worth: about the last cell and the one before it."""

MAX_QUIET_FILLS = 400
"""The most fills to consider of those that neither score nor let the opponent score."""


class Choice(NamedTuple):
    """A move to choose from; `bonus` is the points of a swindle, which a search cannot see."""

    action: Action
    is_skip: bool = False
    bonus: int = 0


class BombsByValue:
    """The usable bombs of a board with one solution: for each value a set of cells."""

    def __init__(self, cells_of: list[int], peers: Sequence[int]) -> None:
        self._cells_of, self._peers = cells_of, peers

    @classmethod
    def of(cls, bombs: UsableBombs, position: Scratch) -> BombsByValue:
        """Return the bombs of a position, by value."""
        tables = position.tables
        cells_of = [0] * (tables.shape.size + 1)
        for cell in bit_list(position.empty):
            for bit in single_bits(bombs.masks[cell]):
                cells_of[bit.bit_length() - 1] |= 1 << cell
        regions = tables.regions
        return cls(
            cells_of, [regions[a] | regions[b] | regions[c] for a, b, c in tables.regions_of]
        )

    def removed_by(self, fill: Action) -> int:
        """Count the bombs that a fill removes: those of its cell, and its value on its peers."""
        cell, bit = fill
        near = self._cells_of[bit.bit_length() - 1] & self._peers[cell]
        return near.bit_count() + sum(cells >> cell & 1 for cells in self._cells_of)

    def after(self, fill: Action) -> BombsByValue:
        """Return the bombs that remain after a fill."""
        cell, bit = fill
        left = [cells & ~(1 << cell) for cells in self._cells_of]
        left[bit.bit_length() - 1] &= ~self._peers[cell]
        return BombsByValue(left, self._peers)


class SkipRates(NamedTuple):
    """How often the opponent skips where the number of empty cells is even, and where it is odd."""

    even: float
    odd: float

    @classmethod
    def of(cls, state: SudokuState) -> SkipRates:
        """Estimate the rates from the history of the game; without one, skips count as rare."""
        skips, turns = [1, 1], [4, 8]
        empties = state.board.values.count(0)
        for back, move in enumerate(reversed(state.history)):
            is_skip = move in state.taboo
            empties += not is_skip
            if back % 2 == 0:
                skips[empties % 2] += is_skip
                turns[empties % 2] += 1
        return cls(skips[0] / turns[0], skips[1] / turns[1])


class Knowledge:
    """A position with its legal moves divided into `fills` and `skips`.

    `empties` and `bomb_count` are E and B of the law. To look ahead it plays on `position` and
    undoes its moves.
    """

    def __init__(
        self, state: SudokuState, position: Scratch, truth: TrueCandidates, solver: Solver
    ) -> None:
        self.position, self._solver = position, solver
        self.bombs = bombs = UsableBombs(state.board, state.taboo, truth.true)
        self._skip_rates = SkipRates.of(state)
        self.is_complete = not any(truth.undecided)
        self.empties, self.bomb_count = position.empty.bit_count(), bombs.count
        legal = state.move_masks()
        self.fills = _actions(legal, truth.true)
        self.skips = _actions(legal, bombs.masks) if self.fills and self.is_complete else []
        self.is_proper = bombs.is_proper and self.is_complete and bool(self.fills)
        self._bombs_by_value = BombsByValue.of(bombs, position) if self.is_proper else None

    @property
    def wants_skip(self) -> bool:
        """Whether the law asks for a skip, and there is one."""
        return bool(self.skips) and self.empties % 2 == 0 and self.bomb_count % 2 == 1

    @property
    def is_lost(self) -> bool:
        """Whether the opponent is known to have the tempo."""
        return self.is_complete and self.empties % 2 == 0 and self.bomb_count % 2 == 0

    def ranked_fills(self, rng: random.Random) -> list[Action]:
        """Return fills by the points that they gain at once, ties in random order; not all."""
        position = self.position
        near = position.cells_of_regions(1) | position.cells_of_regions(2)
        far = [fill for fill in self.fills if not near >> fill[0] & 1]
        fills = [fill for fill in self.fills if near >> fill[0] & 1]
        fills += rng.sample(far, min(len(far), MAX_QUIET_FILLS))
        gains = {cell: self._gain((cell, 0)) for cell in bit_list(near & position.playable)}
        # A fill far from full regions changes nothing: the opponent scores what is there.
        quiet_gain = -self._best_points()
        rng.shuffle(fills)
        return sorted(fills, key=lambda fill: gains.get(fill[0], quiet_gain), reverse=True)

    def tempo_keeping(self, fills: Iterable[Action], clock: Clock) -> Iterator[Action]:
        """Yield the fills that leave an even number of bombs, until the clock runs out."""
        for fill in fills:
            left = self.bombs_after(fill, clock)
            if left is None:
                return
            if left % 2 == 0:
                yield fill

    def swindles(
        self, fills: Iterable[Action], skips: Iterable[Action], clock: Clock
    ) -> list[Choice]:
        """Return moves of a lost position, those first that make an error most likely."""
        rated = list(map(self._rated_skip, skips))
        for fill in fills:
            if clock.is_over:
                break
            rated.append(self._rated_fill(fill))
        rated.sort(key=lambda rating: rating[0], reverse=True)
        return [choice for _, choice in rated]

    def _gain(self, fill: Action) -> int:
        """Return the points of a fill, less those that the opponent can then score at once."""
        position = self.position
        mover = position.to_move
        points = position.play(*fill)
        reply = self._best_points() if position.to_move != mover else 0
        position.undo()
        return points - reply

    def _best_points(self) -> int:
        return max(self.position.scoring().values(), default=0)

    def bombs_after(self, fill: Action, clock: Clock) -> int | None:
        """Count the bombs that remain after a fill; None if the clock runs out."""
        if self._bombs_by_value:
            return self.bomb_count - self._bombs_by_value.removed_by(fill)
        if clock.is_over:
            return None
        clock.spend()
        move = self.position.move(fill)
        after = self.bombs.after(move, self._solver, Meter(budget_of(clock)))
        return None if after is None else after.count

    def _rated_fill(self, fill: Action) -> tuple[float, Choice]:
        """Rate a fill by its points, and by how many replies keep the tempo for the opponent."""
        chance = 0.5
        if bombs := self._bombs_by_value:
            left, after = self.bomb_count - bombs.removed_by(fill), bombs.after(fill)
            replies = [reply for reply in self.fills if reply[0] != fill[0]]
            keeping = sum((left - after.removed_by(reply)) % 2 == 0 for reply in replies)
            chance = 1 - (1 - self._skip_rates.odd) * keeping / max(1, len(replies))
        expected = ERROR_POINTS * chance
        return self._gain(fill) + expected, Choice(fill, bonus=round(expected))

    def _rated_skip(self, skip: Action) -> tuple[float, Choice]:
        """Rate a skip by the chance that the opponent does not answer with a skip, as it should."""
        expected = ERROR_POINTS * (1 - self._skip_rates.even)
        rating = expected - self._best_points()
        return rating, Choice(skip, is_skip=True, bonus=round(expected))


def _actions(legal: Sequence[int], wanted: Sequence[int]) -> list[Action]:
    masks = enumerate(map(int.__and__, legal, wanted))
    return [(cell, bit) for cell, mask in masks if mask for bit in single_bits(mask)]
