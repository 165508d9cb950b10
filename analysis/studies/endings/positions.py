"""Endings drawn from a seed: boards that were filled at random with the values of a solution.

A proper ending comes from an irreducible board, which has one solution. One with several solutions
comes from a loose board, by fills that never leave fewer than are wanted. No bomb is taboo.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from bombe.analysis.generate.kinds import generate
from bombe.boards import moves_of
from bombe.boards.errors import UsageError
from bombe.solvers import as_solver

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.boards import Board, Shape

_TRIES = 1000
"""Boards that are drawn before an ending is said not to exist."""


def draw_ending(shape: Shape, empties: int, seed: str, solutions: int = 1) -> Board:
    """Return a board with so many empty cells, the same one for the same seed.

    It has one solution, or at least so many if more than one is wanted.
    """
    rng = random.Random(seed)
    for _ in range(_TRIES):
        if solutions == 1:
            board = _proper(shape, empties, rng)
        else:
            board = _with_several(shape, empties, solutions, rng)
        if board is not None:
            return board
    kind = "one solution" if solutions == 1 else f"{solutions} solutions"
    raise UsageError(
        f"no {shape} board with {kind} and {empties} empty cells was found in {_TRIES} draws: "
        "choose another number of empty cells"
    )


def _proper(shape: Shape, empties: int, rng: random.Random) -> Board | None:
    board = generate(shape, "irreducible", rng.randrange(2**32))
    empty = list(board.empty_cells())
    if len(empty) < empties:
        return None
    solution = next(as_solver("auto").solutions(board))
    return solution.clear(rng.sample(empty, empties))


def _with_several(shape: Shape, empties: int, least: int, rng: random.Random) -> Board | None:
    solutions = max(shape.cells, 2 * least)
    board = generate(shape, "loose", rng.randrange(2**32), solutions=solutions)
    while len(board.empty_cells()) > empties:
        after = next(_fills(board, least, rng), None)
        if after is None:
            return None
        board = after
    return board if len(board.empty_cells()) == empties else None


def _fills(board: Board, least: int, rng: random.Random) -> Iterator[Board]:
    """Yield the board after a fill, in random order, where it keeps so many solutions."""
    solver = as_solver("auto")
    fills = moves_of(board.shape, solver.true_candidates(board).true)
    rng.shuffle(fills)
    for fill in fills:
        after = board.place(fill)
        if solver.count(after, least).value >= least:
            yield after
