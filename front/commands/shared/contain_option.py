"""The option --contain, and what is said where the sandbox around agents has gaps."""

from __future__ import annotations

import click

from bombe.agents.loading import is_bundled
from bombe.commands.shared.output import notify
from bombe.solvers.sandbox import Containment, require, sandbox_status

VARIABLE = "BOMBE_CONTAIN"
"""The environment variable that sets the level for all commands, and for solvers of one's own."""
contain_option = click.option(
    "--contain",
    type=click.Choice([str(level) for level in Containment]),
    default=str(Containment.USUAL),
    envvar=VARIABLE,
    show_envvar=True,
    help="The sandbox of agents: all that this machine has, a complete one (or no match), or none.",
)


def level_for(contain: str, agents: list[str]) -> Containment:
    """Return the level of an option for these agents; say what does not hold around others' code.

    Raise UnsupportedError if all of it is demanded, and this machine lacks something.
    """
    level = Containment(contain)
    require(level)
    if not all(map(is_bundled, agents)) and (gaps := _gaps(level)):
        notify(f"agents that are not Bombe's own are not contained: {gaps} (docs/guide/trust.md)")
    return level


def _gaps(level: Containment) -> str:
    """Return what agents can do that they should not, in words; "" for nothing."""
    if level is Containment.NONE:
        return "files, other processes and the network are theirs, as --contain none says"
    return ", ".join(sandbox_status().missing)
