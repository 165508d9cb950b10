"""The design of a course report: a square in, a square out.

An input for each square says 1 if it is full, an output for each square says how much the network
wants to play there. Phase one asks for 0.1 or more on every empty square and -0.1 or less on every
full one, on boards of which 0, 33, 66 and 100 % of the squares are full. Networks without a fault
go on to phase two: in groups of four, everybody plays everybody on boards of 0, 33 and 66 %, two
games each, and the best of each group goes on.

The report leaves open what value is played: here that of the grid from which the squares were
emptied, which is never a bomb. A network that chooses a full square has lost.
"""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bombe.agents.learn.network import Network, NetworkShape
from bombe.agents.sudoku.scratch import Scratch
from bombe.boards import Board, Shape, SudokuState

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

WANTED = 0.1
"""The least output on an empty square, and minus the most on a full one."""
FULL_SHARES = (0.0, 0.33, 0.66, 1.0)
GAME_SHARES = (0.0, 0.33, 0.66)
GROUP = 4
_CHECKS = 5
"""Boards of each share that measure a network."""
PASSED = 100.0
"""The rating of a network without a fault, to which each group that it won adds."""
_WORTH_OF_A_ROUND = 10.0


@dataclass(frozen=True)
class SquareDesign:
    """Networks with an input and an output for each square of one board."""

    board: str
    seed: int

    measured = "squares right in phase one, percent"

    @property
    def shape(self) -> NetworkShape:
        """Every input is connected to every output."""
        cells = range(Shape.parse(self.board).cells)
        names = tuple(f"square {cell}" for cell in cells)
        return NetworkShape(names, len(names), ("tanh",), "tanh", "full_direct")

    def fitness(self, network: Network, generation: int) -> float:
        """Return 100 if every square is right: each right one counts 1, each wrong one -1."""
        rng = random.Random(f"{self.seed} {generation}")
        boards = [self._squares(share, rng) for share in FULL_SHARES]
        return PASSED * (2 * _right(network, boards) - 1)

    def among(
        self, networks: Sequence[Network], ratings: Sequence[float], generation: int
    ) -> list[float]:
        """Return the ratings after phase two, which those without a fault play."""
        rated = list(ratings)
        rng = random.Random(f"{self.seed} {generation} groups")
        left = [at for at, rating in enumerate(ratings) if rating >= PASSED]
        while len(left) > 1:
            rng.shuffle(left)
            groups = [left[at : at + GROUP] for at in range(0, len(left), GROUP)]
            left = [self._best([(at, networks[at]) for at in group], rng) for group in groups]
            for at in left:
                rated[at] += _WORTH_OF_A_ROUND
        return rated

    def measure(self, network: Network) -> float:
        """Return the share of squares that are right, on boards that are the same in every run."""
        rng = random.Random(0)
        boards = [self._squares(share, rng) for share in FULL_SHARES for _ in range(_CHECKS)]
        return 100 * _right(network, boards)

    def trial(self, network: Network) -> float:
        """Return the same: there is nothing longer to test."""
        return self.measure(network)

    def _squares(self, share: float, rng: random.Random) -> list[bool]:
        """Draw which squares are full."""
        cells = Shape.parse(self.board).cells
        full = set(rng.sample(range(cells), round(share * cells)))
        return [cell in full for cell in range(cells)]

    def _best(self, group: Sequence[tuple[int, Network]], rng: random.Random) -> int:
        """Return the number of the network that scores most in a group."""
        points = dict.fromkeys((at for at, _ in group), 0.0)
        starts = [self._squares(share, rng) for share in GAME_SHARES]
        for (one, first), (other, second) in itertools.permutations(group, 2):
            for full in starts:
                won = self.won(full, first, second)
                points[one] += won
                points[other] += 1 - won
        return max(points, key=points.__getitem__)

    def won(self, full: Sequence[bool], first: Network, second: Network) -> float:
        """Return the first network's result of a game: 1, 0.5 or 0."""
        position = _position(Shape.parse(self.board), full)
        players = itertools.cycle((first, second))
        while position.empty:
            values = next(players).values(map(float, _full(position)))
            cell = max(range(len(values)), key=values.__getitem__)
            if not position.empty >> cell & 1:
                return float(position.to_move == 2)
            position.play(cell)
        return 0.5 if position.margin == 0 else float(position.margin > 0)


def _right(network: Network, boards: Sequence[Sequence[bool]]) -> float:
    """Return the share of squares whose output is as phase one asks."""
    right = [
        value <= -WANTED if is_full else value >= WANTED
        for full in boards
        for value, is_full in zip(network.values(map(float, full)), full, strict=True)
    ]
    return sum(right) / len(right)


def _position(shape: Shape, full: Sequence[bool]) -> Scratch:
    """Return a position in which these squares are full; only that decides points."""
    position = Scratch(SudokuState(Board.empty(shape)))
    for cell, is_full in enumerate(full):
        if is_full:
            position.play(cell)
    position.margin, position.to_move = 0, 1
    return position


def _full(position: Scratch) -> Iterator[bool]:
    cells = position.tables.shape.cells
    return (not position.empty >> cell & 1 for cell in range(cells))
