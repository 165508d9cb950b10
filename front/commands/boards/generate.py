"""`bombe generate`: boards from a seed."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from bombe.analysis.generate.hard import mean_guesses
from bombe.analysis.generate.kinds import BoardKind
from bombe.analysis.generate.kinds import generate as make_board
from bombe.analysis.workers import workers_of
from bombe.boards import Shape, state_of
from bombe.boards.errors import OutOfBudgetError, UsageError
from bombe.boards.sudoku import formats
from bombe.commands.shared.exits import Exit
from bombe.commands.shared.groups import Command
from bombe.commands.shared.interrupts import stop_signal
from bombe.commands.shared.options import (
    jobs_option,
    output_option,
    progress_option,
    solver_options,
)
from bombe.commands.shared.output import emitter, notify
from bombe.commands.shared.progress import progress
from bombe.solvers import Budget
from bombe.solvers.foreign.starting import starting_within

if TYPE_CHECKING:
    from collections.abc import Callable

    from bombe.boards import Board


class Made(NamedTuple):
    """What came of a seed: a board, or why there is none."""

    board: Board | None
    problem: str = ""


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
  bombe generate 3x3 --kind few --count 200 -o few.txt

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
    default="line",
    metavar="NAME",
    help="Format to write; `bombe convert --help` lists them.",
)
@output_option
@solver_options
@jobs_option
@progress_option
def generate(
    shape: str,
    seed: int,
    count: int,
    format_name: str,
    output: str | None,
    seconds: float | None,
    nodes: int | None,
    jobs: int,
    *,
    no_progress: bool,
    **requested: Any,
) -> int:
    """Make boards with boxes of M rows by N columns.

    The boards have M*N rows and columns: 3x3 makes 9x9 boards, 2x3 makes 6x6 boards.
    """
    parsed = Shape.parse(shape)
    if parsed.m == parsed.n > 3 and (box := Shape.of_size(parsed.m)).m > 1:
        notify(
            f"boxes of {parsed} make a board of {parsed.size} rows; for a board of {parsed.m} rows "
            f"write {box}"
        )
    target = formats.get(format_name)
    if count > 1 and not target.many:
        raise UsageError(
            f"format {target.name} holds one board, not {count}: use {formats.for_many()}"
        )
    make = functools.partial(_make, shape=parsed, seconds=seconds, nodes=nodes, requested=requested)
    shows = not no_progress and count > 1
    seeds = range(seed, seed + count)
    with (
        stop_signal() as stop,
        emitter(None, output, stop) as emit,
        progress("boards made:", wanted=shows, output=output, total=count) as advance,
        workers_of(jobs if count > 1 else 1) as workers,
    ):
        made = 0
        for number, (board, problem) in workers.in_order(make, seeds, stop):
            if board is None:
                return _without(number, "interrupted" if stop.is_set() else problem, made)
            emit.data(target.write(state_of(board)).rstrip("\n"))
            _notify_if_missed(board, requested["givens"], requested["guesses"], number)
            made += 1
            advance()
        return Exit.DONE if made == count else _without(seed + made, "interrupted", made)


def _make(
    seed: int,
    is_stopped: Callable[[], bool],
    *,
    shape: Shape,
    seconds: float | None,
    nodes: int | None,
    requested: dict[str, Any],
) -> Made:
    """Make the board of a seed; runs in a worker process where there are several."""
    try:
        budget = Budget(seconds, nodes, is_stopped)
        with starting_within(seconds):
            return Made(make_board(shape, seed=seed, budget=budget, **requested))
    except OutOfBudgetError as error:
        return Made(None, str(error))


def _without(seed: int, why: str, made: int) -> Exit:
    """Notify that a seed has no board; return the exit code."""
    before = f"; the {made} before it are complete" if made else ""
    notify(f"no board from seed {seed}: {why}{before}")
    return Exit.INTERRUPTED if why == "interrupted" else Exit.OUT_OF_BUDGET


def _notify_if_missed(board: Board, givens: int | None, guesses: int | None, seed: int) -> None:
    """Notify if a board has more givens, or takes fewer guesses, than requested."""
    if givens is not None and board.givens > givens:
        notify(
            f"seed {seed}: {board.givens} givens, not {givens}: none of them can be removed; "
            "try other seeds"
        )
    if guesses is not None and (taken := mean_guesses([board])) < guesses:
        notify(f"seed {seed}: {taken:.0f} guesses, not {guesses}: try other seeds")
