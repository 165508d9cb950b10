"""The symmetries of a grid: which edge each edge becomes."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from bombe.boards.dots.state import Line

if TYPE_CHECKING:
    from bombe.boards.dots.state import Grid


@functools.cache
def symmetries(grid: Grid) -> tuple[tuple[int, ...], ...]:
    """Mirror up and down, left and right, and, where rows are columns, along the diagonal."""
    both = (False, True)
    return tuple(
        tuple(
            grid.edge(_turned(grid, line, transposed=transposed, up=up, left=left))
            for line in grid.lines
        )
        for transposed in (both if grid.rows == grid.columns else (False,))
        for up in both
        for left in both
    )


def _turned(grid: Grid, line: Line, *, transposed: bool, up: bool, left: bool) -> Line:
    kind, row, column = line
    if up:
        row = grid.rows - (kind == "v") - row
    if left:
        column = grid.columns - (kind == "h") - column
    return Line("v" if kind == "h" else "h", column, row) if transposed else Line(kind, row, column)
