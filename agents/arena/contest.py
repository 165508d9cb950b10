"""A match in progress: what its log holds, what is left to play, and when it is decided.

    contest = Contest(match, log, games=100, shard=MatchShard(Shard(2, 8), games=100))
    for record in contest.run(jobs=2, stop=stop): ...

    pairs = contest.remaining_pairs()
    for record in contest.take(records): ...

`run` plays in lanes, or on a cluster; `remaining_pairs` are pairs of games that any machine can
play, and `take` accepts their records in any order.
"""

from __future__ import annotations

import contextlib
import dataclasses
import itertools
import threading
from collections.abc import Generator, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from bombe.agents.arena.parallel_games import ParallelGames
from bombe.agents.arena.schedule import Fixture, ids
from bombe.agents.arena.sharing.pair_work import PairWork
from bombe.agents.versions import UNKNOWN
from bombe.analysis.matches.pairs import Decision, Sprt
from bombe.analysis.matches.tally import Tally
from bombe.analysis.matches.verification.shards import MatchShard, pair_of
from bombe.boards.errors import UsageError
from bombe.boards.record import GameRecord

if TYPE_CHECKING:
    from bombe.agents.arena.log import Log
    from bombe.agents.arena.match import Match

_ALL = MatchShard()


class Contest:
    """Plays `games` games for each pairing of a match, except those in the log (`logged`).

    Of a `shard`, only its pairs are played. `facts`, such as versions and the machine, are written
    into every record that does not say them itself. With `sprt`, for a match of two, the games are
    logged in the order of the schedule: the log then holds the same games for any number of lanes,
    however often the contest was interrupted.
    """

    def __init__(
        self,
        match: Match,
        log: Log,
        *,
        games: int,
        sprt: Sprt | None = None,
        facts: Mapping[str, Any] | None = None,
        shard: MatchShard = _ALL,
    ) -> None:
        require_one_test(match, sprt, shard)
        self.tally, self.shard = Tally(), shard
        self._sprt = sprt
        self._log, self._games = log, games
        self._facts = {**(facts or {}), **shard.facts(), **match.openings.facts()}
        self.logged: set[str] = set()
        salt: str | None = None
        for record in log.games(shard):
            self.logged.add(record.id)
            self.tally.add(record)
            salt = str(record.extra.get("salt", ""))
        self.match = match.with_salt(salt)
        mine = [game for game in ids(len(match.pairings), games) if shard.has(game)]
        self._open = [game for game in mine if game not in self.logged]
        self.total = len(mine)
        self.left = len(self._open)

    is_even = True
    """Whether all games are about the same work."""
    remark = ""
    """What a line of progress says of the machines that play."""

    @property
    def work_left(self) -> float:
        """What is left to play, in the unit of `Match.work`."""
        return self.left * self.match.work

    @property
    def is_over(self) -> bool:
        """Whether all games have been played, or the test is decided."""
        pairs = self.tally.pairing(*self.match.pairings[0]).pairs
        is_decided = self._sprt and self._sprt.decide(pairs) is not Decision.OPEN
        return not self.left or bool(is_decided)

    def remaining_pairs(self) -> Iterator[PairWork]:
        """Yield what is left as pairs of games that can be played anywhere, in their order."""
        if self.is_over:
            return
        left = itertools.groupby(self._fixtures(), lambda fixture: pair_of(fixture.id))
        for number, games in left:
            pair = tuple(games)
            match = self.match.for_machine(pair[0].start)
            yield PairWork(number, match, pair, self.shard.point)

    def run(
        self, jobs: int, stop: threading.Event, cluster: str | None = None
    ) -> Iterator[GameRecord]:
        """Play what is left; yield each game once it is in the log.

        `jobs` games are played at once, or as many as the `cluster` at this address has cores.
        """
        with contextlib.closing(self._played(jobs, stop, cluster)) as records:
            yield from self.take(records)

    def take(self, records: Iterable[GameRecord]) -> Iterator[GameRecord]:
        """Log games that were played somewhere, in any order; yield each once it is in the log.

        A game that is in the log already is left out. This ends when the match is over.
        """
        wanted = {*self._open}.difference(self.logged)
        new = (record for record in records if record.id in wanted)
        for played in self._in_order(new) if self._sprt else new:
            record = dataclasses.replace(played, extra=self._extra(played))
            self._log.append(record)
            self.logged.add(record.id)
            wanted.discard(record.id)
            self.tally.add(record)
            self.left -= 1
            yield record
            if self.is_over:
                return

    def note(self, remark: str) -> None:
        """Take note of what is to be said of the machines that play."""
        self.remark = remark

    def _played(
        self, jobs: int, stop: threading.Event, cluster: str | None
    ) -> Generator[GameRecord, None, None]:
        """Yield the games that are left as they end, wherever they are played."""
        if self.is_over:
            return
        if cluster is not None:
            from bombe.agents.arena.sharing.cluster import play_on_cluster

            played = play_on_cluster(self.remaining_pairs(), cluster, stop, self.note)
            with contextlib.closing(played) as pairs:
                for _, records in pairs:
                    yield from records
            return
        match = self.match
        lanes = ParallelGames(self._fixtures(), match.play, match.seat, min(jobs, self.left), stop)
        with contextlib.closing(lanes.records()) as games:
            yield from games

    def _fixtures(self) -> Iterator[Fixture]:
        """Yield the games that are left, in the order of the schedule."""
        others = {*ids(len(self.match.pairings), self._games)}.difference(self._open)
        return self.match.fixtures(self._games, others | self.logged)

    def _extra(self, played: GameRecord) -> dict[str, Any]:
        versions = [self.match.versions.get(name, UNKNOWN) for name in played.players]
        facts = {key: fact for key, fact in self._facts.items() if key not in played.extra}
        return {**played.extra, "player_versions": versions, **facts}

    def _in_order(self, records: Iterable[GameRecord]) -> Iterator[GameRecord]:
        """Yield the games in the order of the schedule, each once those before it have ended."""
        held: dict[str, GameRecord] = {}
        expected = iter(self._open)
        game = next(expected)
        for record in records:
            held[record.id] = record
            while game in held:
                yield held.pop(game)
                game = next(expected, "")


def require_one_test(match: Match, sprt: Sprt | None, shard: MatchShard) -> None:
    """Raise UsageError if a test cannot be decided by the games of this contest alone."""
    if sprt and len(match.pairings) > 1:
        raise UsageError("SPRT compares two agents: use it in a match of two")
    if sprt and not shard.is_whole:
        raise UsageError(
            "SPRT stops a match by all of its games, of which a shard knows a part: leave out "
            "--sprt or --shard; --cluster plays one match on several machines"
        )
