"""Logs of the shards of a match, joined into the log that the whole match would have.

    merge = LogMerge(["match-1-of-2.jsonl", "match-2-of-2.jsonl"])      # reads and checks them
    merge.write("match.jsonl")

The lines are those of the shards in the order of the schedule, without their shard and with a chain
of hashes of their own. What does not belong together, or is not complete, is an error that names
the file and the remedy. Only the places of lines are kept in memory.
"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bombe.agents.arena.schedule import ids
from bombe.analysis.matches.verification.logs import LogCheck
from bombe.analysis.matches.verification.shards import KEY, pair_of, shard_of
from bombe.analysis.results import with_noun
from bombe.analysis.runs.joining import write_joined
from bombe.boards.chain import OWN, PREVIOUS, link_of, linked
from bombe.boards.errors import InputError, Place
from bombe.boards.shard import Shard

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Mapping, Sequence

    from bombe.boards.record import GameRecord

_NAMED = 6
"""How many games a message names at most."""
_LONGEST = 1 << 25
"""No line of a log is longer."""


class _GameLine(NamedTuple):
    """The place of a game in its log."""

    path: Path
    number: int
    offset: int
    length: int


class LogMerge:
    """The games of the shards of a match; raise InputError if they are not all of one, or doubled.

    `planned` is the number of games that the match has by their records, `parts` are the shards.
    """

    def __init__(self, paths: Sequence[str | os.PathLike[str]]) -> None:
        self._paths = [Path(path) for path in paths]
        self._first: GameRecord | None = None
        self._lines: dict[str, _GameLine] = {}
        self._holders: dict[Shard, Path] = {}
        self.planned = 0
        for path in self._paths:
            for record, line in _games_of(path):
                self._add(record, line)

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self._lines)

    @property
    def words(self) -> str:
        """The number of games in words."""
        return with_noun(self.games, "game")

    @property
    def parts(self) -> set[Shard]:
        """The shards of which there is a game."""
        return {*self._holders}

    def lacks(self, games: int) -> list[str]:
        """Return in words what is missing of so many games."""
        if self._first is None:
            return [f"none of its {with_noun(games, 'game')} is there"] if games else []
        shard, lacking = shard_of(self._first), defaultdict[Shard, list[str]](list)
        for game in ids(1, games):
            if game not in self._lines:
                lacking[shard.holder(game)].append(game)
        return [self._lack(part, found) for part, found in sorted(lacking.items())]

    def write(self, out: str | os.PathLike[str]) -> None:
        """Write the log of the whole match; a file of that name is replaced once it is complete.

        Raise InputError if games are missing.
        """
        if not self.games:
            raise InputError(f"{self._paths[0]}: there is no game in it: run its command first")
        if problems := self.lacks(self.planned):
            raise InputError("; ".join(problems))
        write_joined(out, self._paths, self._chained())

    def _add(self, record: GameRecord, line: _GameLine) -> None:
        """Take a game; raise if it is there already, or not of the same match as the first."""
        place, shard = Place(str(line.path), line.number), shard_of(record)
        if shard.is_whole:
            raise InputError(
                f"{place}: a game of no shard; whole logs need no merge: `bombe rate` reads several"
            )
        self._first = self._first or record
        _require_same(self._first, record, place)
        self._holders.setdefault(shard.part, line.path)
        if (before := self._lines.setdefault(record.id, line)) is not line:
            there = Place(str(before.path), before.number)
            raise InputError(f"{place}: game {record.id} is in {there}, too: give each shard once")
        self.planned = max(self.planned, shard.games)

    def _lack(self, part: Shard, games: list[str]) -> str:
        """Return what is missing of a shard, and what to do."""
        if part not in self._holders:
            return f"shard {part} is missing, with {with_noun(len(games), 'game')}: give it, too"
        names = ", ".join(games[:_NAMED]) + (", ..." if len(games) > _NAMED else "")
        what = f"{with_noun(len(games), 'game')} of shard {part}"
        return f"{self._holders[part]} lacks {what} ({names}): run its command again to resume it"

    def _chained(self) -> Iterator[str]:
        """Yield the lines of the log."""
        previous = ""
        in_order = sorted(self._lines, key=lambda game: (pair_of(game), game))
        for game in in_order:
            text = linked(json.dumps(_without_shard(self._lines[game])), previous)
            link = link_of(text)
            previous = link.own if link else ""
            yield text


def _games_of(path: Path) -> Iterator[tuple[GameRecord, _GameLine]]:
    """Yield the games of a log with their places, without a line that has no end."""
    check, offset = LogCheck(str(path)), 0
    with path.open("rb") as file:
        for number, line in enumerate(iter(lambda: file.readline(_LONGEST), b""), 1):
            if not line.endswith(b"\n"):
                return
            record = check.record(number, line.decode("utf-8", errors="surrogateescape"))
            if record is not None:
                yield record, _GameLine(path, number, offset, len(line))
            offset += len(line)


def _without_shard(line: _GameLine) -> dict[str, object]:
    """Return a game as a record of the whole match has it, but for its hashes."""
    with line.path.open("rb") as file:
        file.seek(line.offset)
        document: dict[str, object] = json.loads(file.read(line.length))
    return {key: value for key, value in document.items() if key not in (KEY, PREVIOUS, OWN)}


def _require_same(one: GameRecord, other: GameRecord, place: Place) -> None:
    """Raise InputError if two games are not of shards of one match; say what differs."""
    changes = [*_differences(one, other)]
    if changes or one.match != other.match:
        what = "; ".join(changes) or "other boards, or another list of agents"
        raise InputError(
            f"{place}: a game of another match than in {one.place}: {what}; give the shards of one"
        )


def _differences(one: GameRecord, other: GameRecord) -> Iterator[str]:
    """Yield what two records say differently of their match."""
    mine, its = shard_of(one), shard_of(other)
    pairs = [
        ("shards", mine.part.of, its.part.of),
        ("--seed", mine.seed, its.seed),
        ("point", mine.point, its.point),
        ("--salt", one.extra.get("salt"), other.extra.get("salt")),
        ("game", one.game.name, other.game.name),
        *_conditions(one, other),
    ]
    for name, then, now in pairs:
        if then != now:
            yield f"{name} {'none' if now is None else now} here, {then} there"


def _conditions(one: GameRecord, other: GameRecord) -> Iterator[tuple[str, object, object]]:
    """Yield names, and what two records say: limits, processes, oracle, versions."""
    for key in ("limit", "process", "oracle"):
        mine, its = _object(one, key), _object(other, key)
        yield from ((f"{key} {name}", mine.get(name), its.get(name)) for name in {**mine, **its})
    then, now = (_object(each, "versions").get("bombe") for each in (one, other))
    yield "version of Bombe", then, now
    mine, its = _versions(one), _versions(other)
    for name in mine.keys() & its.keys():
        yield f"version of {name}", mine[name], its[name]


def _versions(record: GameRecord) -> dict[str, object]:
    said = record.extra.get("player_versions")
    return dict(zip(record.players, said, strict=False)) if isinstance(said, list) else {}


def _object(record: GameRecord, key: str) -> Mapping[str, object]:
    said = record.extra.get(key)
    return said if isinstance(said, dict) else {}
