"""Makes boards: full grids, what is left of them when givens go, and what a changed given spoils.

Whether a board is proper is a fact, whichever solver is asked. So what is made here depends on
the shape, the random numbers and the options alone, never on how a solver searches or how fast.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bombe.analysis.audit import audit
from bombe.boards import Board
from bombe.boards.errors import OutOfBudgetError, UsageError
from bombe.solvers import Budget, Meter, Solver, Verdict
from bombe.solvers.backends.backtracking import Backtracking
from bombe.solvers.backends.singles import narrow

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator

    from bombe.boards import Shape

ATTEMPTS = 2_000
"""How many boards are drawn before a wish counts as too rare."""
PATIENCE = 10
"""How many more are drawn for an unsolvable board that singles do not see through."""


@dataclass(frozen=True)
class BoardMaker:
    """What boards of a shape are made with: random numbers, a solver, an account to pay from."""

    shape: Shape
    rng: random.Random
    solver: Solver
    meter: Meter

    def full(self) -> Board:
        """Draw a full grid; a search that wanders off is dropped after a while and drawn anew."""
        while True:
            self.meter.check()
            attempt = Budget(nodes=4 * self.shape.cells, stop=self.meter.stop_signal)
            try:
                empty = Board.empty(self.shape)
                return next(Backtracking(self.rng).solutions(empty, attempt))
            except OutOfBudgetError:
                continue

    def easy(self, floor: int) -> Board:
        """Make a board that falls to singles, of `floor` givens or more."""
        return self._stripped(self.full(), floor, self._falls_to_singles)

    def irreducible(self, floor: int = 0) -> Board:
        """Make a proper board none of whose givens can go, or one of `floor` givens."""
        return self.reduced(self.full(), floor)

    def reduced(self, board: Board, floor: int = 0) -> Board:
        """Take givens from a proper board in random order while it stays proper."""
        return self._stripped(board, floor, self.is_proper)

    def improper(self, empties: int, bombs: int | None) -> Board:
        """Empty cells at random, until there are several solutions and as many bombs as wished."""
        self.full()  # goes unused: so it was when the first seeds were recorded
        for _ in range(ATTEMPTS):
            board = self.full()
            for cell in self.rng.sample(range(self.shape.cells), empties):
                board = with_value(board, cell, 0)
            if self.is_proper(board):
                continue
            if bombs is None or len(audit(board, solver=self.solver).bombs) == bombs:
                return board
        wish = "" if bombs is None else f" and {bombs} bombs"
        raise UsageError(
            f"none of {ATTEMPTS} {self.shape} boards with {empties} empty cells was improper"
            f"{wish}: ask for more empty cells or another number of bombs, or try another seed"
        )

    def loose(self, board: Board, solutions: int) -> Board:
        """Take givens from a board in random order until it has so many solutions or more."""
        for cell in self._shuffled_givens(board):
            board = with_value(board, cell, 0)
            if self.count(board, solutions) == solutions:
                return board
        raise UsageError(
            f"not even the empty {self.shape} board has {solutions} solutions: ask for fewer"
        )

    def unsolvable(self, board: Board) -> Board:
        """Change one given so that no solution is left; singles do not show it, if that can be."""
        obvious = None
        for attempt in range(ATTEMPTS):
            for spoilt in self._with_a_change(board):
                if self.count(spoilt, 1) == 0:
                    if narrow(spoilt) is not None:
                        return spoilt
                    obvious = obvious or spoilt
            if obvious and attempt >= PATIENCE:
                return obvious
            board = self.irreducible()
        raise UsageError(
            f"none of {ATTEMPTS} {self.shape} boards loses all its solutions when a value is "
            "changed and no values clash: ask for another shape"
        )

    def is_proper(self, board: Board) -> bool:
        """Tell whether the board has exactly one solution."""
        return self.count(board, 2) == 1

    def count(self, board: Board, limit: int) -> int:
        """Count the solutions up to `limit`."""
        counted = self.solver.count(board, limit, self.meter)
        if counted.value < limit and not counted.exact:
            self.meter.check()
            raise OutOfBudgetError("the budget ended before the board was made: raise it")
        return counted.value

    def _stripped(self, board: Board, floor: int, holds: Callable[[Board], bool]) -> Board:
        """Take givens in random order where the property still holds, down to `floor` of them."""
        for cell in self._shuffled_givens(board):
            if board.givens <= floor:
                break
            poorer = with_value(board, cell, 0)
            if holds(poorer):
                board = poorer
        return board

    def _shuffled_givens(self, board: Board) -> list[int]:
        cells = givens_of(board)
        self.rng.shuffle(cells)
        return cells

    def _falls_to_singles(self, board: Board) -> bool:
        """Tell whether the first look at the board, by singles alone, solves it."""
        self.meter.check()
        return Backtracking().solvable(board, Budget(nodes=1)) is Verdict.YES

    def _with_a_change(self, board: Board) -> Iterator[Board]:
        """Give, in random order, the boards that differ in one given and do not clash."""
        for cell in self._shuffled_givens(board):
            without = with_value(board, cell, 0)
            mask = without.candidate_masks()[cell] & ~(1 << board.values[cell])
            values = [value for value in range(1, self.shape.size + 1) if mask >> value & 1]
            self.rng.shuffle(values)
            for value in values:
                yield with_value(board, cell, value)


def with_value(board: Board, cell: int, value: int) -> Board:
    """Give the board with a value in a cell; 0 empties it."""
    values = board.values
    return Board(board.shape, values[:cell] + bytes([value]) + values[cell + 1 :])


def givens_of(board: Board) -> list[int]:
    """Give the cells that are filled, in order."""
    return [cell for cell, value in enumerate(board.values) if value]
