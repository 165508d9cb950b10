"""Win rates over one varied setting: a table, and a picture with error bars.

    rates = [win_rate("minimax", "0.5", "mcts:c=0.5", "minimax", records), ...]
    labels = ChartLabels("mcts-c", "mcts against greedy", "1 s a turn", "c, weight", "c", "against")
    print(table(rates, labels))
    draw(rates, labels, folder)

A draw is half a win. Rates and intervals (95 %) are those of pairs of games with sides swapped.
"""

from __future__ import annotations

import contextlib
import itertools
import math
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.analysis.columns import columns, percent
from bombe.analysis.drawing.charts import (
    GRID,
    LineEnd,
    Mark,
    aside_of,
    chart,
    error_line,
    name_the_ends,
    shifted,
)
from bombe.analysis.matches.pairs import score_of
from bombe.analysis.matches.tally import Tally
from bombe.analysis.results import with_noun

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from pathlib import Path

    from bombe.boards.record import GameRecord

_WIDE = 8.0
"""The axis is logarithmic if the largest value is this many times the smallest."""


_CROWDED = 0.04
"""The least distance of two labels, as a share of the axis."""


class WinRate(NamedTuple):
    """The result of `one` against `other` for a value, on the line `series` of the picture.

    If no pair was played, `rate` is None and the interval is 0 to 1. `as_first` and `as_second` are
    the win rates in all games in which `one` was the first or the second player.
    """

    series: str
    value: str
    one: str
    other: str
    pairs: int
    rate: float | None
    low: float
    high: float
    margin: float | None
    forfeits: int
    voids: int
    as_first: float | None = None
    as_second: float | None = None
    copies: int = 0


class ChartLabels(NamedTuple):
    """The texts of a picture and a table; files are called `name`.

    `conditions` are those of all games. `value` is a short form of `axis`; `series` says what the
    lines of the picture stand for.
    """

    name: str
    title: str
    conditions: str
    axis: str
    value: str
    series: str


def win_rate(
    series: str, value: str, one: str, other: str, records: Iterable[GameRecord]
) -> WinRate:
    """Return the win rate of `one` against `other` in the records."""
    tally = Tally(records)
    pairing = tally.pairing(one, other)
    elo = pairing.pairs.elo()
    player = tally.players.get(one)
    return WinRate(
        series,
        value,
        one,
        other,
        pairs=pairing.pairs.total,
        rate=pairing.pairs.score if pairing.pairs.total else None,
        low=0.0 if elo.low is None else score_of(elo.low),
        high=1.0 if elo.high is None else score_of(elo.high),
        margin=player.margin if player else None,
        forfeits=sum(each.forfeits.total() for each in tally.players.values()),
        voids=pairing.voids,
        as_first=pairing.first.rate,
        as_second=pairing.second.rate,
        copies=tally.copies,
    )


def table(rates: Sequence[WinRate], labels: ChartLabels) -> str:
    """Return a table with a line for each value.

    It has a column for the series if there are several, one for void games if there are any, and
    one for games that repeat an earlier one move by move.
    """
    head = [labels.series, labels.value, "win rate", "95 %", "as 1st", "as 2nd", "pairs", "margin"]
    rows = [[*head, "forfeits", "void", "repeats"], *(_row(rate) for rate in rates)]
    is_one = len({rate.series for rate in rates}) == 1
    dropped = {0} if is_one else set[int]()
    dropped |= set() if any(rate.voids for rate in rates) else {rows[0].index("void")}
    dropped |= set() if any(rate.copies for rate in rates) else {rows[0].index("repeats")}
    kept = [[cell for place, cell in enumerate(row) if place not in dropped] for row in rows]
    return columns(kept, left=() if is_one else (0,))


def _row(rate: WinRate) -> list[str]:
    interval = f"{100 * rate.low:.1f} - {100 * rate.high:.1f}"
    return [
        rate.series,
        rate.value,
        percent(rate.rate),
        "-" if rate.rate is None else interval,
        percent(rate.as_first),
        percent(rate.as_second),
        str(rate.pairs),
        "-" if rate.margin is None or rate.rate is None else f"{rate.margin:+.2f}",
        str(rate.forfeits),
        str(rate.voids),
        str(rate.copies),
    ]


