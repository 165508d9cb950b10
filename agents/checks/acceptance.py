"""The chance to pass an acceptance match, such as five wins in six games, from sample games."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bombe.agents.arena.parallel_games import SeatPool
from bombe.analysis.shares import Share
from bombe.boards import Rules
from bombe.boards.record import Termination

if TYPE_CHECKING:
    from bombe.agents.arena.match import Match


@dataclass(frozen=True)
class Chance:
    """The estimated chance to win at least `need` of `games` games.

    A draw is not a win. Games are taken as independent. The interval is that of
    the win rate (95 %).
    """

    opponent: str
    games: int
    need: int
    won: Share
    limit: float
    rules: Rules = Rules.CLASSIC

    @property
    def percent(self) -> float:
        """The chance if the win rate of the sample is the true one."""
        return passing(self.won.percent, self.games, self.need)

    @property
    def interval(self) -> tuple[float, float]:
        """The chances at both ends of the interval of the win rate."""
        low, high = self.won.interval
        return passing(low, self.games, self.need), passing(high, self.games, self.need)

    def to_dict(self) -> dict[str, Any]:
        """Render as plain values."""
        return {
            "opponent": self.opponent,
            "games": self.games,
            "need": self.need,
            "sample": self.won.total,
            "won": self.won.hits,
            "seconds": self.limit,
            "rules": self.rules,
            "percent": self.percent,
            "interval": self.interval,
        }

    def __str__(self) -> str:
        """Return one sentence."""
        low, high = self.interval
        return (
            f"{self.won.hits:g} of {self.won.total} sample games of {self.rules} won against "
            f"{self.opponent} at {self.limit:g} s: the chance of {self.need} wins or more in "
            f"{self.games} games is {self.percent:.0f} % (95 % interval: {low:.0f} to {high:.0f} %)"
        )


def passing(percent: float, games: int, need: int) -> float:
    """Return the chance in percent of `need` wins or more, each game won with `percent`."""
    p = percent / 100
    return 100 * sum(
        math.comb(games, wins) * p**wins * (1 - p) ** (games - wins)
        for wins in range(need, games + 1)
    )


def chance_of(match: Match, sample: int, games: int, need: int, tick: Callable[[], None]) -> Chance:
    """Play `sample` games between the two agents of a match, and estimate the chance."""
    match.check()
    ((ours, opponent),) = match.pairings
    won = played = 0
    with contextlib.closing(SeatPool(match.seat)) as pool:
        for fixture in match.fixtures(sample):
            record = match.play(fixture, pool)
            if record is not None and record.termination is not Termination.VOID:
                played += 1
                won += bool(record.winner) and record.players[record.winner - 1] == ours
            tick()
    (rules,) = match.openings.modes()
    limit = match.budget.seconds or math.inf
    return Chance(opponent, games, need, Share(won, played), limit, rules)
