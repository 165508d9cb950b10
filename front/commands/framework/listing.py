"""`bombe agent list` and `bombe agent show`: the agents that there are, and their options."""

from __future__ import annotations

import json
import textwrap
from typing import Any

import click

from bombe.agents import loading
from bombe.agents.entrants import Entrant
from bombe.agents.framework import folders
from bombe.agents.games import players_of
from bombe.agents.table import agents_of, entrant_of, specs
from bombe.boards.errors import UnknownNameError, UsageError
from bombe.boards.game import DEFAULT_GAME, GAMES, game_named
from bombe.boards.options import OptionHelp
from bombe.commands.shared.exit_codes import Exit
from bombe.commands.shared.groups import Command, ListOption
from bombe.commands.shared.options import json_option

_WIDTH = 78


@click.command(
    "list",
    cls=Command,
    epilog="""\b
Examples:
  bombe agent list
  bombe agent list --game dots --json
  bombe agent show mcts                 the options of one of them

\b
Beside these, every command takes FILE.py:Class, MODULE:Class, and the folder or the zip of an agent
for the course framework. Exit codes: 0 done, 2 wrong usage.""",
)
@click.option(
    "--game",
    "games",
    cls=ListOption,
    type=click.Choice(list(GAMES)),
    help="Only the agents of this game.",
)
@json_option
def agent_list(games: tuple[str, ...], *, as_json: bool) -> int:
    """List the agents that Bombe has, and what is missing to use them."""
    found = {game: agents_of(game) for game in games or GAMES}
    if as_json:
        entries = [_entry(one) for agents in found.values() for one in agents]
        click.echo(json.dumps({"schema": "bombe.agents/1", "agents": entries}))
        return Exit.DONE
    click.echo("\n\n".join(_listed(game, agents) for game, agents in found.items()))
    return Exit.DONE


def _listed(game: str, agents: tuple[Entrant, ...]) -> str:
    """Return the agents of a game, a line each."""
    wide = max(len(one.spec) for one in agents)
    lines = [
        textwrap.fill(
            f"{one.summary}{_missing(one)}",
            _WIDTH,
            initial_indent=f"  {one.spec:<{wide}}  ",
            subsequent_indent=" " * (wide + 4),
        )
        for one in agents
    ]
    return "\n".join([f"{game_named(game).title} (--game {game}):", *lines])


def _missing(one: Entrant) -> str:
    return "" if one.is_available else f" (missing: {one.needs}; {one.remedy})"


def _entry(one: Entrant) -> dict[str, Any]:
    """Return what programs get of an agent."""
    return {
        "name": one.name,
        "game": one.game,
        "spec": one.spec,
        "summary": one.summary,
        "available": one.is_available,
        "needs": one.needs or None,
    }


@click.command(
    "show",
    cls=Command,
    epilog="""\b
Examples:
  bombe agent show mcts
  bombe agent show dots/mcts
  bombe agent show ./team42_A2          what is known about the agent of a folder
  bombe agent show champion --json

\b
Exit codes: 0 done, 2 wrong usage, such as an agent that is unknown.""",
)
@click.argument("agent", metavar="AGENT")
@json_option
def agent_show(agent: str, *, as_json: bool) -> int:
    """Show what an AGENT does, and every option with its default, its values and its meaning.

    The options of your own agent are the keyword-only arguments of its class. Bombe does not run
    the code of agents that are not its own to show them.
    """
    one = _entrant(agent)
    options = one.documented_options()
    if as_json:
        documented_options = [option._asdict() for option in options]
        document = {"schema": "bombe.agent/1", **_entry(one), "options": documented_options}
        click.echo(json.dumps({**document, "text": one.about()}))
        return Exit.DONE
    parts = [f"{one.spec}: {one.summary}{_missing(one)}", one.about()]
    parts += [_described(options), _example(agent, one, options), _others(one)]
    click.echo("\n\n".join(filter(None, parts)))
    return Exit.DONE


def _entrant(agent: str) -> Entrant:
    """Return the agent of the table, or the one that plays for a folder."""
    if found := entrant_of(agent):
        return found
    if folders.parse(agent):
        return loading.BRIDGE
    if loading.resolve(agent) and ":" in agent:
        raise UsageError(
            f"agent {agent!r}: only Bombe's own agents are shown, and those of folders; the "
            "options of a class of your own are its keyword-only arguments"
        )
    raise UnknownNameError("agent of Bombe's own", agent, specs())


def _described(options: list[OptionHelp]) -> str:
    """Return the options: a line with the default and the values, and below it the meaning."""
    lines = ["Options:" if options else "It has no options."]
    for one in options:
        lines.append(f"  {f'{one.name}={one.default}':<24}  {one.values}")
        lines.append(textwrap.indent(textwrap.fill(one.text, _WIDTH - 6), " " * 6))
    return "\n".join(lines)


def _example(agent: str, one: Entrant, options: list[OptionHelp]) -> str:
    """Return a command with the agent and its first options."""
    name = agent.partition(":")[0] if one is loading.BRIDGE else one.name
    values = ",".join(f"{each.name}={each.default}" for each in options[:2] if each.default)
    game = "" if one.game == DEFAULT_GAME else f" --game {one.game}"
    opponent = players_of(one.game).opponent
    spec = f"{name}:{values}" if values else name
    return f"Example:\n  bombe match {spec} {opponent}{game} --games 20"


def _others(one: Entrant) -> str:
    """Return the agents of the same name that play other games."""
    found = [spec for spec in specs() if spec.rpartition("/")[2] == one.name and spec != one.spec]
    return f"Of the same name: {', '.join(found)}" if found else ""
