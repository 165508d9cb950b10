"""Who can reach which empty cells, and what a fill changes: sets of cells as integers, bit by cell.

A player may play on an empty cell that was given to it at the start or that touches a cell that it
filled, by a side or a corner. Two empty cells are connected if they touch, or by a path of empty
cells that touch; a *piece* is a greatest set of connected empty cells. A cell is *open* to a player
that may play there now. What follows is proved below for every way in which the game can go on,
on boards that have a solution; bombs change none of it, because they place nothing.

1.  A player can only ever fill cells of pieces that hold a cell open to it now.
    For a cell that it fills later and that is not open now touches a cell that it filled before;
    that one was empty now, and so on back to a cell that is open now: a path of empty cells.
2.  If a piece holds a cell that is open to a player, and this player fills a cell of the piece,
    each of the pieces that remain holds a cell that is open to this player.
    For every remaining piece touches the filled cell: it was connected with it.
3.  So a piece that holds an open cell of some player goes on to consist of such pieces: who fills
    a cell of it had one open, and 2 holds for that player. While such a cell is left, somebody can
    play: the board has a solution, so every empty cell has a value that stands, which is never
    taboo. The game therefore ends when all these cells are full: the number of fills that are left
    is the same for every way to play. All other cells are *dead*: nobody ever fills them.
4.  A player without an open cell never gets one again: only its own fills open cells to it. To be
    shut out is final.
5.  A cell of a piece in which only one player has open cells is *private*: by 1 the other never
    fills it, by 3 it will be full in the end, so its owner fills it, and has the time.
    A cell of a piece in which both have open cells is *shared*.
6.  A fill takes from the opponent exactly the remaining pieces that hold none of its open cells,
    and nothing from the player that fills (by 2). It opens to this player the empty cells around.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, NamedTuple

from bombe.boards.bits import bits_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bombe.boards import Shape, SudokuState
    from bombe.boards.game import Player

Pair = tuple[int, int]
"""A set of cells, or a number, for each player."""


class CellGrid(NamedTuple):
    """What depends only on the size of a board, for steps from cell to cell."""

    size: int
    full: int
    not_first: int
    not_last: int

    def spread(self, cells: int) -> int:
        """Return these cells and all that touch one of them."""
        wide = cells | (cells & self.not_last) << 1 | (cells & self.not_first) >> 1
        return (wide | wide << self.size | wide >> self.size) & self.full

    def flood(self, seeds: int, empty: int) -> int:
        """Return the empty cells that are connected with a seed."""
        found = seeds & empty
        while (wider := self.spread(found) & empty) != found:
            found = wider
        return found

    def pieces(self, cells: int) -> Iterator[int]:
        """Yield the pieces of a set of empty cells."""
        while cells:
            piece = self.flood(cells & -cells, cells)
            yield piece
            cells ^= piece


@functools.cache
def cell_grid(shape: Shape) -> CellGrid:
    """Return the steps of a shape, which are made once."""
    size, cells = shape.size, shape.cells
    first = sum(1 << cell for cell in range(0, cells, size))
    full = (1 << cells) - 1
    return CellGrid(size, full, full ^ first, full ^ first << (size - 1))


class FillReach(NamedTuple):
    """What a fill changes: the cells that it opens to its player and those that the other loses.

    `opens` are empty cells on which the player may play from now on, and could not before. `takes`
    are empty cells that the opponent could still have reached, and now never can; the filled cell
    itself is not among them.
    """

    opens: int
    takes: int


class Reach(NamedTuple):
    """Who can play where: the cells `open` to each player, and those that it can `ever` reach.

    `near` are the cells, empty or not, on which each player may play while they are empty.
    """

    grid: CellGrid
    empty: int
    near: Pair
    open: Pair
    ever: Pair

    @classmethod
    def of(cls, grid: CellGrid, empty: int, near: Pair) -> Reach:
        """Return who can reach what; -1 means a player who may play anywhere."""
        first, second = empty & near[0], empty & near[1]
        ever = grid.flood(first, empty), grid.flood(second, empty)
        return cls(grid, empty, near, (first, second), ever)

    @classmethod
    def of_state(cls, state: SudokuState) -> Reach:
        """Return who can reach what in a position."""
        return cls.of(cell_grid(state.board.shape), _cells(state.board.empty_cells()), near(state))

    @property
    def shared(self) -> int:
        """The cells that both can reach."""
        return self.ever[0] & self.ever[1]

    @property
    def private(self) -> Pair:
        """The cells that only one player can ever reach, and will fill."""
        first, second = self.ever
        return first & ~second, second & ~first

    @property
    def dead(self) -> int:
        """The empty cells that nobody can ever reach."""
        return self.empty & ~(self.ever[0] | self.ever[1])

    @property
    def fills(self) -> int:
        """The number of fills until the end of the game, whoever makes them."""
        return (self.ever[0] | self.ever[1]).bit_count()

    def fill(self, player: Player, cell: int) -> FillReach:
        """Return what changes if a player fills a cell that is open to it."""
        mine, other = player - 1, 2 - player
        empty = self.empty & ~(1 << cell)
        opens = self.grid.spread(1 << cell) & empty & ~self.near[mine]
        lost = self.ever[other] >> cell & 1
        return FillReach(opens, self._lost(other, cell, empty) if lost else 0)

    def most_taken(self, player: Player) -> int:
        """Return the most cells that one fill of a player takes from the opponent."""
        cells = bits_of(self.open[player - 1])
        return max((self.fill(player, cell).takes.bit_count() for cell in cells), default=0)

    def _lost(self, other: int, cell: int, empty: int) -> int:
        """Return what the other player can no longer reach once this cell is full."""
        still_open = self.open[other] & empty
        around = self.grid.spread(1 << cell) & empty
        if not around & ~still_open:
            # Every remaining piece touches the cell, and there the other has an open cell.
            return 0
        return self.ever[other] & empty & ~self.grid.flood(still_open, empty)

    def after(self, player: Player, cell: int) -> Reach:
        """Return who can reach what once a player has filled a cell that is open to it."""
        around = self.grid.spread(1 << cell)
        first, second = self.near
        near = (first | around, second) if player == 1 else (first, second | around)
        return Reach.of(self.grid, self.empty & ~(1 << cell), near)


def near(state: SudokuState) -> Pair:
    """Return for each player the cells on which it may play while they are empty; -1 for all."""
    if state.allowed is None or state.occupied is None:
        return -1, -1
    spread = cell_grid(state.board.shape).spread
    first, second = (
        _cells(allowed) | spread(_cells(occupied))
        for allowed, occupied in zip(state.allowed, state.occupied, strict=True)
    )
    return first, second


def _cells(cells: Iterable[int]) -> int:
    return sum(1 << cell for cell in cells)
