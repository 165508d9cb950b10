"""`bombe experiment dots-*`: the studies of a course notebook on Dots and Boxes."""

from __future__ import annotations

import dataclasses
import itertools
from typing import TYPE_CHECKING, Any

import click

from bombe.agents.dots.studies import first_moves, move_times, random_games
from bombe.analysis.dots import studies
from bombe.analysis.dots.exact import solve
from bombe.analysis.matches.winrates import ChartLabels
from bombe.analysis.results import counted
from bombe.boards.dots.game import DOTS
from bombe.boards.dots.state import DotsState, Grid
from bombe.commands.dots.inputs import no_extra_turn_option
from bombe.commands.dots.parts import MeasuredPart
from bombe.commands.matches.settings import match_settings, table_as_json_option
from bombe.commands.matches.sweeps import (
    PlannedPoint,
    notify_of_pictures,
    number_of,
    play_sweep,
    sweep_options,
    values_of,
    vary,
)
from bombe.commands.shared.exits import Exit
from bombe.commands.shared.groups import Command, ListOption, Number
from bombe.commands.shared.interrupts import interrupted
from bombe.commands.shared.options import shard_option, take
from bombe.commands.shared.output import notify
from bombe.solvers import Budget

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from bombe.commands.matches.settings import MatchSettings

    Stopped = Callable[[], bool]

_MATCHES = take(match_settings(DOTS.name), sweep_options)
_SIZES = ("1x1", "1x2", "1x3", "2x2", "2x3", "3x3")
_study_options = take(
    click.option("--seed", type=int, default=0, help="Seed of the first game."),
    click.option(
        "-o", "--output", metavar="FOLDER", help="For the pictures; by default named after it."
    ),
    table_as_json_option,
    shard_option,
)
_seconds_option = click.option(
    "--seconds",
    type=Number(0),
    default=10.0,
    help="Time limit of a move; a line ends there.",
)
_AGENTS = "random,first-moves,heuristic,alphabeta,pmcs,mcts,exact"


@click.command("dots-games", cls=Command)
@click.option(
    "--boxes",
    cls=ListOption,
    default=("2x2", "3x3", "4x4"),
    metavar="RxC,...",
    help="Rows x columns of boxes.",
)
@click.option(
    "--games", type=click.IntRange(1), default=1000, help="Games for each grid and variant."
)
@_study_options
def dots_games(
    boxes: tuple[str, ...], games: int, seed: int, output: str | None, **shown: Any
) -> int:
    """Count who wins random games.

    Games of Dots and Boxes are played with and without the extra turn.
    """

    def play(task: tuple[bool, Grid], is_stopped: Stopped) -> Iterator[studies.RandomGames]:
        extra_turn, grid = task
        yield random_games(
            grid, extra_turn=extra_turn, games=games, seed=seed, is_stopped=is_stopped
        )

    tasks = list(itertools.product((True, False), _grids(boxes)))
    part = MeasuredPart({"boxes": boxes, "games": games, "seed": seed}, **shown)
    found, is_stopped = part.measured(tasks, play)
    title = "Random games: who wins"
    conditions = f"{counted(games, 'game')} for each grid and variant"
    words = ChartLabels("dots-games", title, conditions, "boxes", "boxes", "player")
    part.show(words, studies.random_games_text(found))
    if found:
        folder = part.folder(output, words)
        notify_of_pictures(studies.draw_random_games(found, words, folder))
    return interrupted() if is_stopped else Exit.DONE


@click.command("dots-time", cls=Command)
@click.argument("agents", nargs=-1, metavar="[AGENT]...")
@click.option(
    "--boxes", cls=ListOption, default=_SIZES, metavar="RxC,...", help="Grids, the smallest first."
)
@_seconds_option
@no_extra_turn_option
@_study_options
def dots_time(agents: tuple[str, ...], **options: Any) -> int:
    """Measure the time to the first move.

    Agents move on larger and larger grids, without a clock. Each AGENT is a line of the picture.
    """
    return _times("dots-time", "Time to move", agents or ("alphabeta", "pmcs", "exact"), **options)


@click.command("dots-orders", cls=Command)
@click.option(
    "--boxes", cls=ListOption, default=_SIZES, metavar="RxC,...", help="Grids, the smallest first."
)
@_seconds_option
@no_extra_turn_option
@_study_options
def dots_orders(**options: Any) -> int:
    """Compare move orders of alpha-beta.

    The search has no transposition table here.
    """
    orders = ("border", "random", "captures")
    agents = tuple(f"alphabeta:entries=0,order={order}" for order in orders)
    return _times("dots-orders", "Move orders of alpha-beta", agents, **options)


@click.command("dots-depths", cls=Command)
@click.option("--values", default="1,2,3,4", help="Values of depth.")
@click.option("--opponents", default="1,2,3", help="Depths of the opponents.")
@click.option(
    "--agent", default="alphabeta", metavar="AGENT", help="The agent whose depth is varied."
)
@_MATCHES
def dots_depths(
    values: str, opponents: str, agent: str, settings: MatchSettings, **run: Any
) -> int:
    """Vary the depth of alpha-beta.

    Each opponent is the same agent with another depth.
    """
    settings = dataclasses.replace(settings, game=DOTS.name)
    found = [f"{agent}:depth={depth}" for depth in values_of("--opponents", opponents)]
    axis = "depth, the number of lines looked ahead"
    return vary(settings, "dots-depths", axis, agent, f"depth={values}", found, **run)


