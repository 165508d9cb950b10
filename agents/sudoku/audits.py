"""The true candidates of a board, kept from turn to turn while it has one solution."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombe.agents.sudoku.solution import budget_of
from bombe.solvers import TrueCandidates

if TYPE_CHECKING:
    from bombe.agents.contract import Clock
    from bombe.boards import Board
    from bombe.solvers import Solver


class Audits:
    """Audits a board on demand; after a board with one solution, safe moves need no new audit."""

    def __init__(self, solver: Solver) -> None:
        self._solver = solver
        self._proven: TrueCandidates | None = None

    def of(self, board: Board, clock: Clock) -> TrueCandidates:
        """Return the true candidates; an audit takes a node of the clock, and its time."""
        return self._kept(board) or self._audited(board, clock)

    def _kept(self, board: Board) -> TrueCandidates | None:
        """Return the true candidates if an earlier turn found the only solution; else None."""
        if self._proven is None or not _continues(board, self._proven):
            return None
        pairs = zip(board.values, self._proven.true, strict=True)
        true = tuple(0 if value else mask for value, mask in pairs)
        return TrueCandidates(board, true, (0,) * len(true), ())

    def _audited(self, board: Board, clock: Clock) -> TrueCandidates:
        """Return the true candidates, and keep them for later turns if there is one solution."""
        clock.spend()
        truth = self._solver.true_candidates(board, budget_of(clock))
        is_proper = all(
            mask.bit_count() == (not value)
            for value, mask in zip(board.values, truth.true, strict=True)
        )
        self._proven = truth if is_proper and not any(truth.undecided) else None
        return truth


def _continues(board: Board, truth: TrueCandidates) -> bool:
    """Return whether safe moves lead to the board from the one of these true candidates."""
    return board.shape == truth.board.shape and all(
        value == given if given else mask >> value & 1 or not value
        for value, given, mask in zip(board.values, truth.board.values, truth.true, strict=True)
    )
