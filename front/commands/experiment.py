"""`bombe experiment`: win rates where one thing is varied, as a table and a picture."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from bombe.agents.experiments import Experiment, Point, win_rates, with_option
from bombe.agents.schedule import pairings
from bombe.analysis.results import counted
from bombe.analysis.winrates import Words, draw, table
from bombe.boards.errors import InputError, UsageError
from bombe.boards.games import SUDOKU
from bombe.commands.output import talk
from bombe.commands.playing import (
    FORM,
    LIMITS,
    NOTES,
    PROCESSES,
    SECONDS,
    SHAPE,
    STARTS,
    facts_of,
    game_options,
    lanes_of,
    log_name,
    match_of,
)
from bombe.commands.scoreboard import scoreboard
from bombe.commands.stopping import stop_signal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_OPPONENT, _TIMES = "oracle:of=greedy", "0.05,0.1,0.2,0.5,1"
_RUN = (
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
_COMMON = game_options(_RUN, FORM, STARTS, LIMITS, PROCESSES)
_AGENT = click.option("--agent", default="mcts", metavar="AGENT", help="Whose option it is.")


@click.group(
    epilog=f"""\b
Examples:
  bombe experiment mcts-c --generate 2x3 --nodes 300 --games 600 -j 2
  bombe experiment mcts-k greedy minimax --nodes 100 --generate 2x3
  bombe experiment sweep minimax-even bonus=0,0.01,0.1,1 minimax --board random-3x3
  bombe experiment time mcts minimax --time 0.05,0.1,0.5,1 --board hard-2x3 --board hard-3x3

