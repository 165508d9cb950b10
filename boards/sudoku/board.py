"""A board: a shape and its N * N values, immutable and hashable; and a move on it."""

from __future__ import annotations

import functools
import itertools
import operator
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from bombe.boards.bits import bits_of
from bombe.boards.display import Drawable
from bombe.boards.errors import BoardError, UsageError
from bombe.boards.sentences import sentence
from bombe.boards.sudoku.shape import Shape, ShapeLike
from bombe.boards.sudoku.symbols import board_line

if TYPE_CHECKING:
    from numpy.typing import DTypeLike, NDArray

    from bombe.boards.game import MoveLike
    from bombe.boards.sudoku.sources import BoardSource

EMPTY = 0
_MOVE = re.compile(
    r"""(?x)\s*(?: \(?\s*(-?\d{1,9})\s*,\s*(-?\d{1,9})\s*\)?\s*(?:,|->)\s*(-?\d{1,9})   # (0,3) -> 5
          | [rR](\d{1,9})\s*[cC](\d{1,9})\s*=\s*(\d{1,9})                            # r1c4=5
        )\s*"""
)
_CELL = re.compile(r"\s*(?:\(?\s*(\d{1,9})\s*,\s*(\d{1,9})\s*\)?|[rR](\d{1,9})[cC](\d{1,9}))\s*")


class Move(NamedTuple):
    """A value for a cell; row and column are counted from 0."""

    row: int
    column: int
    value: int

    def __str__(self) -> str:
        """Render as the course's framework writes moves: (0,3) -> 5."""
        return f"({self.row},{self.column}) -> {self.value}"

    @classmethod
    def parse(cls, text: str) -> Move:
        """Read '(0,3) -> 5' or '0,3,5', counted from 0, or 'r1c4=5', counted from 1."""
        match = _MOVE.fullmatch(text) if isinstance(text, str) else None
        if match is None:
            raise UsageError(f"{text!r:.40} is not a move: write (0,3) -> 5 or r1c4=5")
        if match[1] is not None:
            return cls(int(match[1]), int(match[2]), int(match[3]))
        return cls(int(match[4]) - 1, int(match[5]) - 1, int(match[6]))

    @classmethod
    def of(cls, move: MoveLike) -> Move:
        """Return a move, a plain tuple of its three numbers, or the text of one, as a Move."""
        if type(move) is cls and type(move[0]) is type(move[1]) is type(move[2]) is int:
            return move
        if isinstance(move, str):
            return cls.parse(move)
        try:
            row, column, value = map(operator.index, move)  # type: ignore[arg-type] # it checks
        except (TypeError, ValueError):
            raise UsageError(
                f"{move!r} is not a move: give row, column and value, such as (0, 3, 5)"
            ) from None
        return cls(row, column, value)


def cell_of(place: object) -> tuple[int, int] | None:
    """Return the row and column of a cell: (2, 3), '2,3' or 'r3c4'; None for anything else.

    A move has a third number, so that a cell is never taken for one.
    """
    if isinstance(place, str):
        if not (match := _CELL.fullmatch(place)):
            return None
        if match[1] is not None:
            return int(match[1]), int(match[2])
        return int(match[3]) - 1, int(match[4]) - 1
    try:
        row, column = map(operator.index, place)  # type: ignore[call-overload] # it checks
    except (TypeError, ValueError):
        return None
    return row, column


class Clash(NamedTuple):
    """A value that a region has more than once."""

    region: str
    value: int
    cells: tuple[tuple[int, int], ...]

    def __str__(self) -> str:
        """Return the value, the region and the cells in words."""
        places = " and ".join(f"({r},{c})" for r, c in self.cells)
        kind, _ = self.region.split()
        return f"{self.value} stands {len(self.cells)} times in one {kind}, at {places}"


