"""The options that several commands share, each said once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from collections.abc import Callable

_F = TypeVar("_F", bound="Callable[..., Any]")


def boards_argument(*, required: bool = True) -> Callable[[_F], _F]:
    """Take BOARD...: files, -, bundled names or one-line boards, and how to read them."""

    def add(command: _F) -> _F:
        for option in (
            click.option(
                "--symbols",
                metavar="NAME",
                help="How letters are meant in one-line boards over 9x9: numbers (A = 10) "
                "or letters (A = 1).",
            ),
            click.option(
                "--shape",
                metavar="MxN",
                help="Rows x columns of a box, where the text does not say it.",
            ),
            click.option(
                "--format", "format_name", metavar="NAME", help="Do not guess the format."
            ),
            click.argument("boards", nargs=-1, required=required, metavar="BOARD..."),
        ):
            command = option(command)
        return command

    return add


def solver_options(command: _F) -> _F:
    """Take --solver and the budget of one board."""
    for option in (
        click.option("--nodes", type=click.IntRange(0), help="Nodes for one board, at most."),
        click.option("--seconds", type=click.FloatRange(0), help="Time for one board, at most."),
        click.option("--solver", default="auto", metavar="NAME", help="See `bombe doctor`."),
    ):
        command = option(command)
    return command


def output_options(command: _F) -> _F:
    """Take --json, --jsonl, --csv and -o; text for people without them."""
    for option in (
        click.option("-o", "--output", metavar="FILE", help="Write there, not to the terminal."),
        click.option("--csv", "style", flag_value="csv", help="A header, then a row per board."),
        click.option("--jsonl", "style", flag_value="jsonl", help="One JSON object per line."),
        click.option(
            "--json",
            "style",
            flag_value="json",
            help="One JSON document: an object, of several boards an array.",
        ),
    ):
        command = option(command)
    return command


def drawing_options(command: _F) -> _F:
    """Take --svg and --color."""
    for option in (
        click.option(
            "--color",
            type=click.Choice(["auto", "always", "never"]),
            default="auto",
            help="auto: on a terminal, unless NO_COLOR is set.",
        ),
        click.option("--svg", metavar="FILE", help="Draw the board there as a picture."),
    ):
        command = option(command)
    return command


ply_option = click.option(
    "--ply", type=click.IntRange(0), help="Of LOG#GAME: the position after so many moves."
)
exit_code_option = click.option(
    "--exit-code", is_flag=True, help="Exit with 1 where the answer is no."
)
progress_option = click.option(
    "--no-progress", is_flag=True, help="Never show progress on standard error."
)
