"""`bombe experiment`: win rates where one thing is varied, as a table and a picture.

Those of Dots and Boxes are in experiment_dots.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from bombe.agents.games import players_of
from bombe.analysis.matches.winrates import Words
from bombe.boards.errors import UsageError
from bombe.commands.dots.experiment import COMMANDS
from bombe.commands.matches.playing import (
    FORM,
    GAME,
    GRIDS,
    LIMITS,
    NOTES,
    PROCESSES,
    SEED,
    SHAPE,
    STARTS,
    game_options,
    where,
)
from bombe.commands.matches.sweeping import RUN, Row, number_of, run, values_of, vary
from bombe.commands.shared.groups import Group

if TYPE_CHECKING:
    from collections.abc import Sequence

_TIMES = "0.05,0.1,0.2,0.5,1"
_COMMON = game_options(GAME, RUN, FORM, STARTS, GRIDS, SEED, LIMITS, PROCESSES)
_AGENT = click.option("--agent", default="mcts", metavar="AGENT", help="Whose option it is.")


@click.group(
    cls=Group,
    epilog=f"""\b
Examples:
  bombe experiment mcts-c --generate 2x3 --nodes 300 --games 600 -j 2
  bombe experiment mcts-k greedy minimax --nodes 100 --generate 2x3
  bombe experiment sweep minimax-even bonus=0,0.01,0.1,1 minimax --board random-3x3
  bombe experiment sweep alphabeta order=border,random,captures heuristic --game dots
  bombe experiment dots-depths --boxes 3x3 --games 40
  bombe experiment time mcts minimax --time 0.05,0.1,0.5,1 --board hard-2x3 --board hard-3x3

{NOTES}""",
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
@game_options(GAME, RUN, FORM, STARTS, GRIDS, SEED, PROCESSES)
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
    usual = shape or common["boxes"] or SHAPE
    rows = [
        Row(board or usual, value, one, other, {**limit, "boards": (board,) * bool(board)})
        for board in dict.fromkeys(boards) or ("",)
        for value, limit in _limits(times, nodes).items()
    ]
    axis = f"{'nodes' if nodes else 'seconds'} for a turn"
    title = f"{one} against {other}: win rate over the {axis}"
    options = {**common, "boards": boards, "shape": shape}
    words = Words("time", title, where(**options), axis, axis.partition(" ")[0], "board")
    return run(words, rows, **options)


def _sweep(
    name: str, axis: str, agent: str, values: str, opponents: Sequence[str], **common: Any
) -> int:
    """Vary an option of an agent against the opponents, or the usual one of the game."""
    found = tuple(opponents) or (players_of(common["game"]).opponent,)
    return vary(name, axis, agent, values, found, **common)


def _limits(times: str | None, nodes: str | None) -> dict[str, dict[str, Any]]:
    """Read the limits of a turn, as options of a match."""
    if nodes:
        values = values_of("--nodes", nodes)
        return {
            value: {"seconds": None, "nodes": number_of("--nodes", value, int)} for value in values
        }
    values = values_of("--time", times or _TIMES)
    return {
        value: {"seconds": number_of("--time", value, float), "nodes": None} for value in values
    }


for _command in COMMANDS:
    experiment.add_command(_command)
