"""The part that all pictures of a Sudoku board share: cells, borders of boxes, row numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bombe.analysis.drawing.picture import text_at
from bombe.boards import Shape
from bombe.boards.sudoku.notation import counts_from_1

MARGIN = 28


class Names(NamedTuple):
    """What the rows and the columns of a drawing are called."""

    rows: list[str]
    columns: list[str]

    @classmethod
    def usual(cls, shape: Shape) -> Names:
        """Return the names in the notation that people asked for; without, numbers from 0."""
        return cls.from_1(shape) if counts_from_1() else cls.from_0(shape)

    @classmethod
    def from_0(cls, shape: Shape) -> Names:
        """Return numbers from 0, as moves such as (0,0) -> 5 have them."""
        return cls(*2 * [list(map(str, range(shape.size)))])

    @classmethod
    def from_1(cls, shape: Shape) -> Names:
        """Return r1 and c1 and so on, as explanations name cells."""
        numbers = range(1, shape.size + 1)
        return cls([f"r{number}" for number in numbers], [f"c{number}" for number in numbers])


class Layout(NamedTuple):
    """A board of cells of one size, in pixels."""

    shape: Shape
    cell_width: int
    cell_height: int

    @property
    def width(self) -> int:
        """The width of the board without the margins."""
        return self.shape.size * self.cell_width

    @property
    def height(self) -> int:
        """The height of the board without the margins."""
        return self.shape.size * self.cell_height

    def corner(self, cell: int) -> tuple[int, int]:
        """Return the upper left corner of a cell."""
        row, column = self.shape.coordinates(cell)
        return MARGIN + column * self.cell_width, MARGIN + row * self.cell_height

    def borders(self) -> Iterator[str]:
        """Draw the borders of the boxes."""
        right, bottom = MARGIN + self.width, MARGIN + self.height
        for x in range(MARGIN, right + 1, self.shape.n * self.cell_width):
            yield _line(x, MARGIN, x, bottom)
        for y in range(MARGIN, bottom + 1, self.shape.m * self.cell_height):
            yield _line(MARGIN, y, right, y)

    def numbers(self, names: Names | None = None) -> Iterator[str]:
        """Write the names of rows and columns; by default they are numbered as in moves."""
        rows, columns = names or Names.usual(self.shape)
        for index in range(self.shape.size):
            along = MARGIN + (index + 0.5) * self.cell_width
            yield text_at(columns[index], along, MARGIN - 9, 11, "#78909c")
            down = MARGIN + (index + 0.5) * self.cell_height
            yield text_at(rows[index], MARGIN - 14, down + 4, 11, "#78909c")


def _line(x1: int, y1: int, x2: int, y2: int) -> str:
    return (
        f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="#37474f" stroke-width="2" '
        'stroke-linecap="square"/>'
    )
