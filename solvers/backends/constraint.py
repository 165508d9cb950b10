"""python-constraint: its plain backtracking solver with forward checking.

Always `BacktrackingSolver()`: the library's default solver fixes the order of the cells before
it starts and takes over a minute on puzzles that this one, which chooses the cell with the fewest
values at every step, solves in a tenth of a second.

Singles are applied first, as for the other libraries: without them it takes hours to refute most
bombs of a 16x16 board. A node is a board that was examined, or a value tried for a cell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

# This module is bombe.solvers.backends.constraint; absolute imports make `constraint` the library.
from constraint import AllDifferentConstraint, BacktrackingSolver, Problem
from constraint import Constraint as LibraryConstraint

from bombe.boards import Board
from bombe.boards.bits import bits_of
from bombe.solvers.backends.singles import Masks, narrow
from bombe.solvers.contract import Solver

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.boards import Shape
    from bombe.solvers.budget import Meter


class Constraint(Solver):
    """A variable per open cell, whose domain is what singles leave; a constraint per region."""

    name = "constraint"

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        """Yield the solutions in the order of the library's iterator."""
        meter.spend()
        with meter.building():
            masks = narrow(board)
            if masks is None:
                return
            values = bytearray(mask.bit_length() - 1 for mask in masks)
            problem = _problem(board.shape, masks, meter)
        if problem is None:
            yield Board(board.shape, bytes(values))
            return
        for solution in problem.getSolutionIter():
            for cell, value in solution.items():
                values[cell] = value
            yield Board(board.shape, bytes(values))


def _problem(shape: Shape, masks: Masks, meter: Meter) -> Any | None:
    """Return what singles leave open as a problem; None if nothing, which the library rejects."""
    open_cells = [cell for cell, mask in enumerate(masks) if mask & (mask - 1)]
    if not open_cells:
        return None
    problem = Problem(BacktrackingSolver())
    for cell in open_cells:
        problem.addVariable(cell, list(bits_of(masks[cell])))
    # Added first, so it is evaluated first, once for every value tried.
    problem.addConstraint(_NodeCounter(meter), open_cells)
    for region in shape.geometry.regions:
        if cells := [cell for cell in region if masks[cell] & (masks[cell] - 1)]:
            problem.addConstraint(AllDifferentConstraint(), cells)
    return problem


class _NodeCounter(LibraryConstraint):  # type: ignore[misc] # the library has no types
    """Forbids nothing, but counts every value tried; the meter's error ends the search."""

    def __init__(self, meter: Meter) -> None:
        self._spend = meter.spend

    def __call__(self, *_: object) -> bool:
        self._spend()
        return True
