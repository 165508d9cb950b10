"""What the reader of a Dots and Boxes text knows beside the text: the grid and the rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bombe.boards.dots.state import MAX_SIDE, Grid

if TYPE_CHECKING:
    from bombe.boards.text.spans import Span


class Wish(NamedTuple):
    """A grid and a rule, each None where it is left to the text; a text that tells must agree."""

    grid: Grid | None = None
    extra_turn: bool | None = None

    def agreed_grid(self, at: Span, rows: int, columns: int) -> Grid:
        """Make the grid that a text tells."""
        if not (1 <= rows <= MAX_SIDE and 1 <= columns <= MAX_SIDE):
            problem = f"{rows} x {columns} boxes make no grid"
            raise at.error(problem, f"give 1 to {MAX_SIDE} rows and columns")
        grid = Grid(rows, columns)
        if self.grid not in (None, grid):
            problem = f"the text has {grid} boxes, but {self.grid} was asked for"
            raise at.error(problem, f"leave the grid to the text, or ask for {grid}")
        return grid

    def agreed_rule(self, at: Span, *, told: bool | None) -> bool:
        """Give the rule that a text tells, else the one that was asked for, else the usual one."""
        if told is not None and self.extra_turn not in (None, told):
            problem = f"the text has {'an' if told else 'no'} extra turn, which was not asked for"
            raise at.error(problem, "leave the rule to the text")
        return (self.extra_turn if told is None else told) is not False
