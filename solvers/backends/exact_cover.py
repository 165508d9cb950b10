"""A board as an exact cover: what `algorithm_x` and `dancing_links` share.

Exact cover: given a table of zeros and ones, choose rows so that every column has exactly one 1.
For a board, a row of the table is a value in a cell, and a column is a wish to be met once:

    columns 0 .. N*N-1      this cell has a value
    then N for each region  this region (row, column or box) has this value

so every row has four ones: its cell, and its value in each of its three regions. Only the
candidates that C0 leaves become rows, and only the wishes that the givens leave open stay.

The search is here, the table is not: a `Matrix` is one way to store it and to take rows. All of
them are asked the same questions in the same order, so two matrices search the same tree, node by
node, and a race between them measures nothing but the data structure.
"""

from __future__ import annotations

import functools
from abc import abstractmethod
from typing import TYPE_CHECKING, Protocol

from bombe.boards import Board
from bombe.solvers.contract import Solver

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.boards import Shape
    from bombe.solvers.budget import Meter
    from bombe.solvers.contract import Ledger

Four = tuple[int, int, int, int]


@functools.cache
def columns_of(shape: Shape) -> tuple[Four, ...]:
    """Give for each row, cell * N + value - 1, its columns: cell, then the value in each region."""
    size, cells = shape.size, shape.cells
    return tuple(
        (cell, cells + r * size + value, cells + c * size + value, cells + b * size + value)
        for cell, (r, c, b) in enumerate(shape.geometry.regions_of)
        for value in range(size)
    )


def legal_rows(board: Board) -> list[int]:
    """List the rows of the candidates, in order."""
    size = board.shape.size
    rows = []
    for cell, mask in enumerate(board.candidate_masks()):
        first, values = cell * size, mask >> 1
        while values:
            lowest = values & -values
            rows.append(first + lowest.bit_length() - 1)
            values ^= lowest
    return rows


def open_columns(board: Board) -> list[int]:
    """List the columns that the givens leave open, in order."""
    size = board.shape.size
    table = columns_of(board.shape)
    met: set[int] = set()
    for cell, value in enumerate(board.values):
        if value:
            met.update(table[cell * size + value - 1])
    return [column for column in range(4 * board.shape.cells) if column not in met]


class Matrix(Protocol):
    """The open part of a board's table. Rows come and go like a stack: last in, first out."""

    def select(self, row: int) -> bool:
        """Take a row; False if some open column has no row left."""

    def deselect(self, row: int) -> None:
        """Give back the row that was taken last."""

    def branch(self) -> list[int]:
        """Give the rows of the column to decide next: one with one row, else with the fewest."""

    def forbid(self, row: int) -> None:
        """Strike a row for good; only while no row is taken."""


def covers(matrix: Matrix, size: int, taken: list[int], meter: Meter) -> Iterator[None]:
    """Complete `taken` to `size` rows in every way; pause whenever `taken` is complete.

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
    """A backend that searches an exact cover; subclasses say how the table is stored."""

    @abstractmethod
    def matrix(self, board: Board) -> Matrix:
        """Build the open part of the board's table."""

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        """Yield each solution once."""
        with meter.building():
            matrix = self.matrix(board)
        taken: list[int] = []
        for _ in covers(matrix, board.values.count(0), taken, meter):
            yield _filled(board, taken)

    def decide(self, ledger: Ledger, meter: Meter) -> None:
        """Ask about one candidate after the other in one table, built once.

        The row of a candidate that turned out to be false is struck, so what one question found
        out makes the next ones shorter.
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
    """Find a solution that holds the row, and leave the matrix as it was."""
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
