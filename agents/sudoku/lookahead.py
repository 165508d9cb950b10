"""The champion's searches: deeper and deeper, in slices between which it looks at the clock.

Lookahead         which of some moves is best by the tempo law, in classic play
TerritoryPlayer   who gets which cells, and who fills last, in the newer play modes
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from bombe.agents.sudoku.search import CellSearch
from bombe.analysis.tempo import kernel as tempo
from bombe.analysis.territory import kernel as territory
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


class DeepeningSearch(Protocol):
    """A search in the kernel that goes deeper with every call."""

    @property
    def depth(self) -> int:
        """The moves ahead that it looks at now."""

    def go_on(self, meter: Meter) -> bool:
        """Search on; return whether it has come to the end."""


def slices(search: DeepeningSearch, shape: Shape, clock: Clock) -> Iterator[None]:
    """Yield after each slice of a search, with its depth and nodes noted."""
    budget = Budget(nodes=max(1, SLICE // shape.cells))
    is_done, nodes = False, 0
    while not is_done:
        clock.spend()
        meter = Meter(budget)
        is_done = search.go_on(meter)
        nodes += meter.nodes
        clock.note(depth=search.depth - (not is_done), nodes=nodes)
        yield


class Lookahead:
    """A search by the tempo law whose table is kept between turns."""

    def __init__(self) -> None:
        self._search: tempo.TempoSearch | None = None
        self._shape: Shape | None = None

    def preferred(self, known: Knowledge, choices: list[Choice], clock: Clock) -> Iterator[Action]:
        """Yield the action that the search prefers after each slice."""
        if len(choices) < 2:
            return
        if not tempo.is_available():
            # That search supports neither skips nor swindles, which are already in order.
            if not any(choice.is_skip or choice.bonus for choice in choices):
                actions = [choice.action for choice in choices]
                yield from CellSearch(known.position, clock).deepen(actions)
            return
        search = self._search_on(known, choices)
        for _ in slices(search, known.position.tables.shape, clock):
            yield choices[search.best].action

    def _search_on(self, known: Knowledge, choices: list[Choice]) -> tempo.TempoSearch:
        shape = known.position.tables.shape
        if self._search is None or self._shape != shape:
            self._search, self._shape = tempo.TempoSearch(shape), shape
        self._search.begin(_tempo_input(known), list(_roots(choices, shape)))
        return self._search


def _roots(choices: Iterable[Choice], shape: Shape) -> Iterator[tempo.Root]:
    for (cell, bit), is_skip, bonus in choices:
        yield tempo.Root(cell * shape.size + bit.bit_length() - 2, is_skip, bonus)


def _tempo_input(known: Knowledge) -> tempo.TempoInput:
    """Return the position for the kernel; solution and bombs only if the solution is unique."""
    position, bombs = known.position, known.bombs
    cells = position.tables.shape.cells
    solution, masks = bytes(cells), [0] * cells
    if known.is_proper:
        solution = bytes(max(0, mask.bit_length() - 1) for mask in bombs.true)
        masks = bombs.masks
    return tempo.TempoInput(bombs.board.values, solution, masks, players_by_cell(position))


class TerritoryPlayer:
    """A search for territory whose memory is kept between turns."""

    def __init__(self) -> None:
        self._search: territory.TerritorySearch | None = None
        self._shape: Shape | None = None

    def preferred(self, known: Knowledge, clock: Clock) -> Iterator[Action]:
        """Yield the action that the search prefers after each slice; nothing is a bomb by mistake.

        Needs a position in which the mover has a fill that is known to be safe.
        """
        values = dict(known.fills)
        search = self._search_on(known, values)
        for _ in slices(search, known.position.tables.shape, clock):
            clock.note(value=search.value)
            if found := search.best:
                bombs = known.bombs.masks[found.cell]
                yield found.cell, bombs & -bombs if found.is_skip else values[found.cell]

    def _search_on(self, known: Knowledge, values: dict[int, int]) -> territory.TerritorySearch:
        shape = known.position.tables.shape
        if self._search is None or self._shape != shape:
            self._search, self._shape = territory.TerritorySearch(shape), shape
        self._search.begin(_territory_input(known, values))
        return self._search


def can_search(known: Knowledge) -> bool:
    """Return whether the search knows the play mode, the shape and a safe fill."""
    position = known.position
    if position.is_unrestricted or not known.fills:
        return False
    return territory.is_available(position.tables.shape)


def _territory_input(known: Knowledge, values: dict[int, int]) -> territory.TerritoryInput:
    """Return the position for the kernel; values only where a cell has one true candidate."""
    position, bombs = known.position, known.bombs
    forced = [mask if mask.bit_count() == 1 else 0 for mask in bombs.true]
    cells = range(position.tables.shape.cells)
    return territory.TerritoryInput(
        bombs.board.values,
        bytes(max(0, mask.bit_length() - 1) for mask in forced),
        players_by_cell(position) or b"\3" * len(cells),
        bytes(cell in values for cell in cells),
        bombs.masks if known.is_complete else [0] * len(cells),
    )


def players_by_cell(position: Scratch) -> bytes | None:
    """Return who may play on each cell: bit 0 the mover, bit 1 the opponent; None if all may."""
    if position.is_unrestricted:
        return None
    mine, theirs = position.reach[position.to_move - 1], position.reach[2 - position.to_move]
    cells = range(position.tables.shape.cells)
    return bytes((mine >> cell & 1) | (theirs >> cell & 1) << 1 for cell in cells)
