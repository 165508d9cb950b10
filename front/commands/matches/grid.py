"""`bombe experiment grid` and `modes`: an agent against opponents, in places, with limits."""

from __future__ import annotations

import dataclasses
import json
import sys
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import click

from bombe.agents.arena.experiments import Point
from bombe.agents.arena.grid import grid_results
from bombe.agents.arena.schedule import check_games, pairings
from bombe.agents.names import plain_name
from bombe.analysis.matches.categories import OPENING_KEY
from bombe.analysis.matches.grid_picture import draw_grid
from bombe.boards import Rules
from bombe.boards.errors import InputError, UsageError
from bombe.boards.game import DEFAULT_GAME
from bombe.boards.sudoku.bundled import OFFICIAL, SIZES_OF_MODES, boards_of_size
from bombe.commands.matches.openings import OFFICIAL_WORD, is_size, places_of
from bombe.commands.matches.settings import NOTES, file_name, log_name, match_settings
from bombe.commands.matches.sweeps import (
    ExperimentRun,
    ended,
    folder_options,
    limit_options,
    limits_of,
    notify_of_pictures,
    run_options,
)
from bombe.commands.shared.groups import Command, ListOption
from bombe.commands.shared.inputs import Inputs
from bombe.commands.shared.options import style_option, take
from bombe.commands.shared.output import look_at, say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bombe.analysis.matches.grid_tables import GridResults
    from bombe.boards.game import Json
    from bombe.commands.matches.settings import MatchSettings
    from bombe.commands.shared.exit_codes import Exit
    from bombe.commands.shared.options import Option

_TIMES, _TIMES_OF_MODES = "0.1,0.5,1,5", "0.1,0.5"
_MODES = tuple(rules for rules in Rules if rules is not Rules.CLASSIC)


class GridPlace(NamedTuple):
    """Where games of a cell begin: its name, the settings, and what its records say of it."""

    name: str
    settings: MatchSettings
    facts: Mapping[str, Json] = MappingProxyType({})


@dataclass(frozen=True, kw_only=True)
class GridRun(ExperimentRun):
    """The cells of a grid of matches, and how they are played."""

    opponents: tuple[str, ...]
    places: tuple[str, ...]
    times: tuple[str, ...]
    nodes: tuple[str, ...]
    style: str | None

    @property
    def against(self) -> tuple[str, ...]:
        """The opponents, each once."""
        return tuple(dict.fromkeys(map(plain_name, self.opponents)))

    def measure(
        self, name: str, agent: str, places: Sequence[GridPlace], times: str, categories: str = ""
    ) -> Exit:
        """Play what the logs lack, the cheap cells first, and show what they hold."""
        folder = self.folder(f"{name}-{file_name(agent)}")
        points = []
        for opponent in self.against:
            pair = pairings([agent, opponent])
            for place in places:
                for limit in limits_of(self.times, self.nodes, times).values():
                    own = dataclasses.replace(place.settings, **limit)
                    match, turn = own.match(pair), own.turn()
                    log = log_name(f"{agent}-{opponent}-{place.name}-{turn}", match)
                    points.append(
                        Point(opponent, turn, match, folder / log, place.facts, place.name)
                    )
        left = self.play(sorted(points, key=lambda point: point.match.work), estimate=True)
        results = grid_results(agent, points, self.games, categories)
        if self.draw_only and not results.has_games:
            raise InputError(f"{folder} has no game of this grid: leave out --draw-only")
        self._show(results)
        if results.has_games:
            notify_of_pictures(draw_grid(results, folder))
        return ended(left)

    def _show(self, results: GridResults) -> None:
        if self.style == "json":
            click.echo(json.dumps({**results.to_dict(), **self.part}))
        elif self.style == "csv":
            click.echo(results.csv(), nl=False)
        elif results.has_games:
            say(results.text(look_at(sys.stdout, "never").width))
            self.tell_part()


