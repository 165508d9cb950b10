"""Positions as exported agents see them: the names of bombe.boards, as light as can be.

In a framework that starts a Python for every turn, imports are thinking time: dataclasses alone
take a tenth of a short turn. What stands here behaves like bombe.boards as far as agents look.
Nothing is checked, since the framework is the referee.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

POINTS = (0, 1, 3, 7)
"""Points for completing 0, 1, 2 or 3 regions with one move."""


class UsageError(ValueError):
    """An option that makes no sense."""


class OutOfBudgetError(Exception):
    """A clock ran out before the answer was known."""


class Move(NamedTuple):
    """A value for a cell; row and column are counted from 0."""

    row: int
    column: int
    value: int


class Geometry(NamedTuple):
    """The tables of one shape: regions are rows, then columns, then boxes."""

    regions: tuple[tuple[int, ...], ...]
    regions_of: tuple[tuple[int, int, int], ...]
    neighbours: tuple[tuple[int, ...], ...]


class Shape(NamedTuple):
    """Boxes of `m` rows by `n` columns; the board has N = m * n rows, columns, boxes and values."""

    m: int
    n: int

    @property
    def size(self) -> int:
        """N: the number of rows, of columns, of boxes and of values."""
        return self.m * self.n

    @property
    def cells(self) -> int:
        """The number of cells, N * N."""
        return self.size * self.size

    @property
    def geometry(self) -> Geometry:
        """The tables of regions and neighbours."""
        return _geometry(self.m, self.n)

    def cell(self, row: int, column: int) -> int:
        """Turn a row and a column into a cell."""
        return row * self.size + column

    def coordinates(self, cell: int) -> tuple[int, int]:
        """Turn a cell into its row and column."""
        return divmod(cell, self.size)


class Board(NamedTuple):
    """A shape and its values, row by row, 0 for an empty cell."""

    shape: Shape
    values: bytes

    def empty_cells(self) -> list[int]:
        """Give the cells that are empty, in order."""
        return [cell for cell, value in enumerate(self.values) if not value]

    def place(self, move: Move) -> Board:
        """Give the board with the move's value in its cell."""
        values = bytearray(self.values)
        values[self.shape.cell(move.row, move.column)] = move.value
        return Board(self.shape, bytes(values))

    def candidate_masks(self) -> list[int]:
        """Give for each cell the values that C0 allows there, value v as bit v; 0 where filled."""
        regions_of = self.shape.geometry.regions_of
        used = [0] * (3 * self.shape.size)
        for value, regions in zip(self.values, regions_of, strict=True):
            for region in regions:
                used[region] |= 1 << value
        every = (2 << self.shape.size) - 2
        return [
            0 if value else every & ~(used[row] | used[column] | used[box])
            for value, (row, column, box) in zip(self.values, regions_of, strict=True)
        ]


class SudokuState(NamedTuple):
    """A position of a game; `allowed` and `occupied` are None in classic play."""

    board: Board
    taboo: frozenset[Move] = frozenset()
    scores: tuple[int, int] = (0, 0)
    to_move: int = 1
    allowed: tuple[frozenset[int], frozenset[int]] | None = None
    occupied: tuple[frozenset[int], frozenset[int]] | None = None
    history: tuple[Move, ...] = ()

    def playable(self) -> frozenset[int]:
        """Give the empty cells on which the mover may play."""
        empties = frozenset(self.board.empty_cells())
        if self.allowed is None or self.occupied is None:
            return empties
        neighbours = self.board.shape.geometry.neighbours
        mine = self.occupied[self.to_move - 1]
        reached = (near for cell in mine for near in neighbours[cell])
        return empties & self.allowed[self.to_move - 1].union(reached)

    def move_masks(self) -> list[int]:
        """Give for each cell the values of the legal moves, value v as bit v."""
        playable = self.playable()
        masks = self.board.candidate_masks()
        masks = [mask if cell in playable else 0 for cell, mask in enumerate(masks)]
        for row, column, value in self.taboo:
            masks[self.board.shape.cell(row, column)] &= ~(1 << value)
        return masks


def moves_of(shape: Shape, masks: Sequence[int]) -> list[Move]:
    """List the moves whose value v is bit v of their cell's mask, in order."""
    return [
        Move(*shape.coordinates(cell), value)
        for cell, mask in enumerate(masks)
        for value in range(1, mask.bit_length())
        if mask >> value & 1
    ]


@functools.cache
def _geometry(m: int, n: int) -> Geometry:
    size = m * n
    places = [(row, column) for row in range(size) for column in range(size)]
    regions_of = tuple(
        (row, size + column, 2 * size + row // m * m + column // n) for row, column in places
    )
    regions: list[list[int]] = [[] for _ in range(3 * size)]
    for cell, its_regions in enumerate(regions_of):
        for region in its_regions:
            regions[region].append(cell)
    return Geometry(
        tuple(map(tuple, regions)),
        regions_of,
        tuple(tuple(_around(row, column, size)) for row, column in places),
    )


def _around(row: int, column: int, size: int) -> list[int]:
    """List the up to eight cells around a cell."""
    return [
        r * size + c
        for r in range(max(0, row - 1), min(size, row + 2))
        for c in range(max(0, column - 1), min(size, column + 2))
        if (r, c) != (row, column)
    ]
