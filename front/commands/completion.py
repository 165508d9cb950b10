"""`bombe completion`: the script with which a shell completes the words of a command."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from bombe.boards.errors import UnsupportedError
from bombe.commands.shared.exit_codes import Exit
from bombe.commands.shared.groups import COMPLETE, Command

SHELLS = ("bash", "zsh", "fish")


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  echo 'eval "$(bombe completion bash)"' >> ~/.bashrc
  echo 'eval "$(bombe completion zsh)"' >> ~/.zshrc
  bombe completion fish > ~/.config/fish/completions/bombe.fish

\b
It takes effect in the next shell; bash must be 4.4 or newer.
Exit codes: 0 done, 2 wrong usage.""",
)
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> int:
    """Print the script that completes commands, options, and their values in a SHELL.

    It completes bundled boards, files, agents and, after a colon, their options, solvers, formats,
    logs, and the games of a log after LOG#.
    """
    made = get_completion_class(shell)
    if made is None:
        raise UnsupportedError(f"click has no completion for {shell}: give another shell")
    root = click.get_current_context().find_root().command
    script = made(root, {}, "bombe", COMPLETE)
    # Not source(): it runs bash to see its version, which is not that of the user's shell.
    click.echo(script.source_template % script.source_vars())
    return Exit.DONE
