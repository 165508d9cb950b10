"""`bombe generate`: boards from a seed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from bombe.analysis.generate.hard import mean_guesses
from bombe.analysis.generate.kinds import BoardKind
from bombe.analysis.generate.kinds import generate as make_board
from bombe.boards import Shape, state_of
from bombe.boards.errors import OutOfBudgetError, UsageError
from bombe.boards.sudoku import formats
from bombe.commands.shared.interrupts import stop_signal
from bombe.commands.shared.options import progress_option, solver_options
from bombe.commands.shared.output import emitter, notify
from bombe.commands.shared.progress import progress
from bombe.solvers import Budget

if TYPE_CHECKING:
    from bombe.boards import Board


@click.command(
    epilog="""\b
Kinds:
  full         a full grid
  easy         proper, and singles solve it
  irreducible  proper, and no given can be removed
  few          irreducible, with as few givens as swaps can reach
  hard         irreducible, and it takes many guesses; needs the native kernel
  loose        many solutions: irreducible, then givens removed
  unsolvable   no solution, and a search to find out
  improper     several solutions, half of the cells empty

\b
Examples:
  bombe generate 3x3 --seed 1                      an irreducible 9x9 on one line
  bombe generate 3x4 --kind easy --format framework -o board.txt
  bombe generate 2x3 --kind improper --empties 18 --bombs 12 --count 5
  bombe generate 3x3 --kind few --count 200 -o few.txt"""
)
@click.argument("shape", metavar="MxN")
@click.option("--kind", type=click.Choice([str(kind) for kind in BoardKind]), default="irreducible")
@click.option("--seed", type=int, default=0, help="The same seed makes the same boards.")
@click.option(
    "--count", type=click.IntRange(1), default=1, help="Boards, with seeds from --seed on."
)
@click.option("--givens", type=click.IntRange(0), help="Easy, irreducible, few: stop at so many.")
@click.option("--empties", type=click.IntRange(0), help="Improper: empty so many cells.")
@click.option("--bombs", type=click.IntRange(0), help="Improper: have exactly so many bombs.")
@click.option("--solutions", type=click.IntRange(1), help="Loose: have so many or more.")
@click.option("--guesses", type=click.IntRange(0), help="Hard: take the kernel so many.")
@click.option(
    "--format", "format_name", default="line", metavar="NAME", help="See `bombe convert`."
)
@click.option("-o", "--output", metavar="FILE", help="Write there, not to the terminal.")
@solver_options
@progress_option
def generate(
    shape: str,
    seed: int,
    count: int,
    format_name: str,
    output: str | None,
    seconds: float | None,
    nodes: int | None,
    *,
    no_progress: bool,
    **wishes: Any,
) -> int:
    """Make boards with boxes of M rows by N columns."""
    parsed = Shape.parse(shape)
    target = formats.get(format_name)
    if count > 1 and not target.many:
        names = ", ".join(known.name for known in formats.FORMATS if known.many)
        raise UsageError(f"format {target.name} holds one board, not {count}: use {names}")
    with (
        stop_signal() as stop,
        emitter(None, output) as emit,
        progress("boards made:", wanted=not no_progress and count > 1, output=output) as advance,
    ):
        for number in range(seed, seed + count):
            budget = Budget(seconds, nodes, stop.is_set)
            try:
                board: Board = make_board(parsed, seed=number, budget=budget, **wishes)
            except OutOfBudgetError as error:
                before = f"; the {number - seed} before it are complete" if number > seed else ""
                why = "interrupted" if stop.is_set() else f"{error}"
                notify(f"no board from seed {number}: {why}{before}")
                return 130 if stop.is_set() else 4
            emit.rendered(target.write(state_of(board)).rstrip("\n"))
            _say_what_was_missed(board, wishes["givens"], wishes["guesses"], number)
            advance()
    return 0


def _say_what_was_missed(board: Board, givens: int | None, guesses: int | None, seed: int) -> None:
    """Say where a board has more givens, or takes fewer guesses, than were wished for."""
    if givens is not None and board.givens > givens:
        notify(
            f"seed {seed}: {board.givens} givens, not {givens}: none of them can be spared; "
            "try other seeds"
        )
    if guesses is not None and (taken := mean_guesses([board])) < guesses:
        notify(f"seed {seed}: {taken:.0f} guesses, not {guesses}: try other seeds")
