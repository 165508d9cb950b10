"""Boards made to order, the same from the same seed.

    full      a full grid, drawn at random
    easy      proper, and singles alone solve it; removal stops at `givens`, by default 45 %
    hard      proper and minimal: no given can be removed, unless removal stops at `givens`
    improper  cells of a full grid removed at random until `empties` are empty, at least two
              solutions, and, if asked for, exactly so many `bombs`

Full grids come from the backtracking solver with its values in random order; it starts over with
the next random numbers where a search gets lost. Uniqueness is a fact, not a matter of the
solver, so a board depends on shape, kind, seed and the wishes alone.
"""

from __future__ import annotations

import enum
import random
from typing import TYPE_CHECKING

from bombe.analysis.audit import audit
from bombe.boards import Board, Move, Shape
from bombe.boards.errors import OutOfBudgetError, UnknownNameError, UsageError
from bombe.solvers import Budget, Meter, Verdict, as_solver
from bombe.solvers.backtracking import Backtracking

if TYPE_CHECKING:
    from collections.abc import Callable

    from bombe.solvers import Solver

ATTEMPTS = 2_000
"""How many improper boards are drawn before a wish counts as too rare."""


class Kind(enum.StrEnum):
    """The kinds of boards that can be made."""

    FULL = "full"
    EASY = "easy"
    HARD = "hard"
    IMPROPER = "improper"


def generate(
    shape: Shape | str,
    kind: Kind | str = Kind.HARD,
    seed: int = 0,
    *,
    givens: int | None = None,
    empties: int | None = None,
    bombs: int | None = None,
    solver: str | Solver = "auto",
    budget: Budget | None = None,
) -> Board:
    """Make a board; OutOfBudgetError where the budget ends before it is made.

    `givens` is where an easy or a hard board stops losing givens; `empties` and `bombs` are wishes
    for an improper one, by default half of the cells and any number of bombs.
    """
    shape = Shape.parse(shape) if isinstance(shape, str) else shape
    kind = parse_kind(kind)
    _check_wishes(shape, kind, givens, empties, bombs)
    rng = random.Random(f"{shape} {kind} {seed}")
    meter = Meter(budget)
    full = _full_grid(shape, rng, meter)
    backend = as_solver(solver)
    if kind is Kind.EASY:
        floor = shape.cells * 45 // 100 if givens is None else givens
        return _strip(full, rng, floor, lambda board: _falls_to_singles(board, meter))
    if kind is Kind.HARD:
        return _strip(full, rng, givens or 0, lambda board: _is_proper(board, backend, meter))
    if kind is Kind.IMPROPER:
        wanted = shape.cells // 2 if empties is None else empties
        return _improper(shape, rng, wanted, bombs, backend, meter)
    return full


def parse_kind(text: Kind | str) -> Kind:
    """Read the name of a kind of boards."""
    if text not in set(Kind):
        raise UnknownNameError("kind", text, Kind)
    return Kind(text)


def _check_wishes(
    shape: Shape, kind: Kind, givens: int | None, empties: int | None, bombs: int | None
) -> None:
    if givens is not None and kind not in (Kind.EASY, Kind.HARD):
        raise UsageError(f"givens are a wish for easy and hard boards, not for {kind}")
    if (empties is not None or bombs is not None) and kind is not Kind.IMPROPER:
        raise UsageError(f"empties and bombs are wishes for improper boards, not for {kind}")
    for what, wish, most in (
        ("givens", givens, shape.cells),
        ("empties", empties, shape.cells),
        ("bombs", bombs, shape.cells * shape.size),
    ):
        if wish is not None and not 0 <= wish <= most:
            raise UsageError(f"{wish} {what} on a {shape} board: give 0 to {most}")


def _full_grid(shape: Shape, rng: random.Random, meter: Meter) -> Board:
    """Draw a full grid; a search that wanders off is dropped after a while and drawn anew."""
    while True:
        meter.check()
        attempt = Budget(nodes=4 * shape.cells, stop=meter.is_over)
        try:
            return next(Backtracking(rng).solutions(Board.empty(shape), attempt))
        except OutOfBudgetError:
            continue


def _strip(full: Board, rng: random.Random, floor: int, holds: Callable[[Board], bool]) -> Board:
    """Empty cells in random order, where the property still holds, down to `floor` givens."""
    board, order = full, list(range(full.shape.cells))
    rng.shuffle(order)
    for cell in order:
        if board.givens <= floor:
            break
        poorer = board.place(Move(*board.shape.coordinates(cell), 0))
        if holds(poorer):
            board = poorer
    return board


def _is_proper(board: Board, solver: Solver, meter: Meter) -> bool:
    counted = solver.count(board, 2, meter)
    if counted.value < 2 and not counted.exact:
        meter.check()
        raise OutOfBudgetError("the budget ended before the board was made: raise it")
    return counted.value == 1


def _falls_to_singles(board: Board, meter: Meter) -> bool:
    """Tell whether the first look at the board, by singles alone, solves it."""
    meter.check()
    return Backtracking().solvable(board, Budget(nodes=1)) is Verdict.YES


def _improper(
    shape: Shape,
    rng: random.Random,
    empties: int,
    bombs: int | None,
    solver: Solver,
    meter: Meter,
) -> Board:
    """Draw boards until one has two solutions or more and as many bombs as wished for."""
    for _ in range(ATTEMPTS):
        values = bytearray(_full_grid(shape, rng, meter).values)
        for cell in rng.sample(range(shape.cells), empties):
            values[cell] = 0
        board = Board(shape, bytes(values))
        if _is_proper(board, solver, meter):
            continue
        if bombs is None or len(audit(board, solver=solver).bombs) == bombs:
            return board
    wish = "" if bombs is None else f" and {bombs} bombs"
    raise UsageError(
        f"none of {ATTEMPTS} {shape} boards with {empties} empty cells was improper{wish}: "
        "ask for more empty cells or another number of bombs, or try another seed"
    )
