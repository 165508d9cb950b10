"""Nimstring: who has to open the first long chain, as the value of a nim heap.

Nimstring is Dots and Boxes without the score: a player who completes a box moves again, and a
player who cannot move loses. Its winner can keep control in Dots and Boxes: the opponent has to
open the first long chain. A position without boxes to take is worth a nim heap, by the mex rule
over the moves that are not loony; parts without a common box add up like heaps.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from bombe.analysis.dots.captures import captures_of
from bombe.boards.bits import bits_of
from bombe.boards.errors import OutOfBudgetError
from bombe.solvers.budget import as_meter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.boards.dots.state import DotsState, Grid
    from bombe.solvers.budget import BudgetLike

DEEPEST = 150
"""The depth limit of the search, in lines; Python's stack has room for a few more."""


class Nimstring:
    """The values of the positions of one grid, each part computed once.

    `free` is the set of undrawn lines. A value of None means loony: the player who moves there
    chooses who moves next, and therefore wins whatever else is left.
    """

    def __init__(self, grid: Grid, budget: BudgetLike = None) -> None:
        self.grid = grid
        self.meter = as_meter(budget)
        self._known: dict[int, int | None] = {}
        self._depth = 0
        self._twins = tuple(_twins(grid))

    def value(self, free: int) -> int | None:
        """Return the heap that a position is worth; raise OutOfBudgetError if it takes too long."""
        total = 0
        for part in parts(self.grid, free):
            heap = self._part(part)
            if heap is None:
                return None
            total ^= heap
        return total

    def _part(self, free: int) -> int | None:
        free = self._settled(free)
        if free not in self._known:
            self.meter.spend()
            self._known[free] = self._compute(free)
        return self._known[free]

    def _settled(self, free: int) -> int:
        """Keep the first free line of those from one box to the ground, which are equivalent."""
        for first, both in self._twins:
            if free & both == both ^ first:
                free ^= both
        return free

    def _compute(self, free: int) -> int | None:
        found = captures_of(self.grid, free)
        if found.may_leave:
            return None
        # Captures are free here: every move that was possible before is still possible after.
        return self.value(found.rest) if found.boxes else self._mex(free)

    def _mex(self, free: int) -> int:
        """Return the least heap that no move leads to."""
        if self._depth == DEEPEST:
            raise OutOfBudgetError(
                f"the search reached its depth limit of {DEEPEST} lines: give a smaller position"
            )
        self._depth += 1
        try:
            options = {self.value(after) for after in self._options(free)}
        finally:
            self._depth -= 1
        return next(heap for heap in range(len(options) + 1) if heap not in options)

    def _options(self, free: int) -> Iterator[int]:
        """Yield the positions after moves that are not loony; no box can be taken before them."""
        seen = set()
        for edge in bits_of(free):
            after = free & ~(1 << edge)
            if not captures_of(self.grid, after, self.grid.boxes_of[edge]).may_leave:
                seen.add(self._settled(after))
        yield from seen


def _twins(grid: Grid) -> Iterator[tuple[int, int]]:
    """Yield each pair of lines from one box to the ground, as masks: the first, and both."""
    for sides in grid.box_edges:
        rim = [edge for edge in bits_of(sides) if len(grid.boxes_of[edge]) == 1]
        for first, second in itertools.combinations(rim, 2):
            yield 1 << first, 1 << first | 1 << second


def parts(grid: Grid, free: int) -> list[int]:
    """Split a set of undrawn lines into parts that have no box in common."""
    found: list[int] = []
    for sides in grid.box_edges:
        part = sides & free
        if part:
            apart = [other for other in found if not other & part]
            for other in found:
                if other & part:
                    part |= other
            found = [*apart, part]
    return found


def nimber(state: DotsState, budget: BudgetLike = None) -> int | None:
    """Return the nimstring value of a position, None if loony; raise if the budget runs out."""
    return Nimstring(state.grid, budget).value(state.grid.all_edges & ~state.edges)
