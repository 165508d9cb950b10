"""Win rates of each player by categories of games: by board, size, time, seat and others.

    for breakdown in break_down(records, categories_named("board,seat")):
        breakdown.player, breakdown.category.name
        for line in breakdown.lines:
            line.value, line.score.rate, line.score.interval()

A draw is half a win. If there are at least 10 pairs of games with the sides swapped, and most games
are in pairs, the rate and its interval (95 %) are those of the pairs
(bombe.analysis.matches.pairs), and the other games are left out. Otherwise, as by seat, every game
counts for itself, and the interval is Wilson's: the spread of a few pairs says little. Void games
do not count. A game lost by forfeit is a loss.

Of games in which a player can be shut out, the tables also have the mean margin, the share of them
in which the player was shut out, the cells that its opponent filled then, and the opponent's share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from bombe.analysis.columns import columns, csv_table, decimal, percent
from bombe.analysis.matches.categories import Category, in_order
from bombe.analysis.matches.pairs import Pairs, score_of
from bombe.analysis.matches.tally import PairFinder, Score, check_game, half_points_of
from bombe.analysis.matches.territory import ModeOutcome, seen_from
from bombe.analysis.shares import Share
from bombe.boards.game import AnyGame
from bombe.boards.record import GameRecord

MIN_PAIRS = 10
"""Fewer pairs determine no interval: two that happen to be alike would seem to prove a lot."""


class ScoreRate(NamedTuple):
    """A win rate with its 95 % interval, and the method: `pairs`, `wilson`, or none.

    Without a game that counts the rate is None and the interval 0 to 1. `games` are those that the
    rate is of.
    """

    rate: float | None
    low: float
    high: float
    method: str
    games: int


@dataclass
class GroupScore(Score):
    """The games of one player in one group; forfeits are among the wins and losses.

    `restricted` are the games in which a player can be shut out; in `shut_out` of them this player
    was, and its opponent then filled `shut_out_cells` cells; in `shuts_out` the opponent was.
    `margins` is the sum over the games that were `finished`. In `proved` games the player noted
    that its win was proved, and in `spoiled` of them it did not win.
    """

    pairs: Pairs = field(default_factory=Pairs)
    lost_by_forfeit: int = 0
    won_by_forfeit: int = 0
    restricted: int = 0
    shut_out: int = 0
    shut_out_cells: int = 0
    shuts_out: int = 0
    finished: int = 0
    margins: int = 0
    proved: int = 0
    spoiled: int = 0

    @property
    def margin(self) -> float | None:
        """The mean score difference of the games that were played to their end."""
        return self.margins / self.finished if self.finished else None

    def see(self, seen: ModeOutcome) -> None:
        """Count what a game showed of territory and proofs."""
        self.restricted += seen.is_restricted
        self.shut_out += seen.shut_out is not None
        self.shut_out_cells += seen.shut_out or 0
        self.shuts_out += seen.shuts_out
        self.finished += seen.margin is not None
        self.margins += seen.margin or 0
        self.proved += seen.proved
        self.spoiled += seen.spoiled

    def __add__(self, other: GroupScore) -> GroupScore:
        """Return the games of two groups together; games of different groups form no pairs."""
        mine, theirs = vars(self), vars(other)
        return GroupScore(**{name: mine[name] + theirs[name] for name in mine})

    def score_rate(self) -> ScoreRate:
        """Return the win rate with its interval."""
        if not self.games:
            return ScoreRate(None, 0.0, 1.0, "none", 0)
        if self.pairs.total < MIN_PAIRS or 4 * self.pairs.total < self.games:
            low, high = Share(self.points, self.games).interval
            rate = self.points / self.games
            return ScoreRate(rate, low / 100, high / 100, "wilson", self.games)
        elo = self.pairs.elo()
        low = 0.0 if elo.low is None else score_of(elo.low)
        high = 1.0 if elo.high is None else score_of(elo.high)
        return ScoreRate(self.pairs.score, low, high, "pairs", 2 * self.pairs.total)

    def to_dict(self) -> dict[str, Any]:
        """Return the counts and the rate as plain values."""
        share = self.score_rate()
        return {
            **self.score_dict(),
            "lost_by_forfeit": self.lost_by_forfeit,
            "won_by_forfeit": self.won_by_forfeit,
            "margin": self.margin,
            "restricted": self.restricted,
            "shut_out": self.shut_out,
            "shut_out_cells": self.shut_out_cells,
            "shuts_out": self.shuts_out,
            "proved": self.proved,
            "spoiled": self.spoiled,
            "pairs": self.pairs.total,
            "rate": share.rate,
            "low": share.low,
            "high": share.high,
            "method": share.method,
            "rated_games": share.games,
        }


class BreakdownLine(NamedTuple):
    """A line of a breakdown: a value of the category, and the games that have it."""

    value: str
    score: GroupScore


class Breakdown(NamedTuple):
    """The games of a player by the values of a category."""

    player: str
    category: Category
    lines: tuple[BreakdownLine, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, ready for JSON."""
        lines = [{"value": value, **score.to_dict()} for value, score in self.lines]
        return {"player": self.player, "category": self.category.name, "values": lines}


