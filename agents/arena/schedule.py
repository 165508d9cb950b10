"""The games of a match: pairs of games on one board, with the sides swapped.

    round 1   pair 1: 1a  A - B    1b  B - A        every pairing of a round plays on the same
              pair 2: 2a  A - C    2b  C - A        start position; the next round has the next
              pair 3: 3a  B - C    3b  C - B        board, or a new one from the seed
    round 2   pair 4: 4a  A - B    ...

An agent that is named twice plays itself: its players are called `random#1` and `random#2`.
A schedule depends on the settings alone, and a longer one begins with the shorter one, so that a
match can be interrupted, continued and extended.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Container, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from bombe.agents.names import plain_name
from bombe.agents.seeds import seeds_of
from bombe.boards.errors import UsageError
from bombe.boards.game import AnyState

if TYPE_CHECKING:
    from bombe.agents.openings import Openings

Pairing = tuple[str, str]


class Fixture(NamedTuple):
    """A game to be played; `seeds` are those of the first and the second player."""

    id: str
    start: AnyState
    first: str
    second: str
    seeds: tuple[int, int]


_NUMBER = re.compile(r"#[0-9]+$")


def player_names(specs: Sequence[str]) -> list[str]:
    """Return names for players: their specs, those that occur twice as `random#1` and `random#2`.

    A folder or file has one name, however its place is written.
    A spec that itself ends in such a number gets another one, so that every name shows its spec.
    """
    names, specs = [], [plain_name(spec) for spec in specs]
    for place, spec in enumerate(specs):
        is_numbered = specs.count(spec) > 1 or _NUMBER.search(spec)
        names.append(f"{spec}#{specs[: place + 1].count(spec)}" if is_numbered else spec)
    return names


def spec_of_player(name: str) -> str:
    """Return the spec of a player's name: the name without its number."""
    return _NUMBER.sub("", name)


def pairings(specs: Sequence[str], *, gauntlet: bool = False) -> list[Pairing]:
    """Return all pairs of players, or for a gauntlet the first player with each of the others."""
    if len(specs) < 2:
        raise UsageError("a match needs two agents: name another one, or the same one again")
    names = player_names(specs)
    if gauntlet:
        return [(names[0], other) for other in names[1:]]
    return list(itertools.combinations(names, 2))


def fixtures(
    pairs: Sequence[Pairing],
    openings: Openings,
    *,
    games: int,
    seed: int,
    salt: str = "",
    skip: Container[str] = (),
) -> Iterator[Fixture]:
    """Yield the games of a match in order, `games` for each pairing, except those to skip.

    Start positions are made when they are needed. They depend on the seed alone, those of players
    on the salt, too: see bombe.agents.seeds. Neither depends on limits or processes, so that
    matches that differ in these begin with the same seeds.
    """
    check_games(games)
    for number in range(games // 2):
        start = None
        for place, pairing in enumerate(pairs, number * len(pairs) + 1):
            for side, (first, second) in zip("ab", (pairing, pairing[::-1]), strict=True):
                if f"{place}{side}" in skip:
                    continue
                start = start or openings.start(number, seed)
                seeds = seeds_of("game", seed, number, first, second, salt=salt)
                yield Fixture(f"{place}{side}", start, first, second, seeds)


def check_games(games: int) -> None:
    """Raise if this number of games for a pairing cannot be divided into pairs."""
    if games < 2 or games % 2:
        raise UsageError(
            f"{games} games for a pairing cannot be pairs with the sides swapped: give an even "
            "number from 2 on"
        )


def ids(pairs: int, games: int) -> Iterator[str]:
    """Yield the ids of all games in order: `games` for each of `pairs` pairings."""
    return (f"{number}{side}" for number in range(1, pairs * games // 2 + 1) for side in "ab")
