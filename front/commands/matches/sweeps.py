"""Experiments that vary one thing: their options, the points to measure, tables and pictures."""

from __future__ import annotations

import dataclasses
import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from bombe.agents.arena.experiments import Experiment, Point, win_rates, with_option
from bombe.agents.arena.schedule import pairings
from bombe.agents.names import plain_name
from bombe.analysis.matches.winrates import ChartLabels, draw, table
from bombe.analysis.results import counted
from bombe.boards.errors import InputError, UsageError
from bombe.boards.shard import WHOLE
from bombe.commands.matches.scoreboard import scoreboard
from bombe.commands.matches.settings import (
    again_option,
    begin_anew,
    jobs_option,
    lanes_of,
    log_name,
    made_facts,
    notify_of_players,
    part_name,
    part_remark,
    require_salt,
    table_as_json_option,
)
from bombe.commands.shared.exits import Exit
from bombe.commands.shared.interrupts import interrupted, stop_signal
from bombe.commands.shared.options import cluster_option, progress_option, shard_option, take
from bombe.commands.shared.output import notify, say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from bombe.boards.shard import Shard
    from bombe.commands.matches.settings import MatchSettings

sweep_options = take(
    click.option("--games", type=int, default=100, help="Games for every value, an even number."),
    jobs_option,
    click.option(
        "-o",
        "--output",
        metavar="FOLDER",
        help="For logs and pictures; by default named after the experiment.",
    ),
    click.option("--draw-only", is_flag=True, help="Play nothing: show what the logs hold."),
    again_option,
    table_as_json_option,
    shard_option,
    cluster_option,
    progress_option,
)
"""What `play_sweep` takes beside the settings."""


class PlannedPoint(NamedTuple):
    """A point that is to be measured; `changes` are the settings of its match that differ."""

    series: str
    value: str
    one: str
    other: str
    changes: Mapping[str, Any]


def vary(
    settings: MatchSettings,
    name: str,
    axis: str,
    agent: str,
    values: str,
    opponents: Sequence[str],
    **run: Any,
) -> Exit:
    """Vary an option of an agent, against each of the opponents."""
    option, _, texts = values.partition("=")
    found = tuple(dict.fromkeys(opponents))
    points = [
        PlannedPoint(opponent, value, one, opponent, {})
        for opponent in found
        for value in values_of(option, texts)
        if (one := with_option(agent, option, value)) != opponent
    ]
    others = " and ".join(found) if len(found) < 3 else f"{len(found)} opponents"
    title = f"{agent} against {others}: win rate over {option}"
    conditions = f"{settings.where()}, {settings.turn()} a turn"
    return play_sweep(
        settings, ChartLabels(name, title, conditions, axis, option, "against"), points, **run
    )


def values_of(name: str, texts: str) -> list[str]:
    """Return the values of a list such as `1,2,5`, each once."""
    values = [value.strip() for value in texts.split(",")]
    if not all(values):
        raise UsageError(f"{name} {texts!r}: give values separated by commas, such as 1,2,5")
    return list(dict.fromkeys(values))


def number_of(name: str, text: str, kind: type[float]) -> float:
    """Return a value that has to be a positive number."""
    try:
        number = kind(text)
    except ValueError:
        number = 0
    if not 0 < number < math.inf:
        raise UsageError(f"{name} {text!r}: give positive numbers separated by commas")
    return number


def limits_of(
    times: Sequence[str], nodes: Sequence[str], default: str
) -> dict[str, dict[str, Any]]:
    """Return the limits of a turn, by default these times, each as changes of the settings."""
    if times and nodes:
        raise UsageError("--time and --nodes exclude each other: give one of them")
    if nodes:
        values = values_of("--nodes", ",".join(nodes))
        return {
            value: {"seconds": None, "nodes": number_of("--nodes", value, int)} for value in values
        }
    values = values_of("--time", ",".join(times) or default)
    return {
        value: {"seconds": number_of("--time", value, float), "nodes": None} for value in values
    }


