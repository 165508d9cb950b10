"""Exact Dots and Boxes in pure Python, for small positions without the kernel.

Every position is searched once, to the end: its value depends on the drawn edges alone. Symmetric
positions are searched once, too. One rule shortens the search, in both variants: a capture that
opens no other box is drawn immediately, because it gives nothing away.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from bombe.analysis.dots.kernel import DotsAnswer
from bombe.boards.errors import OutOfBudgetError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.analysis.dots.kernel import Watch
    from bombe.boards.dots.state import Grid
    from bombe.solvers.budget import Meter


class PythonDots:
    """The positions of a grid, with their known margins."""

    def __init__(self, grid: Grid, *, extra_turn: bool) -> None:
        self._grid, self._extra_turn = grid, extra_turn
        self._boxes = [[grid.box_edges[b] for b in boxes] for boxes in grid.boxes_of]
        self._symmetries = grid.symmetries()
        self._margins: dict[int, int] = {grid.all_edges: 0}

    def ask(
        self,
        edges: int,
        meter: Meter,
        *,
        wants_all: bool,  # noqa: ARG002 - every move is valued anyway
        watch: Watch | None = None,  # noqa: ARG002 - such searches are short
    ) -> DotsAnswer:
        """Return the bounds of the margin and of every move's value."""
        most = sum(bool(four & ~edges) for four in self._grid.box_edges)
        values: dict[int, int] = {}
        try:
            for edge in self._free(edges):
                values[edge] = self._value(edges, edge, meter)
        except OutOfBudgetError:
            low = max([-most, *values.values()])
            bounds = ((e, values.get(e, -most), values.get(e, most)) for e in self._free(edges))
            return DotsAnswer(low, most, tuple(bounds), done=False)
        margin = max(values.values(), default=0)
        moves = tuple((edge, value, value) for edge, value in values.items())
        return DotsAnswer(margin, margin, moves, done=True)

    def _free(self, edges: int) -> Iterator[int]:
        return (edge for edge in range(self._grid.edges) if not edges >> edge & 1)

    def _completed(self, edges: int, edge: int) -> int:
        after = edges | 1 << edge
        return sum(not four & ~after for four in self._boxes[edge])

    def _value(self, edges: int, edge: int, meter: Meter) -> int:
        """Return what drawing an edge is worth."""
        boxes = self._completed(edges, edge)
        rest = self._margin(edges | 1 << edge, meter)
        return boxes + (rest if boxes and self._extra_turn else -rest)

    def _margin(self, edges: int, meter: Meter) -> int:
        key = min(self._images(edges))
        if key not in self._margins:
            meter.spend()
            given = self._given(key)
            moves = self._free(key) if given is None else (given,)
            self._margins[key] = max(self._value(key, edge, meter) for edge in moves)
        return self._margins[key]

    def _given(self, edges: int) -> int | None:
        """Return a capture that opens no other box, preferably of two boxes; None if none does."""
        captures = ((self._completed(edges, edge), edge) for edge in self._free(edges))
        given = [
            (boxes, edge)
            for boxes, edge in captures
            if boxes == 2 or (boxes and not self._opens(edges, edge))
        ]
        return max(given)[1] if given else None

    def _opens(self, edges: int, edge: int) -> bool:
        """Return whether a box beside the edge has one side left after it."""
        after = edges | 1 << edge
        return any((four & ~after).bit_count() == 1 for four in self._boxes[edge])

    def _images(self, edges: int) -> Iterator[int]:
        drawn = [edge for edge in range(self._grid.edges) if edges >> edge & 1]
        for image in self._symmetries:
            yield functools.reduce(lambda found, edge: found | 1 << image[edge], drawn, 0)
