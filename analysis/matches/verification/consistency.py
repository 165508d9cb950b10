"""Whether the games of a match fit each other: pairs with the sides swapped, one version each.

A record alone does not say that its players' names were exchanged; its partner does, the game on
the same start position with the sides swapped.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from bombe.analysis.matches.verification.shards import GAME_ID, shard_problem

if TYPE_CHECKING:
    from bombe.boards.game import AnyState
    from bombe.boards.record import GameRecord


class _Partner(NamedTuple):
    """What is kept of a game until its partner comes."""

    id: str
    players: tuple[str, str]
    start: AnyState


class MatchConsistency:
    """Compares each game with those of its match that came before it."""

    def __init__(self) -> None:
        # The games whose partner has not come, by match and number; versions by match and player.
        self._waiting: dict[tuple[str, str], _Partner] = {}
        self._versions: dict[tuple[str, str], str] = {}

    def problems(self, record: GameRecord) -> Iterator[str]:
        """Yield what does not fit the games before; games of no match fit."""
        if record.match:
            yield from self._pair_problems(record)
            yield from self._version_problems(record)
        if problem := shard_problem(record):
            yield problem

    def _pair_problems(self, record: GameRecord) -> Iterator[str]:
        found = GAME_ID.fullmatch(record.id)
        if not found:
            return
        key = record.match, found[1]
        partner = self._waiting.pop(key, None)
        if partner is None:
            self._waiting[key] = _Partner(record.id, record.players, record.start)
            return
        if record.players != partner.players[::-1]:
            yield f"the players are not those of game {partner.id} with the sides swapped"
        if record.start != partner.start:
            yield f"the start is not that of game {partner.id}"

    def _version_problems(self, record: GameRecord) -> Iterator[str]:
        versions = record.extra.get("player_versions")
        if not isinstance(versions, list):
            return
        for name, version in zip(record.players, versions, strict=False):
            before = self._versions.setdefault((record.match, name), str(version))
            if before != version:
                yield f"{name} has version {version}, and {before} in a game of the same match"
