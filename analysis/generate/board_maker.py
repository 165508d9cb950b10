"""Make boards: full grids, and the boards left after givens are removed or changed.

Whether a board is proper does not depend on the solver. The boards made here therefore depend on
the shape, the random numbers and the options alone, never on how a solver searches or how fast.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bombe.analysis.audit import audit
from bombe.boards import Board, Shape
from bombe.boards.errors import OutOfBudgetError, UsageError
from bombe.solvers import Budget, Meter, Solver, Verdict
from bombe.solvers.backends.backtracking import Backtracking
from bombe.solvers.backends.singles import narrow

if TYPE_CHECKING:
    import random


ATTEMPTS = 2_000
"""The number of boards that are tried before an option counts as too rare."""
PATIENCE = 10
"""The number of further attempts for an unsolvable board that singles do not detect."""


@dataclass(frozen=True)
class BoardMaker:
    """Makes boards of one shape, with random numbers and a solver, within the budget of a meter."""

    shape: Shape
    rng: random.Random
    solver: Solver
    meter: Meter

    def full(self) -> Board:
        """Return a random full grid; a search that takes too long is abandoned and restarted."""
        while True:
            self.meter.check()
            attempt = Budget(nodes=4 * self.shape.cells, stop=self.meter.stop_signal)
            try:
                empty = Board.empty(self.shape)
                return next(Backtracking(self.rng).solutions(empty, attempt))
            except OutOfBudgetError:
                continue

    def easy(self, floor: int) -> Board:
        """Return a board that singles alone solve, with at least `floor` givens."""
        return self._stripped(self.full(), floor, self._falls_to_singles)

    def irreducible(self, floor: int = 0) -> Board:
        """Return a proper board of which no given can be removed, or one with `floor` givens."""
        return self.reduced(self.full(), floor)

    def reduced(self, board: Board, floor: int = 0) -> Board:
        """Return a proper board after removing givens in random order while it stays proper."""
        return self._stripped(board, floor, self.is_proper)

    def improper(self, empties: int, bombs: int | None) -> Board:
        """Return a board with random empty cells, several solutions and so many bombs."""
        # Unused, but it was part of the random sequence when the first seeds were recorded.
        self.full()
        for _ in range(ATTEMPTS):
            board = self.full()
            for cell in self.rng.sample(range(self.shape.cells), empties):
                board = with_value(board, cell, 0)
            if self.is_proper(board):
                continue
            if bombs is None or len(audit(board, solver=self.solver).bombs) == bombs:
                return board
        wanted = "" if bombs is None else f" with {bombs} bombs"
        raise UsageError(
            f"none of {ATTEMPTS} {self.shape} boards with {empties} empty cells was improper"
            f"{wanted}: choose more empty cells, another number of bombs or another seed"
        )

    def loose(self, board: Board, solutions: int) -> Board:
        """Return a board after removing givens in random order until it has so many solutions."""
        for cell in self._shuffled_givens(board):
            board = with_value(board, cell, 0)
            if self.count(board, solutions) == solutions:
                return board
        raise UsageError(
            f"not even the empty {self.shape} board has {solutions} solutions: choose fewer"
        )

    def unsolvable(self, board: Board) -> Board:
        """Return a board with a changed given and no solution, if possible one singles miss."""
        obvious = None
        for attempt in range(ATTEMPTS):
            for changed in self._with_a_change(board):
                if self.count(changed, 1) == 0:
                    if narrow(changed) is not None:
                        return changed
                    obvious = obvious or changed
            if obvious and attempt >= PATIENCE:
                return obvious
            board = self.irreducible()
        raise UsageError(
            f"none of {ATTEMPTS} {self.shape} boards loses all its solutions when a value is "
            "changed and no values clash: choose another shape"
        )

    def is_proper(self, board: Board) -> bool:
        """Return whether the board has exactly one solution."""
        return self.count(board, 2) == 1

    def count(self, board: Board, limit: int) -> int:
        """Count the solutions up to `limit`."""
        counted = self.solver.count(board, limit, self.meter)
        if counted.value < limit and not counted.exact:
            self.meter.check()
            raise OutOfBudgetError("the budget ran out before the board was made: raise it")
        return counted.value

    def _stripped(self, board: Board, floor: int, holds: Callable[[Board], bool]) -> Board:
        """Remove givens in random order while the property holds, down to `floor` of them."""
        for cell in self._shuffled_givens(board):
            if board.givens <= floor:
                break
            reduced = with_value(board, cell, 0)
            if holds(reduced):
                board = reduced
        return board

    def _shuffled_givens(self, board: Board) -> list[int]:
        cells = givens_of(board)
        self.rng.shuffle(cells)
        return cells

    def _falls_to_singles(self, board: Board) -> bool:
        """Return whether singles alone solve the board, without a search."""
        self.meter.check()
        return Backtracking().solvable(board, Budget(nodes=1)) is Verdict.YES

    def _with_a_change(self, board: Board) -> Iterator[Board]:
        """Yield, in random order, the boards that differ in one given and do not clash."""
        for cell in self._shuffled_givens(board):
            without = with_value(board, cell, 0)
            mask = without.candidate_masks()[cell] & ~(1 << board.values[cell])
            values = [value for value in range(1, self.shape.size + 1) if mask >> value & 1]
            self.rng.shuffle(values)
            for value in values:
                yield with_value(board, cell, value)


def with_value(board: Board, cell: int, value: int) -> Board:
    """Return the board with a value in a cell; 0 empties it."""
    values = board.values
    return Board(board.shape, values[:cell] + bytes([value]) + values[cell + 1 :])


def givens_of(board: Board) -> list[int]:
    """Return the filled cells, in order."""
    return [cell for cell, value in enumerate(board.values) if value]
