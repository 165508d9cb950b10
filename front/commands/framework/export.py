"""`bombe agent export`: write an agent as a folder that the course framework runs."""

from __future__ import annotations

from pathlib import Path

import click

from bombe.agents.exports import EDITIONS, EXPORTS
from bombe.commands.shared.output import notify

_AGENTS = ", ".join(entrant.name for entrant in EXPORTS)


@click.command(
    "export",
    epilog=f"""\b
Examples:
  bombe agent export minimax-skip --as team00_A9 --edition v14
  bombe agent export mcts:c=0.7,k=3 --as opponents/strong_mcts --edition v13

Agents that can be exported: {_AGENTS}.

The folder needs the standard library of Python 3.10 and nothing else. It is an opponent to try your
own agents against: do not hand it in as your own work.""",
)
@click.argument("agent", metavar="AGENT[:OPTION=VALUE,...]")
@click.option("--as", "folder", metavar="FOLDER", required=True, help="The folder to write.")
@click.option("--edition", type=click.Choice(EDITIONS), required=True, help="v13: up to v13.")
@click.option("--force", is_flag=True, help="Replace a folder that an earlier export wrote.")
def agent_export(agent: str, folder: str, edition: str, force: bool) -> int:
    """Write AGENT as a folder that runs in the unmodified framework."""
    from bombe.agents import exports

    paths = exports.export(agent, Path(folder), edition, force=force)
    for path in paths:
        click.echo(path)
    notify(f"{Path(folder).name} plays as {agent}: put it beside simulate_game.py of the framework")
    return 0
