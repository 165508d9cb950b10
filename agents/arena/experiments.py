"""Experiments: one setting is varied, and for each of its values two agents play a match.

    experiment = Experiment(points, games=100)
    for record in experiment.run(jobs=1, stop=threading.Event()): ...
    for rate in win_rates(points): print(rate.value, rate.rate, rate.low, rate.high)

Each point has a log of its own, and all state is in the logs: an experiment that is started again
continues, values can be added later, and win rates can be computed at any time. A shard plays its
part of the pairs of every point, and its logs are in a folder of its own.
"""

from __future__ import annotations

import contextlib
import itertools
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.agents.arena.contest import Contest
from bombe.agents.arena.log import AGAIN, read_logs
from bombe.agents.arena.schedule import check_games
from bombe.analysis.matches.tally import Tally
from bombe.analysis.matches.verification.shards import MatchShard
from bombe.analysis.matches.winrates import WinRate, win_rate
from bombe.boards.shard import WHOLE

if TYPE_CHECKING:
    import threading
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from bombe.agents.arena.match import Match
    from bombe.agents.arena.sharing.pair_work import PairWork
    from bombe.boards.game import Json
    from bombe.boards.record import GameRecord
    from bombe.boards.shard import Shard

STEP = 50
"""How many games each point gets before any gets more, so that early results are comparable."""


class Point(NamedTuple):
    """One value of the setting: a match of two agents, of which the first is measured, and its log.

    Points of one `series` form one line of a picture; in a grid the series is the opponent, the
    value the limit of a turn, and `place` where games begin. `facts` are written into every record.
    """

    series: str
    value: str
    match: Match
    log: Path
    facts: Mapping[str, Json] = MappingProxyType({})
    place: str = ""

    def records(self) -> Iterator[GameRecord]:
        """Yield the games in the log so far."""
        if self.log.exists():
            yield from read_logs((str(self.log),))


class Experiment:
    """Plays `games` games for each point, except those in its log.

    `match` and `tally` are those of the current point. `work_left` is what is left to play in the
    unit of `Match.work`: seconds that it may take at most, with one game at a time and no bombs.
    `mended` says which logs had an incomplete end, which has been removed.
    """

    remark = ""
    """What a line of progress says of the machines that play."""

    def __init__(
        self,
        points: Sequence[Point],
        *,
        games: int,
        facts: Mapping[str, Any] | None = None,
        shard: Shard = WHOLE,
    ) -> None:
        check_games(games)
        tried = set[tuple[object, ...]]()
        for point in points:
            point.match.check(tried)
        for point in points:
            point.log.parent.mkdir(parents=True, exist_ok=True)
        self._points, self._games, self._facts = points, games, facts or {}
        self._shard = shard
        self.mended: list[str] = []
        self.total = self.left = 0
        self.work_left = 0.0
        for number, point in enumerate(points):
            self._count(number, point)
        self.is_even = len({point.match.work for point in points}) <= 1
        self._contest: Contest | None = None

    @property
    def match(self) -> Match:
        """The match of the current point."""
        return self._contest.match if self._contest else self._points[0].match

    @property
    def tally(self) -> Tally:
        """The counts of the games of the current point."""
        return self._contest.tally if self._contest else Tally()

    def run(
        self, jobs: int, stop: threading.Event, cluster: str | None = None
    ) -> Iterator[GameRecord]:
        """Play what is left; yield each game once it is in its log.

        `jobs` games are played at once, or as many as the `cluster` at this address has cores.
        """
        if cluster is not None:
            yield from self._run_on(cluster, stop)
            return
        for games in [*range(STEP, self._games, STEP), self._games]:
            for number, point in enumerate(self._points):
                with self._opened(number, point, games) as contest:
                    for record in contest.run(jobs, stop):
                        yield self._counted(point, record)
                if stop.is_set():
                    return

    def note(self, remark: str) -> None:
        """Take note of what is to be said of the machines that play."""
        self.remark = remark

    def _run_on(self, cluster: str, stop: threading.Event) -> Iterator[GameRecord]:
        """Play the pairs of all points as one stream, so that no core waits for a point to end."""
        from bombe.agents.arena.sharing.cluster import play_on_cluster

        with contextlib.ExitStack() as logs:
            contests = [
                logs.enter_context(self._opened(number, point, self._games))
                for number, point in enumerate(self._points)
            ]
            remaining_pairs = _in_turns([contest.remaining_pairs() for contest in contests])
            played = play_on_cluster(remaining_pairs, cluster, stop, self.note)
            pairs = logs.enter_context(contextlib.closing(played))
            for work, records in pairs:
                self._contest = contests[work.point]
                for record in self._contest.take(records):
                    yield self._counted(self._points[work.point], record)

    @contextlib.contextmanager
    def _opened(self, number: int, point: Point, games: int) -> Iterator[Contest]:
        """Yield the contest of a point, with its log open."""
        shard = MatchShard(self._shard, self._games, point.match.seed, number)
        facts = {**self._facts, **point.facts}
        with point.match.open_log(point.log, AGAIN) as log:
            self.mended += filter(None, [log.mended])
            self._contest = Contest(point.match, log, games=games, facts=facts, shard=shard)
            yield self._contest

    def _count(self, number: int, point: Point) -> None:
        """Add what a point takes, and what is left of it."""
        with self._opened(number, point, self._games) as contest:
            self.total += contest.total
            self.left += contest.left
            self.work_left += contest.left * point.match.work

    def _counted(self, point: Point, record: GameRecord) -> GameRecord:
        """Return a record of a point, which is no longer left."""
        self.left -= 1
        self.work_left -= point.match.work
        return record


def _in_turns(streams: Sequence[Iterator[PairWork]]) -> Iterator[PairWork]:
    """Yield the pairs of STEP games of each point in turn, until all have ended."""
    left = list(streams)
    while left:
        rounds = [list(itertools.islice(stream, STEP // 2)) for stream in left]
        yield from itertools.chain.from_iterable(rounds)
        left = [stream for stream, taken in zip(left, rounds, strict=True) if taken]


def win_rates(points: Sequence[Point]) -> list[WinRate]:
    """Return the win rates of the games in the logs so far; a point may have none."""
    return [_win_rate(point) for point in points]


def with_option(agent: str, option: str, value: str) -> str:
    """Return an agent's name with another option."""
    has_options = "=" in agent.partition(":")[2]
    return f"{agent}{',' if has_options else ':'}{option}={value}"


def _win_rate(point: Point) -> WinRate:
    ((one, other),) = point.match.pairings
    return win_rate(point.series, point.value, one, other, point.records())
