"""What experiments share: how their games are played, points to measure, tables and pictures."""

from __future__ import annotations

import dataclasses
import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from bombe.agents.arena.experiments import Experiment, Point, win_rates, with_option
from bombe.agents.arena.schedule import pairings
from bombe.agents.names import plain_name
from bombe.analysis.matches.winrates import ChartLabels, draw, table
from bombe.analysis.results import with_noun
from bombe.boards.errors import InputError, UsageError
from bombe.boards.shard import WHOLE, Shard
from bombe.commands.matches.scoreboard import scoreboard, span
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
from bombe.commands.shared.exit_codes import Exit
from bombe.commands.shared.groups import ListOption
from bombe.commands.shared.interrupts import interrupted, stop_signal
from bombe.commands.shared.options import (
    cluster_option,
    progress_option,
    shard_option,
    take,
    take_as,
)
from bombe.commands.shared.output import notify, say

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bombe.commands.matches.settings import MatchSettings
    from bombe.commands.shared.options import Option


@dataclass(frozen=True, kw_only=True)
class GamesRun:
    """How many games are played, in lanes or on a cluster, and where they are logged."""

    games: int
    jobs: int | None
    output: str | None
    again: bool
    as_json: bool = False
    shard: Shard
    cluster: str | None
    no_progress: bool


@dataclass(frozen=True, kw_only=True)
class ExperimentRun(GamesRun):
    """How the games of an experiment are played; with `draw_only`, none are."""

    draw_only: bool

    def folder(self, name: str) -> Path:
        """Return the folder of the logs and pictures."""
        return Path(self.output or f"{name}{part_name(self.shard)}")

    @property
    def part(self) -> dict[str, str]:
        """What a document says of the shard."""
        return {} if self.shard == WHOLE else {"shard": str(self.shard)}

    def play(self, points: Sequence[Point], *, estimate: bool = False) -> int:
        """Play what the logs lack until Ctrl-C; return the number of games that are left.

        With `estimate`, say how long the work may take that is left.
        """
        require_salt([point.match for point in points], self.shard)
        if self.again:
            if self.draw_only:
                raise UsageError("--again plays, --draw-only does not: give one of them")
            begin_anew(point.log for point in points)
        if self.draw_only:
            return 0
        limits = [point.match.budget.seconds for point in points]
        lanes = lanes_of(self.jobs, is_timed=any(limits))
        notify_of_players(point.match for point in points)
        facts = made_facts(lanes, points[0].match.seed)
        running = Experiment(points, games=self.games, facts=facts, shard=self.shard)
        for remark in running.mended:
            notify(remark)
        left = f"{with_noun(running.left, 'game')} to play, logs in {points[0].log.parent}"
        seconds = running.work_left / lanes
        if estimate and seconds and all(limits) and not self.cluster:
            # Every game is taken to fill its board without a bomb on the way.
            left += f"; about {span(seconds)} if every turn takes its limit"
        notify(left)
        with stop_signal() as stop, scoreboard(running, wanted=not self.no_progress) as show:
            for record in running.run(lanes, stop, self.cluster):
                show(record)
        return running.left

    def tell_part(self) -> None:
        """Print below a table that it shows a part, if it does."""
        if self.shard != WHOLE:
            say(part_remark(self.shard))


def ended(left: int) -> Exit:
    """Return the exit code; if games are left, say so."""
    if left:
        return interrupted(f"{with_noun(left, 'game')} left; run the same command again to resume")
    return Exit.DONE


def run_options(run: type[GamesRun], *options: Option, styles: tuple[Option, ...]) -> Option:
    """Take how games are played, as `run`: these options, and what all have."""
    last = (shard_option, cluster_option, progress_option)
    return take_as("run", run, *options, again_option, *styles, *last)


def folder_options(text: str) -> Option:
    """Take the folder of an experiment, and whether only to draw what it holds."""
    return take(
        jobs_option,
        click.option("-o", "--output", metavar="FOLDER", help=text),
        click.option("--draw-only", is_flag=True, help="Play nothing: draw the games in the logs."),
    )


sweep_options = run_options(
    ExperimentRun,
    click.option("--games", type=int, default=100, help="Games for every value, an even number."),
    folder_options("For logs and pictures; by default named after the experiment."),
    styles=(table_as_json_option,),
)
"""What `play_sweep` takes beside the settings, as `run`."""


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
    run: ExperimentRun,
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
    words = ChartLabels(name, title, conditions, axis, option, "against")
    return play_sweep(settings, words, points, run)


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


def limit_options(default: str) -> Option:
    """Take several limits of a turn."""
    return take(
        click.option(
            "--time",
            "times",
            cls=ListOption,
            metavar="SECONDS,...",
            show_default=default,
            help="Time limits of a turn.",
        ),
        click.option(
            "--nodes",
            cls=ListOption,
            metavar="NODES,...",
            help="Node limits of a turn, in place of --time.",
        ),
    )


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
    run: ExperimentRun,
) -> Exit:
    """Play what the logs lack, and show what they hold."""
    if "-" in settings.boards:
        raise UsageError("--board -: an experiment reads its boards several times; give a file")
    folder = run.folder(words.name)
    points = [_point(point, folder, settings) for point in planned]
    left = run.play(points)
    rates = win_rates(points)
    has_pairs = any(rate.pairs for rate in rates)
    if run.draw_only and not has_pairs:
        raise InputError(f"{folder} has no pair of games of this experiment: leave out --draw-only")
    if run.as_json:
        found = {"schema": "bombe.experiment/1", "name": words.name, "axis": words.axis, **run.part}
        click.echo(json.dumps({**found, "points": [rate._asdict() for rate in rates]}))
    elif has_pairs:
        say(table(rates, words))
        run.tell_part()
    if has_pairs:
        notify_of_pictures(draw(rates, words, folder))
    return ended(left)


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
