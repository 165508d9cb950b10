"""`bombe agent export`: write an agent as a folder that the course framework runs."""

from __future__ import annotations

from pathlib import Path

import click

from bombe.agents.exports import EDITIONS, EXPORTS
from bombe.commands.shared.exit_codes import Exit
from bombe.commands.shared.groups import Command
from bombe.commands.shared.output import notify, say

_AGENTS = ", ".join(entrant.name for entrant in EXPORTS)


@click.command(
    "export",
    cls=Command,
    epilog=f"""\b
Examples:
  bombe agent export minimax-skip --as team00_A9 --edition v14
  bombe agent export mcts:c=0.7,k=3 --as opponents/strong_mcts --edition v13

Agents that can be exported: {_AGENTS}.

The folder needs only Python 3.10 and its standard library. It is an opponent to try your own agents
against: do not hand it in as your own work.

\b
Exit codes: 0 done, 2 wrong usage, 3 a folder that cannot be written.""",
)
@click.argument("agent", metavar="AGENT[:OPTION=VALUE,...]")
@click.option(
    "--as",
    "folder",
    metavar="FOLDER",
    required=True,
    help="The folder to write; its name becomes that of the agent.",
)
@click.option(
    "--edition",
    type=click.Choice(EDITIONS),
    required=True,
    help="The framework's edition; v13 includes all before.",
)
@click.option("--force", is_flag=True, help="Replace a folder that an earlier export wrote.")
def agent_export(agent: str, folder: str, edition: str, force: bool) -> int:
    """Write AGENT as a folder that runs in the unmodified framework."""
    from bombe.agents import exports

    paths = exports.export(agent, Path(folder), edition, force=force)
    for path in paths:
        say(str(path))
    notify(
        f"{Path(folder).name} plays like {agent}: put it beside the framework's simulate_game.py"
    )
    return Exit.DONE
