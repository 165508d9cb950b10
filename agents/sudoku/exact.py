"""Exact play for an agent: a table that is kept between turns, worked on in slices of a turn."""

from __future__ import annotations

import contextlib
import math
from typing import TYPE_CHECKING

from bombe.agents.sudoku.knowledge import Habits
from bombe.agents.sudoku.solution import budget_of
from bombe.analysis.endgame import kernel as native
from bombe.analysis.endgame.margins import Table
from bombe.boards import Rules
from bombe.boards.errors import BombeError
from bombe.solvers import Budget, Meter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.agents.contract import Clock
    from bombe.agents.sudoku.knowledge import Knowledge
    from bombe.analysis.endgame.margins import EndgameValue
    from bombe.boards import Move, SudokuState

FEWEST_LOW, MOST_LOW = 5, 8
"""A node of a table holds all subsets of so many cells; fewer where there are many bombs."""
SLICE = 2**13 if native.is_available() else 2**7
"""Nodes between two looks at the clock: a few milliseconds. Each slice is a node of the clock."""
MOST_NODES = 8 * SLICE
"""Nodes of a slice of a search, which begins again each time, with what its table remembers."""
MOST_SEARCHED, MOST_PLAIN = 18, 10
"""Empty cells up to which it begins a search, and anything without the native kernel."""


