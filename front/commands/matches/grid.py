"""`bombe experiment grid`: one agent against opponents, on boards, with limits of a turn."""

from __future__ import annotations

import dataclasses
import json
import sys
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from bombe.agents.arena.experiments import Point
from bombe.agents.arena.grid import (
    GridCell,
    cheap_first,
    facts_of_board,
    grid_results,
    seconds_of_turns,
)
from bombe.agents.arena.schedule import check_games, pairings
from bombe.agents.names import plain_name
from bombe.analysis.matches.grid_picture import draw_grid
from bombe.analysis.results import counted
from bombe.boards.errors import InputError
from bombe.boards.game import DEFAULT_GAME
from bombe.boards.shard import WHOLE
from bombe.boards.sudoku.bundled import OFFICIAL
from bombe.commands.matches.openings import OFFICIAL_WORD, places_of
from bombe.commands.matches.scoreboard import span
from bombe.commands.matches.settings import (
    NOTES,
    again_option,
    begin_anew,
    file_name,
    jobs_option,
    log_name,
    match_settings,
    part_name,
    require_salt,
)
from bombe.commands.matches.sweeps import (
    Where,
    limits_of,
    notify_of_pictures,
    play_points,
    refuse_to_draw_only,
    tell_part,
)
from bombe.commands.shared.exits import Exit
from bombe.commands.shared.groups import Command, ListOption
from bombe.commands.shared.interrupts import interrupted
from bombe.commands.shared.options import (
    cluster_option,
    progress_option,
    shard_option,
    style_option,
    take,
)
from bombe.commands.shared.output import look_at, say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bombe.analysis.matches.grid_tables import GridResults
    from bombe.boards.game import Json
    from bombe.boards.shard import Shard
    from bombe.commands.matches.settings import MatchSettings
    from bombe.commands.shared.options import Option

_TIMES = "0.1,0.5,1,5"


def grid_options(*, boards: str, times: str) -> Option:
    """Take what a grid of matches takes beside the settings of its matches."""
    return take(
        click.option(
            "--against",
            "opponents",
            cls=ListOption,
            required=True,
            metavar="AGENT,...",
            help="The opponents. After an agent with options, a comma before NAME= belongs to the "
            "options.",
        ),
        click.option("--boards", "places", multiple=True, metavar="BOARD,...", help=boards),
        click.option(
            "--time",
            "times",
            cls=ListOption,
            metavar="SECONDS,...",
            show_default=times,
            help="Time limits of a turn.",
        ),
        click.option(
            "--nodes",
            cls=ListOption,
            metavar="NODES,...",
            help="Node limits of a turn, in place of --time.",
        ),
        click.option("--games", type=int, default=2, help="Games for every cell, an even number."),
        jobs_option,
        click.option(
            "-o",
            "--output",
            metavar="FOLDER",
            help="For logs and the picture; by default named after the experiment and the AGENT.",
        ),
        click.option("--draw-only", is_flag=True, help="Play nothing: show what the logs hold."),
        again_option,
        style_option("json", "Print one JSON document."),
        style_option(
            "csv", "Print a header, then a row for each line of the tables and each cell."
        ),
        shard_option,
        cluster_option,
        progress_option,
    )