class _Counter:
    """Counts the games of one player in the values of one category."""

    def __init__(self) -> None:
        self.scores: dict[str, GroupScore] = {}
        self._pairs = PairFinder()

    def add(self, record: GameRecord, seat: int, value: str, seen: ModeOutcome) -> None:
        """Count a game; it forms a pair with its partner of the same value."""
        score = self.scores.setdefault(value, GroupScore())
        score.see(seen)
        half_points = half_points_of(record, seat)
        score.count(half_points)
        if record.termination.is_forfeit:
            score.won_by_forfeit += record.winner == seat
            score.lost_by_forfeit += record.winner != seat
        if record.first != record.second:
            worth = self._pairs.worth(record, half_points, record.players[2 - seat], value)
            score.pairs = score.pairs if worth is None else score.pairs.plus(worth)


def break_down(
    records: Iterable[GameRecord],
    categories: Sequence[Category],
    players: Sequence[str] | None = None,
) -> list[Breakdown]:
    """Return a breakdown for each player, or for the given ones, and each category.

    Players and values are in the order in which they appear, numbers and sizes by their amount. A
    game that occurs twice (same match, id and players) counts once.
    """
    counters: dict[str, list[_Counter]] = {
        player: [_Counter() for _ in categories] for player in players or ()
    }
    for record in _once(records):
        views = seen_from(record)
        for seat, seen in enumerate(views, 1):
            player = record.players[seat - 1]
            if players is None and player not in counters:
                counters[player] = [_Counter() for _ in categories]
            for counter, category in zip(counters.get(player, ()), categories, strict=False):
                counter.add(record, seat, category.value(record, seat), seen)
    return [
        Breakdown(player, category, _lines(counter))
        for player, its in counters.items()
        for category, counter in zip(categories, its, strict=True)
    ]


def _once(records: Iterable[GameRecord]) -> Iterator[GameRecord]:
    """Yield the records of one game, each once."""
    seen: set[tuple[str, ...]] = set()
    game: AnyGame | None = None
    for record in records:
        game = game or record.game
        check_game(record, game)
        key = (record.match, record.id, *record.players)
        if record.match and key in seen:
            continue
        seen.add(key)
        yield record


def _lines(counter: _Counter) -> tuple[BreakdownLine, ...]:
    return tuple(
        BreakdownLine(value, counter.scores[value]) for value in in_order(list(counter.scores))
    )


