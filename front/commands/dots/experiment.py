"""`bombe experiment dots-*`: the studies of a course notebook on Dots and Boxes."""

from __future__ import annotations

import dataclasses
import itertools
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from bombe.agents.dots.studies import (
    FirstMoves,
    MoveTime,
    RandomGames,
    draw,
    first_moves,
    move_times,
    random_games,
    table,
)
from bombe.analysis.dots.exact import solve
from bombe.analysis.matches.winrates import ChartLabels
from bombe.analysis.results import with_noun
from bombe.analysis.studies.documents import COMPLETE, PLAN, SCHEMA
from bombe.analysis.studies.files import SHARD, TASK
from bombe.boards.dots.game import DOTS
from bombe.boards.dots.state import DotsState, Grid
from bombe.boards.shard import WHOLE, Shard
from bombe.commands.matches.settings import match_settings, part_name, table_as_json_option
from bombe.commands.matches.sweeps import (
    ExperimentRun,
    PlannedPoint,
    notify_of_pictures,
    number_of,
    play_sweep,
    sweep_options,
    values_of,
    vary,
)
from bombe.commands.shared.dots_positions import no_extra_turn_option
from bombe.commands.shared.exit_codes import Exit
from bombe.commands.shared.groups import Command, ListOption, Number
from bombe.commands.shared.interrupts import interrupted, stop_signal
from bombe.commands.shared.options import shard_option, take, take_as
from bombe.commands.shared.output import notify, say
from bombe.solvers import Budget

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from bombe.agents.dots.studies import StudyRow
    from bombe.commands.matches.settings import MatchSettings
    from bombe.commands.shared.options import Option

    Stopped = Callable[[], bool]

TaskT = TypeVar("TaskT")
_SIZES = ("1x1", "1x2", "1x3", "2x2", "2x3", "3x3")
_AGENTS = "random,first-moves,heuristic,alphabeta,pmcs,mcts,exact"


@dataclass(frozen=True)
class MeasuredPart:
    """Which part of a study without logs is measured, and how it is shown."""

    seed: int
    output: str | None
    as_json: bool
    shard: Shard

    def show(
        self,
        kind: type[StudyRow],
        words: ChartLabels,
        plan: Mapping[str, Any],
        tasks: Sequence[TaskT],
        measure: Callable[[TaskT, Stopped], Iterable[StudyRow]],
    ) -> Exit:
        """Measure the tasks of the shard until Ctrl-C, and show what is known."""
        found: list[tuple[int, StudyRow]] = []
        with stop_signal() as stop:
            for number, task in enumerate(tasks):
                if self.shard.has(number) and not stop.is_set():
                    found += [(number, line) for line in measure(task, stop.is_set)]
            is_stopped = stop.is_set()
        lines, is_part = [line for _, line in found], self.shard != WHOLE
        if self.as_json:
            whole = {PLAN: {**plan, "seed": self.seed}, COMPLETE: not is_stopped}
            part = {SHARD: str(self.shard), **whole} if is_part else {}
            points = [
                {**line._asdict(), **({TASK: number} if is_part else {})} for number, line in found
            ]
            document = {"schema": SCHEMA, "name": words.name, "axis": words.axis, **part}
            click.echo(json.dumps({**document, "points": points}))
        else:
            say(table(kind, lines))
            if is_part:
                say(f"this is shard {self.shard}; `bombe merge` joins what all print with --json")
        folder = Path(self.output or f"{words.name}{part_name(self.shard)}")
        if files := draw(lines, words, folder):
            notify_of_pictures(files)
        elif lines:
            notify("no picture: every search was stopped; raise --seconds or give smaller --boxes")
        return interrupted() if is_stopped else Exit.DONE


_MATCHES = take(match_settings(DOTS.name), sweep_options)
_part_options = take_as(
    "part",
    MeasuredPart,
    click.option("--seed", type=int, default=0, help="Seed of the first game."),
    click.option(
        "-o", "--output", metavar="FOLDER", help="For the pictures; by default named after it."
    ),
    table_as_json_option,
    shard_option,
)


def _boxes(default: tuple[str, ...], text: str) -> Option:
    return click.option("--boxes", cls=ListOption, default=default, metavar="RxC,...", help=text)


_times_options = take(
    _boxes(_SIZES, "Grids, the smallest first."),
    click.option(
        "--seconds",
        type=Number(0),
        default=10.0,
        help="Time limit of a move; a line ends there.",
    ),
    no_extra_turn_option,
    _part_options,
)


