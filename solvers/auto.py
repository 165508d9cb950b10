"""The default: picks a backend for each board, and says which.

Up to 9 x 9, bit masks in plain Python answer before a library is imported. On larger boards a hard
one takes backtracking seconds where clause learning takes milliseconds, so it is asked: `sat`, or
`cpsat` where python-sat is not installed.
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

LARGEST_FOR_BACKTRACKING = 9


class Auto(Solver):
    """Asks whichever backend is best for the board at hand."""

    name = "auto"

    def chosen_for(self, board: Board) -> Solver:
        """Pick the backend by the board's size."""
        if board.shape.size <= LARGEST_FOR_BACKTRACKING:
            return solvers.get("backtracking")
        return solvers.get("sat" if solvers.is_available("sat") else "cpsat")

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        """Let the chosen backend search."""
        return self.chosen_for(board).search(board, meter)

    def decide(self, ledger: Ledger, meter: Meter) -> None:
        """Let the chosen backend decide."""
        self.chosen_for(ledger.board).decide(ledger, meter)