def play_sweep(
    settings: MatchSettings,
    words: ChartLabels,
    planned: Sequence[PlannedPoint],
    *,
    games: int,
    jobs: int | None,
    output: str | None,
    draw_only: bool,
    again: bool,
    as_json: bool,
    no_progress: bool,
    shard: Shard,
    cluster: str | None,
) -> Exit:
    """Play what the logs lack, and show what they hold."""
    if "-" in settings.boards:
        raise UsageError("--board -: an experiment reads its boards several times; give a file")
    folder = Path(output or f"{words.name}{part_name(shard)}")
    points = [_point(point, folder, settings) for point in planned]
    require_salt([point.match for point in points], shard)
    if again:
        refuse_to_draw_only(draw_only=draw_only)
        begin_anew(point.log for point in points)
    where = Where(jobs, cluster, shard)
    left = 0 if draw_only else play_points(points, games, where, no_progress=no_progress)
    rates = win_rates(points)
    has_pairs = any(rate.pairs for rate in rates)
    if draw_only and not has_pairs:
        raise InputError(f"{folder} has no pair of games of this experiment: leave out --draw-only")
    if as_json:
        part = {} if shard == WHOLE else {"shard": str(shard)}
        found = {"schema": "bombe.experiment/1", "name": words.name, "axis": words.axis, **part}
        click.echo(json.dumps({**found, "points": [rate._asdict() for rate in rates]}))
    elif has_pairs:
        say(table(rates, words))
        tell_part(shard)
    if has_pairs:
        notify_of_pictures(draw(rates, words, folder))
    if left:
        return interrupted(f"{counted(left, 'game')} left; run the same command again to resume")
    return Exit.DONE


def refuse_to_draw_only(*, draw_only: bool) -> None:
    """Raise if nothing is to be played, although all is to be played again."""
    if draw_only:
        raise UsageError("--again plays, --draw-only does not: give one of them")


def notify_of_pictures(files: Iterable[Path]) -> None:
    """Notify of the place of the pictures."""
    notify(f"pictures: {' '.join(map(str, files))}")


def _point(planned: PlannedPoint, folder: Path, settings: MatchSettings) -> Point:
    changed = dataclasses.replace(settings, **planned.changes)
    match = changed.match(pairings([planned.one, planned.other]))
    place = f"-{planned.series}-{planned.value}" if planned.changes else ""
    names = f"{plain_name(planned.one)}-{plain_name(planned.other)}"
    log = folder / log_name(f"{names}{place}", match)
    return Point(planned.series, planned.value, match, log)


class Where(NamedTuple):
    """Where an experiment is played, in lanes or on a cluster, and which part of it."""

    jobs: int | None
    cluster: str | None
    shard: Shard


def play_points(
    points: Sequence[Point],
    games: int,
    where: Where,
    *,
    no_progress: bool,
    bound: Callable[[float, int], str] = lambda _work, _lanes: "",
) -> int:
    """Play until all is done or Ctrl-C; return the number of games that are left.

    `bound` says in words how long the work that is left may take in so many lanes.
    """
    lanes = lanes_of(where.jobs, is_timed=any(point.match.budget.seconds for point in points))
    notify_of_players(point.match for point in points)
    facts = made_facts(lanes, points[0].match.seed)
    running = Experiment(points, games=games, facts=facts, shard=where.shard)
    for remark in running.mended:
        notify(remark)
    left = f"{counted(running.left, 'game')} to play, logs in {points[0].log.parent}"
    notify(f"{left}{bound(running.work_left, lanes)}")
    with stop_signal() as stop, scoreboard(running, wanted=not no_progress) as show:
        for record in running.run(lanes, stop, where.cluster):
            show(record)
    return running.left


def tell_part(shard: Shard) -> None:
    """Print below a table that it shows a part, if it does."""
    if shard != WHOLE:
        say(part_remark(shard))
