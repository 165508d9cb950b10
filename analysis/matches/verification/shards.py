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
        return self.part.has(pair_of(game) - 1 + self.point)

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
    said = record.extra.get(KEY)
    if said is None:
        return MatchShard()
    try:
        found = MatchShard(Shard.parse(said["part"]), *(said[key] for key in ("games", "seed")))
        found = found._replace(point=said.get("point", 0))
    except (KeyError, TypeError, AttributeError, UsageError):
        raise _wrong(record, "its shard is not as Bombe writes it") from None
    if not all(type(number) is int for number in found[1:]):
        raise _wrong(record, "its shard is not as Bombe writes it")
    if not found.has(record.id):
        raise _wrong(record, f"it is none of shard {found.part}, in which it says it was played")
    return found


def _wrong(record: GameRecord, problem: str) -> FormatError:
    place = record.place or Place("<games>")
    return FormatError(place, f"game {record.id}: {problem}", "play it again")
