"""`bombe generate`: boards from a seed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from bombe.analysis.generate.hard import mean_guesses
from bombe.analysis.generate.kinds import BoardKind
from bombe.analysis.generate.kinds import generate as make_board
from bombe.analysis.outputs.forms import FORMS
from bombe.analysis.outputs.rendering import boards_payload, text_payload
from bombe.analysis.results import counted
from bombe.analysis.workers.contract import AnswerPiece
from bombe.boards import Shape, state_of
from bombe.boards.errors import OutOfBudgetError, UsageError
from bombe.boards.sudoku import formats
from bombe.boards.sudoku.chunks import seed_chunks
from bombe.commands.runs.many import BoardsForm, Run, Spread
from bombe.commands.runs.tally import RunTally
from bombe.commands.shared.exits import Exit
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
from bombe.solvers import Budget
from bombe.solvers.foreign.starting import starting_within

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bombe.boards import Board
    from bombe.boards.sudoku.chunks import SeedChunk

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
    seconds: float | None,
    nodes: int | None,
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
    target, form = BoardsForm.of(format_name, output, parameter="format_name", usual="line")
    if count > 1 and not target.many:
        raise UsageError(
            f"format {target.name} holds one board, not {count}: use {formats.for_many()}"
        )
    make = _Make(target.name, form.name, parsed, seconds, nodes, requested)
    run = Run(
        boards=(),
        chunking=(_MOST_SEEDS,),
        form=form,
        output=output,
        spread=spread,
        wants_progress=not no_progress and count > 1,
        total=lambda: count,
        what="boards made:",
        has_journal=count > 1 or spread.is_given,
    )
    seeds = range(seed, seed + count)
    tally, is_stopped = run.do(make, seed_chunks(seeds, _MOST_SEEDS))
    if not is_stopped:
        return Exit.DONE
    made = f"; {counted(tally.positions, 'board')} of {count}" if tally.positions else ""
    return interrupted(f"not all boards are made{made}")


def _remark_on(shape: Shape) -> None:
    """Remark how large the boards are where another size may be meant."""
    if shape.m == shape.n > 3 and (box := Shape.of_size(shape.m)).m > 1:
        notify(
            f"boxes of {shape} make a board of {shape.size} rows; for a board of {shape.m} rows "
            f"write {box}"
        )


@dataclass(frozen=True)
class _Make:
    """Makes the boards of seeds; runs in a worker process where there are several."""

    format_name: str
    form: str
    shape: Shape
    seconds: float | None
    nodes: int | None
    requested: dict[str, Any]

    def __call__(self, chunk: SeedChunk, is_stopped: Callable[[], bool]) -> Iterator[AnswerPiece]:
        """Yield each board; raise OutOfBudgetError for a seed without one."""
        write = formats.get(self.format_name).write
        for seed in chunk.seeds:
            try:
                budget = Budget(self.seconds, self.nodes, is_stopped)
                with starting_within(self.seconds):
                    board = make_board(self.shape, seed=seed, budget=budget, **self.requested)
            except OutOfBudgetError as error:
                if is_stopped():
                    yield AnswerPiece(text_payload([]), RunTally(is_cut=True))
                    return
                raise OutOfBudgetError(f"no board from seed {seed}: {error}") from None
            missed = _missed(board, self.requested["givens"], self.requested["guesses"], seed)
            note = RunTally(positions=1, messages=missed)
            text = write(state_of(board)).rstrip("\n")
            yield AnswerPiece(boards_payload(FORMS[self.form], [text]), note)


def _missed(board: Board, givens: int | None, guesses: int | None, seed: int) -> tuple[str, ...]:
    """Return what to say if a board has more givens, or takes fewer guesses, than requested."""
    missed = []
    if givens is not None and board.givens > givens:
        missed.append(
            f"seed {seed}: {board.givens} givens, not {givens}: none of them can be removed; "
            "try other seeds"
        )
    if guesses is not None and (taken := mean_guesses([board])) < guesses:
        missed.append(f"seed {seed}: {taken:.0f} guesses, not {guesses}: try other seeds")
    return tuple(missed)
