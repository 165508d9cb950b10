"""What a turn of an agent may take, and its process: options of several commands."""

from __future__ import annotations

from typing import NamedTuple

import click

from bombe.agents.games import players_of
from bombe.agents.processes.process import Settings
from bombe.boards.game import GAMES
from bombe.commands.shared.contain_option import contain_option, level_for
from bombe.commands.shared.groups import Number
from bombe.commands.shared.options import take_as
from bombe.solvers import Budget

_SECONDS = ", ".join(f"{name} {players_of(name).seconds:g}" for name in GAMES)
turn_options = (
    click.option(
        "--time",
        "seconds",
        type=Number(0, min_open=True),
        help=f"Seconds for a turn; by default, without --nodes: {_SECONDS}.",
    ),
    click.option(
        "--nodes", type=click.IntRange(1), help="Nodes for a turn; such games are reproducible."
    ),
)
memory_option = click.option(
    "--memory",
    type=click.IntRange(0),
    default=1024,
    metavar="MIB",
    help="Memory limit of an agent; 0: none.",
)


def turn_budget(game: str, seconds: float | None, nodes: int | None) -> Budget:
    """Return the limits of a turn; without any, the usual time of the game."""
    if seconds is None and nodes is None:
        seconds = players_of(game).seconds
    return Budget(seconds, nodes)


class AgentTurn(NamedTuple):
    """The options of a command that asks one agent."""

    seconds: float | None
    nodes: int | None
    memory: int
    contain: str

    def budget(self, game: str) -> Budget:
        """Return the limits of a turn."""
        return turn_budget(game, self.seconds, self.nodes)

    def settings(self, agent: str) -> Settings:
        """Return how the process of an agent runs."""
        return Settings(memory=self.memory << 20 or None, contain=level_for(self.contain, [agent]))


agent_turn = take_as("turn", AgentTurn, *turn_options, memory_option, contain_option)
"""The options as `turn`."""
