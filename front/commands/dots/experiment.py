"""`bombe experiment dots-*`: the studies of a course notebook on Dots and Boxes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bombe.agents.dots.studies import first_moves, move_times, random_games
from bombe.analysis.dots import studies
from bombe.analysis.dots.exact import solve
from bombe.analysis.matches.winrates import Words
from bombe.analysis.results import counted
from bombe.boards.dots.game import DOTS
from bombe.boards.dots.state import DotsState, Grid
from bombe.commands.matches.playing import FORM, GRIDS, LIMITS, PROCESSES, SEED, game_options, where
from bombe.commands.matches.sweeping import RUN, Row, number_of, run, turn_of, values_of, vary
from bombe.commands.shared.interrupts import stop_signal
from bombe.commands.shared.output import notify
from bombe.solvers import Budget

if TYPE_CHECKING:
    import threading
    from collections.abc import Iterable, Sequence

_COMMON = game_options(RUN, FORM, GRIDS, SEED, LIMITS, PROCESSES)
_SIZES = "1x1,1x2,1x3,2x2,2x3,3x3"
_ALONE = (
    click.option("--seed", type=int, default=0, help="Of the first game."),
    click.option(
        "-o", "--output", metavar="FOLDER", help="For the pictures; named after the study."
    ),
    click.option("--json", "as_json", is_flag=True, help="The table as JSON."),
)
_VARIANT = click.option(
    "--no-extra-turn", is_flag=True, help="The turn passes after every line, scored or not."
)
_AGENTS = "random,first-moves,heuristic,alphabeta,pmcs,mcts,exact"


@click.command("dots-games")
@click.option("--boxes", default="2x2,3x3,4x4", metavar="RxC,...", help="Rows x columns of boxes.")
@click.option("--games", type=click.IntRange(1), default=1000, help="For each grid and variant.")
@game_options(_ALONE)
def dots_games(boxes: str, games: int, seed: int, output: str | None, *, as_json: bool) -> int:
    """Play random games of Dots and Boxes, with and without the extra turn, and tell who wins."""
    with stop_signal() as stop:
        found = [
            random_games(
                grid, extra_turn=extra_turn, games=games, seed=seed, is_stopped=stop.is_set
            )
            for extra_turn in (True, False)
            for grid in _grids(boxes)
            if not stop.is_set()
        ]
    title = "Random games: who wins"
    conditions = f"{counted(games, 'game')} for each grid and variant"
    words = Words("dots-games", title, conditions, "boxes", "boxes", "player")
    _tell(found, words, studies.random_games_text(found), as_json=as_json)
    if found:
        _say(studies.draw_random_games(found, words, Path(output or words.name)))
    return _ended(stop)


@click.command("dots-time")
@click.argument("agents", nargs=-1, metavar="[AGENT]...")
@click.option("--boxes", default=_SIZES, metavar="RxC,...", help="From the smallest on.")
@click.option("--seconds", type=float, default=10.0, help="An agent that takes longer is stopped.")
@_VARIANT
@game_options(_ALONE)
def dots_time(agents: tuple[str, ...], **options: Any) -> int:
    """Measure the time to the first move on larger and larger grids, without a clock.

    Each AGENT makes a line of the picture.
    """
    return _times("dots-time", "Time to move", agents or ("alphabeta", "pmcs", "exact"), **options)


@click.command("dots-orders")
@click.option("--boxes", default=_SIZES, metavar="RxC,...", help="From the smallest on.")
@click.option("--seconds", type=float, default=10.0, help="An order that takes longer is stopped.")
@_VARIANT
@game_options(_ALONE)
def dots_orders(**options: Any) -> int:
    """Measure what the order in which alpha-beta tries lines is worth; it has no table here."""
    orders = ("border", "random", "captures")
    agents = tuple(f"alphabeta:entries=0,order={order}" for order in orders)
    return _times("dots-orders", "Move orders of alpha-beta", agents, **options)


@click.command("dots-depths")
@click.option("--values", default="1,2,3,4", help="Of depth.")
@click.option("--opponents", default="1,2,3", help="Depths that they play against.")
@click.option("--agent", default="alphabeta", metavar="AGENT", help="Whose depths these are.")
@_COMMON
def dots_depths(values: str, opponents: str, agent: str, **common: Any) -> int:
    """Let alpha-beta of different cutoff depths play one another."""
    found = [f"{agent}:depth={depth}" for depth in values_of("--opponents", opponents)]
    axis = "depth, the lines that are looked ahead"
    return vary("dots-depths", axis, agent, f"depth={values}", found, **common, game=DOTS.name)


@click.command("dots-wins")
@click.argument("agents", nargs=-1, metavar="[AGENT]...")
@click.option("--against", default="random", metavar="AGENT", help="Whom they play.")
@_COMMON
def dots_wins(agents: tuple[str, ...], against: str, **common: Any) -> int:
    """Let every AGENT, by default all kinds, play against random lines."""
    names = agents or tuple(name for name in _AGENTS.split(",") if name != against)
    rows = [Row(against, name, name, against, {}) for name in names]
    played = {**common, "game": DOTS.name}
    conditions = f"{where(**played)}, {turn_of(played)} a turn"
    title = f"Win rates against {against}"
    words = Words("dots-wins", title, conditions, "agent", "agent", "against")
    return run(words, rows, **played)


@click.command("dots-first-move")
@click.option("--boxes", default="2x2,3x3", metavar="RxC,...", help="4x4 is solved in a minute.")
@click.option("--playouts", default="1000,10000,50000", metavar="N,...", help="For a move.")
@click.option("--runs", type=click.IntRange(1), default=20, help="Searches of each kind.")
@click.option("--memory", type=click.IntRange(1), default=512, help="Of the solver, in MiB.")
@_VARIANT
@game_options(_ALONE)
def dots_first_move(
    boxes: str,
    playouts: str,
    runs: int,
    memory: int,
    seed: int,
    output: str | None,
    *,
    no_extra_turn: bool,
    as_json: bool,
) -> int:
    """Hold the first move of pure Monte Carlo search against the exact values of all lines."""
    counts = [int(number_of("--playouts", text, int)) for text in values_of("--playouts", playouts)]
    found: list[studies.FirstMoves] = []
    with stop_signal() as stop:
        for grid in _grids(boxes):
            state = DotsState.start(grid, extra_turn=not no_extra_turn)
            solved = solve(state, Budget(stop=stop.is_set), memory=memory << 20)
            if not solved.final:
                notify(f"{grid}: interrupted before all lines were solved")
                break
            values = {value.move: value.low for value in solved.moves}
            found += first_moves(
                state, values, counts, runs=runs, seed=seed, is_stopped=stop.is_set
            )
    title = "The first move: playouts against exact values"
    rule = "no extra turn" if no_extra_turn else "extra turn"
    conditions = f"{counted(runs, 'run')} for each number, {rule}"
    words = Words("dots-first-move", title, conditions, "playouts", "playouts", "boxes")
    _tell(found, words, studies.first_moves_text(found), as_json=as_json)
    if found:
        _say(studies.draw_first_moves(found, words, Path(output or words.name)))
    return _ended(stop)


def _grids(boxes: str) -> list[Grid]:
    return [Grid.parse(text) for text in values_of("--boxes", boxes)]


def _times(
    name: str,
    title: str,
    agents: Sequence[str],
    *,
    boxes: str,
    seconds: float,
    no_extra_turn: bool,
    seed: int,
    output: str | None,
    as_json: bool,
) -> int:
    """Measure, and show what was measured until Ctrl-C."""
    with stop_signal() as stop:
        found = list(
            move_times(
                agents,
                _grids(boxes),
                extra_turn=not no_extra_turn,
                seconds=seconds,
                seed=seed,
                is_stopped=stop.is_set,
            )
        )
    variant = "no extra turn" if no_extra_turn else "extra turn"
    conditions = f"the first line on an empty grid, {variant}; stopped after {seconds:g} s"
    words = Words(name, title, conditions, "boxes", "boxes", "agent")
    _tell(found, words, studies.move_times_text(found), as_json=as_json)
    if any(line.is_done for line in found):
        _say(studies.draw_move_times(found, words, Path(output or name)))
    elif found:
        notify("nothing to draw: every search was stopped; give more --seconds or smaller --boxes")
    return _ended(stop)


def _tell(found: Sequence[Any], words: Words, text: str, *, as_json: bool) -> None:
    if not as_json:
        click.echo(text)
        return
    document = {"schema": "bombe.experiment/1", "name": words.name, "axis": words.axis}
    click.echo(json.dumps({**document, "points": [line._asdict() for line in found]}))


def _ended(stop: threading.Event) -> int:
    if stop.is_set():
        notify("interrupted; partial results are above")
    return 130 if stop.is_set() else 0


def _say(files: Iterable[Path]) -> None:
    notify(f"drawn: {' '.join(map(str, files))}")


COMMANDS = (dots_games, dots_time, dots_orders, dots_depths, dots_wins, dots_first_move)
