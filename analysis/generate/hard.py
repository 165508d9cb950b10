"""Hard boards: a herd of irreducible boards climbs to those that cost the native kernel guesses.

A guess is a value that the kernel's search tries, to find the solution and that there is no other.
The order of cells and values decides between choices that are alike, so a board is guessed at in
several disguises: the same puzzle with the lines and the values in another order.

In a step a board loses one or two givens, as many other values are put in, hundreds of ways at
once, and what is proper and hardest is reduced. In a round every board of the herd takes some
steps; then the easiest makes room for a second of the hardest.
"""

from __future__ import annotations

import functools
import random
from typing import TYPE_CHECKING, NamedTuple

from bombe.analysis.generate.board_maker import givens_of, with_value
from bombe.boards import Board
from bombe.boards.errors import OutOfBudgetError, SolverMissingError
from bombe.solvers import native

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bombe.analysis.generate.board_maker import BoardMaker
    from bombe.boards import Shape
    from bombe.solvers.native.batch import CountBatch

    Disguise = Callable[[bytes], bytes]

HERD = 6
"""The boards that climb side by side."""
HERDS = 8
"""The herds that are tried, one after the other."""
ROUNDS = 8
"""The rounds after which a herd is given up."""
STEPS = 12
"""The steps that each board takes in a round."""
VARIANTS = 250
"""The ways of putting values in that a step looks at."""
TRIED = 6
"""The hardest of them that are reduced."""
DISGUISES = 8
"""The disguises in which a board is guessed at."""
SLIP = 0.97
"""How much easier than the last one a board may be that is stepped to."""


class Climber(NamedTuple):
    """A board of the herd and the mean of its guesses."""

    guesses: float
    board: Board


def mean_guesses(boards: Sequence[Board]) -> float:
    """Give the guesses that boards of one shape take the kernel, in the mean over disguises."""
    from bombe.solvers.native.batch import count_batch

    given = b"".join(values for board in boards for values in _disguised(board))
    return sum(count_batch(boards[0].shape, given).nodes) / (DISGUISES * len(boards))


def hard(maker: BoardMaker, board: Board, goal: int) -> Board:
    """Make an irreducible board of `goal` guesses, or the hardest that some herds lead to."""
    if not native.is_available():
        raise SolverMissingError(
            f"hard boards are made by the guesses of `native`: {native.problem()}"
        )
    gauge = Gauge(maker)
    best = Climber(gauge.guesses(board), board)
    for _ in range(HERDS):
        if best.guesses >= goal:
            break
        best = max(best, _hardest_of_herd(gauge, board, goal), key=_guesses_of)
        board = maker.irreducible()
    return best.board


class Gauge:
    """Counts solutions and guesses, many boards at a time, on the account of a maker."""

    def __init__(self, maker: BoardMaker) -> None:
        self.maker = maker

    def count(self, boards: Sequence[bytes]) -> CountBatch:
        """Tell for each board whether it is proper, and its guesses as it stands."""
        from bombe.solvers.native.batch import count_batch
        from bombe.solvers.native.calls import UNFINISHED

        meter = self.maker.meter
        counted = count_batch(self.maker.shape, b"".join(boards), 2, budget=meter.rest())
        meter.spend(sum(counted.nodes))
        if UNFINISHED in counted.statuses:
            raise OutOfBudgetError("the budget ended before the board was made: raise it")
        return counted

    def guesses(self, board: Board) -> float:
        """Give the mean number of guesses over the disguises."""
        return sum(self.count(_disguised(board)).nodes) / DISGUISES

    def reduced(self, board: Board) -> Board:
        """Take givens while the board stays proper; most are out of question from the first."""
        cells = givens_of(board)
        self.maker.rng.shuffle(cells)
        counts = self.count([with_value(board, cell, 0).values for cell in cells]).counts
        for cell in [cell for cell, count in zip(cells, counts, strict=True) if count == 1]:
            poorer = with_value(board, cell, 0)
            if self.count([poorer.values]).counts[0] == 1:
                board = poorer
        return board


def _hardest_of_herd(gauge: Gauge, board: Board, goal: int) -> Climber:
    boards = [board, *(gauge.maker.irreducible() for _ in range(HERD - 1))]
    herd = [Climber(gauge.guesses(board), board) for board in boards]
    for _ in range(ROUNDS):
        herd = [_climbed(gauge, climber, goal) for climber in herd]
        herd.sort(key=_guesses_of)
        if herd[-1].guesses >= goal:
            break
        herd[0] = herd[-1]
    return herd[-1]


def _guesses_of(climber: Climber) -> float:
    return climber.guesses


def _climbed(gauge: Gauge, climber: Climber, goal: int) -> Climber:
    for _ in range(STEPS):
        if climber.guesses >= goal:
            break
        for variant in _variants(gauge, climber.board)[:TRIED]:
            board = gauge.reduced(variant)
            guesses = gauge.guesses(board)
            if guesses >= SLIP * climber.guesses:
                climber = Climber(guesses, board)
                break
    return climber


def _variants(gauge: Gauge, board: Board) -> list[Board]:
    """Exchange one or two givens for other values in many ways; the hardest proper ones first."""
    rng, shape = gauge.maker.rng, board.shape
    exchanged, poorer = rng.randint(1, 2), board
    for cell in rng.sample(givens_of(board), min(board.givens, exchanged)):
        poorer = with_value(poorer, cell, 0)
    moves = [(shape.cell(row, column), value) for row, column, value in poorer.candidates()]
    picks = rng.choices(moves, k=exchanged * VARIANTS)
    variants = []
    for start in range(0, len(picks), exchanged):
        values = bytearray(poorer.values)
        for cell, value in picks[start : start + exchanged]:
            values[cell] = value
        variants.append(bytes(values))
    variants = sorted({*variants} - {board.values})
    counted = gauge.count(variants)
    proper = [
        (-nodes, values)
        for values, count, nodes in zip(variants, counted.counts, counted.nodes, strict=True)
        if count == 1
    ]
    return [Board(shape, values) for _, values in sorted(proper)]


def _disguised(board: Board) -> list[bytes]:
    return [disguise(board.values) for disguise in _disguises(board.shape)]


@functools.cache
def _disguises(shape: Shape) -> list[Disguise]:
    """Draw the disguises of all boards of a shape."""
    rng = random.Random(f"{shape}")
    return [_disguise(shape, rng) for _ in range(DISGUISES)]


def _disguise(shape: Shape, rng: random.Random) -> Disguise:
    """Draw a way to give a puzzle other names for its values and other places for its lines."""
    renamed = bytes([0, *rng.sample(range(1, shape.size + 1), shape.size)])
    rows, columns = _lines(shape.m, shape.n, rng), _lines(shape.n, shape.m, rng)
    cells = [shape.cell(row, column) for row in rows for column in columns]
    return lambda values: bytes([renamed[values[cell]] for cell in cells])


def _lines(together: int, bands: int, rng: random.Random) -> list[int]:
    """Shuffle the bands of lines, and the lines of each."""
    return [
        together * band + line
        for band in rng.sample(range(bands), bands)
        for line in rng.sample(range(together), together)
    ]