@click.command("dots-wins", cls=Command)
@click.argument("agents", nargs=-1, metavar="[AGENT]...")
@click.option("--against", default="random", metavar="AGENT", help="The opponent of all.")
@_MATCHES
def dots_wins(agents: tuple[str, ...], against: str, settings: MatchSettings, **run: Any) -> int:
    """Compare agents by their wins against random.

    By default, an AGENT of each kind plays.
    """
    settings = dataclasses.replace(settings, game=DOTS.name)
    names = agents or tuple(name for name in _AGENTS.split(",") if name != against)
    points = [PlannedPoint(against, name, name, against, {}) for name in names]
    conditions = f"{settings.where()}, {settings.turn()} a turn"
    title = f"Win rates against {against}"
    words = ChartLabels("dots-wins", title, conditions, "agent", "agent", "against")
    return play_sweep(settings, words, points, **run)


@click.command("dots-first-move", cls=Command)
@click.option(
    "--boxes",
    cls=ListOption,
    default=("2x2", "3x3"),
    metavar="RxC,...",
    help="Grids; 4x4 takes a minute to solve.",
)
@click.option(
    "--playouts",
    cls=ListOption,
    default=("1000", "10000", "50000"),
    metavar="N,...",
    help="Playouts for a move.",
)
@click.option(
    "--runs", type=click.IntRange(1), default=20, help="Searches for each number of playouts."
)
@click.option(
    "--memory", type=click.IntRange(1), default=512, metavar="MIB", help="Memory of the solver."
)
@no_extra_turn_option
@_study_options
def dots_first_move(
    boxes: tuple[str, ...],
    playouts: tuple[str, ...],
    runs: int,
    memory: int,
    seed: int,
    output: str | None,
    *,
    no_extra_turn: bool,
    **shown: Any,
) -> int:
    """Compare first moves with exact values.

    The moves are those of pure Monte Carlo search.
    """
    counts = [int(number_of("--playouts", text, int)) for text in playouts]

    def compare(grid: Grid, is_stopped: Stopped) -> Iterator[studies.FirstMoves]:
        state = DotsState.start(grid, extra_turn=not no_extra_turn)
        solved = solve(state, Budget(stop=is_stopped), memory=memory << 20)
        if not solved.final:
            notify(f"{grid}: interrupted before all lines were solved")
            return
        values = {value.move: value.low for value in solved.moves}
        yield from first_moves(state, values, counts, runs=runs, seed=seed, is_stopped=is_stopped)

    plan = {"boxes": boxes, "playouts": counts, "runs": runs, "extra_turn": not no_extra_turn}
    part = MeasuredPart({**plan, "seed": seed}, **shown)
    found, is_stopped = part.measured(_grids(boxes), compare)
    title = "The first move: playouts against exact values"
    rule = "no extra turn" if no_extra_turn else "extra turn"
    conditions = f"{counted(runs, 'run')} for each number, {rule}"
    words = ChartLabels("dots-first-move", title, conditions, "playouts", "playouts", "boxes")
    part.show(words, studies.first_moves_text(found))
    if found:
        notify_of_pictures(studies.draw_first_moves(found, words, part.folder(output, words)))
    return interrupted() if is_stopped else Exit.DONE


def _grids(boxes: tuple[str, ...]) -> list[Grid]:
    return [Grid.parse(text) for text in boxes]


def _times(
    name: str,
    title: str,
    agents: Sequence[str],
    *,
    boxes: tuple[str, ...],
    seconds: float,
    no_extra_turn: bool,
    seed: int,
    output: str | None,
    **shown: Any,
) -> int:
    """Measure, and show what was measured before Ctrl-C."""

    def time(agent: str, is_stopped: Stopped) -> Iterator[studies.MoveTime]:
        return move_times(
            [agent],
            _grids(boxes),
            extra_turn=not no_extra_turn,
            seconds=seconds,
            seed=seed,
            is_stopped=is_stopped,
        )

    plan = {"agents": agents, "boxes": boxes, "seconds": seconds, "extra_turn": not no_extra_turn}
    part = MeasuredPart({**plan, "seed": seed}, **shown)
    found, is_stopped = part.measured(agents, time)
    variant = "no extra turn" if no_extra_turn else "extra turn"
    conditions = f"the first line on an empty grid, {variant}; stopped after {seconds:g} s"
    words = ChartLabels(name, title, conditions, "boxes", "boxes", "agent")
    part.show(words, studies.move_times_text(found))
    if any(line.is_done for line in found):
        notify_of_pictures(studies.draw_move_times(found, words, part.folder(output, words)))
    elif found:
        notify("no picture: every search was stopped; raise --seconds or give smaller --boxes")
    return interrupted() if is_stopped else Exit.DONE


COMMANDS = (dots_games, dots_time, dots_orders, dots_depths, dots_wins, dots_first_move)
