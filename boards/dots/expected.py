"""What the caller expects of a Dots and Boxes text: its grid and its rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bombe.boards.dots.state import MAX_SIDE, Grid

if TYPE_CHECKING:
    from bombe.boards.text.spans import Span


class Expected(NamedTuple):
    """A grid and a rule; None leaves them to the text, anything else must agree with it."""

    grid: Grid | None = None
    extra_turn: bool | None = None

    def agreed_grid(self, at: Span, rows: int, columns: int) -> Grid:
        """Return the grid that a text names."""
        if not (1 <= rows <= MAX_SIDE and 1 <= columns <= MAX_SIDE):
            raise at.refuse("dots-grid", rows=rows, columns=columns, largest=MAX_SIDE)
        grid = Grid(rows, columns)
        if self.grid not in (None, grid):
            problem = f"the text has {grid} boxes, but {self.grid} was asked for"
            raise at.error(problem, f"leave the grid to the text, or ask for {grid}")
        return grid

    def agreed_rule(self, at: Span, *, named: bool | None) -> bool:
        """Return the rule that a text names, else the expected one, else the usual one."""
        if named is not None and self.extra_turn not in (None, named):
            problem = f"the text has {'an' if named else 'no'} extra turn, which was not asked for"
            raise at.error(problem, "leave the rule to the text")
        return (self.extra_turn if named is None else named) is not False