def breakdowns_text(breakdowns: Sequence[Breakdown], width: int | None = None) -> str:
    """Return a table for each player with a block of lines for each category.

    Columns about forfeits, void games, shut-outs and proofs are there if there are any such games.
    """
    players: dict[str, list[Breakdown]] = {}
    for breakdown in breakdowns:
        players.setdefault(breakdown.player, []).append(breakdown)
    extra = [
        column
        for column in _COLUMNS
        if any(getattr(line.score, column.of) for each in breakdowns for line in each.lines)
    ]
    tables = [_player_table(player, its, extra, width) for player, its in players.items()]
    return "\n\n".join([*tables, _methods(breakdowns)])


def breakdowns_csv(breakdowns: Sequence[Breakdown]) -> str:
    """Return a CSV row for each line of all breakdowns; unknown rates are empty."""
    rows = [
        {"player": each.player, "category": each.category.name, "value": value, **score.to_dict()}
        for each in breakdowns
        for value, score in each.lines
    ]
    return csv_table(rows)


class _Column(NamedTuple):
    """A column that is there if a line has games `of` this kind."""

    head: str
    of: str
    text: Callable[[GroupScore], str]


_COLUMNS = (
    _Column("forfeits", "lost_by_forfeit", lambda score: str(score.lost_by_forfeit)),
    _Column("won so", "won_by_forfeit", lambda score: str(score.won_by_forfeit)),
    _Column("void", "voids", lambda score: str(score.voids)),
    _Column("margin", "restricted", lambda score: decimal(score.margin, "+.2f")),
    _Column("shut out", "restricted", lambda score: _share(score.shut_out, score.restricted)),
    _Column("cells", "shut_out", lambda score: _mean(score.shut_out_cells, score.shut_out)),
    _Column("shuts out", "restricted", lambda score: _share(score.shuts_out, score.restricted)),
    _Column("spoiled", "proved", lambda score: f"{score.spoiled}/{score.proved}"),
)


def _player_table(
    player: str, breakdowns: Sequence[Breakdown], extra: Sequence[_Column], width: int | None
) -> str:
    head = ["games", "win rate", "95 %", "won", "drawn", "lost"]
    rows = [[player, *head, *(column.head for column in extra)]]
    for each in breakdowns:
        for number, line in enumerate(each.lines):
            name = each.category.name if not number else ""
            rows.append([f"{name:<{_width(breakdowns)}}  {line.value}", *_cells(line.score, extra)])
    return columns(rows, (0,), width)


def _width(breakdowns: Sequence[Breakdown]) -> int:
    return max(len(each.category.name) for each in breakdowns)


def _share(part: int, whole: int) -> str:
    return percent(part / whole if whole else None)


def _mean(total: int, count: int) -> str:
    return decimal(total / count if count else None, ".1f")


def _cells(score: GroupScore, extra: Sequence[_Column]) -> list[str]:
    share = score.score_rate()
    rate = percent(share.rate)
    interval = "-" if share.rate is None else f"{100 * share.low:.1f} - {100 * share.high:.1f}"
    mark = "*" if share.method == "wilson" else ""
    counts = map(str, (score.wins, score.draws, score.losses))
    more = (column.text(score) for column in extra)
    return [str(score.games), rate, f"{interval}{mark or ' '}", *counts, *more]


def _methods(breakdowns: Sequence[Breakdown]) -> str:
    """Return which methods the intervals are from."""
    shares = [line.score.score_rate() for each in breakdowns for line in each.lines]
    notes = []
    if any(share.method == "pairs" for share in shares):
        notes.append("intervals from pairs of games with the sides swapped")
    if any(share.method == "wilson" for share in shares):
        notes.append("* from single games (Wilson)")
    if any(0 < share.games < line.score.games for share, line in _with_lines(breakdowns)):
        notes.append("win rates leave out games without a partner")
    return "; ".join(notes) or "no game counts"


def _with_lines(breakdowns: Sequence[Breakdown]) -> Iterable[tuple[ScoreRate, BreakdownLine]]:
    return ((line.score.score_rate(), line) for each in breakdowns for line in each.lines)
