"""An estimate of the margin for endgames that are not solved, by the laws; nothing is proven.

On boards with one solution the kernel searches some moves deep by the tempo law alone; elsewhere
the estimate is the mean margin of measured endgames of the same class. docs/guide/endgames.md says
how far off they are. In the newer play modes the law of reach expects so many points after the
mover's best move; where it is hardly ever right, and on boards with several solutions, there is
none.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, NamedTuple

from bombe.analysis.tempo import kernel as native
from bombe.analysis.tempo.effects import UsableBombs
from bombe.analysis.tempo.law import mean_margin
from bombe.boards import Rules, moves_of
from bombe.solvers import Budget, Meter, as_solver

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bombe.boards import SudokuState

NODES = 3000
"""Nodes of the search, about a millisecond; more make the estimate no better."""
MEMORY = 2**18
"""Bytes for the positions of so short a search."""


class EstimateKind(enum.StrEnum):
    """Where an estimate comes from."""

    SEARCH = "search"
    """A search by the tempo law."""
    MEAN = "mean"
    """The mean margin of measured endgames of the same class."""
    REACH = "reach"
    """What the law of reach expects, in the newer play modes."""


_WORDS = {
    EstimateKind.SEARCH: "by the tempo law, not proven",
    EstimateKind.MEAN: "the mean of such endgames by the tempo law, not proven",
    EstimateKind.REACH: "by the law of reach, not proven",
}


class MarginEstimate(NamedTuple):
    """A margin that is likely, and where it comes from."""

    margin: int
    kind: EstimateKind

    def __str__(self) -> str:
        """Return the estimate in words."""
        return f"estimate: {self.margin:+d} ({_WORDS[self.kind]})"

    def within(self, low: int, high: int) -> MarginEstimate:
        """Return the estimate, moved to what is proven."""
        return self._replace(margin=max(low, min(high, self.margin)))


def estimate(
    state: SudokuState, true: Sequence[int], *, skips: bool = True
) -> MarginEstimate | None:
    """Return an estimate of the margin, from the true candidates; None where no law says anything.

    `true` is a mask for each cell, with value v as bit v.
    """
    if state.is_over:
        return None
    bombs = UsableBombs(state.board, state.taboo, true)
    if not skips:
        bombs.masks = [0] * len(bombs.masks)
    if state.rules is not Rules.CLASSIC:
        return _by_reach(state, bombs) if bombs.is_proper else None
    if bombs.is_proper and native.is_available():
        return MarginEstimate(_searched(bombs), EstimateKind.SEARCH)
    return _mean(bombs)


def _searched(bombs: UsableBombs) -> int:
    board, size = bombs.board, bombs.board.shape.size
    solution = bytes(
        value or mask.bit_length() - 1 for value, mask in zip(board.values, bombs.true, strict=True)
    )
    roots = [
        native.Root(board.shape.cell(row, column) * size + value - 1, is_skip)
        for masks, is_skip in ((bombs.true, False), (bombs.masks, True))
        for row, column, value in moves_of(board.shape, masks)
    ]
    search = native.TempoSearch(board.shape, MEMORY)
    search.begin(native.TempoInput(board.values, solution, bombs.masks, None), roots)
    search.go_on(Meter(Budget(nodes=NODES)))
    return search.value


def _mean(bombs: UsableBombs) -> MarginEstimate:
    """Return the mean of the endgames that were measured, with the same parities."""
    empties = bombs.board.values.count(0)
    mean = mean_margin(empties, bombs.count, proper=bombs.is_proper)
    return MarginEstimate(round(mean), EstimateKind.MEAN)


def _by_reach(state: SudokuState, bombs: UsableBombs) -> MarginEstimate | None:
    from bombe.analysis.reach.view import ReachView

    shape = state.board.shape
    skips, fills = [], []
    for move in state.moves():
        cell = shape.cell(move.row, move.column)
        if bombs.true[cell] >> move.value & 1:
            fills.append(move)
        elif bombs.masks[cell]:
            skips.append(move)
    effects = bombs.effects(fills, as_solver("auto"), Meter())  # of a proper board: no search
    best = ReachView.of(state, bombs.masks, effects, skips).best
    return MarginEstimate(round(best[0].worth), EstimateKind.REACH) if best else None
