"""What an agent knows of a position: safe moves and bombs told apart, and what the tempo law asks.

The law (analysis/tempo/law.py): with E empty cells and B usable bombs the mover has the tempo
unless both are even. He keeps it by a skip where E is even, by a fill that leaves B even
where E is odd.
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
    from bombe.agents.search.ground import Option
    from bombe.agents.sudoku.scratch import Scratch
    from bombe.boards import SudokuState
    from bombe.solvers import Solver, TrueCandidates

ERROR = 8.0
"""What it is worth in points that the opponent errs: about the last cell and the one before."""

MOST_FILLS = 400
"""Fills that score nothing and give nothing away, of which so many are looked at."""


class Choice(NamedTuple):
    """A move to choose from; `extra` are points that a search cannot see, those of a trap."""

    option: Option
    is_skip: bool = False
    extra: int = 0


class Pots:
    """The usable bombs of a board with one solution: for each value a set of cells."""

    def __init__(self, cells_of: list[int], peers: Sequence[int]) -> None:
        self._cells_of, self._peers = cells_of, peers

    @classmethod
    def of(cls, bombs: UsableBombs, position: Scratch) -> Pots:
        """Sort the bombs by value."""
        tables = position.tables
        cells_of = [0] * (tables.shape.size + 1)
        for cell in bit_list(position.empty):
            for bit in single_bits(bombs.masks[cell]):
                cells_of[bit.bit_length() - 1] |= 1 << cell
        regions = tables.regions
        return cls(
            cells_of, [regions[a] | regions[b] | regions[c] for a, b, c in tables.regions_of]
        )

    def killed(self, fill: Option) -> int:
        """Count the bombs that a fill kills: those on its cell, and those of its value near it."""
        cell, bit = fill
        near = self._cells_of[bit.bit_length() - 1] & self._peers[cell]
        return near.bit_count() + sum(cells >> cell & 1 for cells in self._cells_of)

    def after(self, fill: Option) -> Pots:
        """Give the bombs that a fill leaves."""
        cell, bit = fill
        left = [cells & ~(1 << cell) for cells in self._cells_of]
        left[bit.bit_length() - 1] &= ~self._peers[cell]
        return Pots(left, self._peers)


class Habits(NamedTuple):
    """How often the opponent will skip, where the number of empty cells is even and odd."""

    even: float
    odd: float

    @classmethod
    def of(cls, state: SudokuState) -> Habits:
        """Count in the history of the game; before there is one, skips are held to be rare."""
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
    """A position with its legal moves told apart: `fills` and `skips`, E and B.

    It plays on the `position` to look ahead, and takes that back.
    """

    def __init__(
        self, state: SudokuState, position: Scratch, truth: TrueCandidates, solver: Solver
    ) -> None:
        self.position, self._solver = position, solver
        self.bombs = bombs = UsableBombs(state.board, state.taboo, truth.true)
        self._habits = Habits.of(state)
        self.is_complete = not any(truth.undecided)
        self.empties, self.count = position.empty.bit_count(), bombs.count
        legal = state.move_masks()
        self.fills = _options(legal, truth.true)
        self.skips = _options(legal, bombs.masks) if self.fills and self.is_complete else []
        self.is_proper = bombs.is_proper and self.is_complete and bool(self.fills)
        self._pots = Pots.of(bombs, position) if self.is_proper else None

    @property
    def wants_skip(self) -> bool:
        """Whether the law asks for a skip, and there is one."""
        return bool(self.skips) and self.empties % 2 == 0 and self.count % 2 == 1

    @property
    def is_lost(self) -> bool:
        """Whether the opponent is known to have the tempo."""
        return self.is_complete and self.empties % 2 == 0 and self.count % 2 == 0

    def ranked(self, rng: random.Random) -> list[Option]:
        """Give fills, those first that gain most points at once; else at random, and not all."""
        position = self.position
        near = position.cells_of_regions(1) | position.cells_of_regions(2)
        far = [fill for fill in self.fills if not near >> fill[0] & 1]
        fills = [fill for fill in self.fills if near >> fill[0] & 1]
        fills += rng.sample(far, min(len(far), MOST_FILLS))
        gains = {cell: self._gain((cell, 0)) for cell in bit_list(near & position.playable)}
        # A fill far from full regions changes nothing: the opponent scores what is there.
        rest = -self._most()
        rng.shuffle(fills)
        return sorted(fills, key=lambda fill: gains.get(fill[0], rest), reverse=True)

    def keepers(self, fills: Iterable[Option], clock: Clock) -> Iterator[Option]:
        """Yield those fills that leave an even number of bombs, while the clock allows it."""
        for fill in fills:
            left = self._left(fill, clock)
            if left is None:
                return
            if left % 2 == 0:
                yield fill

    def traps(self, fills: Iterable[Option], skips: Iterable[Option], clock: Clock) -> list[Choice]:
        """Give moves of a lost position, those first after which the opponent may well err."""
        judged = list(map(self._judged_skip, skips))
        for fill in fills:
            if clock.is_over:
                break
            judged.append(self._judged_fill(fill))
        judged.sort(key=lambda judgement: judgement[0], reverse=True)
        return [choice for _, choice in judged]

    def _gain(self, fill: Option) -> int:
        """Give the points of a fill, less what the opponent can then score at once."""
        position = self.position
        mover = position.to_move
        points = position.play(*fill)
        reply = self._most() if position.to_move != mover else 0
        position.undo()
        return points - reply

    def _most(self) -> int:
        return max(self.position.scoring().values(), default=0)

    def _left(self, fill: Option, clock: Clock) -> int | None:
        """Count the bombs that a fill leaves; None where the clock does not allow it."""
        if self._pots:
            return self.count - self._pots.killed(fill)
        if clock.is_over:
            return None
        clock.spend()
        move = self.position.move(fill)
        after = self.bombs.after(move, self._solver, Meter(budget_of(clock)))
        return None if after is None else after.count

    def _judged_fill(self, fill: Option) -> tuple[float, Choice]:
        """Judge a fill by its points, and by how many replies keep the tempo for the opponent."""
        chance = 0.5
        if self._pots:
            left, after = self.count - self._pots.killed(fill), self._pots.after(fill)
            replies = [reply for reply in self.fills if reply[0] != fill[0]]
            keeping = sum((left - after.killed(reply)) % 2 == 0 for reply in replies)
            chance = 1 - (1 - self._habits.odd) * keeping / max(1, len(replies))
        hope = ERROR * chance
        return self._gain(fill) + hope, Choice(fill, extra=round(hope))

    def _judged_skip(self, skip: Option) -> tuple[float, Choice]:
        """Judge a skip by what it leaves to the opponent, who would have to skip, too."""
        hope = ERROR * (1 - self._habits.even)
        return hope - self._most(), Choice(skip, is_skip=True, extra=round(hope))


def _options(legal: Sequence[int], kind: Sequence[int]) -> list[Option]:
    masks = enumerate(map(int.__and__, legal, kind))
    return [(cell, bit) for cell, mask in masks if mask for bit in single_bits(mask)]
