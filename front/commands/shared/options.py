"""The options that several commands share, each written once."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any

import click

from bombe.analysis.drawing.files.writing import check_picture
from bombe.boards.shard import WHOLE, Shard
from bombe.boards.sudoku.notation import VARIABLE, Notation, notation
from bombe.boards.sudoku.reading import ReadOptions
from bombe.boards.sudoku.state import Rules
from bombe.commands.shared.groups import ListOption, Number
from bombe.commands.shared.inputs import Inputs

Command = Callable[..., Any]
Option = Callable[[Command], Command]


def take(*options: Option) -> Option:
    """Return a decorator that adds options to a command, in this order."""

    def add(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return add


def take_as(
    name: str,
    make: Callable[..., object],
    *options: Option,
    names: Iterable[str] | None = None,
) -> Option:
    """Return a decorator that adds options and hands them on as one argument.

    The argument is what `make` returns for the options that bear the names of its parameters, or
    for those of the given names.
    """
    parameters = inspect.signature(make).parameters if names is None else names

    def add(command: Command) -> Command:
        @functools.wraps(command)
        def with_one_argument(**values: Any) -> Any:
            own = {key: values.pop(key) for key in parameters if key in values}
            return command(**{name: make(**own)}, **values)

        return take(*options)(with_one_argument)

    return add


def boards_argument(
    *, required: bool = True, modes: bool = False, metavar: str = "BOARD..."
) -> Option:
    """Take BOARD... and how to read them, as `inputs`; with `modes` in which play mode, too."""
    argument = click.argument("boards", nargs=-1, required=required, metavar=metavar)
    own = ("boards", "reading", "ply", *(("rules", "seed") if modes else ()))
    mode = _MODE if modes else ()
    # The last decorator is the first to see the values.
    return take(reading_options, take_as("inputs", Inputs, argument, ply_option, *mode, names=own))


def style_option(name: str, text: str) -> Option:
    """Return the option of a style of output; a command takes one at most, as `style`."""

    def choose(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
        before = context.params.setdefault("style", None)
        if wanted and before:
            raise click.UsageError(f"--{before} and --{name} exclude each other: give one of them")
        if wanted:
            context.params["style"] = name

    return click.option(f"--{name}", is_flag=True, expose_value=False, callback=choose, help=text)


_READING = (
    click.option(
        "--format",
        metavar="NAME",
        help="Read this format instead of guessing it; `bombe convert --help` lists them.",
    ),
    click.option(
        "--shape",
        metavar="MxN",
        help="Rows x columns of a box, if the text does not determine it.",
    ),
    click.option(
        "--symbols",
        metavar="NAME",
        help="What letters mean in boards of symbols over 9x9: numbers (A = 10), letters (A = 1) "
        "or, in 16x16, hex (0 to F for 1 to 16).",
    ),
)
reading_options = take_as("reading", ReadOptions.of, *_READING)
"""How to read positions, as `reading`."""
rules_option = click.option(
    "--rules",
    type=click.Choice([str(rules) for rules in Rules]),
    show_default="that of the BOARD, or classic; rows for agents of v14",
    help="Continue each BOARD in this play mode.",
)
_MODE = (
    rules_option,
    click.option(
        "--seed", type=int, default=0, help="With --rules random, draws the cells of the players."
    ),
)
notation_option = click.option(
    "--notation",
    type=click.Choice([str(each) for each in Notation]),
    default=str(Notation.FRAMEWORK),
    envvar=VARIABLE,
    expose_value=False,
    callback=lambda context, _option, name: context.with_resource(notation(name)),
    help="How cells and moves are shown: (0,2) -> 5, as in the framework, or r1c3=5.",
)
ply_option = click.option(
    "--ply", type=click.IntRange(0), help="For LOG#GAME, only the position after this many moves."
)
seconds_option = click.option("--seconds", type=Number(0), help="Time limit for each position.")
nodes_option = click.option(
    "--nodes", type=click.IntRange(0), help="Limit of search nodes for each position."
)
solver_option = click.option(
    "--solver",
    default="auto",
    metavar="NAME",
    help="The solver; `bombe doctor` lists them. Or MODULE:Class, FILE.py:Class, program:./it.",
)
check_option = click.option(
    "--check",
    is_flag=True,
    help="Confirm every claim of a solver of your own, however long it takes.",
)
output_option = click.option(
    "-o", "--output", metavar="FILE", help="Write to FILE instead of the terminal."
)
results_option = click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="Write to FILE, not to the terminal; .json, .jsonl, .csv or .sqlite selects the format.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")


def _picture(_context: click.Context, _parameter: click.Parameter, path: str | None) -> str | None:
    """Return the name of a picture, after a look at its ending; raise before any work is done."""
    if path is not None:
        check_picture(path)
    return path


svg_option = click.option(
    "--svg",
    metavar="FILE",
    callback=_picture,
    help="Also draw the position into FILE: .svg, .png or .pdf.",
)
color_option = click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    help="Color the drawing; auto: on a terminal, unless NO_COLOR is set.",
)
exit_code_option = click.option(
    "--exit-code", is_flag=True, help="Exit with code 1 if the answer is no."
)
jobs_option = click.option(
    "-j", "--jobs", type=click.IntRange(1), default=1, help="Worker processes for many boards."
)
shard_option = click.option(
    "--shard",
    metavar="I/N",
    callback=lambda _context, _option, text: Shard.parse(text) if text else WHOLE,
    help="Run only part I of N; `bombe merge` joins the outputs.",
)
cluster_option = click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Work on the machines of a Dask cluster: the address of its scheduler, or local:N.",
)
resume_option = click.option(
    "--resume", is_flag=True, help="Continue the interrupted run that wrote -o FILE."
)
again_option = click.option(
    "--again",
    is_flag=True,
    help="Discard the results of an interrupted run with -o FILE; start again.",
)
columns_option = click.option(
    "--columns",
    cls=ListOption,
    metavar="NAME,...",
    help="Columns to write, in this order.",
)
progress_option = click.option(
    "--no-progress", is_flag=True, help="Do not show progress on standard error."
)

solver_options = take(solver_option, seconds_option, nodes_option)
"""The solver and the budget of one position."""
output_options = take(
    style_option("json", "Print one JSON document: an object, or an array for several positions."),
    style_option("jsonl", "Print a JSON object per line."),
    style_option("csv", "Print a header, then a row each."),
    columns_option,
    results_option,
)
masks_option = style_option("masks", "Write bit masks into -o FILE, for boards of one shape.")
spread_options = take(jobs_option, cluster_option, shard_option, resume_option, again_option)
"""How a run over many boards is spread over processes, machines and time."""
"""Results for programs, and where they go; without, text for people."""
drawing_options = take(svg_option, color_option)
