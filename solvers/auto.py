"""The default: picks a backend for each board, and says which.

The native kernel wherever it is built: it was never slower, from 1 x 1 to irreducible 25 x 25
boards, as it learns where a search without learning takes long. Without it, bit masks in plain
Python up to 9 x 9, which answer before a library is imported; beyond, where a hard board takes them
seconds, `sat`, or `cpsat` where python-sat is not installed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombe import solvers
from bombe.solvers.contract import Solver

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.boards import Board
    from bombe.solvers.budget import Meter
    from bombe.solvers.contract import Ledger

BEST = "native"
SMALL, LARGEST_SMALL = "backtracking", 9
"""What searches without learning, and the largest N at which it is asked."""
LEARNERS = ("sat", "cpsat")


class Auto(Solver):
    """Asks whichever backend is best for the board at hand."""

    name = "auto"

    def chosen_for(self, board: Board) -> Solver:
        """Pick the backend by the board's size, among those that are there."""
        small = (SMALL,) if board.shape.size <= LARGEST_SMALL else ()
        ranked = (BEST, *small, *LEARNERS)
        return solvers.get(next(filter(solvers.is_available, ranked), ranked[-1]))

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        """Let the chosen backend search."""
        return self.chosen_for(board).search(board, meter)

    def decide(self, ledger: Ledger, meter: Meter) -> None:
        """Let the chosen backend decide."""
        self.chosen_for(ledger.board).decide(ledger, meter)