def _grid_options(*, boards: str, times: str) -> Option:
    """Take the cells of a grid and how they are played, as `run`."""
    cells = take(
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
        limit_options(times),
        click.option("--games", type=int, default=2, help="Games for every cell, an even number."),
    )
    styles = (
        style_option("json", "Print one JSON document."),
        style_option(
            "csv", "Print a header, then a row for each line of the tables and each cell."
        ),
    )
    folder = "For logs and the picture; by default named after the experiment and the AGENT."
    return run_options(GridRun, cells, folder_options(folder), styles=styles)


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
    _grid_options(
        boards="Where games begin: bundled boards or sets, files, one-line boards, sizes such as "
        f"2x3 (in sudoku a new board for every pair of games), or {OFFICIAL_WORD}, the default in "
        "sudoku. Repeatable.",
        times=_TIMES,
    ),
    match_settings(turn=False, board=False),
)
def grid(agent: str, settings: MatchSettings, run: GridRun) -> int:
    """Measure an agent against opponents, on boards, with limits of a turn.

    Each opponent, board and limit is a cell with its own log in the FOLDER, with pairs of
    games, the sides swapped. Cheap cells (short limits, small boards) are played first. Ctrl-C
    loses nothing, and the same command continues, also with more games, opponents, boards or
    limits. The tables have win rates with 95 % intervals: all games, by opponent, board, size,
    limit and seat, and the points of every cell. The picture has a panel for each board, with a
    line for each opponent.
    """
    check_games(run.games)
    agent = plain_name(agent)
    settings = settings.for_agents([agent, *run.against])
    default = OFFICIAL_WORD if settings.game == DEFAULT_GAME else settings.size()
    places = [
        GridPlace(place, settings.on(place), {OPENING_KEY: place})
        for place in places_of(settings.game, run.places or (default,))
    ]
    return run.measure("grid", agent, places, _TIMES)


@click.command(
    cls=Command,
    epilog=f"""\b
Examples:
  bombe experiment modes champion --against greedy,minimax,mcts --games 40
  bombe experiment modes champion --against greedy:reach=yes --boards 2x2,2x3 --rules rows
  bombe experiment modes ./team42_A2 --against minimax:reach=yes --boards easy-3x3,random-3x3

{NOTES}""",
)
@click.argument("agent", metavar="AGENT")
@take(
    _grid_options(
        boards="Where games begin: bundled boards, files, one-line boards; those of one size take "
        "turns. A size such as 2x3 stands for the bundled boards of that size, with --kind for new "
        f"boards. By default {', '.join(SIZES_OF_MODES)}. Repeatable.",
        times=_TIMES_OF_MODES,
    ),
    match_settings(DEFAULT_GAME, turn=False),
)
def modes(agent: str, settings: MatchSettings, run: GridRun) -> int:
    """Measure an agent in rows, border and random, against opponents and size by size.

    Each opponent, play mode, size of the board and limit is a cell with its own log in the
    FOLDER, with pairs of games, the sides swapped. --rules selects one mode. Besides the win rates
    the tables have the mean margin, the share of games in which the agent was shut out (it had no
    playable cell while its opponent had one), how many cells the opponent then filled, the share
    of games in which the opponent was shut out, and how many proved wins the agent spoiled.
    "solved" groups the games by the result of best play from the start: won, drawn or lost; open
    starts are too long to be solved. Ctrl-C loses nothing, and the same command continues.
    """
    check_games(run.games)
    if settings.opening.get("generate"):
        raise UsageError("--generate is not for this experiment: give the size in --boards")
    places = _places_of_modes(places_of(DEFAULT_GAME, run.places or SIZES_OF_MODES), settings)
    # Tables that would say the same again are left out.
    names = ["total", "rules", "size", "limit", "seat", "solved", "rules+size"]
    if len(limits_of(run.times, run.nodes, _TIMES_OF_MODES)) > 1:
        names.append("rules+size+limit")
    if len(run.against) > 1:
        names += ["opponent", "rules+opponent", "rules+size+opponent"]
    return run.measure("modes", plain_name(agent), places, _TIMES_OF_MODES, ",".join(names))


def _places_of_modes(words: Sequence[str], settings: MatchSettings) -> list[GridPlace]:
    """Return where games begin in each mode: on the boards of each size in turn."""
    sizes: dict[str, MatchSettings] = {}
    for word in words:
        if is_size(word) and settings.opening.get("kind"):
            sizes[word] = settings.on(word)
            continue
        for board in boards_of_size(word) if is_size(word) else (word,):
            size = str(next(iter(Inputs((board,)).entries())).state.board.shape)
            before = sizes.get(size, settings)
            sizes[size] = dataclasses.replace(before, boards=(*before.boards, board))
    asked = settings.opening.get("rules")
    return [
        GridPlace(
            f"{rules} {size}",
            dataclasses.replace(its, opening={**its.opening, "rules": str(rules)}),
        )
        for rules in ((Rules(asked),) if asked else _MODES)
        for size, its in sizes.items()
    ]
