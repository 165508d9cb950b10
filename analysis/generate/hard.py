"""Hard boards: hill climbing with a population of irreducible boards, by the guesses of the kernel.

A guess is a value that the kernel's search tries in order to find the solution and to prove that it
is the only one. The order of cells and values decides between equal choices, so the guesses are
averaged over several isomorphs: the same puzzle with its lines and values in another order.

In a step, a board loses one or two givens and gets as many other values, in hundreds of ways at
once; the hardest proper ones are reduced. In a round, every board of the population takes some
steps; then the easiest is replaced by a second copy of the hardest.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from bombe.analysis.generate.board_maker import BoardMaker, givens_of, with_value
from bombe.boards import Board, Shape
from bombe.boards.errors import OutOfBudgetError, SolverMissingError
from bombe.solvers import native

if TYPE_CHECKING:
    from bombe.solvers.native.batch import CountBatch

    Isomorphism = Callable[[bytes], bytes]

POPULATION = 6
"""The number of boards that climb side by side."""
RESTARTS = 8
"""The number of populations that are tried, one after the other."""
ROUNDS = 8
"""The number of rounds after which a population is abandoned."""
STEPS = 12
"""The number of steps of each board in a round."""
VARIANTS = 250
"""The number of exchanges that a step considers."""
TRIED = 6
"""The number of the hardest of them that are reduced."""
ISOMORPHS = 8
"""The number of isomorphs over which guesses are averaged."""
TOLERANCE = 0.97
"""A step may lead to a board with this share of the guesses of the last one."""


class RatedBoard(NamedTuple):
    """A board of the population and its mean number of guesses."""

    guesses: float
    board: Board


def mean_guesses(boards: Sequence[Board]) -> float:
    """Return the mean guesses of the kernel on boards of one shape, over their isomorphs."""
    from bombe.solvers.native.batch import count_batch

    given = b"".join(values for board in boards for values in _isomorphs(board))
    return sum(count_batch(boards[0].shape, given).nodes) / (ISOMORPHS * len(boards))


def harder(maker: BoardMaker, board: Board, goal: int) -> Board:
    """Return an irreducible board of `goal` guesses, or the hardest that was found."""
    if not native.is_available():
        raise SolverMissingError(
            f"hard boards need the kernel, whose guesses lead to them: {native.problem()}"
        )
    counter = GuessCounter(maker)
    best = RatedBoard(counter.guesses(board), board)
    for _ in range(RESTARTS):
        if best.guesses >= goal:
            break
        best = max(best, _hardest_of_population(counter, board, goal), key=_guesses_of)
        board = maker.irreducible()
    return best.board


class GuessCounter:
    """Counts solutions and guesses, many boards at a time, within the budget of a maker."""

    def __init__(self, maker: BoardMaker) -> None:
        self.maker = maker

    def count(self, boards: Sequence[bytes]) -> CountBatch:
        """Return for each board its number of solutions, up to 2, and its own guesses."""
        from bombe.solvers.native.batch import count_batch
        from bombe.solvers.native.calls import UNFINISHED

        meter = self.maker.meter
        counted = count_batch(self.maker.shape, b"".join(boards), 2, budget=meter.rest())
        meter.spend(sum(counted.nodes))
        if UNFINISHED in counted.statuses:
            raise OutOfBudgetError("the budget ran out before the board was made: raise it")
        return counted

    def guesses(self, board: Board) -> float:
        """Return the mean number of guesses over the isomorphs."""
        return sum(self.count(_isomorphs(board)).nodes) / ISOMORPHS

    def reduced(self, board: Board) -> Board:
        """Remove givens while the board stays proper; most can be ruled out in one batch."""
        cells = givens_of(board)
        self.maker.rng.shuffle(cells)
        counts = self.count([with_value(board, cell, 0).values for cell in cells]).counts
        for cell in [cell for cell, count in zip(cells, counts, strict=True) if count == 1]:
            reduced = with_value(board, cell, 0)
            if self.count([reduced.values]).counts[0] == 1:
                board = reduced
        return board


def _hardest_of_population(counter: GuessCounter, board: Board, goal: int) -> RatedBoard:
    boards = [board, *(counter.maker.irreducible() for _ in range(POPULATION - 1))]
    population = [RatedBoard(counter.guesses(board), board) for board in boards]
    for _ in range(ROUNDS):
        population = [_climb(counter, rated, goal) for rated in population]
        population.sort(key=_guesses_of)
        if population[-1].guesses >= goal:
            break
        population[0] = population[-1]
    return population[-1]


def _guesses_of(rated: RatedBoard) -> float:
    return rated.guesses


def _climb(counter: GuessCounter, rated: RatedBoard, goal: int) -> RatedBoard:
    for _ in range(STEPS):
        if rated.guesses >= goal:
            break
        for variant in _variants(counter, rated.board)[:TRIED]:
            board = counter.reduced(variant)
            guesses = counter.guesses(board)
            if guesses >= TOLERANCE * rated.guesses:
                rated = RatedBoard(guesses, board)
                break
    return rated


def _variants(counter: GuessCounter, board: Board) -> list[Board]:
    """Return boards with one or two givens exchanged, only proper ones, the hardest first."""
    rng, shape = counter.maker.rng, board.shape
    exchanged, reduced = rng.randint(1, 2), board
    for cell in rng.sample(givens_of(board), min(board.givens, exchanged)):
        reduced = with_value(reduced, cell, 0)
    moves = [(shape.cell(row, column), value) for row, column, value in reduced.candidates()]
    picks = rng.choices(moves, k=exchanged * VARIANTS)
    variants = []
    for start in range(0, len(picks), exchanged):
        values = bytearray(reduced.values)
        for cell, value in picks[start : start + exchanged]:
            values[cell] = value
        variants.append(bytes(values))
    variants = sorted({*variants} - {board.values})
    counted = counter.count(variants)
    proper = [
        (-nodes, values)
        for values, count, nodes in zip(variants, counted.counts, counted.nodes, strict=True)
        if count == 1
    ]
    return [Board(shape, values) for _, values in sorted(proper)]


def _isomorphs(board: Board) -> list[bytes]:
    return [isomorphism(board.values) for isomorphism in _isomorphisms(board.shape)]


@functools.cache
def _isomorphisms(shape: Shape) -> list[Isomorphism]:
    """Return the random isomorphisms that are used for all boards of a shape."""
    rng = random.Random(f"{shape}")
    return [_isomorphism(shape, rng) for _ in range(ISOMORPHS)]


def _isomorphism(shape: Shape, rng: random.Random) -> Isomorphism:
    """Return a random isomorphism: values are renamed and lines reordered."""
    renamed = bytes([0, *rng.sample(range(1, shape.size + 1), shape.size)])
    rows, columns = _lines(shape.m, shape.n, rng), _lines(shape.n, shape.m, rng)
    cells = [shape.cell(row, column) for row in rows for column in columns]
    return lambda values: bytes([renamed[values[cell]] for cell in cells])


def _lines(together: int, bands: int, rng: random.Random) -> list[int]:
    """Return the lines in random order: bands shuffled, and the lines of each band."""
    return [
        together * band + line
        for band in rng.sample(range(bands), bands)
        for line in rng.sample(range(together), together)
    ]