@click.command(
    cls=Command,
    epilog=f"""\b
Examples:
  bombe experiment grid minimax-skip --against greedy,random --boards official --time 0.1,0.5,1,5
  bombe experiment grid mcts:skip=yes --against minimax-pruned --against mcts:c=1.5,k=5,greedy \\
      --boards easy-2x2,my-board.txt,2x3 --nodes 100,1000 --games 10
  bombe experiment grid mcts --game dots --against first-moves --boards 2x2,3x3 --time 0.1,0.5

\b
official: {", ".join(OFFICIAL[:6])},
  {", ".join(OFFICIAL[6:])}.
  The boards of this name that Bombe ships stand in for those of the course framework.

{NOTES}""",
)
@click.argument("agent", metavar="AGENT")
@take(
    grid_options(
        boards="Where games begin: bundled boards or sets, files, one-line boards, sizes such as "
        f"2x3 (in sudoku a new board for every pair of games), or {OFFICIAL_WORD}, the default in "
        "sudoku. Repeatable.",
        times=_TIMES,
    ),
    match_settings(turn=False, board=False),
)
def grid(
    agent: str,
    opponents: tuple[str, ...],
    places: tuple[str, ...],
    times: tuple[str, ...],
    nodes: tuple[str, ...],
    settings: MatchSettings,
    games: int,
    output: str | None,
    style: str | None,
    **run: Any,
) -> int:
    """Measure an agent against opponents, on boards, with limits of a turn.

    Each opponent, board and limit is a cell with a log of its own in the FOLDER, with pairs of
    games, the sides swapped. Cheap cells (short limits, small boards) are played first; Ctrl-C
    loses nothing, and the same command continues, also with more games, opponents, boards or
    limits. The tables have win rates with 95 % intervals: all games, by opponent, board, size,
    limit and seat, and the points of every cell. The picture has a panel for each board, with a
    line for each opponent.
    """
    check_games(games)
    agent, opponents = plain_name(agent), tuple(map(plain_name, opponents))
    settings = settings.for_agents([agent, *opponents])
    folder = Path(output or f"grid-{file_name(agent)}{part_name(run['shard'])}")
    limits = limits_of(times, nodes, _TIMES)
    found = [
        GridPlace(place, settings.on(place), facts_of_board(place))
        for place in _places(settings, places)
    ]
    cells = cells_of(agent, opponents, found, limits, folder)
    return measure(agent, cells, games, folder, style, **run)


def measure(
    agent: str,
    cells: list[GridCell],
    games: int,
    folder: Path,
    style: str | None,
    *,
    draw_only: bool,
    again: bool,
    jobs: int | None,
    shard: Shard,
    cluster: str | None,
    no_progress: bool,
    categories: str = "",
) -> Exit:
    """Play what the logs lack, and show what they hold."""
    require_salt([cell.point.match for cell in cells], shard)
    if again:
        refuse_to_draw_only(draw_only=draw_only)
        begin_anew(cell.point.log for cell in cells)
    where = Where(jobs, cluster, shard)
    left = 0 if draw_only else _play(cells, games, where, no_progress=no_progress)
    results = grid_results(agent, cells, games, categories)
    if draw_only and not results.has_games:
        raise InputError(f"{folder} has no game of this grid: leave out --draw-only")
    _show(results, style, shard)
    if results.has_games:
        notify_of_pictures(draw_grid(results, folder))
    if left:
        return interrupted(f"{counted(left, 'game')} left; run the same command again to resume")
    return Exit.DONE


def _places(settings: MatchSettings, places: Sequence[str]) -> list[str]:
    default = OFFICIAL_WORD if settings.game == DEFAULT_GAME else settings.size()
    return places_of(settings.game, places or (default,))


class GridPlace(NamedTuple):
    """Where games of a cell begin: its name, the settings, and what its records say of it."""

    name: str
    settings: MatchSettings
    facts: Mapping[str, Json] = MappingProxyType({})


def cells_of(
    agent: str,
    opponents: Sequence[str],
    places: Sequence[GridPlace],
    limits: dict[str, dict[str, Any]],
    folder: Path,
) -> list[GridCell]:
    """Return the cells, in the order of the tables."""
    cells = []
    for opponent in dict.fromkeys(opponents):
        pair = pairings([agent, opponent])
        for place in places:
            for limit in limits.values():
                own = dataclasses.replace(place.settings, **limit)
                match = own.match(pair)
                name = f"{agent}-{opponent}-{place.name}-{own.turn()}"
                point = Point(
                    opponent, own.turn(), match, folder / log_name(name, match), place.facts
                )
                cells.append(GridCell(opponent, place.name, own.turn(), point))
    return cells


def _play(cells: list[GridCell], games: int, where: Where, *, no_progress: bool) -> int:
    """Play until all is done or Ctrl-C; return the number of games that are left."""

    def bound(work: float, lanes: int) -> str:
        seconds = None if where.cluster else seconds_of_turns(cells, work, lanes)
        return f"; about {span(seconds)} if every turn takes its limit" if seconds else ""

    points = [cell.point for cell in cheap_first(cells)]
    return play_points(points, games, where, no_progress=no_progress, bound=bound)


def _show(results: GridResults, style: str | None, shard: Shard) -> None:
    if style == "json":
        part = {} if shard == WHOLE else {"shard": str(shard)}
        click.echo(json.dumps({**results.to_dict(), **part}))
    elif style == "csv":
        click.echo(results.csv(), nl=False)
    elif results.has_games:
        say(results.text(look_at(sys.stdout, "never").width))
        tell_part(shard)