@click.command("dots-games", cls=Command)
@_boxes(("2x2", "3x3", "4x4"), "Rows x columns of boxes.")
@click.option(
    "--games", type=click.IntRange(1), default=1000, help="Games for each grid and variant."
)
@_part_options
def dots_games(boxes: tuple[str, ...], games: int, part: MeasuredPart) -> int:
    """Count who wins random games.

    Games of Dots and Boxes are played with and without the extra turn.
    """

    def play(task: tuple[bool, Grid], is_stopped: Stopped) -> Iterator[RandomGames]:
        extra, grid = task
        yield random_games(
            grid, extra_turn=extra, games=games, seed=part.seed, is_stopped=is_stopped
        )

    conditions = f"{with_noun(games, 'game')} for each grid and variant"
    words = ChartLabels(
        "dots-games", "Random games: who wins", conditions, "boxes", "boxes", "player"
    )
    tasks = list(itertools.product((True, False), _grids(boxes)))
    return part.show(RandomGames, words, {"boxes": boxes, "games": games}, tasks, play)


@click.command("dots-time", cls=Command)
@click.argument("agents", nargs=-1, metavar="[AGENT]...")
@_times_options
def dots_time(agents: tuple[str, ...], **options: Any) -> int:
    """Measure the time to the first move.

    Agents move on larger and larger grids, without a clock. Each AGENT is a line of the picture.
    """
    return _times("dots-time", "Time to move", agents or ("alphabeta", "pmcs", "exact"), **options)


@click.command("dots-orders", cls=Command)
@_times_options
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
    values: str, opponents: str, agent: str, settings: MatchSettings, run: ExperimentRun
) -> int:
    """Vary the depth of alpha-beta.

    Each opponent is the same agent with another depth.
    """
    settings = dataclasses.replace(settings, game=DOTS.name)
    found = [f"{agent}:depth={depth}" for depth in values_of("--opponents", opponents)]
    axis = "depth, the number of lines looked ahead"
    return vary(settings, "dots-depths", axis, agent, f"depth={values}", found, run)


@click.command("dots-wins", cls=Command)
@click.argument("agents", nargs=-1, metavar="[AGENT]...")
@click.option("--against", default="random", metavar="AGENT", help="The opponent of all.")
@_MATCHES
def dots_wins(
    agents: tuple[str, ...], against: str, settings: MatchSettings, run: ExperimentRun
) -> int:
    """Compare agents by their wins against random.

    By default, an AGENT of each kind plays.
    """
    settings = dataclasses.replace(settings, game=DOTS.name)
    names = agents or tuple(name for name in _AGENTS.split(",") if name != against)
    points = [PlannedPoint(against, name, name, against, {}) for name in names]
    conditions = f"{settings.where()}, {settings.turn()} a turn"
    title = f"Win rates against {against}"
    words = ChartLabels("dots-wins", title, conditions, "agent", "agent", "against")
    return play_sweep(settings, words, points, run)


@click.command("dots-first-move", cls=Command)
@_boxes(("2x2", "3x3"), "Grids; 4x4 takes a minute to solve.")
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
@_part_options
def dots_first_move(
    boxes: tuple[str, ...],
    playouts: tuple[str, ...],
    runs: int,
    memory: int,
    part: MeasuredPart,
    *,
    no_extra_turn: bool,
) -> int:
    """Compare first moves with exact values.

    The moves are those of pure Monte Carlo search.
    """
    counts = [int(number_of("--playouts", text, int)) for text in playouts]

    def compare(grid: Grid, is_stopped: Stopped) -> Iterator[FirstMoves]:
        state = DotsState.start(grid, extra_turn=not no_extra_turn)
        solved = solve(state, Budget(stop=is_stopped), memory=memory << 20)
        if not solved.final:
            notify(f"{grid}: interrupted before all lines were solved")
            return
        values = {value.move: value.low for value in solved.moves}
        yield from first_moves(
            state, values, counts, runs=runs, seed=part.seed, is_stopped=is_stopped
        )

    plan = {"boxes": boxes, "playouts": counts, "runs": runs, "extra_turn": not no_extra_turn}
    title = "The first move: playouts against exact values"
    rule = "no extra turn" if no_extra_turn else "extra turn"
    conditions = f"{with_noun(runs, 'run')} for each number, {rule}"
    words = ChartLabels("dots-first-move", title, conditions, "playouts", "playouts", "boxes")
    return part.show(FirstMoves, words, plan, _grids(boxes), compare)


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
    part: MeasuredPart,
) -> int:
    """Measure, and show what was measured before Ctrl-C."""

    def measure(agent: str, is_stopped: Stopped) -> Iterator[MoveTime]:
        return move_times(
            [agent],
            _grids(boxes),
            extra_turn=not no_extra_turn,
            seconds=seconds,
            seed=part.seed,
            is_stopped=is_stopped,
        )

    plan = {"agents": agents, "boxes": boxes, "seconds": seconds, "extra_turn": not no_extra_turn}
    variant = "no extra turn" if no_extra_turn else "extra turn"
    conditions = f"the first line on an empty grid, {variant}; stopped after {seconds:g} s"
    words = ChartLabels(name, title, conditions, "boxes", "boxes", "agent")
    return part.show(MoveTime, words, plan, agents, measure)


COMMANDS = (dots_games, dots_time, dots_orders, dots_depths, dots_wins, dots_first_move)
