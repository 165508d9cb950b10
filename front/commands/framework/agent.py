"""`bombe agent`: list, show and ask agents, check and export those of the course framework."""

from __future__ import annotations

import click

from bombe.commands.framework.check import agent_check
from bombe.commands.framework.export import agent_export
from bombe.commands.framework.listing import agent_list, agent_show
from bombe.commands.framework.move import agent_move
from bombe.commands.shared.groups import Group


@click.group(
    cls=Group,
    epilog="""\b
Examples:
  bombe agent list
  bombe agent show mcts
  bombe agent move mcts hard-3x3 --time 0.5
  bombe agent check ./team42_A2
  bombe agent export minimax-skip --as team00_A9 --edition v14

\b
Exit codes: 0 done, 1 faults found, 2 wrong usage, 3 an agent that cannot be read,
130 interrupted.""",
)
def agent() -> None:
    """List, show and ask agents; check and export those of the course framework.

    An agent for the framework is a folder with a sudokuai.py.
    """


agent.add_command(agent_list)
agent.add_command(agent_show)
agent.add_command(agent_move)
agent.add_command(agent_check)
agent.add_command(agent_export)
