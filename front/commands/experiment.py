"""`bombe experiment`: win rates over one thing that is varied, as a table and a picture.

The experiments with Dots and Boxes are in commands/dots/experiment.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from bombe.agents.games import players_of
from bombe.analysis.matches.winrates import ChartLabels
from bombe.commands.dots.experiment import COMMANDS
from bombe.commands.matches.grid import grid, modes
from bombe.commands.matches.settings import NOTES, match_settings
from bombe.commands.matches.sweeps import (
    PlannedPoint,
    limit_options,
    limits_of,
    play_sweep,
    sweep_options,
    vary,
)
from bombe.commands.shared.groups import Group
from bombe.commands.shared.options import take

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bombe.commands.matches.settings import MatchSettings
    from bombe.commands.matches.sweeps import ExperimentRun

_TIMES = "0.05,0.1,0.2,0.5,1"
_OPTIONS = take(match_settings(), sweep_options)
_AGENT = click.option(
    "--agent", default="mcts", metavar="AGENT", help="The agent whose option is varied."
)


@click.group(
    cls=Group,
    epilog=f"""\b
Examples:
  bombe experiment mcts-c --generate 2x3 --nodes 300 --games 600 -j 2
  bombe experiment mcts-k greedy minimax --nodes 100 --generate 2x3
  bombe experiment sweep minimax-even bonus=0,0.01,0.1,1 minimax --board random-3x3
  bombe experiment sweep alphabeta order=border,random,captures heuristic
  bombe experiment dots-depths --boxes 3x3 --games 40
  bombe experiment time mcts minimax --time 0.05,0.1,0.5,1 --board hard-2x3 --board hard-3x3
  bombe experiment grid minimax-skip --against greedy,random --boards official --time 0.1,0.5,1,5
  bombe experiment modes champion --against greedy,minimax,mcts --games 40

{NOTES}""",
)
def experiment() -> None:
    """Vary one thing, and draw the win rate over it.

    Pictures have 95 % intervals. Games are played in pairs, as by `bombe match`, and every value
    has its own log in the FOLDER: the same command resumes an experiment, also with more games or
    other values.
    """


@experiment.command("mcts-c")
@click.argument("opponents", nargs=-1, metavar="[OPPONENT]...")
@click.option("--values", default="0,0.5,1,1.5,2,3", help="Values of c.")
@_AGENT
@_OPTIONS
def mcts_c(
    agent: str, values: str, opponents: tuple[str, ...], settings: MatchSettings, run: ExperimentRun
) -> int:
    """Vary c, the exploration weight of tree search.

    This is an option of Monte Carlo tree search. Each OPPONENT is a line of the picture; by default
    there is one, oracle:of=greedy in Competitive Sudoku.
    """
    axis = "c, the weight of exploration"
    return _sweep(settings, "mcts-c", axis, agent, f"c={values}", opponents, run)


@experiment.command("mcts-k")
@click.argument("opponents", nargs=-1, metavar="[OPPONENT]...")
@click.option("--values", default="1,2,3,5,8,13", help="Values of k.")
@_AGENT
@_OPTIONS
def mcts_k(
    agent: str, values: str, opponents: tuple[str, ...], settings: MatchSettings, run: ExperimentRun
) -> int:
    """Vary k: playouts pick among the k best moves.

    This is an option of Monte Carlo tree search. Each OPPONENT is a line of the picture; by default
    there is one, oracle:of=greedy in Competitive Sudoku.
    """
    axis = "k, the number of best moves among which a playout picks"
    return _sweep(settings, "mcts-k", axis, agent, f"k={values}", opponents, run)


@experiment.command()
@click.argument("agent", metavar="AGENT")
@click.argument("values", metavar="OPTION=VALUE,...")
@click.argument("opponents", nargs=-1, required=True, metavar="OPPONENT...")
@_OPTIONS
def sweep(
    agent: str, values: str, opponents: tuple[str, ...], settings: MatchSettings, run: ExperimentRun
) -> int:
    """Vary any OPTION of an AGENT.

    Each OPPONENT is a line of the picture.
    """
    option = values.partition("=")[0]
    return _sweep(settings, f"sweep-{option}", option, agent, values, opponents, run)


@experiment.command("time")
@click.argument("one", metavar="A")
@click.argument("other", metavar="B")
@limit_options(_TIMES)
@match_settings(turn=False)
@sweep_options
def time_limit(
    one: str,
    other: str,
    times: tuple[str, ...],
    nodes: tuple[str, ...],
    settings: MatchSettings,
    run: ExperimentRun,
) -> int:
    """Vary the time limit of a turn.

    Each --board is a line of the picture.
    """
    settings = settings.for_agents([one, other])
    points = [
        PlannedPoint(
            board or settings.size(), value, one, other, {**limit, "boards": (board,) * bool(board)}
        )
        for board in dict.fromkeys(settings.boards) or ("",)
        for value, limit in limits_of(times, nodes, _TIMES).items()
    ]
    axis = f"{'nodes' if nodes else 'seconds'} for a turn"
    title = f"{one} against {other}: win rate over the {axis}"
    words = ChartLabels("time", title, settings.where(), axis, axis.partition(" ")[0], "board")
    return play_sweep(settings, words, points, run)


def _sweep(
    settings: MatchSettings,
    name: str,
    axis: str,
    agent: str,
    values: str,
    opponents: Sequence[str],
    run: ExperimentRun,
) -> int:
    """Vary an option of an agent against the opponents, or the usual one of the game."""
    settings = settings.for_agents([agent, *opponents])
    found = tuple(opponents) or (players_of(settings.game).opponent,)
    return vary(settings, name, axis, agent, values, found, run)


for _command in (grid, modes, *COMMANDS):
    experiment.add_command(_command)