@dataclass(frozen=True)
class Board(Drawable):
    """A shape and its values, row by row, 0 for an empty cell.

        Board("1...4...2.....3.")    a text in any format, of one line or of many
        Board([[1, 0, 0, 0], ...])   rows of numbers, or an array of two dimensions
        Board("2x2", bytes(16))      a shape and the values of all cells

    Where neither the text nor `shape` tells the shape, boxes are as square as can be.
    """

    __slots__ = ("shape", "values")
    shape: Shape
    values: bytes

    if TYPE_CHECKING:

        @overload
        def __init__(self, source: BoardSource, /, *, shape: ShapeLike | None = None) -> None: ...

        @overload
        def __init__(self, shape: ShapeLike, values: Iterable[int], /) -> None: ...

    def __init__(
        self,
        source: BoardSource | ShapeLike,
        values: Iterable[int] | None = None,
        /,
        *,
        shape: ShapeLike | None = None,
    ) -> None:
        if values is None:
            from bombe.boards.sudoku.sources import board_from

            made = board_from(source, shape)
            source, values = made.shape, made.values
        set_field = object.__setattr__
        set_field(self, "shape", Shape.of(source))  # type: ignore[arg-type] # `of` refuses others
        set_field(self, "values", values if type(values) is bytes else _bytes_of(values))
        self._check()

    def _check(self) -> None:
        """Raise BoardError if the values do not fit the shape."""
        if len(self.values) != self.shape.cells:
            count, cells = len(self.values), self.shape.cells
            raise BoardError(sentence("board-cells", shape=self.shape, cells=cells, count=count))
        if max(self.values) > self.shape.size:
            cell = next(i for i, v in enumerate(self.values) if v > self.shape.size)
            value, where = self.values[cell], self.shape.coordinates(cell)
            fields = {"value": value, "cell": where, "size": self.shape.size, "shape": self.shape}
            raise BoardError(sentence("over-largest", **fields))

    def __reduce__(self) -> tuple[type[Board], tuple[Shape, bytes]]:
        """Pickle the two parts."""
        return Board, (self.shape, self.values)

    @classmethod
    def empty(cls, shape: ShapeLike) -> Board:
        """Return the board without a given."""
        shape = Shape.of(shape)
        return cls(shape, bytes(shape.cells))

    def __getitem__(self, place: tuple[int, int]) -> int:
        """Return the value at (row, column), 0 where the cell is empty."""
        try:
            row, column = map(operator.index, place)
        except (TypeError, ValueError):
            raise BoardError(f"a cell is a row and a column, board[0, 3], not {place!r}") from None
        return self.values[self._cell(row, column)]

    def _cell(self, row: int, column: int) -> int:
        size = self.shape.size
        if not (0 <= row < size and 0 <= column < size):
            raise BoardError(
                f"there is no cell ({row},{column}): the board has {size} rows and columns"
            )
        return self.shape.cell(row, column)

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        """Yield the values row by row."""
        size = self.shape.size
        return (tuple(self.values[i : i + size]) for i in range(0, self.shape.cells, size))

    def __array__(
        self,
        dtype: DTypeLike | None = None,
        copy: bool | None = None,  # noqa: FBT001 - numpy's protocol
    ) -> NDArray[Any]:
        """Return the values as an array of two dimensions: what `numpy.array(board)` asks for."""
        import numpy as np

        if copy is False:
            raise ValueError("a board has no array to share: call numpy.array(board)")
        cells = np.frombuffer(self.values, np.uint8).astype(int if dtype is None else dtype)
        return cells.reshape(self.shape.size, self.shape.size)

    @property
    def givens(self) -> int:
        """The number of filled cells."""
        return self.shape.cells - self.values.count(EMPTY)

    @property
    def is_full(self) -> bool:
        """Whether no cell is empty."""
        return EMPTY not in self.values

    def empty_cells(self) -> list[int]:
        """Return the cells that are empty, in order."""
        return [cell for cell, value in enumerate(self.values) if value == EMPTY]

    def place(self, move: Move) -> Board:
        """Return the board with the move's value in its cell; 0 empties the cell."""
        row, column, value = Move.of(move)
        cell = self._cell(row, column)
        if not 0 <= value <= self.shape.size:
            raise BoardError(f"there is no value {value}: values go from 1 to {self.shape.size}")
        return Board(self.shape, self.values[:cell] + bytes((value,)) + self.values[cell + 1 :])

    def clear(self, cells: Iterable[int]) -> Board:
        """Return the board with these cells emptied; row * N + column is the number of a cell."""
        values = bytearray(self.values)
        for cell in numbers_of(cells, len(values), "cells"):
            values[cell] = EMPTY
        return Board(self.shape, bytes(values))

    def candidate_masks(self) -> list[int]:
        """Return for each cell the values that C0 allows there, value v as bit v; 0 if filled."""
        regions_of = self.shape.geometry.regions_of
        used = [0] * (3 * self.shape.size)
        for cell, value in enumerate(self.values):
            if value:
                for region in regions_of[cell]:
                    used[region] |= 1 << value
        every = (2 << self.shape.size) - 2
        return [
            0 if value else every & ~(used[r] | used[c] | used[b])
            for value, (r, c, b) in zip(self.values, regions_of, strict=True)
        ]

    def candidates(self) -> list[Move]:
        """List every (cell, value) that C0 allows on an empty cell, in order."""
        return moves_of(self.shape, self.candidate_masks())

    def clashes(self) -> tuple[Clash, ...]:
        """List every value that a region has more than once."""
        return tuple(
            Clash(
                self.shape.region_name(index),
                value,
                tuple(self.shape.coordinates(c) for c in region if self.values[c] == value),
            )
            for index, region in enumerate(self.shape.geometry.regions)
            for value in _repeated([self.values[c] for c in region if self.values[c]])
        )

    def is_solved_by(self, solution: Board) -> bool:
        """Return whether `solution` is full, keeps every given, and breaks no region."""
        if not isinstance(solution, Board):
            raise UsageError(f"a solution is a Board, not {solution!r:.40}: give bombe.Board(...)")
        return (
            solution.shape == self.shape
            and solution.is_full
            and all(v in (EMPTY, s) for v, s in zip(self.values, solution.values, strict=True))
            and not solution.clashes()
        )

    def __repr__(self) -> str:
        """Render on one line: the shape and a symbol for each cell."""
        return f"<Board {self.shape} {board_line(self)}>"

    def __str__(self) -> str:
        """Render as rows of values, a dot for an empty cell."""
        width = len(str(self.shape.size))
        return "\n".join(" ".join(f"{value or '.':>{width}}" for value in row) for row in self)


