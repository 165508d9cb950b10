"""Nim as a third game: all that one writes to add a game, and a line for each room at the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from bombe.agents import games as players
from bombe.analysis import games as views
from bombe.boards.game import GAMES, Game, MoveLike, Player, opponent, parts_of_move


class Take(NamedTuple):
    heap: int
    number: int


@dataclass(frozen=True)
class NimState:
    heaps: tuple[int, ...]
    to_move: Player = 1
    scores: tuple[int, int] = (0, 0)

    @property
    def game(self) -> Nim:
        return NIM

    @property
    def is_over(self) -> bool:
        return not any(self.heaps)

    def moves(self) -> list[Take]:
        return [Take(heap, n) for heap, size in enumerate(self.heaps) for n in range(1, size + 1)]

    def play(self, move: MoveLike) -> NimState:
        heap, number = NIM.require_legal(self, move)
        heaps = (*self.heaps[:heap], self.heaps[heap] - number, *self.heaps[heap + 1 :])
        won = 0 if any(heaps) else self.to_move  # who takes the last one scores a point
        return NimState(heaps, opponent(self.to_move), (int(won == 1), int(won == 2)))


class Nim(Game[NimState, Take]):
    name, title, state = "nim", "Nim", NimState

    def move(self, parts: object) -> Take:
        return Take(*map(int, parts_of_move(parts, (int, int), "heap and number, such as [0, 2]")))

    def start(self, size: str) -> NimState:
        return NimState(tuple(map(int, size.split(","))))


NIM = Nim()
GAMES["nim"] = "nim:NIM"
players.GAMES["nim"] = players.GamePlayers(size="3,4,5")
views.GAMES["nim"] = views.GameViews()
