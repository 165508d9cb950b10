"""`bombe study`: the measurements behind what the analysis says, repeated by one command."""

from __future__ import annotations

import functools
import os
from pathlib import Path
from typing import Any

import click

from bombe import __version__
from bombe.analysis.parallel import map_in_order
from bombe.analysis.tempo.study.pictures import draw_exceptions, draw_pictures
from bombe.analysis.tempo.study.records import Header, Study, read_study, resume, to_line
from bombe.analysis.tempo.study.run import perform, tasks
from bombe.analysis.tempo.study.smallest import Kind, Smallest, smallest
from bombe.analysis.tempo.study.tables import draw_smallest, draw_tables
from bombe.boards.errors import InputError, UsageError
from bombe.boards.sudoku.symbols import board_line
from bombe.commands.shared.inputs import Inputs
from bombe.commands.shared.interrupts import stop_signal
from bombe.commands.shared.options import boards_argument, progress_option
from bombe.commands.shared.output import notify, open_to_append
from bombe.commands.shared.progress import progress
from bombe.solvers import Verdict, as_solver

_BOARDS = ("hard-2x3", "random-2x3", "hard-3x3", "random-3x3", "hard-3x4")
"""Without a BOARD: these."""

_GRIDS = ("1234341221434321", "1234341223414123")
"""The two 2x2 grids; all others are these with values, rows, columns or boxes exchanged."""


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def study() -> None:
    """Repeat the studies behind what Bombe says."""


@study.command(
    context_settings={"show_default": True},
    epilog="""\b
Examples:
  bombe study tempo                                 a small study of bundled boards
  bombe study tempo -o tempo.jsonl -j 2 --positions 5000 --games 200 --pictures plots
  bombe study tempo boards.txt --games 0 --empties 8 17 -o mine.jsonl
  bombe study tempo --read tempo.jsonl --pictures plots

\b
The same command goes on where it was stopped. Exit codes: 0 done, 2 usage, 3 bad input,
130 interrupted, after printing what is known.""",
)
@boards_argument(required=False)
@click.option("--positions", type=click.IntRange(0), default=300, help="Endgames for every BOARD.")
@click.option("--games", type=click.IntRange(0), default=10, help="Of every pairing and colour.")
@click.option(
    "--empties",
    type=(click.IntRange(1), click.IntRange(1)),
    default=(8, 17),
    help="Empty cells of the endgames, from and to.",
)
@click.option(
    "--horizon",
    "horizons",
    type=click.IntRange(1),
    multiple=True,
    default=(10, 14, 20, 30, 40),
    help="Empty cells from which on an opponent of P counts bombs; several times.",
)
@click.option(
    "--exact",
    type=click.IntRange(0),
    default=0,
    help="Play the horizon games a second time, both sides perfect from so many empty cells on.",
)
@click.option("--seed", type=int, default=0, help="Of positions and games.")
@click.option("-j", "--jobs", type=click.IntRange(1), default=1, help="Processes.")
@click.option("-o", "--output", metavar="FILE", help="Write every record: JSON lines.")
@click.option("--read", "known", metavar="FILE", help="Run nothing: show a study that -o wrote.")
@click.option("--pictures", metavar="DIR", help="Draw the study there, as PNG and SVG.")
@progress_option
def tempo(
    boards: tuple[str, ...],
    format_name: str | None,
    shape: str | None,
    symbols: str | None,
    output: str | None,
    known: str | None,
    pictures: str | None,
    jobs: int,
    *,
    no_progress: bool,
    **wishes: Any,
) -> int:
    """Measure how far the tempo law holds, on each BOARD.

    Random endgames are solved: who wins in each class, and whether the rules P and W hold an
    optimal move. Whole games are played: P against itself, against W, against no skips, and
    against P from a later moment on.
    """
    if known and (boards or output):
        raise UsageError("--read runs nothing: leave out BOARD and -o")
    if known:
        found, is_stopped = read_study(known), False
    else:
        inputs = Inputs(boards or _BOARDS, format_name, shape, symbols)
        plan = _plan(inputs, **wishes)
        found, is_stopped = _run(plan, output, jobs, wants_progress=not no_progress)
    click.echo(draw_tables(found))
    if pictures:
        notify(f"{len(draw_pictures(found, Path(pictures)))} pictures in {pictures}")
    if is_stopped:
        notify("interrupted; partial results are above, and the same command goes on")
    return 130 if is_stopped else 0


