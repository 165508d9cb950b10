"""The `bombe` command: each subcommand parses words, calls one function and prints.

Exit codes: 0 done; 1 the property is false (only with --exit-code); 2 wrong usage; 3 input that
cannot be used; 4 stopped by the time limit with a partial result; 5 a solver is missing;
130 interrupted, after printing what is known.
"""

from __future__ import annotations

import importlib
import os
import sys
from typing import TYPE_CHECKING, cast

import click

from bombe import __version__
from bombe.boards.errors import (
    BombeError,
    InputError,
    OutOfBudgetError,
    SolverMissingError,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

_COMMANDS = {
    "audit": ("boards.audit", "Tell for every legal move whether it is safe or a bomb."),
    "solve": ("boards.questions", "Show the solutions of a board."),
    "count": ("boards.questions", "Count the solutions of a board."),
    "check": ("boards.questions", "Tell whether a board is proper: whether it has one solution."),
    "generate": ("boards.generate", "Make boards from a seed."),
    "convert": ("boards.convert", "Rewrite boards in another format."),
    "show": ("boards.show", "Draw a board, or list the boards that come with Bombe."),
    "tempo": ("boards.tempo", "Tell who has the tempo, and which moves keep or take it."),
    "endgame": (
        "boards.endgame",
        "Solve a position exactly: the margin, and what every move is worth.",
    ),
    "study": ("boards.study", "Measure how far the tempo law can be trusted."),
    "replay": ("matches.replay", "Step through a game that was played."),
    "match": ("matches.match", "Let two agents play, and say which is the stronger one."),
    "tournament": ("matches.match", "Let many agents play each other."),
    "agent": ("framework.agent", "Check agents that are written for the course framework."),
    "rate": ("matches.rate", "Rate the players of the logs of matches together."),
    "experiment": ("matches.experiment", "Vary one thing, and draw the win rate over it."),
    "dots": ("dots", "Dots and Boxes: draw, understand and solve positions."),
    "oracle": ("framework.oracle", "Give the course framework its oracle program, solve_sudoku."),
    "bench": ("bench", "Compare how fast solvers are, after checking that they are right."),
    "doctor": ("doctor", "Say what is installed here, and whether it works."),
}
_EXAMPLES = """\
\b
Examples:
  bombe audit hard-3x3                  which moves are bombs?
  bombe audit puzzles.txt -j 2 --csv    a file with a board per line
  bombe check 1...4...2.....3.                  a board on the command line
  bombe generate 2x3 --seed 7 | bombe solve -
  bombe show --list                     the boards that come with Bombe

\b
BOARD is a file, - for standard input, a bundled board's name, or a one-line board.
Exit codes: 0 done, 1 no (with --exit-code), 2 usage, 3 bad input, 4 out of time,
5 solver missing, 130 interrupted."""


class _Lazy(click.Group):
    """Imports a subcommand when it is called, and not to list it."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Give the names in the order of the table."""
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature
        """Import the module that holds the command."""
        if cmd_name not in _COMMANDS:
            return None
        module = importlib.import_module(f"bombe.commands.{_COMMANDS[cmd_name][0]}")
        command = cast("click.Command", getattr(module, cmd_name))
        command.context_settings.setdefault("show_default", True)
        command.context_settings.setdefault("help_option_names", ["-h", "--help"])
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Look a command up; say what may have been meant where there is none."""
        if args and args[0] not in _COMMANDS:
            import difflib

            near = difflib.get_close_matches(args[0], _COMMANDS, n=1)
            hint = f"did you mean {near[0]!r}? " if near else ""
            known = ", ".join(_COMMANDS)
            ctx.fail(f"no command {args[0]!r}: {hint}commands are {known}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's signature
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in _COMMANDS.items()])


@click.command(
    cls=_Lazy,
    epilog=_EXAMPLES,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda context, _option, wanted: _say_version(context) if wanted else None,
    help="Show the version, and which kernel is there.",
)
def bombe() -> None:
    """Audit boards for bombs, solve, count, generate and convert them."""


def _say_version(context: click.Context) -> None:
    from bombe.solvers import native

    click.echo(
        f"bombe {__version__} ({'native' if native.is_available() else 'pure-Python'} kernel)"
    )
    context.exit()


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these words, by default those of the command line."""
    if argv is None:
        # The folder one stands in, last of all, so that it hides nothing: `--solver mine:Solver`.
        sys.path.append("")
    try:
        words = list(sys.argv[1:] if argv is None else argv)
        # Not bombe.main(): it would end a broken pipe with exit code 1.
        with bombe.make_context("bombe", words, obj=tuple(words)) as context:
            code = bombe.invoke(context)
        sys.stdout.flush()
    except click.exceptions.Exit as error:
        code = error.exit_code
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except BrokenPipeError:
        # The reader has gone, as `| head` does: that is no error, and nobody is left to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except (KeyboardInterrupt, click.Abort):
        click.echo("bombe: interrupted", err=True)
        code = 130
    except (BombeError, OSError) as error:
        click.echo(f"bombe: {_sentence(error)}", err=True)
        code = exit_code_of(error)
    return int(code or 0)


def _sentence(error: Exception) -> str:
    if isinstance(error, OSError) and error.filename is not None:
        return f"cannot use {error.filename}: {error.strerror}; give another file or folder"
    return str(error)


def exit_code_of(error: Exception) -> int:
    """Tell the exit code that an error ends the command with."""
    if isinstance(error, SolverMissingError):
        return 5
    if isinstance(error, OutOfBudgetError):
        return 4
    return 3 if isinstance(error, InputError | OSError) else 2