class Exact:
    """The endgame of a game; `proven` is the final margin that the last turn showed to be sure."""

    def __init__(self, solver: str, memory: int) -> None:
        self._solver, self._memory = solver, memory
        self._table: Table | None = None
        self._whole = self._left = math.inf
        self.proven: int | None = None

    @property
    def is_filled(self) -> bool:
        """Whether there is a table in which positions are looked up, in no time."""
        return self._table is not None and self._table.is_filled

    def recall(self, state: SudokuState) -> Move | None:
        """Give a best move if the work of earlier turns tells one soon."""
        was_proven, self.proven = self.proven is not None, None
        table = self._table
        if table is None or not table.covers(state):
            self._table, self._left = None, math.inf
            return None
        is_of_use = table.is_filled or was_proven or not _is_looked_up(table)
        return self._choice(state, Budget(nodes=MOST_NODES)) if is_of_use else None

    @property
    def is_foreseen(self) -> bool:
        """Whether it can be told how long the work takes."""
        return self._rest < math.inf

    def needed(self, known: Knowledge, rules: Rules) -> float:
        """Estimate the slices that it takes to know a best move; for a search nobody knows."""
        if not native.is_available():
            return 0 if known.empties <= MOST_PLAIN else math.inf
        if known.is_proper and rules is Rules.CLASSIC:
            slices = _slices(known)
            fits = slices * SLICE * 2 ** _low_cells(known) < self._memory
            return min(self._rest, slices if fits else math.inf)
        return 0 if known.empties <= MOST_SEARCHED else math.inf

    def moves(self, state: SudokuState, known: Knowledge, clock: Clock) -> Iterator[Move | None]:
        """Work until a best move is known, and yield it; None after each slice before.

        Where no move wins, those come next that the opponent is most likely to answer wrongly.
        """
        if self._begin(state, known, clock):
            yield from self._filled(clock)
            nodes = SLICE
            while self.proven is None and not clock.is_over:
                clock.spend()
                yield self._choice(state, Budget(nodes=nodes))
                nodes = min(2 * nodes, MOST_NODES)
        yield from self.traps(state, clock)

    @property
    def _rest(self) -> float:
        """The slices after which the table of an earlier turn is full.

        A late one is held to need as much again, three times over; then nobody knows.
        """
        if self._left > 0:
            return self._left
        return self._whole if self._left > -3 * self._whole else math.inf

    def _begin(self, state: SudokuState, known: Knowledge, clock: Clock) -> bool:
        """Make a table, unless that of an earlier turn will do."""
        is_looked_up = known.is_proper and state.rules is Rules.CLASSIC
        slices = _slices(known) if is_looked_up else math.inf
        # What is searched goes on with what it remembers; but looking up is faster.
        if self._table is None or slices < self._rest:
            self._table = None
            clock.spend()
            with contextlib.suppress(BombeError, OSError):
                meter = Meter(budget_of(clock))
                self._table = Table(state, memory=self._memory, solver=self._solver, budget=meter)
                self._whole = self._left = slices
        return self._table is not None

    def _filled(self, clock: Clock) -> Iterator[None]:
        """Fill the table as far as its memory goes."""
        meter = Meter(Budget(nodes=0))
        while self._table and meter.nodes_left == 0:
            clock.spend()
            meter = Meter(Budget(nodes=SLICE))
            self._table.fill(meter)
            self._left -= 1
            yield

    def _choice(self, state: SudokuState, budget: Budget) -> Move | None:
        """Give the best move if all values are known, or one that is sure to win the game."""
        values = self._values(state, budget)
        if not values:
            return None
        best = max(values, key=lambda value: value.low)
        final = lead(state) + best.low
        if final <= 0 and not all(value.exact for value in values):
            return None
        self.proven = final
        return best.move

    def _values(self, state: SudokuState, budget: Budget) -> tuple[EndgameValue, ...]:
        """Ask the table; nothing where it refuses to answer."""
        with contextlib.suppress(BombeError):
            if self._table:
                return self._table.values(state, budget)
        return ()

    def traps(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        """Yield better and better moves of a game that is solved, not won: replies may be wrong."""
        if self.proven is None or self.proven > 0:
            return
        habits, highest = Habits.of(state), -1.0
        result = _sign(self.proven)
        values = self._values(state, Budget(nodes=SLICE))
        for value in sorted(values, key=lambda value: value.low, reverse=True):
            if clock.is_over or _sign(lead(state) + value.low) < result:
                return
            clock.spend()
            chance = self._chance(state, value, result, habits)
            if chance > highest:
                highest = chance
                yield value.move

    def _chance(
        self, state: SudokuState, value: EndgameValue, result: int, habits: Habits
    ) -> float:
        """Guess how likely it is that the reply to a move makes the result better."""
        after = state.play(value.move) if value.kind == "fill" else state.reject(value.move)
        if after.is_over or after.to_move == state.to_move:
            return 0.0
        skips: list[bool] = []
        fills: list[tuple[int, bool]] = []
        for reply in self._values(after, Budget(nodes=SLICE)):
            is_error = _sign(-lead(after) - reply.high) > result
            if reply.kind == "skip":
                skips.append(is_error)
            else:
                fills.append((after.points(reply.move), is_error))
        share = habits.even if after.board.values.count(0) % 2 == 0 else habits.odd
        return _mixed(skips, fills, share if skips else 0.0)


def lead(state: SudokuState) -> int:
    """Give the mover's score less the opponent's."""
    first, second = state.scores
    return first - second if state.to_move == 1 else second - first


def _is_looked_up(table: Table) -> bool:
    """Tell whether the positions of an endgame can be looked up, and need no search."""
    return len(table.solutions) == 1 and table.start.rules is Rules.CLASSIC


def _slices(known: Knowledge) -> float:
    """Estimate the slices that fill a table.

    A bomb is alive in one of eight sets of its cells, or fewer; where there are many they share
    cells. Counts of tables from 2x3 to 4x4 are met within a factor of 3.
    """
    empties, bombs = known.empties, known.count
    sets = 2.0 ** max(empties - _low_cells(known), 0)
    return float(sets * 1.125 ** (bombs + 1.3 * bombs**2 / empties)) / SLICE


def _low_cells(known: Knowledge) -> float:
    """Estimate how many cells the nodes of a table are about, as measured on such boards."""
    crowd = max(0.0, known.count / known.empties - 0.38)
    return max(FEWEST_LOW, MOST_LOW - 16 * crowd)


def _mixed(skips: list[bool], fills: list[tuple[int, bool]], share: float) -> float:
    """Weigh errors: half of the fills at random, half of them for the most points at once."""
    most = max((points for points, _ in fills), default=0)
    greedy = [is_error for points, is_error in fills if points == most]
    by_fill = (_mean(greedy) + _mean([is_error for _, is_error in fills])) / 2
    return share * _mean(skips) + (1 - share) * by_fill


def _mean(errors: list[bool]) -> float:
    return sum(errors) / max(1, len(errors))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
