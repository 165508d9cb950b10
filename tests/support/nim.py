"""Nim as a third game: all that one writes to add a game, and a line for each room at the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, cast

from bombe.agents import games as players
from bombe.analysis import games as views
from bombe.boards.game import GAMES, Game, game_named, opponent, parts_of_move

if TYPE_CHECKING:
    from bombe.boards.game import MoveLike, Player


class Take(NamedTuple):
    """A move: some of one heap."""

    heap: int
    number: int


@dataclass(frozen=True)
class NimState:
    """A position of Nim."""

    heaps: tuple[int, ...]
    to_move: Player = 1
    scores: tuple[int, int] = (0, 0)

    @property
    def game(self) -> Nim:
        """The game of this position."""
        return cast("Nim", game_named("nim"))

    @property
    def is_over(self) -> bool:
        """Whether all heaps are empty."""
        return not any(self.heaps)

    def moves(self) -> list[Take]:
        """Return the legal moves."""
        return [Take(heap, n) for heap, size in enumerate(self.heaps) for n in range(1, size + 1)]

    def play(self, move: MoveLike) -> NimState:
        """Return the position after the move."""
        heap, number = self.game.require_legal(self, move)
        heaps = (*self.heaps[:heap], self.heaps[heap] - number, *self.heaps[heap + 1 :])
        won = 0 if any(heaps) else self.to_move
        return NimState(heaps, opponent(self.to_move), (int(won == 1), int(won == 2)))


class Nim(Game[NimState, Take]):
    """The rules and texts of Nim."""

    name = "nim"
    title = "Nim"
    state = NimState

    def move(self, parts: object) -> Take:
        """Return the move of heap and number."""
        return Take(*map(int, parts_of_move(parts, (int, int), "heap and number, such as [0, 2]")))

    def start(self, size: str) -> NimState:
        """Return the heaps of these sizes, "3,4,5"."""
        return NimState(tuple(map(int, size.split(","))))


NIM = Nim()
GAMES["nim"] = "nim:NIM"
players.GAMES["nim"] = players.GamePlayers(size="3,4,5")
views.GAMES["nim"] = views.GameViews()
