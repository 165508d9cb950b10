"""`bombe agent`: what authors of agents for the course framework need; a file per subcommand."""

from __future__ import annotations

import click

from bombe.commands.framework.check import agent_check
from bombe.commands.framework.export import agent_export
from bombe.commands.shared.groups import Group


@click.group(
    cls=Group,
    epilog="""\b
Exit codes: 0 done, 1 something was found, 2 wrong usage, 3 an agent that cannot be read,
130 interrupted.""",
)
def agent() -> None:
    """Look after agents for the course framework: folders with a sudokuai.py."""


agent.add_command(agent_check)
agent.add_command(agent_export)
