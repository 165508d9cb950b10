"""`bombe study endings`: how far exact endgames reach with given seconds and memory."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import click

from bombe import __version__
from bombe.analysis.endgame.study.records import ENDINGS_FILE, EndingsHeader, read_endings
from bombe.analysis.endgame.study.tables import draw_table
from bombe.analysis.endgame.study.tasks import perform, tasks
from bombe.boards import Shape
from bombe.commands.shared.groups import Command, ListOption, Number
from bombe.commands.shared.output import notify, say
from bombe.commands.shared.studies import record_options

if TYPE_CHECKING:
    from bombe.commands.shared.studies import StudyRun


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  bombe study endings
  bombe study endings --empties 28 --positions 100 --seconds 10 --memory 4096 -o e28.jsonl
  bombe study endings --empties 18 --several --positions 100 -o several.jsonl
  bombe study endings --read e28.jsonl --against old.jsonl

\b
With -o, the same command resumes a study that was interrupted. Exit codes: 0 done, 1 an answer was
wrong, 2 wrong usage, 3 bad input, 130 interrupted.""",
)
@click.option(
    "--shape", default="3x3", metavar="MxN", help="Rows x columns of a box.", show_default=True
)
@click.option(
    "--empties",
    type=click.IntRange(1),
    cls=ListOption,
    default=(20, 24),
    metavar="N,...",
    help="Empty cells of an ending.",
)
@click.option(
    "--positions", type=click.IntRange(1), default=10, help="Endings of each number of empty cells."
)
@click.option("--several", is_flag=True, help="Draw endings with several solutions.")
@click.option(
    "--solutions",
    type=click.IntRange(2),
    help="At least so many solutions; implies --several, whose default is 2.",
    show_default=False,
)
@click.option("--seconds", type=Number(0), default=5.0, help="Time for one ending.")
@click.option(
    "--memory",
    type=click.IntRange(1),
    metavar="MIB",
    help="Memory for the tables.  [default: a quarter of what is free]",
    show_default=False,
)
@click.option(
    "-t",
    "--threads",
    type=click.IntRange(1),
    help="Threads that share the tables.  [default: all cores]",
    show_default=False,
)
@click.option("--seed", type=int, default=0, help="Seed of the endings.")
@record_options
@click.option(
    "--against", metavar="FILE", help="Also compare the answers with those of an older study."
)
def endings(run: StudyRun, against: str | None, **options: Any) -> int:
    """Measure how many random endings are solved exactly, and how close the bounds of others are.

    Proper boards are filled at random with the values of their solution until so many cells are
    empty; all bombs count. Every answer is checked: its line of best play is played to the end and
    must score the margin, and with --against no bounds may exclude those of the older study.
    """
    older = read_endings(against) if against else None
    found, is_stopped = run.study(
        ENDINGS_FILE, functools.partial(_plan, **options), tasks, perform, "endings"
    )
    faults = [*found.faults, *(found.contradictions(older) if older else ())]
    say(draw_table(found))
    for fault in faults:
        notify(fault)
    return run.ended(is_stopped=is_stopped, is_faulty=bool(faults))


def _plan(
    *,
    shape: str,
    empties: tuple[int, ...],
    positions: int,
    several: bool,
    solutions: int | None,
    seconds: float,
    memory: int | None,
    threads: int | None,
    seed: int,
) -> EndingsHeader:
    return EndingsHeader(
        shape=str(Shape.parse(shape)),
        empties=tuple(sorted(set(empties))),
        positions=positions,
        solutions=solutions or (2 if several else 1),
        seconds=seconds,
        memory=None if memory is None else memory << 20,
        threads=threads,
        seed=seed,
        version=__version__,
    )
