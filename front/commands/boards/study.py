"""`bombe study`: the measurements behind what the analysis says, repeated by one command."""

from __future__ import annotations

import functools
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bombe import __version__
from bombe.analysis.tempo.study.pictures import draw_exceptions, draw_pictures
from bombe.analysis.tempo.study.records import STUDY_FILE, StudyHeader
from bombe.analysis.tempo.study.smallest import smallest_among
from bombe.analysis.tempo.study.tables import draw_smallest, draw_tables
from bombe.analysis.tempo.study.tasks import boards_of, perform, tasks
from bombe.boards.errors import UsageError
from bombe.commands.boards.study_endings import endings
from bombe.commands.boards.study_modes import modes
from bombe.commands.boards.study_neat import neat
from bombe.commands.boards.study_why import why
from bombe.commands.perceptron import perceptron
from bombe.commands.shared.exits import Exit
from bombe.commands.shared.groups import Group, ListOption
from bombe.commands.shared.interrupts import interrupted, stop_signal
from bombe.commands.shared.options import boards_argument
from bombe.commands.shared.output import notify, say
from bombe.commands.shared.studies import study_options

if TYPE_CHECKING:
    from bombe.commands.shared.inputs import Inputs
    from bombe.commands.shared.studies import StudyRun

_BOARDS = ("hard-2x3", "random-2x3", "hard-3x3", "random-3x3", "hard-3x4")
"""Without a BOARD: these."""

_GRIDS = ("1234341221434321", "1234341223414123")
"""The two 2x2 grids; all others are these with values, rows, columns or boxes exchanged."""


@click.group(
    cls=Group,
    epilog="""\b
Examples:
  bombe study tempo
  bombe study exceptions --most 4
  bombe study endings --empties 24 --positions 20
  bombe study perceptron --game dots
  bombe study neat -o networks --seed 1 -j 2""",
)
def study() -> None:
    """Measure how far the tempo law and exact endgames reach, and what networks learn."""


study.add_command(perceptron)
study.add_command(neat)
study.add_command(endings)
study.add_command(modes)
study.add_command(why)


@study.command(
    epilog="""\b
Examples:
  bombe study tempo                                 a small study of bundled boards
  bombe study tempo -o tempo.jsonl -j 2 --positions 5000 --games 200 --pictures plots
  bombe study tempo boards.txt --games 0 --empties 8 17 -o mine.jsonl
  bombe study tempo --read tempo.jsonl --pictures plots

\b
With -o, the same command resumes a study that was interrupted. Exit codes: 0 done, 2 wrong usage,
3 bad input, 130 interrupted.""",
)
@boards_argument(required=False)
@click.option(
    "--positions", type=click.IntRange(0), default=300, help="Endgames to solve on each BOARD."
)
@click.option(
    "--games", type=click.IntRange(0), default=10, help="Games for each pairing and side."
)
@click.option(
    "--empties",
    type=(click.IntRange(1), click.IntRange(1)),
    default=(8, 17),
    help="The fewest and the most empty cells of the endgames.",
)
@click.option(
    "--horizon",
    "horizons",
    type=click.IntRange(1),
    cls=ListOption,
    default=(10, 14, 20, 30, 40),
    metavar="N,...",
    help="An opponent of P counts bombs from this many empty cells on.",
)
@click.option(
    "--exact",
    type=click.IntRange(0),
    default=0,
    help="Play the horizon games again, both sides perfect from this many empty cells on.",
)
@click.option("--seed", type=int, default=0, help="Seed of positions and games.")
@study_options
def tempo(inputs: Inputs, run: StudyRun, **options: Any) -> int:
    """Measure how far the tempo law holds on each BOARD.

    Random endgames are solved: who wins in each class, and whether the rules P and W contain an
    optimal move. Whole games are played: P against itself, against W, against no skips, and
    against P from a later moment on.
    """
    run.check(inputs.boards)
    boards = inputs.or_default(_BOARDS)
    found, is_stopped = run.study(
        STUDY_FILE,
        functools.partial(_plan, boards, **options),
        tasks,
        perform,
        key=attrgetter("key"),
    )
    say(draw_tables(found))
    run.draw(found, draw_pictures)
    return run.ended(is_stopped=is_stopped)


def _plan(
    inputs: Inputs,
    *,
    positions: int,
    games: int,
    empties: tuple[int, int],
    horizons: tuple[int, ...],
    exact: int,
    seed: int,
) -> StudyHeader:
    if empties[0] > empties[1]:
        raise UsageError(f"--empties {empties[0]} {empties[1]}: give the smaller number first")
    return StudyHeader(
        boards=boards_of(inputs.entries()),
        empties=empties,
        positions=positions,
        games=games,
        horizons=tuple(sorted(set(horizons))),
        exact=exact,
        seed=seed,
        version=__version__,
    )


@study.command(
    epilog="""\b
Examples:
  bombe study exceptions                    both kinds of 2x2 grids, up to 6 empty cells
  bombe study exceptions --most 7 --pictures plots
  bombe study exceptions my-full-grid.txt --most 4""",
)
@boards_argument(required=False)
@click.option(
    "--most",
    type=click.IntRange(1),
    default=6,
    help="Search endgames of at most this many empty cells.",
)
@click.option("--pictures", metavar="DIR", help="Draw each in DIR as SVG, with every move's value.")
def exceptions(inputs: Inputs, most: int, pictures: str | None) -> int:
    """Find the smallest exceptions to the tempo law among all endgames of each full BOARD.

    Only boards with one solution count. The table has the class, the result of best play, the
    margin, the board and which bombs are taboo. Each further empty cell takes several times as
    long.
    """
    with stop_signal() as stop:
        found = smallest_among(inputs.or_default(_GRIDS).entries(), most, stop.is_set)
    say(draw_smallest(found))
    if pictures:
        files = draw_exceptions(found, Path(pictures))
        notify(f"{len(files)} pictures in {pictures}")
    return interrupted() if stop.is_set() else Exit.DONE
