"""`bombe experiment modes`: one agent against opponents in the newer play modes, size by size."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bombe.agents.arena.schedule import check_games
from bombe.agents.names import plain_name
from bombe.boards import Rules
from bombe.boards.errors import UsageError
from bombe.boards.sudoku.bundled import SIZES_OF_MODES, boards_of_size
from bombe.commands.matches.grid import GridPlace, cells_of, grid_options, measure
from bombe.commands.matches.openings import is_size, places_of
from bombe.commands.matches.settings import NOTES, file_name, match_settings, part_name
from bombe.commands.matches.sweeps import limits_of
from bombe.commands.shared.groups import Command
from bombe.commands.shared.inputs import Inputs
from bombe.commands.shared.options import take

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bombe.commands.matches.settings import MatchSettings

_GAME = "sudoku"
_TIMES = "0.1,0.5"
_MODES = tuple(rules for rules in Rules if rules is not Rules.CLASSIC)


@click.command(
    "modes",
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
    grid_options(
        boards="Where games begin: bundled boards, files, one-line boards; those of one size take "
        "turns. A size such as 2x3 stands for the bundled boards of that size, with --kind for new "
        f"boards. By default {', '.join(SIZES_OF_MODES)}. Repeatable.",
        times=_TIMES,
    ),
    match_settings(_GAME, turn=False),
)
def modes(
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
    """Measure an agent in rows, border and random, against opponents and size by size.

    Each opponent, play mode, size of the board and limit is a cell with a log of its own in the
    FOLDER, with pairs of games, the sides swapped; --rules leaves one mode. Beside the win rates
    the tables have the mean margin, the share of games in which the agent was shut out (it had no
    cell to play on while its opponent had one), how many cells the opponent then filled, the share
    of games in which the opponent was shut out, and of the wins that the agent had proved those
    that it spoiled. "solved" says how it did where the start is won, drawn or lost with best play;
    open are starts that are too long to be solved. Ctrl-C loses nothing, and the same command
    continues.
    """
    check_games(games)
    agent, opponents = plain_name(agent), tuple(map(plain_name, opponents))
    if settings.opening.get("generate"):
        raise UsageError("--generate is not for this experiment: give the size in --boards")
    folder = Path(output or f"modes-{file_name(agent)}{part_name(run['shard'])}")
    limits = limits_of(times, nodes, _TIMES)
    against = tuple(dict.fromkeys(opponents))
    found = _places(places_of(_GAME, places or SIZES_OF_MODES), settings)
    cells = cells_of(agent, against, found, limits, folder)
    categories = _categories(several_opponents=len(against) > 1, several_limits=len(limits) > 1)
    return measure(agent, cells, games, folder, style, categories=categories, **run)


def _places(words: Sequence[str], settings: MatchSettings) -> list[GridPlace]:
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
        GridPlace(f"{rules} {size}", _in_mode(its, rules))
        for rules in ((Rules(asked),) if asked else _MODES)
        for size, its in sizes.items()
    ]


def _in_mode(settings: MatchSettings, rules: Rules) -> MatchSettings:
    return dataclasses.replace(settings, opening={**settings.opening, "rules": str(rules)})


def _categories(*, several_opponents: bool, several_limits: bool) -> str:
    """Return the categories of the tables, without those that would say the same again."""
    names = ["total", "rules", "size", "limit", "seat", "solved", "rules+size"]
    if several_limits:
        names.append("rules+size+limit")
    if several_opponents:
        names += ["opponent", "rules+opponent", "rules+size+opponent"]
    return ",".join(names)
