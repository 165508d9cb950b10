"""The geometry of a board: which cells form a region, and which cells are peers.

A shape m x n has boxes of m rows by n columns and N = m * n; this one, 2 x 3, has N = 6:

        columns 0 1 2   3 4 5
    row 0     [ box 0 | box 1 ]     cell = row * N + column
    row 1     [       |       ]     regions: rows 0..N-1, then columns, then boxes
    row 2     [ box 2 | box 3 ]
    row 3     [       |       ]
    row 4     [ box 4 | box 5 ]
    row 5     [       |       ]

Everything is counted from 0. Tables are computed once per shape and shared by all boards.
"""

from __future__ import annotations

import functools
import operator
import re
from dataclasses import dataclass
from typing import NamedTuple

from bombe.boards.errors import BoardError, UsageError
from bombe.boards.facts import FACTS
from bombe.boards.sentences import sentence

MAX_SIZE: int = FACTS["sudoku"]["largest"]
_SHAPE = re.compile(r"\s*(\d{1,2})\s*(?:[xX]\s*(\d{1,2})\s*)?")


class Geometry(NamedTuple):
    """The tables of one shape; cells and regions are plain integers."""

    rows: tuple[tuple[int, ...], ...]
    columns: tuple[tuple[int, ...], ...]
    boxes: tuple[tuple[int, ...], ...]
    regions: tuple[tuple[int, ...], ...]
    regions_of: tuple[tuple[int, int, int], ...]
    peers: tuple[tuple[int, ...], ...]
    neighbours: tuple[tuple[int, ...], ...]


@functools.cache
def _geometry(m: int, n: int) -> Geometry:
    size = m * n
    rows = tuple(tuple(range(r * size, (r + 1) * size)) for r in range(size))
    columns = tuple(tuple(range(c, size * size, size)) for c in range(size))
    boxes = tuple(
        tuple((top + i) * size + left + j for i in range(m) for j in range(n))
        for top in range(0, size, m)
        for left in range(0, size, n)
    )
    regions = rows + columns + boxes
    regions_of = tuple(
        (r, size + c, 2 * size + (r // m) * m + c // n) for r in range(size) for c in range(size)
    )
    peers = tuple(
        tuple(sorted({p for region in of for p in regions[region]} - {cell}))
        for cell, of in enumerate(regions_of)
    )
    return Geometry(rows, columns, boxes, regions, regions_of, peers, _neighbours(size))


def _neighbours(size: int) -> tuple[tuple[int, ...], ...]:
    """Return the up to eight cells around each cell, diagonals included."""
    near = (-1, 0, 1)
    return tuple(
        tuple(
            (r + i) * size + c + j
            for i in near
            for j in near
            if (i or j) and 0 <= r + i < size and 0 <= c + j < size
        )
        for r in range(size)
        for c in range(size)
    )


@functools.total_ordering
@dataclass(frozen=True)
class Shape:
    """Boxes of `m` rows by `n` columns; the board has N = m * n rows, columns, boxes and values."""

    m: int
    n: int

    def __post_init__(self) -> None:
        if not (type(self.m) is type(self.n) is int):
            self._make_ints()
        if self.m < 1 or self.n < 1 or self.m * self.n > MAX_SIZE:
            raise BoardError(sentence("no-shape", m=self.m, n=self.n, largest=MAX_SIZE))

    def _make_ints(self) -> None:
        """Take numbers of other libraries as ints; raise BoardError for what is no whole number."""
        try:
            for name in ("m", "n"):
                object.__setattr__(self, name, operator.index(getattr(self, name)))
        except TypeError:
            raise BoardError(
                f"boxes of {self.m!r:.20} x {self.n!r:.20}: give two whole numbers"
            ) from None

    def __lt__(self, other: object) -> bool:
        """Order by m, then by n."""
        return (self.m, self.n) < (other.m, other.n) if isinstance(other, Shape) else NotImplemented

    def __reduce__(self) -> tuple[type[Shape], tuple[int, int]]:
        """Pickle the two numbers, without the cached ones."""
        return Shape, (self.m, self.n)

    @functools.cached_property
    def size(self) -> int:
        """N: the number of rows, of columns, of boxes and of values."""
        return self.m * self.n

    @functools.cached_property
    def cells(self) -> int:
        """The number of cells, N * N."""
        return self.size * self.size

    @property
    def geometry(self) -> Geometry:
        """The tables of regions and peers."""
        return _geometry(self.m, self.n)

    def cell(self, row: int, column: int) -> int:
        """Turn a row and a column into a cell."""
        return row * self.size + column

    def coordinates(self, cell: int) -> tuple[int, int]:
        """Turn a cell into its row and column."""
        return divmod(cell, self.size)

    def region_name(self, region: int) -> str:
        """Name a region for people: 'row 0', 'column 3', 'box 5'."""
        kind, index = divmod(region, self.size)
        return f"{('row', 'column', 'box')[kind]} {index}"

    def __str__(self) -> str:
        """Render as the glossary writes shapes: 2x3."""
        return f"{self.m}x{self.n}"

    @classmethod
    def parse(cls, text: str) -> Shape:
        """Read '2x3': boxes of 2 rows by 3 columns."""
        match = _SHAPE.fullmatch(f"{text}")
        m, n = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        # People write the rows and columns of the board.
        if match and m == n and 1 < m <= MAX_SIZE and (match[2] is None or m * n > MAX_SIZE):
            box = cls.of_size(m)
            raise UsageError(
                f"{match[0].strip()!r} is not a shape: it is rows x columns of a box, and a "
                f"{m}x{m} board has boxes of {box}; write {box}"
            )
        if not match or match[2] is None:
            raise UsageError(
                f"{text!r:.40} is not a shape; write rows x columns of a box, such as 3x3"
            )
        try:
            return cls(m, n)
        except BoardError as error:
            raise UsageError(str(error)) from None

    @classmethod
    def of(cls, shape: ShapeLike) -> Shape:
        """Return a shape as it is, or the one that a text such as '3x3' names."""
        if isinstance(shape, Shape):
            return shape
        if isinstance(shape, str):
            return cls.parse(shape)
        raise UsageError(f"{shape!r} is not a shape; give '3x3' or Shape(3, 3)")

    @classmethod
    def of_size(cls, size: int) -> Shape:
        """Return the most nearly square boxes for N, wide rather than tall."""
        if type(size) is not int or not 1 <= size <= MAX_SIZE:
            raise BoardError(f"a board of {size!r:.20} rows is not between 1 and {MAX_SIZE}")
        return _most_square(size)


@functools.cache
def _most_square(size: int) -> Shape:
    m = max(m for m in range(1, size + 1) if size % m == 0 and m * m <= size)
    return Shape(m, size // m)


ShapeLike = Shape | str
"""A shape, or a text that `Shape.parse` reads."""
