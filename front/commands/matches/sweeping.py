"""What the commands of `bombe experiment` share: their options, rows of matches, and the end."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from bombe.agents.arena.experiments import Experiment, Point, win_rates, with_option
from bombe.agents.arena.schedule import pairings
from bombe.agents.games import players_of
from bombe.analysis.matches.winrates import Words, draw, table
from bombe.analysis.results import counted
from bombe.boards.errors import InputError, UsageError
from bombe.commands.matches.playing import facts_of, lanes_of, log_name, match_of, where
from bombe.commands.matches.scoreboard import scoreboard
from bombe.commands.shared.interrupts import stop_signal
from bombe.commands.shared.output import notify

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

RUN = (
    click.option("--games", type=int, default=100, help="For every value; even."),
    click.option(
        "-j", "--jobs", type=click.IntRange(1), help="Games at once; by default cores minus one."
    ),
    click.option(
        "-o",
        "--output",
        metavar="FOLDER",
        help="For logs and pictures; named after the experiment.",
    ),
    click.option("--draw-only", is_flag=True, help="Play nothing: show what the logs hold."),
)


class Row(NamedTuple):
    """A point to be: what is measured, and the options of its match that are its own."""

    series: str
    value: str
    one: str
    other: str
    options: Mapping[str, Any]


def vary(
    name: str,
    axis: str,
    agent: str,
    values: str,
    opponents: Sequence[str],
    **common: Any,
) -> int:
    """Vary an option of an agent, against each of the opponents."""
    option, _, texts = values.partition("=")
    found = tuple(dict.fromkeys(opponents))
    rows = [
        Row(opponent, value, one, opponent, {})
        for opponent in found
        for value in values_of(option, texts)
        if (one := with_option(agent, option, value)) != opponent
    ]
    others = " and ".join(found) if len(found) < 3 else f"{len(found)} opponents"
    title = f"{agent} against {others}: win rate over {option}"
    conditions = f"{where(**common)}, {turn_of(common)} a turn"
    return run(Words(name, title, conditions, axis, option, "against"), rows, **common)


def turn_of(common: Mapping[str, Any]) -> str:
    """Say how long a turn is."""
    seconds, nodes = common["seconds"], common["nodes"]
    limits = [f"{seconds:g} s" if seconds else "", counted(nodes, "node") if nodes else ""]
    return " and ".join(filter(None, limits)) or f"{players_of(common['game']).seconds:g} s"


def values_of(name: str, texts: str) -> list[str]:
    """Cut `1,2,5` into its values."""
    values = [value.strip() for value in texts.split(",")]
    if not all(values):
        raise UsageError(f"{name}: give values with commas between them, 1,2,5")
    return list(dict.fromkeys(values))


def number_of(name: str, text: str, kind: type[float]) -> float:
    """Read a value that is a number over 0."""
    try:
        number = kind(text)
    except ValueError:
        number = 0
    if not 0 < number < math.inf:
        raise UsageError(f"{name} {text}: give numbers over 0 with commas between them")
    return number


def run(
    words: Words,
    rows: Sequence[Row],
    *,
    games: int,
    jobs: int | None,
    output: str | None,
    draw_only: bool,
    as_json: bool,
    no_progress: bool,
    **options: Any,
) -> int:
    """Play what the logs lack, and show what they hold."""
    if "-" in options.get("boards", ()):
        raise UsageError("--board -: an experiment reads its boards several times; give a file")
    folder = Path(output or words.name)
    points = [_point(row, folder, options) for row in rows]
    left = 0 if draw_only else _play(points, games, jobs, no_progress=no_progress)
    rates = win_rates(points)
    has_pairs = any(rate.pairs for rate in rates)
    if draw_only and not has_pairs:
        raise InputError(f"{folder} has no pair of games of this experiment: leave out --draw-only")
    if as_json:
        found = {"schema": "bombe.experiment/1", "name": words.name, "axis": words.axis}
        click.echo(json.dumps({**found, "points": [rate._asdict() for rate in rates]}))
    elif has_pairs:
        click.echo(table(rates, words))
    if has_pairs:
        notify(f"drawn: {' '.join(map(str, draw(rates, words, folder)))}")
    if left:
        notify(f"interrupted, {counted(left, 'game')} to go; the same command goes on")
    return 130 if left else 0


def _point(row: Row, folder: Path, options: Mapping[str, Any]) -> Point:
    match = match_of(pairings([row.one, row.other]), **{**options, **row.options})
    place = f"-{row.series}-{row.value}" if row.options else ""
    log = folder / log_name(f"{row.one}-{row.other}{place}", match)
    return Point(row.series, row.value, match, log)


def _play(points: Sequence[Point], games: int, jobs: int | None, *, no_progress: bool) -> int:
    """Play until all is done or Ctrl-C; give the number of games that are left."""
    lanes = lanes_of(jobs, is_timed=any(point.match.budget.seconds for point in points))
    running = Experiment(points, games=games, facts=facts_of(lanes))
    notify(f"{counted(running.left, 'game')} to play, logs in {points[0].log.parent}")
    with stop_signal() as stop, scoreboard(running, wanted=not no_progress) as show:
        for record in running.run(lanes, stop):
            show(record)
    return running.left
