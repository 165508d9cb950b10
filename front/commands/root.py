"""The group of all commands, and how one of them is run: its errors become lines and exit codes."""

from __future__ import annotations

import importlib
import io
import os
import sys
from typing import TYPE_CHECKING, cast

import click

from bombe.boards.errors import BombeError, UsageError
from bombe.boards.sudoku.notation import for_people, notation, notation_of, usual_notation
from bombe.boards.visible import visible
from bombe.commands import garbage
from bombe.commands.shared.exit_codes import Exit, exit_code_of
from bombe.commands.shared.groups import COMPLETE, Group

if TYPE_CHECKING:
    from collections.abc import Sequence

    from click.shell_completion import CompletionItem

_COMMANDS = {
    "audit": ("boards.audit", "Show for every legal move whether it is safe or a bomb."),
    "why": ("boards.why", "Show why a move is a bomb, or a board has no solution."),
    "hint": ("boards.hint", "Show a hint to a puzzle: where to look, why, what."),
    "solve": ("boards.questions", "Show the solutions of a board."),
    "count": ("boards.questions", "Count the solutions of a board."),
    "check": ("boards.questions", "Check whether a board has exactly one solution."),
    "generate": ("boards.generate", "Make boards from a seed."),
    "convert": ("boards.convert", "Rewrite boards in another format."),
    "show": ("boards.show", "Draw a board, or list the bundled boards."),
    "tempo": ("boards.tempo", "Show who has the tempo, and which moves keep or take it."),
    "endgame": ("boards.endgame", "Solve a position exactly: its margin and the value of moves."),
    "study": ("studies.group", "Measure the tempo law, and what networks learn."),
    "board": ("board", "Open the analysis board: positions and games on one HTML page."),
    "play": ("play", "Play against an agent in the terminal."),
    "replay": ("matches.replay", "Step through a game that was played."),
    "match": ("matches.match", "Play two agents against each other and rate them."),
    "tournament": ("matches.match", "Play many agents against each other and rate them."),
    "agent": ("framework.agent", "List, show, ask, check and export agents."),
    "merge": ("merge", "Join the outputs of shards: none lost, none doubled."),
    "verify": ("matches.verify", "Check logs of games: replay them, and look at their hashes."),
    "rate": ("matches.rate", "Rate the players of match logs together."),
    "experiment": ("experiment", "Vary one thing, and draw the win rate over it."),
    "dots": ("dots.group", "Dots and Boxes: draw, explain and solve positions."),
    "oracle": ("framework.oracle", "Install an oracle program for the course framework."),
    "bench": ("bench", "Compare the speed of solvers after checking their answers."),
    "completion": ("completion", "Print the script that completes words in a shell."),
    "doctor": ("doctor", "Show what is installed here, and whether it works."),
}
_EXAMPLES = """\
\b
Examples:
  bombe audit hard-3x3                  which moves are bombs?
  bombe audit puzzles.txt -j 2 --csv    a file with a board per line
  bombe check 1...4...2.....3.          a board on the command line
  bombe generate 2x3 --seed 7 | bombe solve -
  bombe show --list                     the bundled boards

\b
BOARD is a file, - for standard input, the name of a bundled board, a one-line board,
FILE#3 (its third position), FILE:12 (that on line 12), or LOG#GAME, a game of a match log.
Exit codes: 0 done, 1 the answer is no (with --exit-code), 2 wrong usage, 3 bad input,
4 out of time, 5 solver missing, 130 interrupted."""


class _LazyGroup(Group):
    """Imports a command when it is called, not when it is listed."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the names in the order of the table."""
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature
        """Import the module that holds the command."""
        if cmd_name not in _COMMANDS:
            return None
        module = importlib.import_module(f"bombe.commands.{_COMMANDS[cmd_name][0]}")
        garbage.resume()
        return cast("click.Command", getattr(module, cmd_name))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the commands that begin so without importing them, or options."""
        if incomplete.startswith("-"):
            return super().shell_complete(ctx, incomplete)
        from click.shell_completion import CompletionItem

        return [
            CompletionItem(name, help=text)
            for name, (_, text) in _COMMANDS.items()
            if name.startswith(incomplete)
        ]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's signature
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in _COMMANDS.items()])


@click.command(
    cls=_LazyGroup,
    epilog=_EXAMPLES,
    # Subcommands inherit all three.
    context_settings={
        "help_option_names": ["-h", "--help"],
        "max_content_width": 100,
        "show_default": True,
    },
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda context, _option, wanted: _print_version(context) if wanted else None,
    help="Print the version, which kernel is used, and whether the page has engines.",
)
def bombe() -> None:
    """Solvers, bomb audits and matches for Competitive Sudoku and Dots and Boxes."""


def _print_version(context: click.Context) -> None:
    from bombe.commands.version import version_line

    click.echo(version_line())
    context.exit()


def run(words: Sequence[str], *, is_ours: bool) -> int:
    """Run the command and return its exit code; `is_ours` says that this is our own process."""
    try:
        usual = notation(usual_notation())
    except UsageError as error:
        _tell(error, words)
        return Exit.USAGE
    with usual:
        return _run(list(words), is_ours=is_ours)


def _run(words: list[str], *, is_ours: bool) -> int:
    """Run the command, in the notation that the environment asks for."""
    try:
        if is_ours and COMPLETE in os.environ:
            return _complete(os.environ[COMPLETE])
        # Not bombe.main(): it would end a broken pipe with exit code 1.
        with bombe.make_context("bombe", words, obj=tuple(words)) as context:
            code = bombe.invoke(context)
        sys.stdout.flush()
    except click.exceptions.Exit as error:
        code = error.exit_code
    except click.ClickException as error:
        said = io.StringIO()
        error.show(said)
        click.echo(visible(for_people(said.getvalue()), lines=True), err=True, nl=False)
        code = error.exit_code
    except BrokenPipeError:
        # The reader has gone, as in `| head`: that is not an error.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = Exit.DONE
    except (KeyboardInterrupt, click.Abort):
        click.echo("bombe: interrupted", err=True)
        code = Exit.INTERRUPTED
    except (BombeError, OSError) as error:
        _tell(error, words)
        code = exit_code_of(error)
    return int(code or 0)


def _tell(error: Exception, words: Sequence[str]) -> None:
    """Print an error, with cells and moves as the command line writes them."""
    with notation(notation_of(words)):
        first, *more = getattr(error, "lines", ()) or (_sentence(error),)
        for line in (f"bombe: {first}", *more):
            click.echo(visible(for_people(line)), err=True)


def _complete(instruction: str) -> int:
    """Print what the shell may complete, as the script of `bombe completion` asks for it."""
    from click.shell_completion import shell_complete

    return shell_complete(bombe, {}, "bombe", COMPLETE, instruction)


def _sentence(error: Exception) -> str:
    if isinstance(error, OSError) and error.filename is not None:
        return f"cannot use {error.filename}: {error.strerror}; give another file or folder"
    return str(error)
