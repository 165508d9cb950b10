"""The default: picks a backend for each board.

The native kernel if it is built: on every kind of board that was measured, up to irreducible
25 x 25 boards, its median and its mean were below those of all others, since it learns where a
search without learning takes long. Without it, bit masks in plain Python up to 9 x 9, which answer
before a library is imported; on larger boards, where a hard one takes them seconds, `sat`, or
`cpsat` if python-sat is not installed.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

from bombe import solvers
from bombe.boards import Board, Move
from bombe.solvers.budget import BudgetLike, Meter, as_meter
from bombe.solvers.contract import Count, Solver, TrueCandidates, Verdict

BEST = "native"
SMALL, LARGEST_SMALL = "backtracking", 9
"""The backend without learning, and the largest N for which it is chosen."""
LEARNERS = ("sat", "cpsat")


class Auto(Solver):
    """Passes each question on to the best backend for its board."""

    name = "auto"

    def backend_for(self, board: Board) -> Solver:
        """Return the best available backend for a board of this size."""
        if solvers.is_available(BEST):
            return solvers.get(BEST)
        ranked = (SMALL, *LEARNERS) if board.shape.size <= LARGEST_SMALL else LEARNERS
        return solvers.get(next(filter(solvers.is_available, ranked), ranked[-1]))

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        """Search with the chosen backend."""
        return self.backend_for(board).search(board, meter)

    def solutions(self, board: Board, budget: BudgetLike = None) -> Iterator[Board]:
        """Answer with the chosen backend."""
        return self.backend_for(board).solutions(board, budget)

    def solvable(self, board: Board, budget: BudgetLike = None) -> Verdict:
        """Answer with the chosen backend."""
        return self.backend_for(board).solvable(board, budget)

    def count(self, board: Board, limit: int | None = 2, budget: BudgetLike = None) -> Count:
        """Answer with the chosen backend."""
        return self.backend_for(board).count(board, limit, budget)

    def counts(
        self, boards: Iterable[Board], limit: int | None = 2, budget: BudgetLike = None
    ) -> list[Count]:
        """Answer with the chosen backends; neighbours that share one are counted together."""
        meter = as_meter(budget)
        counts: list[Count] = []
        for _, group in itertools.groupby(boards, lambda board: self.backend_for(board).name):
            alike = list(group)
            counts += self.backend_for(alike[0]).counts(alike, limit, meter)
        return counts

    def solvable_after(
        self, board: Board, moves: Iterable[Move], budget: BudgetLike = None
    ) -> dict[Move, Verdict]:
        """Answer with the chosen backend."""
        return self.backend_for(board).solvable_after(board, moves, budget)

    def true_candidates(self, board: Board, budget: BudgetLike = None) -> TrueCandidates:
        """Answer with the chosen backend."""
        return self.backend_for(board).true_candidates(board, budget)
