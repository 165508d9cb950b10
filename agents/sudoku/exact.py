"""Exact endgames for an agent: a table that is kept between turns and filled in slices."""

from __future__ import annotations

import contextlib
import math
from typing import TYPE_CHECKING

from bombe.agents.sudoku.knowledge import SkipRates
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

MIN_LOW_CELLS, MAX_LOW_CELLS = 5, 8
"""A node of a table holds all subsets of so many cells; fewer where there are many bombs."""
SLICE = 2**13 if native.is_available() else 2**7
"""Nodes between two checks of the clock: a few milliseconds. Each slice is a node of the clock."""
MAX_SEARCH_SLICE = 8 * SLICE
"""The most nodes of a slice of a search, which restarts each time but keeps its table."""
MAX_EMPTIES, MAX_EMPTIES_PURE = 18, 10
"""The most empty cells for a search, and for any solving without the native kernel."""
MAX_EMPTIES_REACH = 24
"""The same for a search in the newer play modes on a board with one solution."""
NODES_PER_PAUSE = 2**11
"""Nodes of a search in the newer play modes that take as long as a slice of the other search."""


class EndgamePlayer:
    """Solves the end of a game. `proven` is the final margin that the last turn proved.

    `pause` is how many slices of another search are due after one that it took itself.
    """

    def __init__(self, solver: str, memory: int) -> None:
        self._solver, self._memory = solver, memory
        self._table: Table | None = None
        self._estimate = self._slices_left = math.inf
        self.proven: int | None = None
        self.pause = 1

    @property
    def is_filled(self) -> bool:
        """Whether there is a full table, in which a position is looked up in no time."""
        return self._table is not None and self._table.is_filled

    def kept_move(self, state: SudokuState, clock: Clock) -> Move | None:
        """Return a best move if the table of earlier turns yields one soon."""
        was_proven, self.proven = self.proven is not None, None
        table = self._table
        if table is None or not table.covers(state):
            self._table, self._slices_left = None, math.inf
            return None
        if state.rules is not Rules.CLASSIC:
            # What is not known by now may take long, and a search for territory does not.
            return self._best_move(state, clock, SLICE) if was_proven else None
        is_useful = table.is_filled or was_proven or not _is_lookup(table)
        return self._best_move(state, clock, MAX_SEARCH_SLICE) if is_useful else None

    @property
    def has_estimate(self) -> bool:
        """Whether the slices that it needs can be estimated."""
        return self._remaining < math.inf

    def estimated_slices(self, known: Knowledge, rules: Rules) -> float:
        """Estimate the slices until a best move is known; 0 for a search, which has no estimate."""
        if not native.is_available():
            return 0 if known.empties <= MAX_EMPTIES_PURE else math.inf
        if known.is_proper and rules is Rules.CLASSIC:
            slices = _slices(known)
            fits = slices * SLICE * 2 ** _low_cells(known) < self._memory
            return min(self._remaining, slices if fits else math.inf)
        is_reach = known.is_proper and rules is not Rules.CLASSIC
        most = MAX_EMPTIES_REACH if is_reach else MAX_EMPTIES
        return 0 if known.empties <= most else math.inf

    def moves(self, state: SudokuState, known: Knowledge, clock: Clock) -> Iterator[Move | None]:
        """Work until a best move is known, and yield it; yield None after each slice before.

        If no move wins, yield those next that the opponent is most likely to answer wrongly.
        """
        self.pause = 1
        if self._prepare_table(state, known, clock):
            yield from self._fill_table(clock)
            nodes = SLICE
            while self.proven is None and not clock.is_over:
                clock.spend()
                if state.rules is not Rules.CLASSIC:
                    self.pause = nodes // NODES_PER_PAUSE
                yield self._best_move(state, clock, nodes)
                nodes = min(2 * nodes, MAX_SEARCH_SLICE)
        yield from self.swindles(state, clock)

    @property
    def _remaining(self) -> float:
        """The estimated slices until the table of an earlier turn is full.

        When the estimate is used up it is renewed, three times; after that there is none.
        """
        if self._slices_left > 0:
            return self._slices_left
        return self._estimate if self._slices_left > -3 * self._estimate else math.inf

    def _prepare_table(self, state: SudokuState, known: Knowledge, clock: Clock) -> bool:
        """Make a table, unless that of an earlier turn is as good; return whether there is one."""
        is_lookup = known.is_proper and state.rules is Rules.CLASSIC
        slices = _slices(known) if is_lookup else math.inf
        # A search goes on with the table that it has; but a lookup is faster.
        if self._table is None or slices < self._remaining:
            self._table = None
            clock.spend()
            with contextlib.suppress(BombeError, OSError):
                meter = Meter(budget_of(clock))
                self._table = Table(state, memory=self._memory, solver=self._solver, budget=meter)
                self._estimate = self._slices_left = slices
        return self._table is not None

    def _fill_table(self, clock: Clock) -> Iterator[None]:
        """Fill the table as far as its memory allows, yielding after each slice."""
        meter = Meter(Budget(nodes=0))
        while self._table and meter.nodes_left == 0:
            clock.spend()
            meter = Meter(Budget(nodes=SLICE))
            self._table.fill(meter)
            self._slices_left -= 1
            yield

    def _best_move(self, state: SudokuState, clock: Clock, nodes: int) -> Move | None:
        """Return the best move if all values are known, or one that is sure to win the game."""
        values = self._values(state, Budget(seconds=clock.seconds_left, nodes=nodes))
        # What is known when the turn is over is not proposed any more, and so not proven.
        if not values or clock.seconds_left == 0:
            return None
        best = max(values, key=lambda value: value.low)
        final = lead(state) + best.low
        if final <= 0 and not all(value.exact for value in values):
            return None
        self.proven = final
        return best.move

    def _values(self, state: SudokuState, budget: Budget) -> tuple[EndgameValue, ...]:
        """Return the values of the moves; none if the table cannot answer."""
        with contextlib.suppress(BombeError):
            if self._table:
                return self._table.values(state, budget)
        return ()

    def swindles(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        """Yield moves that make an error ever more likely, in a game that is solved but not won."""
        if self.proven is None or self.proven > 0:
            return
        rates, highest = SkipRates.of(state), -1.0
        result = _sign(self.proven)
        values = self._values(state, Budget(nodes=SLICE))
        for value in sorted(values, key=lambda value: value.low, reverse=True):
            if clock.is_over or _sign(lead(state) + value.low) < result:
                return
            clock.spend()
            chance = self._error_chance(state, value, result, rates)
            if chance > highest:
                highest = chance
                yield value.move

    def _error_chance(
        self, state: SudokuState, value: EndgameValue, result: int, rates: SkipRates
    ) -> float:
        """Estimate the probability that the reply to a move improves the result."""
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
        skip_rate = rates.even if after.board.values.count(0) % 2 == 0 else rates.odd
        return _error_rate(skips, fills, skip_rate if skips else 0.0)


def lead(state: SudokuState) -> int:
    """Return the mover's score less the opponent's."""
    first, second = state.scores
    return first - second if state.to_move == 1 else second - first


def _is_lookup(table: Table) -> bool:
    """Return whether the positions of a table are looked up rather than searched."""
    return len(table.solutions) == 1 and table.start.rules is Rules.CLASSIC


def _slices(known: Knowledge) -> float:
    """Estimate the slices that fill a table.

    A bomb is usable in one of eight subsets of its cells, or fewer; many bombs share cells. On
    boards from 2x3 to 4x4 the estimate is within a factor of 3 of the number counted.
    """
    empties, bombs = known.empties, known.bomb_count
    sets = 2.0 ** max(empties - _low_cells(known), 0)
    return float(sets * 1.125 ** (bombs + 1.3 * bombs**2 / empties)) / SLICE


def _low_cells(known: Knowledge) -> float:
    """Estimate how many cells the subsets in a node of the table range over, as measured."""
    density = max(0.0, known.bomb_count / known.empties - 0.38)
    return max(MIN_LOW_CELLS, MAX_LOW_CELLS - 16 * density)


def _error_rate(skips: list[bool], fills: list[tuple[int, bool]], skip_rate: float) -> float:
    """Return the share of errors; of the fills half are random, half the most points at once."""
    most = max((points for points, _ in fills), default=0)
    greedy = [is_error for points, is_error in fills if points == most]
    by_fill = (_mean(greedy) + _mean([is_error for _, is_error in fills])) / 2
    return skip_rate * _mean(skips) + (1 - skip_rate) * by_fill


def _mean(errors: list[bool]) -> float:
    return sum(errors) / max(1, len(errors))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
