"""The kinds of boards that can be generated, the same board from the same seed.

    full         a full grid, drawn at random
    easy         proper, and singles alone solve it; removal stops at `givens`, by default 45 %
    irreducible  proper, and no given can be removed, unless removal stops at `givens`
    few          irreducible, with fewer givens than removal leaves: two givens are exchanged for
                 one, until `givens` are left or no exchange is possible
    hard         irreducible, and the kernel needs many `guesses`, by default 60
    loose        givens are removed until there are at least `solutions` solutions
    unsolvable   irreducible except for one changed value: no clash, no solution, and if possible
                 not detected by singles
    improper     cells of a full grid removed at random until `empties` are empty, at least two
                 solutions, and, if given, exactly `bombs` bombs

Few, hard, loose and unsolvable boards start from the irreducible board of the same seed.

A board depends on shape, kind, seed and options alone; the solver affects only the time it takes.
Hard boards are an exception: they depend on the kernel, whose guesses lead to them.
"""

from __future__ import annotations

import enum
import random
from collections.abc import Callable
from typing import NamedTuple

from bombe.analysis.generate.board_maker import BoardMaker
from bombe.analysis.generate.few_givens import fewer_givens
from bombe.analysis.generate.hard import harder
from bombe.boards import Board, Shape
from bombe.boards.errors import UnknownNameError, UsageError
from bombe.boards.seeds import checked_seed
from bombe.solvers import Solver, as_solver
from bombe.solvers.budget import BudgetLike, as_meter


class BoardKind(enum.StrEnum):
    """The kinds of boards that can be generated."""

    FULL = "full"
    EASY = "easy"
    IRREDUCIBLE = "irreducible"
    FEW = "few"
    HARD = "hard"
    LOOSE = "loose"
    UNSOLVABLE = "unsolvable"
    IMPROPER = "improper"


GUESSES = 60
"""The default number of guesses that a hard board needs."""


class BoardOptions(NamedTuple):
    """The options of a board beside its kind; None for the default."""

    givens: int | None = None
    empties: int | None = None
    bombs: int | None = None
    solutions: int | None = None
    guesses: int | None = None


_OPTION_KINDS = {
    "givens": (BoardKind.EASY, BoardKind.IRREDUCIBLE, BoardKind.FEW),
    "empties": (BoardKind.IMPROPER,),
    "bombs": (BoardKind.IMPROPER,),
    "solutions": (BoardKind.LOOSE,),
    "guesses": (BoardKind.HARD,),
}
"""The kinds of boards to which each option applies."""


def generate(
    shape: Shape | str,
    kind: BoardKind | str = BoardKind.IRREDUCIBLE,
    seed: int = 0,
    *,
    givens: int | None = None,
    empties: int | None = None,
    bombs: int | None = None,
    solutions: int | None = None,
    guesses: int | None = None,
    solver: str | Solver = "auto",
    budget: BudgetLike = None,
) -> Board:
    """Return a generated board; raise OutOfBudgetError if the budget runs out first.

    By default an easy board has givens in 45 % of its cells, an improper one in half of them; a
    hard board needs 60 guesses, or as many as can be reached; a loose board has as many solutions
    as cells.
    """
    shape = Shape.of(shape)
    kind, seed = parse_kind(kind), checked_seed(seed)
    options = BoardOptions(givens, empties, bombs, solutions, guesses)
    _check_options(shape, kind, options)
    backend = as_solver(solver).backend_for(Board.empty(shape))
    return _make(
        BoardMaker(shape, _random(shape, kind, seed), backend, as_meter(budget)), kind, options
    )


def parse_kind(text: BoardKind | str) -> BoardKind:
    """Return the kind of boards with that name."""
    if not isinstance(text, str) or text not in list(BoardKind):
        raise UnknownNameError("kind", text, BoardKind)
    return BoardKind(text)


def _random(shape: Shape, kind: BoardKind, seed: int) -> random.Random:
    # Irreducible boards were called hard when the first seeds were recorded.
    first = kind if kind in (BoardKind.FULL, BoardKind.EASY, BoardKind.IMPROPER) else "hard"
    return random.Random(f"{shape} {first} {seed}")


def _make(maker: BoardMaker, kind: BoardKind, options: BoardOptions) -> Board:
    cells, givens = maker.shape.cells, options.givens or 0
    makers: dict[BoardKind, Callable[[], Board]] = {
        BoardKind.FULL: maker.full,
        BoardKind.EASY: lambda: maker.easy(_or(options.givens, cells * 45 // 100)),
        BoardKind.IRREDUCIBLE: lambda: maker.irreducible(givens),
        BoardKind.FEW: lambda: fewer_givens(maker, maker.irreducible(), givens),
        BoardKind.HARD: lambda: harder(maker, maker.irreducible(), _or(options.guesses, GUESSES)),
        BoardKind.LOOSE: lambda: maker.loose(maker.irreducible(), _or(options.solutions, cells)),
        BoardKind.UNSOLVABLE: lambda: maker.unsolvable(maker.irreducible()),
        BoardKind.IMPROPER: lambda: maker.improper(_or(options.empties, cells // 2), options.bombs),
    }
    return makers[kind]()


def _or(value: int | None, default: int) -> int:
    return default if value is None else value


def _check_options(shape: Shape, kind: BoardKind, options: BoardOptions) -> None:
    least = {"solutions": 1}
    most = {"bombs": shape.cells * shape.size, "solutions": 10**9, "guesses": 10**9}
    for what, value in options._asdict().items():
        if value is None:
            continue
        if kind not in _OPTION_KINDS[what]:
            kinds = ", ".join(_OPTION_KINDS[what][:-1])
            kinds = f"{kinds} and {_OPTION_KINDS[what][-1]}" if kinds else _OPTION_KINDS[what][-1]
            raise UsageError(f"{what} can be chosen for {kinds} boards only, not for {kind} boards")
        low, high = least.get(what, 0), most.get(what, shape.cells)
        if not low <= value <= high:
            raise UsageError(f"{value} {what} on a {shape} board: give {low} to {high}")