def _plan(
    inputs: Inputs,
    *,
    positions: int,
    games: int,
    empties: tuple[int, int],
    horizons: tuple[int, ...],
    exact: int,
    seed: int,
) -> Header:
    low, high = empties
    if low > high:
        raise UsageError(f"--empties {low} {high}: give the smaller number first")
    named: dict[str, str] = {}
    for entry in inputs.entries():
        board = entry.state.board
        if as_solver("auto").solvable(board) is Verdict.NO:
            raise InputError(f"{entry.place}: the board has no solution; give one that has")
        name = entry.place.source if entry.place.line <= 1 else str(entry.place)
        if name in named:
            name = f"{name} ({len(named) + 1})"
        named[name] = f"{board.shape}:{board_line(board)}"
    return Header(
        boards=named,
        empties=empties,
        positions=positions,
        games=games,
        horizons=tuple(sorted(set(horizons))),
        exact=exact,
        seed=seed,
        version=__version__,
    )


def _run(
    plan: Header, output: str | None, jobs: int, *, wants_progress: bool
) -> tuple[Study, bool]:
    """Do what the file lacks, write every record as it comes, and tell whether it was stopped."""
    found = resume(Path(output), plan) if output else Study(plan)
    done = found.keys
    todo = [task for task in tasks(plan) if task.key not in done]
    ask = functools.partial(perform, plan=plan)
    with (
        stop_signal() as stop,
        open_to_append(output or os.devnull) as lines,
        progress("records:", wanted=wants_progress, output=output) as advance,
    ):
        for _, record in map_in_order(ask, todo, jobs, stop):
            if record is not None:
                found.add(record)
                lines.write(to_line(record) + "\n")
                lines.flush()
            advance()
        return found, stop.is_set()


@study.command(
    context_settings={"show_default": True},
    epilog="""\b
Examples:
  bombe study exceptions                    of both kinds of 2x2 grids, up to 6 empty cells
  bombe study exceptions --most 7 --pictures plots
  bombe study exceptions my-full-grid.txt --most 4""",
)
@boards_argument(required=False)
@click.option("--most", type=click.IntRange(1), default=6, help="Empty cells, at most.")
@click.option("--pictures", metavar="DIR", help="Draw each there as SVG, with every move's value.")
def exceptions(
    boards: tuple[str, ...],
    format_name: str | None,
    shape: str | None,
    symbols: str | None,
    most: int,
    pictures: str | None,
) -> int:
    """Find the smallest exceptions to the tempo law among all endgames of each full BOARD.

    Only boards with one solution count. The table tells the class, how it ends with best play,
    the margin, the board and which bombs are taboo. Every empty cell more takes several times
    as long.
    """
    found: dict[Kind, Smallest] = {}
    with stop_signal() as stop:
        for entry in Inputs(boards or _GRIDS, format_name, shape, symbols).entries():
            if not entry.state.board.is_full or entry.state.board.clashes():
                remedy = "give one of `bombe generate -k full`"
                raise UsageError(f"{entry.place} is no full grid: {remedy}")
            for one in smallest(entry.state.board, most, stop.is_set):
                if one.empties < found.get(one.kind, one).empties or one.kind not in found:
                    found[one.kind] = one
    click.echo(draw_smallest(sorted(found.values(), key=lambda one: one.empties)))
    if pictures:
        files = draw_exceptions(found.values(), Path(pictures))
        notify(f"{len(files)} pictures in {pictures}")
    if stop.is_set():
        notify("interrupted; partial results are above")
        return 130
    return 0
