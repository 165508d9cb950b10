"""Looks ahead for the champion: which of some moves a search by the tempo law prefers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombe.agents.sudoku.search import CellSearch
from bombe.analysis.tempo import kernel as native
from bombe.solvers import Budget, Meter

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bombe.agents.contract import Clock
    from bombe.agents.search.ground import Option
    from bombe.agents.sudoku.knowledge import Choice, Knowledge
    from bombe.agents.sudoku.scratch import Scratch
    from bombe.boards import Shape

SLICE = 2**17
"""Nodes times cells between two looks at the clock, about 0.5 ms. Each slice is a clock's node."""


class Foresight:
    """A search whose memory is kept between turns."""

    def __init__(self) -> None:
        self._search: native.TempoSearch | None = None
        self._shape: Shape | None = None

    def preferred(self, known: Knowledge, choices: list[Choice], clock: Clock) -> Iterator[Option]:
        """Yield what the search prefers, after every slice."""
        if len(choices) < 2:
            return
        if not native.is_available():
            # That search knows neither skips nor traps, which are in order as they are.
            if not any(choice.is_skip or choice.extra for choice in choices):
                options = [choice.option for choice in choices]
                yield from CellSearch(known.position, clock).deepen(options)
            return
        search = self._search_on(known, choices)
        budget = Budget(nodes=SLICE // known.position.tables.shape.cells)
        is_done = False
        while not is_done:
            clock.spend()
            is_done = search.go_on(Meter(budget))
            yield choices[search.best].option

    def _search_on(self, known: Knowledge, choices: list[Choice]) -> native.TempoSearch:
        shape = known.position.tables.shape
        if self._search is None or self._shape != shape:
            self._search, self._shape = native.TempoSearch(shape), shape
        self._search.begin(_given(known), list(_roots(choices, shape)))
        return self._search


def _roots(choices: Iterable[Choice], shape: Shape) -> Iterator[native.Root]:
    for (cell, bit), is_skip, extra in choices:
        yield native.Root(cell * shape.size + bit.bit_length() - 2, is_skip, extra)


def _given(known: Knowledge) -> native.TempoInput:
    """Tell the kernel the solution and the bombs, if there is one solution; else only cells."""
    position, bombs = known.position, known.bombs
    cells = position.tables.shape.cells
    solution, masks = bytes(cells), [0] * cells
    if known.is_proper:
        solution = bytes(max(0, mask.bit_length() - 1) for mask in bombs.true)
        masks = bombs.masks
    return native.TempoInput(bombs.board.values, solution, masks, _open(position))


def _open(position: Scratch) -> bytes | None:
    """Tell for each cell who may play there: bit 0 the mover, bit 1 the opponent."""
    if position.open:
        return None
    mine, theirs = position.reach[position.to_move - 1], position.reach[2 - position.to_move]
    cells = range(position.tables.shape.cells)
    return bytes((mine >> cell & 1) | (theirs >> cell & 1) << 1 for cell in cells)
