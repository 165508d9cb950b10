"""What must be known of a position before it is solved: its solutions, and that it makes sense."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from bombe.boards.errors import InputError, UnsupportedError, UsageError
from bombe.boards.sudoku.state import POINTS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bombe.boards import Board, SudokuState
    from bombe.solvers import Meter, Solver

MOST_SOLUTIONS = 4096
"""A board with more solutions is not an endgame."""


def most_points(board: Board) -> int:
    """Return the most points that can be left, whoever gets them.

    A fill completes a row, a column and a box at most, and three at once score the most.
    """
    geometry, values = board.shape.geometry, board.values
    return points_of(
        sum(not all(values[cell] for cell in region) for region in regions)
        for regions in (geometry.rows, geometry.columns, geometry.boxes)
    )


def points_of(regions: Iterable[int]) -> int:
    """Return the most points for so many rows, columns and boxes that are not complete."""
    few, more, most = sorted(regions)
    return POINTS[3] * few + POINTS[2] * (more - few) + POINTS[1] * (most - more)


def solutions_of(board: Board, backend: Solver, meter: Meter) -> tuple[bytes, ...]:
    """Return all solutions of a board that can be an endgame."""
    found = tuple(
        solution.values
        for solution in itertools.islice(backend.solutions(board, meter), MOST_SOLUTIONS + 1)
    )
    if not found:
        raise InputError("the board has no solution, so no move is safe and the game cannot end")
    if len(found) > MOST_SOLUTIONS:
        raise UnsupportedError(
            f"a board with over {MOST_SOLUTIONS} solutions is not an endgame: fill some cells first"
        )
    return found


def check_taboo(state: SudokuState, solutions: tuple[bytes, ...]) -> None:
    """Raise UsageError if a taboo move is safe: only bombs become taboo."""
    shape, values = state.board.shape, state.board.values
    for move in sorted(state.taboo):
        cell = shape.cell(move.row, move.column)
        if not values[cell] and any(solution[cell] == move.value for solution in solutions):
            raise UsageError(
                f"{move} is taboo but safe, and only bombs become taboo: correct the position"
            )


def true_masks(board: Board, solutions: Iterable[bytes]) -> list[int]:
    """Return the true candidates of each empty cell, value v as bit v.

    `solutions` may hold others than those of this board.
    """
    masks = [0] * board.shape.cells
    empty = board.empty_cells()
    for solution in solutions:
        if all(value in (0, other) for value, other in zip(board.values, solution, strict=True)):
            for cell in empty:
                masks[cell] |= 1 << solution[cell]
    return masks