def numbers_of(given: Iterable[int], count: int, what: str) -> list[int]:
    """Return whole numbers of any type as ints; raise BoardError if one is not below `count`."""
    try:
        numbers = [*map(operator.index, given)]
    except TypeError:
        raise BoardError(f"{what} are whole numbers from 0 to {count - 1}, in a list") from None
    if wrong := [number for number in numbers if not 0 <= number < count]:
        raise BoardError(f"{wrong[0]} is not among the {what}, which are 0 to {count - 1}")
    return numbers


def _bytes_of(values: Iterable[int]) -> bytes:
    try:
        # Not bytes(values): of an array, that would be its memory.
        return bytes(map(operator.index, values))
    except (TypeError, ValueError):
        raise BoardError("values are whole numbers, row by row, 0 for empty") from None


def moves_of(shape: Shape, masks: Sequence[int]) -> list[Move]:
    """List the moves whose value v is bit v of their cell's mask, in order."""
    size = shape.size
    moves = all_moves(size)
    return [
        moves[start + value]
        for start, mask in zip(range(-1, len(moves) - 1, size), masks, strict=True)
        if mask
        for value in _values_of(mask)
    ]


@functools.lru_cache(4096)
def _values_of(mask: int) -> tuple[int, ...]:
    return tuple(bits_of(mask))


@functools.cache
def all_moves(size: int) -> tuple[Move, ...]:
    """Return each value in each cell, in order: to make a move takes longer than to judge it."""
    places = range(size)
    values = range(1, size + 1)
    return tuple(Move(*parts) for parts in itertools.product(places, places, values))


def _repeated(values: list[int]) -> list[int]:
    distinct = set(values)
    return (
        [v for v in sorted(distinct) if values.count(v) > 1] if len(distinct) < len(values) else []
    )
