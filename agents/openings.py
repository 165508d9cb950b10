"""The start positions of a match: a list used in turn, or what a game's own subclass draws.

Either may be followed by random moves, so that players without chance do not repeat their games:

    openings = Openings((position,), random_moves=4)
    openings.start(0, seed=7)                   # the position after four moves drawn from the seed
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bombe.boards import Rules
from bombe.boards.errors import UsageError
from bombe.solvers import Budget, Verdict, as_solver

if TYPE_CHECKING:
    from bombe.boards.game import AnyGame, AnyMove, AnyState, Json

_NODES = 200_000
"""What the question may take whether a random move is a bomb; one that is not decided is left."""


@dataclass(frozen=True)
class Openings:
    """Start positions that the rounds of a match use in turn, each after some random moves."""

    positions: tuple[AnyState, ...]
    random_moves: int = field(default=0, kw_only=True)

    def __post_init__(self) -> None:
        if not self.positions:
            raise UsageError("a match needs at least one start position: give one")
        if len({position.game.name for position in self.positions}) > 1:
            raise UsageError("the start positions are of different games: give those of one game")

    @property
    def game(self) -> AnyGame:
        """The game that is played."""
        return self.positions[0].game

    def start(self, number: int, seed: int) -> AnyState:
        """Return the start position of a round, counted from 0."""
        position = self.position(number, seed)
        if not self.random_moves:
            return position
        rng = random.Random(f"opening {seed} {number}")
        return _after_random_moves(position, self.random_moves, rng)

    def position(self, number: int, seed: int) -> AnyState:  # noqa: ARG002 - for positions that are drawn
        """Return the position of a round before the random moves."""
        return self.positions[number % len(self.positions)]

    def turns(self) -> int:
        """Return about how many turns a game has at most: moves that it begins with."""
        return max(len(position.moves()) for position in self.positions)

    def modes(self) -> set[Rules]:
        """Return the play modes of Competitive Sudoku that occur; other games have none."""
        return set()

    def to_dict(self) -> dict[str, Json]:
        """Return what identifies these openings, as plain values."""
        boards = [self.game.write(position) for position in self.positions]
        return {"boards": boards, "rules": None, **self.facts()}

    def facts(self) -> dict[str, Json]:
        """Return what records say of how their start was drawn; nothing without random moves."""
        return {"openings": f"random:{self.random_moves}"} if self.random_moves else {}


def drawn_seed(number: int, seed: int) -> int:
    """Return the seed of a round's start position."""
    return random.Random(f"start {seed} {number}").getrandbits(31)


def _after_random_moves(position: AnyState, count: int, rng: random.Random) -> AnyState:
    """Return the position after so many random moves, or after fewer if no other is quiet.

    A quiet move scores nothing, is no bomb, and does not end the game.
    """
    for _ in range(count):
        moves = list(position.moves())
        rng.shuffle(moves)
        quiet = next(filter(None, (_after_quiet(position, move) for move in moves)), None)
        if quiet is None:
            break
        position = quiet
    return position


def _after_quiet(position: AnyState, move: AnyMove) -> AnyState | None:
    game = position.game
    if game.points(position, move):
        return None
    after = game.after(position, move)
    board = None if after.is_over else game.question(position, move)
    if board and as_solver("auto").solvable(board, Budget(nodes=_NODES)) is not Verdict.YES:
        return None
    return None if after.is_over else after
