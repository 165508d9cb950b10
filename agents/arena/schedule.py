"""Which games a match consists of: pairs of games on one board, with the sides swapped.

    round 1   pair 1: 1a  A - B    1b  B - A        every pairing of a round plays on the same
              pair 2: 2a  A - C    2b  C - A        start position; the next round has the next
              pair 3: 3a  B - C    3b  C - B        board, or a new one from the seed
    round 2   pair 4: 4a  A - B    ...

A schedule is a function of the settings alone, and a longer one begins with the shorter one, so a
match can be broken off, continued and prolonged.
"""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.analysis.generate.kinds import BoardKind, generate
from bombe.boards import Rules, SudokuState
from bombe.boards.errors import UsageError
from bombe.boards.game import GAMES, SUDOKU, game_of

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence

    from bombe.boards import Shape
    from bombe.boards.game import AnyState, Game

Pairing = tuple[str, str]
KINDS = tuple(kind for kind in BoardKind if kind not in (BoardKind.FULL, BoardKind.UNSOLVABLE))
"""The kinds of generated boards on which a game can be played."""


class Fixture(NamedTuple):
    """A game that is to be played; `seed` is the first player's, `seed + 1` the second's."""

    id: str
    start: AnyState
    first: str
    second: str
    seed: int


@dataclass(frozen=True)
class Starts:
    """Where games begin: on these positions by turns, or on a new board of `shape` each round.

    `rules` None keeps the rules of each position; other rules begin anew on its board.
    """

    positions: tuple[AnyState, ...] = ()
    shape: Shape | None = None
    kind: BoardKind = BoardKind.IMPROPER
    rules: Rules | None = None

    def __post_init__(self) -> None:
        if bool(self.positions) == (self.shape is not None):
            raise UsageError("games begin on given boards or on generated ones: choose one of them")
        if self.kind not in KINDS:
            raise UsageError(f"no game can be played on {self.kind} boards: choose another kind")

    @property
    def game(self) -> Game:
        """The game that is played; boards are generated for the first one of the table."""
        return game_of(self.positions[0]) if self.positions else GAMES[0]

    def start(self, number: int, seed: int) -> AnyState:
        """Give the start position of a round, counted from 0."""
        drawn = random.Random(f"start {seed} {number}").getrandbits(31)
        if self.shape is not None:
            board = generate(self.shape, self.kind, drawn)
            return SudokuState.start(board, self.rules or Rules.CLASSIC, drawn)
        position = self.positions[number % len(self.positions)]
        if self.rules is None:
            return position
        return SudokuState.start(position.board, self.rules, drawn)

    def modes(self) -> set[Rules]:
        """Give the play modes of Competitive Sudoku that come up; other games have none."""
        if self.game is not SUDOKU:
            return set()
        return {self.rules or position.rules for position in self.positions} or {
            self.rules or Rules.CLASSIC
        }

    def to_dict(self) -> dict[str, Any]:
        """Give what tells these starts from others."""
        if self.shape is not None:
            source: dict[str, Any] = {"generate": str(self.shape), "kind": str(self.kind)}
        else:
            source = {"boards": [self.game.write(position) for position in self.positions]}
        return source | {"rules": None if self.rules is None else str(self.rules)}


def pairings(agents: Sequence[str], *, gauntlet: bool = False) -> list[Pairing]:
    """Pair everyone with everyone, or in a gauntlet the first with each of the others."""
    if len(agents) < 2:
        raise UsageError("a match needs two agents: name another one")
    if twice := next((name for name in agents if agents.count(name) > 1), None):
        raise UsageError(f"agent {twice!r} stands twice: the table could not tell them apart")
    if gauntlet:
        return [(agents[0], other) for other in agents[1:]]
    return list(itertools.combinations(agents, 2))


def fixtures(
    pairs: Sequence[Pairing],
    starts: Starts,
    *,
    games: int,
    seed: int,
    skip: Container[str] = (),
) -> Iterator[Fixture]:
    """Yield the games of a match in their order, `games` for every pairing, but for those to skip.

    Start positions are made when they are needed.
    """
    check_games(games)
    for number in range(games // 2):
        start = None
        for place, pairing in enumerate(pairs, number * len(pairs) + 1):
            for side, (first, second) in zip("ab", (pairing, pairing[::-1]), strict=True):
                if f"{place}{side}" in skip:
                    continue
                start = start or starts.start(number, seed)
                drawn = random.Random(f"game {seed} {number} {first} {second}").getrandbits(31)
                yield Fixture(f"{place}{side}", start, first, second, drawn)


def check_games(games: int) -> None:
    """Raise if so many games for a pairing cannot be cut into pairs."""
    if games < 2 or games % 2:
        raise UsageError(
            f"{games} games for a pairing: give an even number from 2 on, both play both sides"
        )


def ids(pairs: int, games: int) -> Iterator[str]:
    """Yield the ids of `games` games for each of so many pairings, in order."""
    return (f"{number}{side}" for number in range(1, pairs * games // 2 + 1) for side in "ab")
