"""Experiments: something is varied, and for every value of it two agents play a match.

    experiment = Experiment(points, games=100)
    for record in experiment.run(jobs=1, stop=threading.Event()): ...
    for rate in win_rates(points): print(rate.value, rate.rate, rate.low, rate.high)

Each point has a log of its own, and only the logs count: an experiment that is begun again goes
on, values may be added later, and win rates can be asked for at any time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.agents.arena.contest import Contest
from bombe.agents.arena.log import Log, read_logs
from bombe.agents.arena.schedule import check_games
from bombe.analysis.matches.tally import Tally
from bombe.analysis.matches.winrates import WinRate, win_rate

if TYPE_CHECKING:
    import threading
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from bombe.agents.arena.match import Match
    from bombe.boards.record import GameRecord

STEP = 50
"""So many games are played for every point before there are more: what is known early is even."""


class Point(NamedTuple):
    """A value that is tried: a match of two agents, the first of whom is measured, and its log.

    Points of one `series` belong to one line of a picture.
    """

    series: str
    value: str
    match: Match
    log: Path


class Experiment:
    """Plays `games` games for each point, but for those that its log holds.

    `match` and `tally` are those of the point that is under way.
    """

    def __init__(
        self, points: Sequence[Point], *, games: int, facts: Mapping[str, Any] | None = None
    ) -> None:
        check_games(games)
        for point in points:
            point.match.check()
        for point in points:
            point.log.parent.mkdir(parents=True, exist_ok=True)
        self._points, self._games, self._facts = points, games, facts
        self.total = games * len(points)
        self.left = sum(self._left(point) for point in points)
        self._contest: Contest | None = None

    @property
    def match(self) -> Match:
        """The match of the point under way."""
        return self._contest.match if self._contest else self._points[0].match

    @property
    def tally(self) -> Tally:
        """What the games of the point under way have come to."""
        return self._contest.tally if self._contest else Tally()

    def run(self, jobs: int, stop: threading.Event) -> Iterator[GameRecord]:
        """Play what is left, `jobs` games at once; yield each game when its log has it."""
        for games in [*range(STEP, self._games, STEP), self._games]:
            for point in self._points:
                with Log(point.log, point.match.fingerprint) as log:
                    self._contest = Contest(point.match, log, games=games, facts=self._facts)
                    for record in self._contest.run(jobs, stop):
                        self.left -= 1
                        yield record
                if stop.is_set():
                    return

    def _left(self, point: Point) -> int:
        with Log(point.log, point.match.fingerprint) as log:
            return Contest(point.match, log, games=self._games).left


def win_rates(points: Sequence[Point]) -> list[WinRate]:
    """Return what the logs hold by now, which may be nothing."""
    return [_win_rate(point) for point in points]


def with_option(agent: str, option: str, value: str) -> str:
    """Write an agent's name with one option more."""
    has_options = "=" in agent.partition(":")[2]
    return f"{agent}{',' if has_options else ':'}{option}={value}"


def _win_rate(point: Point) -> WinRate:
    ((one, other),) = point.match.pairings
    records = read_logs((str(point.log),)) if point.log.exists() else ()
    return win_rate(point.series, point.value, one, other, records)
