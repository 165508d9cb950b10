"""The champion's search in the newer play modes: who gets which cells, and who fills last."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombe.agents.sudoku.lookahead import SLICE, players_by_cell
from bombe.analysis.territory import kernel as native
from bombe.solvers import Budget, Meter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.agents.contract import Clock
    from bombe.agents.search.mutable import Action
    from bombe.agents.sudoku.knowledge import Knowledge
    from bombe.boards import Shape


class TerritoryPlayer:
    """A search whose memory is kept between turns."""

    def __init__(self) -> None:
        self._search: native.TerritorySearch | None = None
        self._shape: Shape | None = None

    def preferred(self, known: Knowledge, clock: Clock) -> Iterator[Action]:
        """Yield the action that the search prefers after each slice; nothing is a bomb by mistake.

        Needs a position in which the mover has a fill that is known to be safe.
        """
        values = dict(known.fills)
        search = self._search_on(known, values)
        budget = Budget(nodes=max(1, SLICE // known.position.tables.shape.cells))
        is_done, nodes = False, 0
        while not is_done:
            clock.spend()
            meter = Meter(budget)
            is_done = search.go_on(meter)
            nodes += meter.nodes
            clock.note(depth=search.depth - (not is_done), nodes=nodes, value=search.value)
            if found := search.best:
                bombs = known.bombs.masks[found.cell]
                yield found.cell, bombs & -bombs if found.is_skip else values[found.cell]

    def _search_on(self, known: Knowledge, values: dict[int, int]) -> native.TerritorySearch:
        shape = known.position.tables.shape
        if self._search is None or self._shape != shape:
            self._search, self._shape = native.TerritorySearch(shape), shape
        self._search.begin(_territory_input(known, values))
        return self._search


def can_search(known: Knowledge) -> bool:
    """Return whether the search knows the play mode, the shape and a safe fill."""
    position = known.position
    if position.is_unrestricted or not known.fills:
        return False
    return native.is_available(position.tables.shape)


def _territory_input(known: Knowledge, values: dict[int, int]) -> native.TerritoryInput:
    """Return the position for the kernel; values only where a cell has one true candidate."""
    position, bombs = known.position, known.bombs
    forced = [mask if mask.bit_count() == 1 else 0 for mask in bombs.true]
    cells = range(position.tables.shape.cells)
    return native.TerritoryInput(
        bombs.board.values,
        bytes(max(0, mask.bit_length() - 1) for mask in forced),
        players_by_cell(position) or b"\3" * len(cells),
        bytes(cell in values for cell in cells),
        bombs.masks if known.is_complete else [0] * len(cells),
    )
