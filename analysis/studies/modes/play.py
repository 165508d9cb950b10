"""Seeded games in the newer play modes, down to a number of fills.

    random     every fill is equally likely
    claim      the fill that scores, takes and opens most; one of ten is drawn at random

One turn in ten is a skip, if there is a bomb to play. Rule R plays what is worth most by the law of
reach.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

from bombe.analysis.reach.cells import Reach
from bombe.analysis.tempo.effects import UsableBombs
from bombe.analysis.verdicts.report import tempo
from bombe.boards import Move, SudokuState, moves_of
from bombe.boards.bits import bit_list, single_bits
from bombe.solvers import as_solver

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence

    from bombe.boards import Board, Rules

SKIPS, SLIPS = 0.1, 0.1
"""How often a turn is a skip, and a fill of `claim` a random one."""
TAKE, OPEN = 2.0, 0.3
"""What a cell that a fill takes from the opponent, and one that it opens, are worth in points."""


class PlayStyle(enum.StrEnum):
    """How the fills of a game are chosen."""

    RANDOM = "random"
    CLAIM = "claim"


def play_by_r(
    state: SudokuState, fills: int, rng: random.Random, is_stopped: Callable[[], bool] = bool
) -> SudokuState:
    """Play by rule R on both sides, ties at random, until at most so many fills are left."""
    while Reach.of_state(state).fills > fills and not is_stopped():
        view = tempo(state, exact=0).reach
        assert view is not None  # noqa: S101 - the mode is a newer one
        most = max(each.worth for each in view.moves)
        best = rng.choice([each for each in view.moves if each.worth == most])
        state = state.reject(best.move) if best.is_skip else state.play(best.move)
    return state


class SeededGame:
    """A game between two players of one style."""

    def __init__(self, board: Board, rules: Rules, style: PlayStyle, rng: random.Random) -> None:
        self.state = SudokuState.start(board, rules, seed=rng.randrange(10**6))
        self._style, self._rng, self._solver = style, rng, as_solver("auto")
        self._true = self._true_masks()

    def play_down(self, fills: int) -> SudokuState:
        """Return the first position with at most so many fills left."""
        while (reach := Reach.of_state(self.state)).fills > fills:
            if self._rng.random() >= SKIPS or not self._skip():
                self._fill(reach)
        return self.state

    def bombs(self) -> list[Move]:
        """List all usable bombs of the position, whoever may play them."""
        return self._moves(UsableBombs(self.state.board, self.state.taboo, self._true).masks)

    def _skip(self) -> bool:
        """Play a bomb if there is one; return whether there was."""
        legal = self.state.move_masks()
        found = self._moves([one & ~true for one, true in zip(legal, self._true, strict=True)])
        if found:
            self.state = self.state.reject(self._rng.choice(found))
        return bool(found)

    def _fill(self, reach: Reach) -> None:
        cells = bit_list(reach.open[self.state.to_move - 1])
        if self._style is PlayStyle.RANDOM or self._rng.random() < SLIPS:
            cell = self._rng.choice(cells)
        else:
            cell = max(cells, key=lambda each: self._worth(reach, each))
        value = self._rng.choice(list(single_bits(self._true[cell]))).bit_length() - 1
        self.state = self.state.play(Move(*self.state.board.shape.coordinates(cell), value))
        self._true = self._true_masks()

    def _worth(self, reach: Reach, cell: int) -> float:
        """Return how good a fill looks; ties are broken at random."""
        change = reach.fill(self.state.to_move, cell)
        points = self.state.points(Move(*self.state.board.shape.coordinates(cell), 1))
        claim = TAKE * change.takes.bit_count() + OPEN * change.opens.bit_count()
        return points + claim + self._rng.random()

    def _true_masks(self) -> Sequence[int]:
        return self._solver.true_candidates(self.state.board).true

    def _moves(self, masks: Sequence[int]) -> list[Move]:
        return moves_of(self.state.board.shape, masks)
