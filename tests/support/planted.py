"""Solvers that are wrong on purpose, each in one way, and a clock that only they advance."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bombe.boards import Board, Shape
from bombe.solvers import Count, Meter, Solver, TrueCandidates
from bombe.solvers.backends.algorithm_x import AlgorithmX

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bombe.solvers.budget import BudgetLike


class Clock:
    """Stands still until a solver advances it."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Slow(AlgorithmX):
    """Takes a given time to build and to search, on a clock of its own."""

    name = "slow"

    def __init__(self, clock: Clock, search: float, build: float = 0.0) -> None:
        self.clock, self.seconds, self.build = clock, search, build

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        with meter.building():
            self.clock.now += self.build
        self.clock.now += self.seconds
        meter.check()
        yield from super().search(board, meter)


class Stubborn(Slow):
    """Answers, but never checks its budget."""

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        self.clock.now += self.seconds
        yield from AlgorithmX.search(self, board, Meter())
        assert meter


class Inventor(AlgorithmX):
    """Fills the board with ones where it has no solution."""

    name = "inventor"

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        found = list(super().search(board, meter))
        yield from found or [Board(board.shape, bytes([1]) * board.shape.cells)]


class Forgetter(AlgorithmX):
    """Solves the board without its first given, and never with it."""

    name = "forgetter"

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        given = next(cell for cell, value in enumerate(board.values) if value)
        for solution in super().search(board.clear([given]), meter):
            if solution.values[given] != board.values[given]:
                yield solution


class Denier(Solver):
    """Says no."""

    name = "denier"

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        meter.spend()
        yield from ()
        assert board


class Loser(AlgorithmX):
    """Stops after the first solution."""

    name = "loser"

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        yield next(super().search(board, meter))


class Braggart(AlgorithmX):
    """Counts one more than there are."""

    name = "braggart"

    def count(self, board: Board, limit: int | None = 2, budget: BudgetLike = None) -> Count:
        return Count(AlgorithmX().count(board, limit, budget).value + 1, exact=True)


class Dawdler(Braggart):
    """Counts one more, and cannot show it in any time."""

    name = "dawdler"

    def solutions(self, board: Board, budget: BudgetLike = None) -> Iterator[Board]:
        assert isinstance(budget, Meter)
        assert board
        budget.spend(10**12)
        yield from ()


class Bomber(AlgorithmX):
    """Calls the first safe move of a board a bomb."""

    name = "bomber"

    def true_candidates(self, board: Board, budget: BudgetLike = None) -> TrueCandidates:
        truth = super().true_candidates(board, budget)
        cell = next(cell for cell, mask in enumerate(truth.true) if mask)
        fewer = truth.true[cell] & (truth.true[cell] - 1)
        return replace(truth, true=(*truth.true[:cell], fewer, *truth.true[cell + 1 :]))


class Optimist(AlgorithmX):
    """Calls everything safe."""

    name = "optimist"

    def true_candidates(self, board: Board, budget: BudgetLike = None) -> TrueCandidates:
        truth = super().true_candidates(board, budget)
        return replace(truth, true=tuple(board.candidate_masks()))


class Crasher(AlgorithmX):
    """Fails with an error of its own."""

    name = "crasher"

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        assert meter
        raise IndexError(f"no cell {board.shape.cells}")


class LateCrasher(AlgorithmX):
    """Answers four questions, and fails at the fifth."""

    name = "late-crasher"

    def __init__(self) -> None:
        self.asked = 0

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        self.asked += 1
        if self.asked > 4:
            raise IndexError("enough")
        yield from super().search(board, meter)


class BadBatch(AlgorithmX):
    """Right alone; in a batch it gives the last board the count of the first."""

    name = "bad-batch"

    def counts(
        self, boards: Iterable[Board], limit: int | None = 2, budget: BudgetLike = None
    ) -> list[Count]:
        found = super().counts(boards, limit, budget)
        return [*found[:-1], found[0]]


class Impostor(Loser):
    """Has the name of another."""

    name = "backtracking"


class NoSearch(AlgorithmX):
    """Left abstract by mistake."""

    name = "no-search"


NoSearch.__abstractmethods__ = frozenset({"search"})


class Nameless(Denier):
    """Without a name."""

    name = None  # type: ignore[assignment]  # that is what is wrong with it


def board_of(text: str, shape: Shape | None = None) -> Board:
    """Return a 2x2 board of sixteen symbols."""
    return Board(shape or Shape(2, 2), bytes(int(symbol) for symbol in text.replace(".", "0")))


WRONG: tuple[type[Solver], ...] = (Inventor, Forgetter, Denier, Loser, Braggart, Bomber, Optimist)
