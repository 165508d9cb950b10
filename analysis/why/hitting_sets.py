"""Smallest cores by implicit hitting sets, with any solver; the kernel's way is cores/ in C++.

Sets of filled cells are the bits of an integer, in the order of the cells. A *gap* is what a
largest solvable set leaves out: every core meets every gap. The search looks for a core of so many
cells, at first as few as there are gaps without a common cell, then one more, until there is one or
only the best known size is left. It chooses cells that meet all gaps, asks the solver whether the
board with them alone can be solved, and if so learns the gaps that this shows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bombe.boards import Board
from bombe.boards.bits import bits_of, single_bits
from bombe.boards.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bombe.solvers import Meter, Solver


class CoreQuestion(NamedTuple):
    """What is refuted: one of `values` would have to stand in `cell`, or the board itself.

    `upper` is what is known to be a core, in order.
    """

    board: Board
    cell: int | None = None
    values: tuple[int, ...] = ()
    upper: tuple[int, ...] | None = None


class CoreSearch:
    """The search for the smallest cores of a question."""

    def __init__(self, question: CoreQuestion, meter: Meter, solver: Solver) -> None:
        self._board, self._asked, values, self.best = question
        self.at_least = 0
        self._meter, self._solver = meter, solver
        self._values = [0] if self._asked is None else values
        board = self._board
        self._cells = [at for at, value in enumerate(board.values) if value]
        self._all = (1 << len(self._cells)) - 1
        self._gaps: list[int] = []

    def prove(self) -> None:
        """Find a smallest core, or raise OutOfBudgetError; `best` and `at_least` are kept."""
        core = self._first()
        if core is None:
            return
        core = self._reduced(core)
        for cell in single_bits(core):
            if self._agreed(self._all & ~cell) is not None:
                self._gaps.append(cell)
        self.at_least = _disjoint(self._gaps)
        while self.at_least < core.bit_count():
            found = next(self._within(self.at_least, 0, 0), None)
            if found is not None:
                self._keep(found)
                return
            self.at_least += 1

    def others(self) -> Iterator[tuple[int, ...]]:
        """Yield all cores of the size that was proven, or raise OutOfBudgetError."""
        return map(self._named, self._within(self.at_least, 0, 0))

    def _first(self) -> int | None:
        """Return what is known to be a core, or all cells if they are one."""
        core = self._all
        if self.best is not None:
            held = set(self.best)
            core = sum(1 << at for at, cell in enumerate(self._cells) if cell in held)
        if self._agreed(core) is None:
            self._keep(core)
            return core
        if self.best is not None:
            raise no_core(self.best)
        return None

    def _reduced(self, core: int) -> int:
        """Return the core without the cells that it does not need."""
        for cell in single_bits(core):
            if self._agreed(core & ~cell) is None:
                core &= ~cell
                self._keep(core)
        return core

    def _within(self, most: int, chosen: int, without: int) -> Iterator[int]:
        """Yield the cores of at most so many cells, with those chosen and without others."""
        while True:
            self._meter.spend()
            gaps = [gap & ~without for gap in self._gaps if not gap & chosen]
            if 0 in gaps or chosen.bit_count() + _disjoint(gaps) > most:
                return
            if gaps:
                break
            if not self._learn(chosen, most - chosen.bit_count() + 1):
                yield chosen
                return
        for cell in _often_first(min(gaps, key=int.bit_count), gaps):
            yield from self._within(most, chosen | cell, without)
            without |= cell

    def _learn(self, chosen: int, most: int) -> bool:
        """Add gaps that have no cell in common, at most so many; return whether there is one."""
        for number in range(most):
            agreed = self._agreed(chosen)
            if agreed is None:
                return number > 0
            gap = self._gap(agreed)
            self._gaps.append(gap)
            chosen |= gap
        return True

    def _gap(self, solvable: int) -> int:
        """Return what a largest solvable set with these cells leaves out."""
        for cell in single_bits(self._all & ~solvable):
            if not cell & solvable:
                solvable |= self._agreed(solvable | cell) or 0
        return self._all & ~solvable

    def _agreed(self, chosen: int) -> int | None:
        """Return all cells that a solution with these cells agrees with; None if there is none."""
        values = bytearray(len(self._board.values))
        for at in bits_of(chosen):
            values[self._cells[at]] = self._board.values[self._cells[at]]
        for value in self._values:
            if self._asked is not None:
                values[self._asked] = value
            board = Board(self._board.shape, bytes(values))
            solution = next(self._solver.solutions(board, self._meter), None)
            if solution is not None:
                held = enumerate(self._cells)
                same = (
                    at for at, cell in held if solution.values[cell] == self._board.values[cell]
                )
                return sum(1 << at for at in same)
        return None

    def _keep(self, core: int) -> None:
        self.best = self._named(core)

    def _named(self, core: int) -> tuple[int, ...]:
        return tuple(self._cells[at] for at in bits_of(core))


def no_core(cells: Iterable[int]) -> UsageError:
    """Return the error that says that there is a solution with these cells."""
    return UsageError(f"cells {list(cells)} are no core: there is a solution with them")


def _disjoint(gaps: list[int]) -> int:
    """Return the number of gaps without a common cell that are found, small ones first."""
    met = number = 0
    for gap in sorted(gaps, key=int.bit_count):
        if not gap & met:
            met, number = met | gap, number + 1
    return number


def _often_first(cells: int, gaps: list[int]) -> list[int]:
    """Return the cells one by one, first those that are in most gaps."""
    return sorted(single_bits(cells), key=lambda cell: -sum(1 for gap in gaps if gap & cell))
