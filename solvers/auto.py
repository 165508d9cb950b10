"""The default: picks a backend for each board, and says which.

The native kernel wherever it is built, up to 16 x 16. Beyond, a hard board takes searches seconds
where clause learning takes milliseconds, so `sat` is asked, or `cpsat` where python-sat is not
installed. Without the kernel the same holds from 10 x 10 on; up to 9 x 9 bit masks in plain Python
answer before a library is imported.
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

SEARCHES = (("native", 16), ("backtracking", 9))
"""The backends that search without learning, and the largest N at which they are asked."""
LEARNERS = ("sat", "cpsat")


class Auto(Solver):
    """Asks whichever backend is best for the board at hand."""

    name = "auto"

    def chosen_for(self, board: Board) -> Solver:
        """Pick the backend by the board's size, among those that are there."""
        size = board.shape.size
        fitting = [name for name, largest in SEARCHES if size <= largest]
        ranked = (*fitting, *LEARNERS)
        return solvers.get(next(filter(solvers.is_available, ranked), ranked[-1]))

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        """Let the chosen backend search."""
        return self.chosen_for(board).search(board, meter)

    def decide(self, ledger: Ledger, meter: Meter) -> None:
        """Let the chosen backend decide."""
        self.chosen_for(ledger.board).decide(ledger, meter)
