"""The position that searches play on: small, mutable, and equivalent to SudokuState.

Points depend only on which cells are empty, so its core is a set of cells and a count for each
region. Sets of cells are integers with cell c as bit c, sets of values have value v as bit v. An
`Action` is a move in a search: a cell and the bit of a value, or 0 where the value does not matter.
Bombs are not detected: `play` fills the cell in any case, and `skip` plays a bomb.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, NamedTuple

from bombe.boards import Move
from bombe.boards.bits import single_bits
from bombe.boards.sudoku.state import POINTS

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable
    from typing import Self  # which Python 3.10, for which this is exported, does not have

    from bombe.agents.search.mutable import Action
    from bombe.boards import Shape, SudokuState

_SKIPPED = -1


class ShapeTables(NamedTuple):
    """What depends only on the shape."""

    shape: Shape
    all_values: int
    regions_of: tuple[tuple[int, int, int], ...]
    regions: tuple[int, ...]
    neighbours: tuple[int, ...]


@functools.cache
def shape_tables(shape: Shape) -> ShapeTables:
    """Return the tables of a shape, which are made once."""
    geometry = shape.geometry
    return ShapeTables(
        shape,
        (2 << shape.size) - 2,
        geometry.regions_of,
        tuple(map(cell_set, geometry.regions)),
        tuple(map(cell_set, geometry.neighbours)),
    )


def cell_set(cells: Iterable[int]) -> int:
    """Return the set of these cells."""
    return sum(1 << cell for cell in cells)


class Scratch:
    """The empty cells, the values that C0 rules out, the player to move, and the margin.

    `left` counts the empty cells of each region, and `used` is the set of its values; `taboo` maps
    cells to their taboo values. `margin` is player 1's score minus player 2's. `reach` is for each
    player the cells on which it may play while they are empty: all if `is_unrestricted`.
    """

    __slots__ = (
        "_trail",
        "empty",
        "is_unrestricted",
        "left",
        "margin",
        "reach",
        "tables",
        "taboo",
        "to_move",
        "used",
    )

    def __init__(self, state: SudokuState) -> None:
        board = state.board
        self.tables = shape_tables(board.shape)
        self.to_move: int = state.to_move
        self.margin = state.scores[0] - state.scores[1]
        self.empty = cell_set(board.empty_cells())
        # Bytes, because nearly every node searches them for a count.
        self.left = bytearray((self.empty & region).bit_count() for region in self.tables.regions)
        self.used = [0] * len(self.left)
        for value, regions in zip(board.values, self.tables.regions_of, strict=True):
            if value:
                for region in regions:
                    self.used[region] |= 1 << value
        self.taboo: dict[int, int] = {}
        for move in state.taboo:
            cell = board.shape.cell(move.row, move.column)
            self.taboo[cell] = self.taboo.get(cell, 0) | 1 << move.value
        self.is_unrestricted = state.allowed is None
        self.reach = _reach(state, self.tables)
        self._trail: list[tuple[int, int, int, int, int]] = []

    def copy(self) -> Self:
        """Return an independent position, which cannot be undone beyond this point."""
        copy = object.__new__(type(self))
        copy.tables, copy.taboo, copy.is_unrestricted = (
            self.tables,
            self.taboo,
            self.is_unrestricted,
        )
        copy.to_move, copy.margin, copy.empty = self.to_move, self.margin, self.empty
        copy.left, copy.used, copy.reach = self.left.copy(), self.used.copy(), self.reach.copy()
        copy._trail = []
        return copy

    @property
    def moves_left(self) -> int:
        """The number of empty cells: no game has more moves, not counting bombs."""
        return self.empty.bit_count()

    @property
    def playable(self) -> int:
        """The set of cells on which the mover may play."""
        return self.empty & self.reach[self.to_move - 1]

    @property
    def is_over(self) -> bool:
        """Whether the board is full, or neither player has a cell to play on."""
        return not self.empty & (self.reach[0] | self.reach[1])

    def candidates(self, cell: int) -> int:
        """Return the values that C0 and the taboo moves leave for an empty cell."""
        a, b, c = self.tables.regions_of[cell]
        used = self.used
        return self.tables.all_values & ~(used[a] | used[b] | used[c] | self.taboo.get(cell, 0))

    def points(self, cell: int) -> int:
        """Return the points of a move on an empty cell."""
        a, b, c = self.tables.regions_of[cell]
        left = self.left
        return POINTS[(left[a] == 1) + (left[b] == 1) + (left[c] == 1)]

    def scoring(self) -> dict[int, int]:
        """Return the mover's cells that complete a region, each with its points."""
        left, regions, playable = self.left, self.tables.regions, self.playable
        completed: dict[int, int] = {}
        region = left.find(1)
        while region >= 0:
            if last := regions[region] & playable:
                cell = last.bit_length() - 1
                completed[cell] = completed.get(cell, 0) + 1
            region = left.find(1, region + 1)
        return {cell: POINTS[count] for cell, count in completed.items()}

    def cells_of_regions(self, left: int) -> int:
        """Return the cells, filled or empty, of the regions with exactly `left` empty cells."""
        regions, cells = self.tables.regions, 0
        region = self.left.find(left)
        while region >= 0:
            cells |= regions[region]
            region = self.left.find(left, region + 1)
        return cells

    def play(self, cell: int, bit: int = 0) -> int:
        """Fill a cell for the mover, pass the turn, and return the points."""
        mover, reach = self.to_move, self.reach
        self._trail.append((cell, bit, mover, self.margin, reach[mover - 1]))
        a, b, c = self.tables.regions_of[cell]
        left, used = self.left, self.used
        left[a] -= 1
        left[b] -= 1
        left[c] -= 1
        if bit:
            used[a] ^= bit
            used[b] ^= bit
            used[c] ^= bit
        self.empty ^= 1 << cell
        points = POINTS[(not left[a]) + (not left[b]) + (not left[c])]
        self.margin += points if mover == 1 else -points
        if not self.is_unrestricted:
            reach[mover - 1] |= self.tables.neighbours[cell]
        self._pass_turn()
        return points

    def skip(self) -> None:
        """Play a bomb: only the turn passes; the taboo move is not recorded."""
        mover = self.to_move
        self._trail.append((_SKIPPED, 0, mover, self.margin, self.reach[mover - 1]))
        self._pass_turn()

    def undo(self) -> None:
        """Undo the last `play` or `skip`."""
        cell, bit, mover, self.margin, reach = self._trail.pop()
        self.to_move = mover
        self.reach[mover - 1] = reach
        if cell == _SKIPPED:
            return
        a, b, c = self.tables.regions_of[cell]
        left, used = self.left, self.used
        left[a] += 1
        left[b] += 1
        left[c] += 1
        if bit:
            used[a] ^= bit
            used[b] ^= bit
            used[c] ^= bit
        self.empty ^= 1 << cell

    def move(self, action: Action) -> Move:
        """Return the move that an action with a value encodes."""
        cell, bit = action
        row, column = self.tables.shape.coordinates(cell)
        return Move(row, column, bit.bit_length() - 1)

    def draw(self, cells: Iterable[int], rng: random.Random) -> Action | None:
        """Draw a legal move on these cells, all equally likely; return None if there is none."""
        choices = [(cell, self.candidates(cell)) for cell in cells]
        at = rng.randrange(sum(values.bit_count() for _, values in choices) or 1)
        for cell, values in choices:
            if at < values.bit_count():
                return cell, list(single_bits(values))[at]
            at -= values.bit_count()
        return None

    def _pass_turn(self) -> None:
        """Pass the turn to the opponent, unless only the mover has a cell to play on."""
        opponent = 3 - self.to_move
        if self.is_unrestricted or self.empty & self.reach[opponent - 1] or not self.playable:
            self.to_move = opponent


def _reach(state: SudokuState, tables: ShapeTables) -> list[int]:
    if state.allowed is None or state.occupied is None:
        return [-1, -1]
    return [
        functools.reduce(int.__or__, (tables.neighbours[cell] for cell in occupied), cell_set(own))
        for own, occupied in zip(state.allowed, state.occupied, strict=True)
    ]
