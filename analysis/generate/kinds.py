"""Boards made to order, the same from the same seed.

    full         a full grid, drawn at random
    easy         proper, and singles alone solve it; removal stops at `givens`, by default 45 %
    irreducible  proper, and no given can be removed, unless removal stops at `givens`
    few          irreducible, with fewer givens than removal leaves: two go where one comes back,
                 until there are `givens` or no more can be had
    hard         irreducible, and the native kernel needs many `guesses`, by default 60
    loose        givens are removed until there are so many `solutions` or more
    unsolvable   irreducible but for one value, which is changed: no clash, no solution, and where
                 that can be singles do not show it
    improper     cells of a full grid removed at random until `empties` are empty, at least two
                 solutions, and, if asked for, exactly so many `bombs`

Few, hard, loose and unsolvable boards begin with the irreducible one of the same seed.

A board depends on shape, kind, seed and options alone; the solver makes it sooner or later, and
no other one. Only hard boards depend on the native kernel, too: its guesses lead to them.
"""

from __future__ import annotations

import enum
import random
from typing import TYPE_CHECKING, NamedTuple

from bombe.analysis.generate.board_maker import BoardMaker
from bombe.analysis.generate.few_givens import few
from bombe.analysis.generate.hard import hard
from bombe.boards import Board, Shape
from bombe.boards.errors import UnknownNameError, UsageError
from bombe.solvers import as_solver
from bombe.solvers.budget import as_meter

if TYPE_CHECKING:
    from collections.abc import Callable

    from bombe.solvers import Solver
    from bombe.solvers.budget import BudgetLike


class BoardKind(enum.StrEnum):
    """The kinds of boards that can be made."""

    FULL = "full"
    EASY = "easy"
    IRREDUCIBLE = "irreducible"
    FEW = "few"
    HARD = "hard"
    LOOSE = "loose"
    UNSOLVABLE = "unsolvable"
    IMPROPER = "improper"


GUESSES = 60
"""The guesses that a hard board is made to need, unless others are wished for."""


class BoardOptions(NamedTuple):
    """What can be asked of a board beside its kind; None where nothing is."""

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
"""The kinds of which each wish can be asked."""


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
    """Make a board; OutOfBudgetError where the budget ends before it is made.

    Without options an easy board keeps values in 45 % of its cells and an improper one in half of
    them, a hard one takes 60 guesses or what can be reached, a loose one has as many solutions as
    cells.
    """
    shape = Shape.parse(shape) if isinstance(shape, str) else shape
    kind = parse_kind(kind)
    options = BoardOptions(givens, empties, bombs, solutions, guesses)
    _check_wishes(shape, kind, options)
    backend = as_solver(solver).backend_for(Board.empty(shape))
    return _make(
        BoardMaker(shape, _random(shape, kind, seed), backend, as_meter(budget)), kind, options
    )


def parse_kind(text: BoardKind | str) -> BoardKind:
    """Read the name of a kind of boards."""
    if text not in set(BoardKind):
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
        BoardKind.FEW: lambda: few(maker, maker.irreducible(), givens),
        BoardKind.HARD: lambda: hard(maker, maker.irreducible(), _or(options.guesses, GUESSES)),
        BoardKind.LOOSE: lambda: maker.loose(maker.irreducible(), _or(options.solutions, cells)),
        BoardKind.UNSOLVABLE: lambda: maker.unsolvable(maker.irreducible()),
        BoardKind.IMPROPER: lambda: maker.improper(_or(options.empties, cells // 2), options.bombs),
    }
    return makers[kind]()


def _or(wish: int | None, default: int) -> int:
    return default if wish is None else wish


def _check_wishes(shape: Shape, kind: BoardKind, options: BoardOptions) -> None:
    least = {"solutions": 1}
    most = {"bombs": shape.cells * shape.size, "solutions": 10**9, "guesses": 10**9}
    for what, wish in options._asdict().items():
        if wish is None:
            continue
        if kind not in _OPTION_KINDS[what]:
            kinds = ", ".join(_OPTION_KINDS[what][:-1])
            kinds = f"{kinds} and {_OPTION_KINDS[what][-1]}" if kinds else _OPTION_KINDS[what][-1]
            raise UsageError(f"{what} can be chosen for {kinds} boards only, not for {kind} boards")
        low, high = least.get(what, 0), most.get(what, shape.cells)
        if not low <= wish <= high:
            raise UsageError(f"{wish} {what} on a {shape} board: give {low} to {high}")
