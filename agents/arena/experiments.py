"""Experiments: one setting is varied, and for each of its values two agents play a match.

    experiment = Experiment(points, games=100)
    for record in experiment.run(jobs=1, stop=threading.Event()): ...
    for rate in win_rates(points): print(rate.value, rate.rate, rate.low, rate.high)

Each point has a log of its own, and all state is in the logs: an experiment that is started again
continues, values can be added later, and win rates can be computed at any time.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.agents.arena.contest import Contest
from bombe.agents.arena.log import read_logs
from bombe.agents.arena.schedule import check_games
from bombe.analysis.matches.tally import Tally
from bombe.analysis.matches.winrates import WinRate, win_rate

if TYPE_CHECKING:
    import threading
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from bombe.agents.arena.match import Match
    from bombe.boards.game import Json
    from bombe.boards.record import GameRecord

STEP = 50
"""How many games each point gets before any gets more, so that early results are comparable."""


class Point(NamedTuple):
    """One value of the setting: a match of two agents, of which the first is measured, and its log.

    Points of one `series` form one line of a picture. `facts` are written into every record.
    """

    series: str
    value: str
    match: Match
    log: Path
    facts: Mapping[str, Json] = MappingProxyType({})


class Experiment:
    """Plays `games` games for each point, except those in its log.

    `match` and `tally` are those of the current point. `work_left` is what is left to play in the
    unit of `Match.work`: seconds that it may take at most, with one game at a time and no bombs.
    `mended` says which logs had an incomplete end, which has been removed.
    """

    def __init__(
        self, points: Sequence[Point], *, games: int, facts: Mapping[str, Any] | None = None
    ) -> None:
        check_games(games)
        tried = set[tuple[object, ...]]()
        for point in points:
            point.match.check(tried)
        for point in points:
            point.log.parent.mkdir(parents=True, exist_ok=True)
        self._points, self._games, self._facts = points, games, facts or {}
        self.total = games * len(points)
        self.mended: list[str] = []
        open_games = [self._left(point) for point in points]
        self.left = sum(open_games)
        self.work_left = sum(
            left * point.match.work for left, point in zip(open_games, points, strict=True)
        )
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

    def run(self, jobs: int, stop: threading.Event) -> Iterator[GameRecord]:
        """Play what is left, `jobs` games at once; yield each game once it is in its log."""
        for games in [*range(STEP, self._games, STEP), self._games]:
            for point in self._points:
                with point.match.open_log(point.log) as log:
                    facts = {**self._facts, **point.facts}
                    self._contest = Contest(point.match, log, games=games, facts=facts)
                    for record in self._contest.run(jobs, stop):
                        self.left -= 1
                        self.work_left -= point.match.work
                        yield record
                if stop.is_set():
                    return

    def _left(self, point: Point) -> int:
        with point.match.open_log(point.log) as log:
            self.mended += filter(None, [log.mended])
            return Contest(point.match, log, games=self._games).left


def win_rates(points: Sequence[Point]) -> list[WinRate]:
    """Return the win rates of the games in the logs so far; a point may have none."""
    return [_win_rate(point) for point in points]


def with_option(agent: str, option: str, value: str) -> str:
    """Return an agent's name with another option."""
    has_options = "=" in agent.partition(":")[2]
    return f"{agent}{',' if has_options else ':'}{option}={value}"


def _win_rate(point: Point) -> WinRate:
    ((one, other),) = point.match.pairings
    records = read_logs((str(point.log),)) if point.log.exists() else ()
    return win_rate(point.series, point.value, one, other, records)