def draw(rates: Sequence[WinRate], labels: ChartLabels, folder: Path) -> list[Path]:
    """Draw the rates over their values; return the files. Values without a pair are left out."""
    known = [rate for rate in rates if rate.rate is not None]
    values = list(dict.fromkeys(rate.value for rate in rates))
    places = _places(values)
    lines: dict[str, list[WinRate]] = {}
    for rate in known:
        lines.setdefault(rate.series, []).append(rate)
    known_by = f"95 % intervals, {_pairs(known)} of games a value"
    heading = f"{labels.title}\n{labels.conditions}; {known_by}"
    with chart(
        folder, labels.name, heading, labels.axis, "win rate, percent; a draw is half a win"
    ) as (axes, files):
        _scale(axes, places, known)
        ends = [
            _line(axes, number, name, line, places, len(lines))
            for number, (name, line) in enumerate(lines.items())
        ]
        if len(ends) > 1:
            name_the_ends(axes, ends)
    return files


def _pairs(known: Sequence[WinRate]) -> str:
    least, most = (choose((rate.pairs for rate in known), default=0) for choose in (min, max))
    return with_noun(most, "pair") if least == most else f"{least} to {most} pairs"


def _places(values: Sequence[str]) -> dict[str, float]:
    """Return each value's place on the axis: numbers their own, others one after another.

    Numbers that are too close together for their labels stand one after another, too.
    """
    with contextlib.suppress(ValueError):
        numbers = {value: float(value) for value in values}
        if all(map(math.isfinite, numbers.values())):
            if not _are_crowded(list(numbers.values())):
                return numbers
            values = sorted(values, key=lambda value: numbers[value])
    return {value: float(number) for number, value in enumerate(values)}


def _are_crowded(numbers: Sequence[float]) -> bool:
    """Return whether two different numbers are almost at one place of the axis."""
    ordered = sorted(map(math.log, numbers) if _is_log(numbers) else numbers)
    gaps = [after - before for before, after in itertools.pairwise(ordered) if after > before]
    return bool(gaps) and min(gaps) < _CROWDED * sum(gaps)


def _is_log(numbers: Collection[float]) -> bool:
    return min(numbers) > 0 and max(numbers) / min(numbers) >= _WIDE


def _scale(axes: Any, places: dict[str, float], known: Sequence[WinRate]) -> None:
    """Set the range and the ticks of both axes, with a line at 50 %."""
    from matplotlib.ticker import NullFormatter, NullLocator

    least, most = min(places.values()), max(places.values())
    if _is_log(places.values()):
        axes.set_xscale("log")
        room = (most / least) ** 0.05
        axes.set_xlim(least / room, most * room)
    else:
        room = 0.05 * (most - least) or 0.5
        axes.set_xlim(least - room, most + room)
    axes.set_xticks(list(places.values()), list(places))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_minor_formatter(NullFormatter())
    low = min([0.45, *(rate.low for rate in known)])
    high = max([0.55, *(rate.high for rate in known)])
    axes.set_ylim(100 * low - 3, 100 * high + 3)
    axes.grid(visible=True, color=GRID, linewidth=0.7)
    axes.axhline(50, color="#666666", linewidth=1, linestyle=(0, (1, 2)))


def _line(
    axes: Any,
    number: int,
    name: str,
    line: Sequence[WinRate],
    places: dict[str, float],
    count: int,
) -> LineEnd:
    """Draw a line with error bars, shifted beside those of the others; return its end."""
    points = sorted((places[rate.value], 100 * (rate.rate or 0), rate) for rate in line)
    marks = [Mark(x, y, 100 * rate.low, 100 * rate.high) for x, y, rate in points]
    aside = aside_of(number, count)
    style = {"elinewidth": 1.2, "markersize": 6, "capsize": 4, "transform": shifted(axes, aside)}
    return error_line(axes, number, name, marks, **style)._replace(aside=aside)
