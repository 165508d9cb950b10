"""The shard of a match that a game was played in, as its record says it.

    "shard": {"part": "2/8", "games": 40, "seed": 7}

A shard plays the pairs of games whose index it has, so `part` and the id of a game belong together.
`games` are those of the whole match, `seed` is that of the match: so whoever joins the logs of all
shards knows what is missing. In an experiment pairs are counted on from one value to the next, and
`point` is the place of the value. Games of a match that was not shared say nothing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.boards.errors import FormatError, Place, UsageError
from bombe.boards.shard import WHOLE, Shard

if TYPE_CHECKING:
    from bombe.boards.record import GameRecord

KEY = "shard"
GAME_ID = re.compile(r"([0-9]+)([ab])")
"""The number of a pair, from 1 on, and the side."""


class MatchShard(NamedTuple):
    """Which pairs of a match are played; by default all of them."""

    part: Shard = WHOLE
    games: int = 0
    seed: int = 0
    point: int = 0

    @property
    def is_whole(self) -> bool:
        """Whether it has all pairs."""
        return self.part.of == 1

    def has(self, game: str) -> bool:
        """Return whether the game with this id is one of the shard's."""
        return self.holder(game) == self.part

    def holder(self, game: str) -> Shard:
        """Return the part that has the game with this id, of as many as there are."""
        index = pair_of(game) - 1 + self.point
        return Shard(index % self.part.of + 1, self.part.of)

    def facts(self) -> dict[str, Any]:
        """Return what a record says of its shard: nothing in a match that is not shared."""
        if self.is_whole:
            return {}
        point = {"point": self.point} if self.point else {}
        return {KEY: {"part": str(self.part), "games": self.games, "seed": self.seed, **point}}

    def __str__(self) -> str:
        """Return the name in messages."""
        return "the whole match" if self.is_whole else f"shard {self.part}"


def pair_of(game: str) -> int:
    """Return the number of the pair of a game, from 1 on; 0 for an id of another kind."""
    found = GAME_ID.fullmatch(game)
    return int(found[1]) if found else 0


def shard_of(record: GameRecord) -> MatchShard:
    """Return the shard that a game was played in; raise FormatError if that makes no sense."""
    if problem := shard_problem(record):
        place = record.place or Place("<games>")
        raise FormatError(place, f"game {record.id}: {problem}", "play it again")
    return _said(record.extra.get(KEY))


def shard_problem(record: GameRecord) -> str:
    """Return what is wrong with the shard that a game says; empty for nothing."""
    try:
        said = _said(record.extra.get(KEY))
    except (KeyError, TypeError, UsageError):
        return "what it says of its shard is not as Bombe writes it"
    if said.is_whole:
        return ""
    number = pair_of(record.id)
    if not (1 <= number <= said.games // 2 and said.has(record.id)):
        return f"it is none of shard {said.part}, in which it says that it was played"
    return ""


def _said(document: object) -> MatchShard:
    if document is None:
        return MatchShard()
    if not isinstance(document, dict):
        raise TypeError
    numbers = document["games"], document["seed"], document.get("point", 0)
    if not all(type(number) is int for number in numbers):
        raise TypeError
    return MatchShard(Shard.parse(str(document["part"])), *numbers)
