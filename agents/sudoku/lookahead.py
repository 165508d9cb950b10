"""The champion's search: which of some moves is best by the tempo law a few moves ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombe.agents.sudoku.search import CellSearch
from bombe.analysis.tempo import kernel as native
from bombe.solvers import Budget, Meter

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bombe.agents.contract import Clock
    from bombe.agents.search.mutable import Action
    from bombe.agents.sudoku.knowledge import Choice, Knowledge
    from bombe.agents.sudoku.scratch import Scratch
    from bombe.boards import Shape

SLICE = 2**17
"""Nodes times cells between two checks of the clock, about 0.5 ms; a slice is a clock's node."""


class Lookahead:
    """A search whose table is kept between turns."""

    def __init__(self) -> None:
        self._search: native.TempoSearch | None = None
        self._shape: Shape | None = None

    def preferred(self, known: Knowledge, choices: list[Choice], clock: Clock) -> Iterator[Action]:
        """Yield the action that the search prefers after each slice."""
        if len(choices) < 2:
            return
        if not native.is_available():
            # That search supports neither skips nor swindles, which are already in order.
            if not any(choice.is_skip or choice.bonus for choice in choices):
                actions = [choice.action for choice in choices]
                yield from CellSearch(known.position, clock).deepen(actions)
            return
        search = self._search_on(known, choices)
        budget = Budget(nodes=SLICE // known.position.tables.shape.cells)
        is_done, nodes = False, 0
        while not is_done:
            clock.spend()
            meter = Meter(budget)
            is_done = search.go_on(meter)
            nodes += meter.nodes
            clock.note(depth=search.depth - (not is_done), nodes=nodes)
            yield choices[search.best].action

    def _search_on(self, known: Knowledge, choices: list[Choice]) -> native.TempoSearch:
        shape = known.position.tables.shape
        if self._search is None or self._shape != shape:
            self._search, self._shape = native.TempoSearch(shape), shape
        self._search.begin(_tempo_input(known), list(_roots(choices, shape)))
        return self._search


def _roots(choices: Iterable[Choice], shape: Shape) -> Iterator[native.Root]:
    for (cell, bit), is_skip, bonus in choices:
        yield native.Root(cell * shape.size + bit.bit_length() - 2, is_skip, bonus)


def _tempo_input(known: Knowledge) -> native.TempoInput:
    """Return the position for the kernel; solution and bombs only if the solution is unique."""
    position, bombs = known.position, known.bombs
    cells = position.tables.shape.cells
    solution, masks = bytes(cells), [0] * cells
    if known.is_proper:
        solution = bytes(max(0, mask.bit_length() - 1) for mask in bombs.true)
        masks = bombs.masks
    return native.TempoInput(bombs.board.values, solution, masks, players_by_cell(position))


def players_by_cell(position: Scratch) -> bytes | None:
    """Return who may play on each cell: bit 0 the mover, bit 1 the opponent; None if all may."""
    if position.is_unrestricted:
        return None
    mine, theirs = position.reach[position.to_move - 1], position.reach[2 - position.to_move]
    cells = range(position.tables.shape.cells)
    return bytes((mine >> cell & 1) | (theirs >> cell & 1) << 1 for cell in cells)