{NOTES}"""
)
def experiment() -> None:
    """Vary one thing, and draw the win rate over it with its 95 % interval.

    Games are played in pairs as by `bombe match`, and every value has a log of its own in the
    FOLDER: the same command goes on where it was stopped, also with more games or other values.
    """


@experiment.command("mcts-c")
@click.argument("opponents", nargs=-1, metavar="[OPPONENT]...")
@click.option("--values", default="0,0.5,1,1.5,2,3", help="Of c.")
@_AGENT
@_COMMON
def mcts_c(agent: str, values: str, opponents: tuple[str, ...], **common: Any) -> int:
    """Vary c, the weight of exploration of Monte Carlo tree search.

    Each OPPONENT (oracle:of=greedy if none) makes a line of the picture.
    """
    axis = "c, the weight of exploration"
    return _sweep("mcts-c", axis, agent, f"c={values}", opponents, **common)


@experiment.command("mcts-k")
@click.argument("opponents", nargs=-1, metavar="[OPPONENT]...")
@click.option("--values", default="1,2,3,5,8,13", help="Of k.")
@_AGENT
@_COMMON
def mcts_k(agent: str, values: str, opponents: tuple[str, ...], **common: Any) -> int:
    """Vary k: playouts of Monte Carlo tree search pick among the k best moves.

    Each OPPONENT (oracle:of=greedy if none) makes a line of the picture.
    """
    axis = "k, the number of best moves among which a playout picks"
    return _sweep("mcts-k", axis, agent, f"k={values}", opponents, **common)


@experiment.command()
@click.argument("agent", metavar="AGENT")
@click.argument("values", metavar="OPTION=VALUE,...")
@click.argument("opponents", nargs=-1, required=True, metavar="OPPONENT...")
@_COMMON
def sweep(agent: str, values: str, opponents: tuple[str, ...], **common: Any) -> int:
    """Vary any OPTION of an AGENT; each OPPONENT makes a line of the picture."""
    option = values.partition("=")[0]
    return _sweep(f"sweep-{option}", option, agent, values, opponents, **common)


@experiment.command("time")
@click.argument("one", metavar="A")
@click.argument("other", metavar="B")
@click.option("--time", "times", metavar="SECONDS,...", help=f"For a turn.  [{_TIMES}]")
@click.option("--nodes", metavar="NODES,...", help="In place of times: nodes for a turn.")
@game_options(_RUN, FORM, STARTS, PROCESSES)
def time_limit(
    one: str,
    other: str,
    times: str | None,
    nodes: str | None,
    boards: tuple[str, ...],
    shape: str | None,
    **common: Any,
) -> int:
    """Vary the time of a turn; each --board makes a line of the picture."""
    if times and nodes:
        raise UsageError("--time and --nodes: the axis is one or the other")
    rows = [
        _Row(
            board or shape or SHAPE, value, one, other, {**limit, "boards": (board,) * bool(board)}
        )
        for board in dict.fromkeys(boards) or ("",)
        for value, limit in _limits(times, nodes).items()
    ]
    axis = f"{'nodes' if nodes else 'seconds'} for a turn"
    title = f"{one} against {other}: win rate over the {axis}"
    conditions = _boards(boards, shape, common["kind"])
    words = Words("time", title, conditions, axis, axis.partition(" ")[0], "board")
    return _run(words, rows, boards=boards, shape=shape, **common)


class _Row(NamedTuple):
    """A point to be: what is measured, and the options of its match that are its own."""

    series: str
    value: str
    one: str
    other: str
    options: Mapping[str, Any]


def _sweep(
    name: str, axis: str, agent: str, values: str, opponents: Sequence[str], **common: Any
) -> int:
    """Vary an option of an agent, against each of the opponents."""
    option, _, texts = values.partition("=")
    found = tuple(dict.fromkeys(opponents)) or (_OPPONENT,)
    rows = [
        _Row(opponent, value, with_option(agent, option, value), opponent, {})
        for opponent in found
        for value in _values(option, texts)
    ]
    title = f"{agent} against {' and '.join(found)}: win rate over {option}"
    seconds, nodes = common["seconds"], common["nodes"]
    limits = [f"{seconds:g} s" if seconds else "", counted(nodes, "node") if nodes else ""]
    turn = " and ".join(filter(None, limits)) or f"{SECONDS[common.get('game', SUDOKU.name)]:g} s"
    boards = _boards(common["boards"], common["shape"], common["kind"])
    conditions = f"{boards}, {turn} a turn"
    return _run(Words(name, title, conditions, axis, option, "against"), rows, **common)


def _limits(times: str | None, nodes: str | None) -> dict[str, dict[str, Any]]:
    """Read the limits of a turn, as options of a match."""
    if nodes:
        values = _values("--nodes", nodes)
        return {
            value: {"seconds": None, "nodes": _number("--nodes", value, int)} for value in values
        }
    values = _values("--time", times or _TIMES)
    return {value: {"seconds": _number("--time", value, float), "nodes": None} for value in values}


def _boards(boards: Sequence[str], shape: str | None, kind: str) -> str:
    """Say where games begin."""
    if not boards:
        return f"{kind} {shape or SHAPE} boards"
    return " and ".join(boards) if len(boards) < 3 else f"{len(boards)} boards"


def _values(name: str, texts: str) -> list[str]:
    values = [value.strip() for value in texts.split(",")]
    if not all(values):
        raise UsageError(f"{name}: give values with commas between them, 1,2,5")
    return list(dict.fromkeys(values))


def _number(name: str, text: str, kind: type[float]) -> float:
    try:
        number = kind(text)
    except ValueError:
        number = 0
    if not 0 < number < math.inf:
        raise UsageError(f"{name} {text}: give numbers over 0 with commas between them")
    return number


def _run(
    words: Words,
    rows: Sequence[_Row],
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
    if "-" in options["boards"]:
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
        talk(f"drawn: {' '.join(map(str, draw(rates, words, folder)))}")
    if left:
        talk(f"interrupted, {counted(left, 'game')} to go; the same command goes on")
    return 130 if left else 0


def _point(row: _Row, folder: Path, options: Mapping[str, Any]) -> Point:
    match = match_of(pairings([row.one, row.other]), **{**options, **row.options})
    place = f"-{row.series}-{row.value}" if row.options else ""
    log = folder / log_name(f"{row.one}-{row.other}{place}", match)
    return Point(row.series, row.value, match, log)


def _play(points: Sequence[Point], games: int, jobs: int | None, *, no_progress: bool) -> int:
    """Play until all is done or Ctrl-C; give the number of games that are left."""
    lanes = lanes_of(jobs, is_timed=any(point.match.limit.seconds for point in points))
    running = Experiment(points, games=games, facts=facts_of(lanes))
    talk(f"{counted(running.left, 'game')} to play, logs in {points[0].log.parent}")
    with stop_signal() as stop, scoreboard(running, wanted=not no_progress) as show:
        for record in running.run(lanes, stop):
            show(record)
    return running.left
