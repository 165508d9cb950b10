"""Exact values of empty boards in the newer play modes, where they are not a question for `solve`.

margins_of_draws    the empty 2x2 board in the mode `random`, for all draws of cells or some
margin_of_fills     an empty board without bombs, of any size: there one solution stands for all
"""

from __future__ import annotations

import itertools
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from bombe.analysis.endgame.kernel import EndgameInput, EndgameTable
from bombe.boards import Board, Shape, SudokuState
from bombe.solvers import as_solver
from bombe.solvers.budget import as_meter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.boards.sudoku.state import Rules
    from bombe.solvers.budget import BudgetLike

Cells = tuple[int, ...]
MEMORY = 2**30
SIDES = tuple(itertools.product((False, True), repeat=3))
"""Whether rows and columns are counted from the other end, and exchanged."""


class DrawMargin(NamedTuple):
    """The cells that either player may start on, how many draws look the same, and the margin.

    The margin is that of player 1, who begins.
    """

    first: Cells
    second: Cells
    alike: int
    margin: int


def margins_of_draws(
    seed: int, count: int | None = None, memory: int = MEMORY
) -> Iterator[DrawMargin]:
    """Yield the margins of draws for the empty 2x2 board, one of all that look the same.

    They come in an order that depends on the seed: a part of them is a sample. One table serves
    them all, so each takes less time than the one before.
    """
    import random

    draws = sorted(_draws().items())
    random.Random(seed).shuffle(draws)
    shape = Shape(2, 2)
    table = None
    for (first, second), alike in draws[:count]:
        given = _given(shape, set(first), set(second))
        if table is None:
            board = Board.empty(shape)
            solutions = [s.values for s in as_solver("auto").backend_for(board).solutions(board)]
            table = EndgameTable(shape, given, solutions, memory, skips=True)
        answer = table.ask(given, as_meter(None), wants_all=False)
        if answer is not None:
            yield DrawMargin(first, second, alike, answer.low)


def margin_of_fills(
    shape: Shape, rules: Rules | str, budget: BudgetLike = None, memory: int = MEMORY
) -> tuple[int, int]:
    """Return the bounds of the first player's margin on an empty board if nobody plays a bomb.

    Every empty cell has a value that stands, and no value matters but for bombs: so any solution
    will do, however many there are. `rules` is `rows` or `border`.
    """
    board = Board.empty(shape)
    start = SudokuState.start(board, rules)
    given = _without_bombs(_given(shape, set(start.playable(1)), set(start.playable(2))))
    solution = next(iter(as_solver("auto").backend_for(board).solutions(board))).values
    table = EndgameTable(shape, given, [solution], memory, skips=False)
    answer = table.ask(given, as_meter(budget), wants_all=False)
    most = 7 * shape.cells
    return (-most, most) if answer is None else (answer.low, answer.high)


def _given(shape: Shape, first: set[int], second: set[int]) -> EndgameInput:
    """Return an empty board with the cells that the players may start on, player 1 to move."""
    reach = bytes((cell in first) + 2 * (cell in second) for cell in range(shape.cells))
    return EndgameInput(bytes(shape.cells), bytes(shape.cells * shape.size), reach)


def _without_bombs(given: EndgameInput) -> EndgameInput:
    """Return the same with all bombs played, so that none has to be named."""
    return given._replace(taboo=b"\1" * len(given.taboo))


def _draws() -> Counter[tuple[Cells, Cells]]:
    """Count the draws of a 2x2 board that look the same from some side."""
    images = {cells: _images(cells) for cells in itertools.combinations(range(16), 4)}
    draws: Counter[tuple[Cells, Cells]] = Counter()
    for first, views in images.items():
        if first != min(views):
            continue
        same = [side for side, view in enumerate(views) if view == first]
        for second in itertools.combinations(sorted(set(range(16)) - set(first)), 4):
            draws[first, min(images[second][side] for side in same)] += len(SIDES) // len(same)
    return draws


def _images(cells: Cells) -> list[Cells]:
    """Return what a set of cells is from each side of a 2x2 board."""
    return [tuple(sorted(_image(cell, *side) for cell in cells)) for side in SIDES]


def _image(cell: int, down: bool, across: bool, exchange: bool) -> int:  # noqa: FBT001 - a side
    row, column = divmod(cell, 4)
    row, column = (3 - row if down else row), (3 - column if across else column)
    return column * 4 + row if exchange else row * 4 + column
