"""`bombe generate`: boards from a seed."""

from __future__ import annotations

from typing import Any

import click

from bombe.analysis.generate.kinds import BoardKind
from bombe.analysis.results import with_noun
from bombe.analysis.runs.boards import BoardsForm, GenerateQuery
from bombe.analysis.runs.query import Target
from bombe.analysis.runs.run import Destination, Source, Spread, run
from bombe.boards import Shape
from bombe.boards.errors import UsageError
from bombe.boards.sudoku import formats
from bombe.boards.sudoku.chunks import seed_chunks
from bombe.boards.sudoku.notation import current_notation
from bombe.commands.shared.exit_codes import Exit
from bombe.commands.shared.groups import Command
from bombe.commands.shared.interrupts import interrupted
from bombe.commands.shared.options import (
    output_option,
    progress_option,
    solver_options,
    spread_options,
    take_as,
)
from bombe.commands.shared.output import notify
from bombe.commands.shared.watching import watched

_MOST_SEEDS = 16
"""Boards that are made at a time, at most."""


@click.command(
    cls=Command,
    epilog="""\b
Kinds:
  full         a full grid
  easy         proper, solved by singles
  irreducible  proper, and no given can be removed
  few          irreducible, with as few givens as swaps can reach
  hard         irreducible, and needs many guesses; requires the native kernel
  loose        many solutions: irreducible, with givens removed
  unsolvable   no solution, and only a search shows it
  improper     several solutions, half of the cells empty

\b
Examples:
  bombe generate 3x3 --seed 1                      an irreducible 9x9 on one line
  bombe generate 3x4 --kind easy --format framework -o board.txt
  bombe generate 2x3 --kind improper --empties 18 --bombs 12 --count 5
  bombe generate 3x3 --kind few --count 200 -o few.txt -j 2
  bombe generate 3x3 --kind few --count 200 -o few.txt -j 2 --resume     after Ctrl-C
  bombe generate 3x3 --count 100000 --shard 2/8 -o part2.txt

\b
Exit codes: 0 done, 2 wrong usage, 3 bad input, 4 out of time, 5 solver missing,
130 interrupted.""",
)
@click.argument("shape", metavar="MxN")
@click.option(
    "--kind",
    type=click.Choice([str(kind) for kind in BoardKind]),
    default="irreducible",
    help="Kind of board; see below.",
)
@click.option("--seed", type=int, default=0, help="Seed; the same seed makes the same boards.")
@click.option(
    "--count",
    type=click.IntRange(1),
    default=1,
    help="Number of boards, with seeds from --seed on.",
)
@click.option(
    "--givens", type=click.IntRange(0), help="Easy, irreducible, few: stop at this many givens."
)
@click.option("--empties", type=click.IntRange(0), help="Improper: leave this many cells empty.")
@click.option("--bombs", type=click.IntRange(0), help="Improper: exactly this many bombs.")
@click.option("--solutions", type=click.IntRange(1), help="Loose: at least this many solutions.")
@click.option(
    "--guesses", type=click.IntRange(0), help="Hard: at least this many guesses of the kernel."
)
@click.option(
    "--format",
    "format_name",
    metavar="NAME",
    show_default="that of -o's suffix, or line",
    help="Format to write; `bombe convert --help` lists them.",
)
@output_option
@solver_options
@take_as("spread", Spread, spread_options)
@progress_option
def generate(
    shape: str,
    seed: int,
    count: int,
    format_name: str | None,
    output: str | None,
    spread: Spread,
    *,
    no_progress: bool,
    **requested: Any,
) -> int:
    """Make boards with boxes of M rows by N columns.

    The boards have M*N rows and columns: 3x3 makes 9x9 boards, 2x3 makes 6x6 boards.
    """
    parsed = Shape.parse(shape)
    _remark_on(parsed)
    target, form = BoardsForm.of(format_name, output, usual="line")
    if count > 1 and not target.many:
        raise UsageError(
            f"format {target.name} holds one board, not {count}: use {formats.for_many()}"
        )
    query = GenerateQuery(shape, target.name, **requested)
    chunks = seed_chunks(range(seed, seed + count), _MOST_SEEDS)
    settings = {"seed": seed, "count": count}
    source = Source(
        chunks, (_MOST_SEEDS,), settings=settings, total=lambda: count, what="boards made:"
    )
    where = Destination(
        Target(form, notation=str(current_notation())), output, count > 1 or spread.is_given
    )
    with watched(output, wanted=not no_progress and count > 1) as watch:
        tally, is_stopped = run(query, source, where, spread, watch)
    if not is_stopped:
        return Exit.DONE
    made = f"; {with_noun(tally.positions, 'board')} of {count}" if tally.positions else ""
    return interrupted(f"not all boards are made{made}")


def _remark_on(shape: Shape) -> None:
    """Remark how large the boards are where another size may be meant."""
    if shape.m == shape.n > 3 and (box := Shape.of_size(shape.m)).m > 1:
        notify(
            f"boxes of {shape} make a board of {shape.size} rows; for a board of {shape.m} rows "
            f"write {box}"
        )
