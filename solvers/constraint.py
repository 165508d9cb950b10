"""python-constraint: its plain backtracking solver with forward checking.

Always `BacktrackingSolver()`: the library's default solver fixes the order of the cells before
it starts and takes over a minute on puzzles that this one, which looks for the cell with the
fewest values at every step, does in a tenth of a second.

A node is a value tried for a cell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

# This module is bombe.solvers.constraint; absolute imports make `constraint` the library.
from constraint import AllDifferentConstraint, BacktrackingSolver, Problem
from constraint import Constraint as LibraryConstraint

from bombe.boards import Board
from bombe.solvers.contract import Solver

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.solvers.budget import Meter


class Constraint(Solver):
    """A variable per empty cell, its domain what the givens leave, a constraint per region."""

    name = "constraint"

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        """Yield the solutions in the order of the library's iterator."""
        meter.spend()
        with meter.building():
            problem = _problem(board, meter)
        if problem is None:
            return
        if board.is_full:
            # The library calls a problem without variables unsolvable.
            yield board
            return
        values = bytearray(board.values)
        for solution in problem.getSolutionIter():
            for cell, value in solution.items():
                values[cell] = value
            yield Board(board.shape, bytes(values))


def _problem(board: Board, meter: Meter) -> Any | None:
    """Post the board; None where a cell has no value left: the library refuses empty domains."""
    problem = Problem(BacktrackingSolver())
    empties = board.empty_cells()
    masks = board.candidate_masks()
    for cell in empties:
        domain = [value for value in range(1, board.shape.size + 1) if masks[cell] >> value & 1]
        if not domain:
            return None
        problem.addVariable(cell, domain)
    if empties:
        # Posted first, so it is evaluated first, once for every value tried.
        problem.addConstraint(_Toll(meter), empties)
    for region in board.shape.geometry.regions:
        if cells := [cell for cell in region if not board.values[cell]]:
            problem.addConstraint(AllDifferentConstraint(), cells)
    return problem


class _Toll(LibraryConstraint):  # type: ignore[misc] # the library has no types
    """Forbids nothing, but pays for every value tried; the meter's error ends the search."""

    def __init__(self, meter: Meter) -> None:
        self._spend = meter.spend

    def __call__(self, *_: object) -> bool:
        self._spend()
        return True
