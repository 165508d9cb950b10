"""Positions for exported agents: light copies of classes of bombe.boards.

In a framework that starts a Python process for every turn, imports are thinking time: dataclasses
alone take a tenth of a short turn, and each named tuple half a millisecond. These classes behave
like those of bombe.boards as far as agents use them. Nothing is checked: the framework is the
referee.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

POINTS = (0, 1, 3, 7)
"""Points for completing 0, 1, 2 or 3 regions with one move."""


class UsageError(ValueError):
    """An option that is not valid."""


class OutOfBudgetError(Exception):
    """The clock ran out before the answer was known."""


class Move(tuple[int, int, int]):
    """A value for a cell; row and column are counted from 0."""

    __slots__ = ()
    row = property(operator.itemgetter(0))
    column = property(operator.itemgetter(1))
    value = property(operator.itemgetter(2))

    def __new__(cls, row: int, column: int, value: int) -> Move:  # noqa: PYI034 - Python 3.10 has no Self
        """Return a move of three numbers, as in bombe.boards."""
        return super().__new__(cls, (row, column, value))


class Geometry:
    """The tables of one shape: regions are rows, then columns, then boxes."""

    def __init__(self, m: int, n: int) -> None:
        size = m * n
        places = [(row, column) for row in range(size) for column in range(size)]
        self.regions_of = [
            (row, size + column, 2 * size + row // m * m + column // n) for row, column in places
        ]
        self.regions: list[list[int]] = [[] for _ in range(3 * size)]
        for cell, regions in enumerate(self.regions_of):
            for region in regions:
                self.regions[region].append(cell)
        self.neighbours = [_around(row, column, size) for row, column in places]


class Shape:
    """Boxes of `m` rows by `n` columns; the board has N = m * n rows, columns, boxes and values."""

    def __init__(self, m: int, n: int) -> None:
        self.m, self.n, self.size, self.cells = m, n, m * n, (m * n) ** 2
        self.geometry = Geometry(m, n)

    def cell(self, row: int, column: int) -> int:
        """Return the cell of a row and a column."""
        return row * self.size + column

    def coordinates(self, cell: int) -> tuple[int, int]:
        """Return the row and the column of a cell."""
        return divmod(cell, self.size)


class Board:
    """A shape and its values, row by row, 0 for an empty cell."""

    def __init__(self, shape: Shape, values: bytes) -> None:
        self.shape, self.values = shape, values

    def empty_cells(self) -> list[int]:
        """Return the empty cells, in order."""
        return [cell for cell, value in enumerate(self.values) if not value]

    def place(self, move: Move) -> Board:
        """Return the board with the move's value in its cell."""
        values = bytearray(self.values)
        values[self.shape.cell(move.row, move.column)] = move.value
        return Board(self.shape, bytes(values))

    def candidate_masks(self) -> list[int]:
        """Return for each cell the values that C0 allows, value v as bit v; 0 if it is filled."""
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


class SudokuState:
    """A position of a game; `allowed` and `occupied` are None in classic play."""

    def __init__(
        self,
        board: Board,
        *,
        taboo: Iterable[Move] = (),
        scores: Sequence[int] = (0, 0),
        to_move: int = 1,
        allowed: tuple[frozenset[int], frozenset[int]] | None = None,
        occupied: tuple[frozenset[int], frozenset[int]] | None = None,
        history: Iterable[Move] = (),
    ) -> None:
        self.board, self.to_move = board, to_move
        self.taboo, self.history = frozenset(taboo), tuple(history)
        self.scores = scores[0], scores[1]
        self.allowed, self.occupied = allowed, occupied

    def playable(self) -> frozenset[int]:
        """Return the empty cells on which the mover may play."""
        empties = frozenset(self.board.empty_cells())
        if self.allowed is None or self.occupied is None:
            return empties
        neighbours = self.board.shape.geometry.neighbours
        mine = self.occupied[self.to_move - 1]
        reached = (near for cell in mine for near in neighbours[cell])
        return empties & self.allowed[self.to_move - 1].union(reached)

    def move_masks(self) -> list[int]:
        """Return for each cell the values of the legal moves, value v as bit v."""
        playable = self.playable()
        masks = self.board.candidate_masks()
        masks = [mask if cell in playable else 0 for cell, mask in enumerate(masks)]
        for row, column, value in self.taboo:
            masks[self.board.shape.cell(row, column)] &= ~(1 << value)
        return masks


def moves_of(shape: Shape, masks: Sequence[int]) -> list[Move]:
    """Return the moves whose value v is bit v of their cell's mask, in order."""
    return [
        Move(*shape.coordinates(cell), value)
        for cell, mask in enumerate(masks)
        for value in range(1, mask.bit_length())
        if mask >> value & 1
    ]


def _around(row: int, column: int, size: int) -> list[int]:
    """Return the up to eight cells around a cell."""
    return [
        r * size + c
        for r in range(max(0, row - 1), min(size, row + 2))
        for c in range(max(0, column - 1), min(size, column + 2))
        if (r, c) != (row, column)
    ]
