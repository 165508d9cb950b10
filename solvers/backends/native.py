"""The native kernel as a solver: compiled, on one thread, and interruptible; see native/README.md.

A node is a value that the search tried, and one for every question.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterable, Iterator

from bombe.boards import Board, Move, Shape
from bombe.boards.errors import OutOfBudgetError
from bombe.solvers import codes, native
from bombe.solvers.budget import BudgetLike, Meter, as_limit, as_meter
from bombe.solvers.contract import Count, Solver, TrueCandidates, Verdict, checked_moves
from bombe.solvers.native.calls import EXACT, ROOM, BoardCall
from bombe.solvers.native.memory import Buffer
from bombe.solvers.native.slices import FULL, NO_LIMIT

VERDICTS = {
    codes.NO: Verdict.NO,
    codes.YES: Verdict.YES,
    codes.UNKNOWN: Verdict.UNKNOWN,
}


class Kernel(Solver):
    """The compiled search of bombe.solvers.native."""

    name = "native"

    def __init__(self) -> None:
        native.library()  # raises if there is none

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        """Yield the solutions, fetched in batches that grow."""
        with BoardCall("next", board, meter) as question:
            room, answer, ended = 1, FULL, None
            while answer == FULL:
                question.make_room(room)
                try:
                    answer = question.run()
                except OutOfBudgetError as error:
                    ended = error
                for values in question.take_found():
                    yield Board(board.shape, values)
                if ended is not None:
                    raise ended
                room *= 2

    def solutions(self, board: Board, budget: BudgetLike = None) -> Iterator[Board]:
        """Yield the solutions; the kernel detects clashing givens itself."""
        return self.search(board, as_meter(budget))

    def solvable(self, board: Board, budget: BudgetLike = None) -> Verdict:
        """Return whether the board has a solution."""
        count = self.count(board, 1, budget)
        if count.value:
            return Verdict.YES
        return Verdict.NO if count.exact else Verdict.UNKNOWN

    def count(self, board: Board, limit: int | None = 2, budget: BudgetLike = None) -> Count:
        """Count the solutions, and stop at `limit` (None: count them all)."""
        limit = as_limit(limit)
        value = 0
        try:
            with BoardCall("count", board, as_meter(budget)) as question:
                question.call.limit = NO_LIMIT if limit is None else limit
                try:
                    question.run()
                finally:
                    value = question.count
        except OutOfBudgetError:
            return Count(value, exact=False)
        return Count(value, exact=value != limit)

    def counts(
        self, boards: Iterable[Board], limit: int | None = 2, budget: BudgetLike = None
    ) -> list[Count]:
        """Count the solutions of many boards, each up to `limit`, on one budget.

        Boards of one shape are counted in one call, unless they share a number of nodes.
        """
        meter, asked = as_meter(budget), list(boards)
        if meter.budget.nodes is not None:
            return super().counts(asked, limit, meter)
        shapes = dict.fromkeys(board.shape for board in asked)
        counts = {
            shape: _count_batch(shape, [b for b in asked if b.shape == shape], limit, meter)
            for shape in shapes
        }
        return [next(counts[board.shape]) for board in asked]

    def solvable_after(
        self, board: Board, moves: Iterable[Move], budget: BudgetLike = None
    ) -> dict[Move, Verdict]:
        """Return for each move on an empty cell whether the board with it has a solution."""
        wanted, meter = checked_moves(board, moves), as_meter(budget)
        if len(wanted) == 1:  # an audit would search the board without the move first
            return {wanted[0]: self.solvable(board.place(wanted[0]), meter)}
        answers = Buffer(bytearray([codes.UNKNOWN]) * len(wanted))
        with contextlib.suppress(OutOfBudgetError), BoardCall("moves", board, meter) as question:
            question.call.moves = bytes(itertools.chain.from_iterable(wanted))
            question.call.move_count = len(wanted)
            question.call.answers = answers.address
            question.run()
        return dict(zip(wanted, map(VERDICTS.__getitem__, answers.bytes), strict=True))

    def true_candidates(self, board: Board, budget: BudgetLike = None) -> TrueCandidates:
        """Return for every candidate whether it is in a solution."""
        codes: bytes | None = None
        solutions: list[bytes] = []
        with (
            contextlib.suppress(OutOfBudgetError),
            BoardCall("audit", board, as_meter(budget)) as question,
        ):
            answer = FULL
            while answer == FULL:
                question.make_room(ROOM)
                try:
                    answer = question.run()
                finally:  # what is known when the budget ends counts, too
                    solutions += question.take_found()
                    codes = question.codes()
        if codes is not None:
            return TrueCandidates.of_codes(board, codes, tuple(solutions))
        undecided = tuple(board.candidate_masks())
        return TrueCandidates(board, (0,) * len(undecided), undecided, ())


def _count_batch(
    shape: Shape, boards: list[Board], limit: int | None, meter: Meter
) -> Iterator[Count]:
    """Count the solutions of boards of one shape in one call."""
    from bombe.solvers.native.batch import count_batch

    batch = count_batch(shape, b"".join(board.values for board in boards), limit, budget=meter)
    meter.nodes += len(boards) + sum(batch.nodes)
    pairs = list(zip(batch.counts, batch.statuses, strict=True))
    known = {pair: Count(pair[0], exact=pair[1] == EXACT) for pair in set(pairs)}
    return map(known.__getitem__, pairs)
