"""A board as an exact cover: what `algorithm_x` and `dancing_links` share.

Exact cover: given a table of zeros and ones, choose rows so that every column has exactly one 1.
For a board, a row of the table is a value in a cell, and a column is a condition to be met once:

    columns 0 .. N*N-1      this cell has a value
    then N for each region  this region (row, column or box) has this value

so every row has four ones: its cell, and its value in each of its three regions. Only the
candidates that C0 leaves become rows, and only the conditions that the givens leave open remain.

This module has the search; a `Matrix` is one way to store the table and to take rows. The search
makes the same calls in the same order on all of them, so that two matrices search the same tree,
node by node, and their times differ only by the data structure.
"""

from __future__ import annotations

import functools
from abc import abstractmethod
from typing import TYPE_CHECKING, Protocol

from bombe.boards import Board
from bombe.boards.bits import bits_of
from bombe.solvers.contract import Solver

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.boards import Shape
    from bombe.solvers.budget import Meter
    from bombe.solvers.contract import Ledger

Four = tuple[int, int, int, int]


@functools.cache
def columns_of(shape: Shape) -> tuple[Four, ...]:
    """Return the columns of each row, cell * N + value - 1: the cell, then each region."""
    size, cells = shape.size, shape.cells
    return tuple(
        (cell, cells + r * size + value, cells + c * size + value, cells + b * size + value)
        for cell, (r, c, b) in enumerate(shape.geometry.regions_of)
        for value in range(size)
    )


def legal_rows(board: Board) -> list[int]:
    """Return the rows of the candidates, in order."""
    size, masks = board.shape.size, board.candidate_masks()
    return [cell * size + value - 1 for cell, mask in enumerate(masks) for value in bits_of(mask)]


def open_columns(board: Board) -> list[int]:
    """Return the columns that the givens leave open, in order."""
    size = board.shape.size
    table = columns_of(board.shape)
    met: set[int] = set()
    for cell, value in enumerate(board.values):
        if value:
            met.update(table[cell * size + value - 1])
    return [column for column in range(4 * board.shape.cells) if column not in met]


class Matrix(Protocol):
    """The open part of a board's table. Rows are taken like a stack: last in, first out."""

    def select(self, row: int) -> bool:
        """Take a row; return False if some open column has no row left."""

    def deselect(self, row: int) -> None:
        """Undo the last `select`, which took this row."""

    def branch(self) -> list[int]:
        """Return the rows of the column to decide next: one with a single row, else the fewest."""

    def forbid(self, row: int) -> None:
        """Remove a row permanently; only while no row is taken."""


def covers(matrix: Matrix, size: int, taken: list[int], meter: Meter) -> Iterator[None]:
    """Complete `taken` to `size` rows in every way; yield whenever `taken` is complete.

    Algorithm X with its own stack instead of recursion: an empty 36 x 36 board is 1,296 levels.
    A node is a row tried.
    """
    if len(taken) == size:
        yield
        return
    branches = [iter(matrix.branch())]
    while branches:
        row = next(branches[-1], None)
        if row is None:
            branches.pop()
            if branches:
                matrix.deselect(taken.pop())
            continue
        meter.spend()
        taken.append(row)
        alive = matrix.select(row)
        if alive and len(taken) < size:
            branches.append(iter(matrix.branch()))
            continue
        if alive:
            yield
        matrix.deselect(taken.pop())


class ExactCover(Solver):
    """A backend that searches an exact cover; subclasses choose how the table is stored."""

    @abstractmethod
    def matrix(self, board: Board) -> Matrix:
        """Return the open part of the board's table."""

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        """Yield each solution once."""
        with meter.building():
            matrix = self.matrix(board)
        taken: list[int] = []
        for _ in covers(matrix, board.values.count(0), taken, meter):
            yield _filled(board, taken)

    def decide(self, ledger: Ledger, meter: Meter) -> None:
        """Search for each candidate in turn, in one table that is built once.

        The row of a candidate that turned out to be false is removed, which makes the later
        searches shorter.
        """
        board = ledger.board
        with meter.building():
            matrix = self.matrix(board)
        for move in ledger.undecided:
            if ledger.is_open(move):
                row = board.shape.cell(move.row, move.column) * board.shape.size + move.value - 1
                solution = _first_with(row, matrix, board, meter)
                if solution is None:
                    matrix.forbid(row)
                    ledger.rule_out(move)
                else:
                    ledger.add_witness(solution)


def _first_with(row: int, matrix: Matrix, board: Board, meter: Meter) -> Board | None:
    """Return a solution that contains the row, if any; leave the matrix as it was."""
    meter.spend()
    taken = [row]
    found = matrix.select(row) and any(
        True for _ in covers(matrix, board.values.count(0), taken, meter)
    )
    solution = _filled(board, taken) if found else None
    while taken:
        matrix.deselect(taken.pop())
    return solution


def _filled(board: Board, rows: list[int]) -> Board:
    values = bytearray(board.values)
    for row in rows:
        cell, value = divmod(row, board.shape.size)
        values[cell] = value + 1
    return Board(board.shape, bytes(values))
