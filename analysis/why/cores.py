"""Cores: a smallest set of filled cells that, with the question, has no solution.

    smallest_core(board, Question(Fact(0, 5)), meter)       why no 5 can stand in cell 0
    smallest_cores(board, Question(), meter)                all smallest reasons of a contradiction

A core is proven to be the smallest by implicit hitting sets: whatever is solvable leaves out a cell
of every core, so every core meets every set of cells whose absence lets a board be solved, and a
smallest set that meets all of them, and cannot be solved, is a smallest core. Where the budget ends
before the proof, the best core that is known is "at most", and `at_least` says how few cells have
not been ruled out.
"""

from __future__ import annotations

import contextlib
import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from bombe.analysis.why.hitting_sets import CoreQuestion, CoreSearch
from bombe.boards.errors import OutOfBudgetError, UsageError
from bombe.solvers import as_solver

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from bombe.analysis.why.refutation import Question
    from bombe.boards import Board
    from bombe.solvers import Meter, Solver


class CoreKind(enum.StrEnum):
    """Whether a core is proven to be a smallest one."""

    SMALLEST = "smallest"
    AT_MOST = "at_most"


@dataclass(frozen=True, slots=True)
class Core:
    """Filled cells, in order, that with the question have no solution; every core has `at_least`.

    Of a smallest core, `at_least` is the number of its cells.
    """

    cells: tuple[int, ...]
    kind: CoreKind
    at_least: int


@dataclass(frozen=True, slots=True)
class Cores:
    """The smallest cores, in order; `is_complete`: there are no others.

    Where the budget ended before the size was proven, the best core that is known, or none.
    """

    found: tuple[Core, ...]
    is_complete: bool


class CoreFinder(Protocol):
    """What finds cores: in the kernel, or with a solver."""

    best: tuple[int, ...] | None
    at_least: int

    def prove(self) -> None:
        """Find a smallest core, or raise OutOfBudgetError; `best` and `at_least` are kept."""

    def others(self) -> Iterator[tuple[int, ...]]:
        """Yield all cores of the size that was proven, or raise OutOfBudgetError."""


def smallest_core(
    board: Board,
    question: Question,
    meter: Meter,
    *,
    upper: Collection[int] | None = None,
    solver: str | Solver = "auto",
) -> Core | None:
    """Return a smallest core, or the best that the budget allows; None if none is known.

    None is known if there is a solution, or if the budget ended before it was ruled out. `upper` is
    what is known to be a core, such as the cells of a checked chain: of its cells those count that
    are filled.
    """
    with _finder(board, question, meter, upper, solver) as finder:
        try:
            finder.prove()
        except OutOfBudgetError:
            return _core(finder, CoreKind.AT_MOST)
        return _core(finder, CoreKind.SMALLEST)


def smallest_cores(
    board: Board,
    question: Question,
    meter: Meter,
    *,
    most: int = 100,
    upper: Collection[int] | None = None,
    solver: str | Solver = "auto",
) -> Cores:
    """Return all smallest cores, but at most `most`; see `smallest_core`."""
    if most < 1:
        raise UsageError(f"at most {most} cores: give 1 or more")
    with _finder(board, question, meter, upper, solver) as finder:
        return _all_cores(finder, most)


def _all_cores(finder: CoreFinder, most: int) -> Cores:
    """Return the cores that are found within the budget."""
    try:
        finder.prove()
    except OutOfBudgetError:
        core = _core(finder, CoreKind.AT_MOST)
        return Cores(() if core is None else (core,), is_complete=False)
    if finder.best is None:
        return Cores((), is_complete=True)
    found = {finder.best}
    try:
        for cells in finder.others():
            if len(found | {cells}) > most:
                return _cores(found, is_complete=False)
            found.add(cells)
    except OutOfBudgetError:
        return _cores(found, is_complete=False)
    return _cores(found, is_complete=True)


def _core(finder: CoreFinder, kind: CoreKind) -> Core | None:
    return None if finder.best is None else Core(finder.best, kind, finder.at_least)


def _cores(found: Iterable[tuple[int, ...]], *, is_complete: bool) -> Cores:
    cores = (Core(cells, CoreKind.SMALLEST, len(cells)) for cells in sorted(found))
    return Cores(tuple(cores), is_complete)


@contextlib.contextmanager
def _finder(
    board: Board,
    question: Question,
    meter: Meter,
    upper: Collection[int] | None,
    solver: str | Solver,
) -> Iterator[CoreFinder]:
    """Yield the search that the solver allows."""
    _check(board, question)
    filled = None if upper is None else tuple(sorted(c for c in {*upper} if board.values[c]))
    asked = CoreQuestion(board, *_stated(board, question), filled)
    backend = as_solver(solver).backend_for(board)
    if backend.name != "native":
        yield CoreSearch(asked, meter, backend)
        return
    from bombe.analysis.why.core_kernel import KernelCores, core_memory

    with core_memory(board.shape) as memory:
        yield KernelCores(asked, meter, memory)


def _stated(board: Board, question: Question) -> tuple[int | None, tuple[int, ...]]:
    """Return the cell that is asked about, and the values of which one would have to stand."""
    if question.fact is None:
        return None, ()
    cell, value = question.fact
    if not question.is_not:
        return cell, (value,)
    return cell, tuple(other for other in range(1, board.shape.size + 1) if other != value)


def _check(board: Board, question: Question) -> None:
    """Raise UsageError if the question is not about an empty cell of the board."""
    if question.fact is None:
        if question.is_not:
            raise UsageError("a question that says that a fact does not hold names the fact")
        return
    cell, value = question.fact
    if not 0 <= cell < board.shape.cells or not 1 <= value <= board.shape.size:
        raise UsageError(
            f"value {value} in cell {cell}: a {board.shape} board has the cells 0 to "
            f"{board.shape.cells - 1} and the values 1 to {board.shape.size}"
        )
    if board.values[cell]:
        raise UsageError(
            f"cell {cell} holds {board.values[cell]} already: ask about an empty cell, or empty it"
        )
