"""`bombe audit`: which legal moves are safe, and which are bombs."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import click

from bombe.analysis.audit import Audit
from bombe.analysis.audit import audit as audit_board
from bombe.analysis.drawing.sheet import sheet_of_audit
from bombe.analysis.drawing.text import draw_text
from bombe.analysis.results import counted
from bombe.commands.shared.groups import Command
from bombe.commands.shared.runner import Asked, Finding, runner_options, with_footer

if TYPE_CHECKING:
    from bombe.analysis.batches.batch import Batch
    from bombe.boards import SudokuState
    from bombe.boards.sudoku.packed import Packed
    from bombe.commands.runs.tally import RunTally
    from bombe.commands.shared.runner import Runner
    from bombe.solvers import Budget

_KINDS = ("proper", "with several solutions", "without a solution", "not counted")


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  bombe audit hard-3x3                       draw a bundled board with its bombs
  bombe audit game.txt --svg bombs.svg       the same as a picture
  bombe audit match.jsonl#3 --ply 20         a position of a game
  bombe audit hard-3x3 --rate                how hard is each bomb to see?
  bombe audit puzzles.txt -j 2 -o audits.csv            the suffix says the form
  bombe audit puzzles.txt -j 2 -o audits.csv --resume   after Ctrl-C or a power cut
  bombe audit million.txt -j 2 -o million.masks         bits, which `bombe.masks` reads
  bombe audit million.txt --shard 2/8 -o part2.jsonl    then: bombe merge -o all.jsonl part*
  bombe audit empty-4x4 --solver cpsat --seconds 5 --json

\b
Exit codes: 0 done, 1 there is a bomb (with --exit-code), 2 wrong usage, 3 bad input,
4 out of time with some moves undecided, 5 solver missing, 130 interrupted.""",
)
@click.option(
    "--limit",
    type=click.IntRange(2),
    default=2,
    help="Stop counting the solutions of a board at this number.",
)
@click.option(
    "--rate",
    is_flag=True,
    help="Also show how hard each bomb is to see: direct, by singles, by pairs, or by cases only.",
)
@runner_options(exit_code=True, masks=True)
def audit(runner: Runner, **options: Any) -> int:
    """Show for every legal move of each BOARD whether it is safe or a bomb.

    A bomb is a move that the rules allow and after which the board has no solution. A single board
    is drawn with its candidates; several get a line each, in order, and a summary.
    """
    find = functools.partial(_find, **options)
    batch = _find_batch if options["limit"] == 2 and not options["rate"] else None
    return runner.run(
        Asked(find, batch=batch, sums=_summary, is_told=False, has_masks=True, is_bulky=True)
    )


def _find_batch(packed: Packed, **how: Any) -> Batch | None:
    from bombe.analysis.batches.audits import audit_chunk  # one board needs no batch

    return audit_chunk(packed, **how)


def _find(state: SudokuState, *, solver: str, budget: Budget, limit: int, rate: bool) -> Finding:
    result = audit_board(state, solver=solver, budget=budget, limit=limit, rate=rate)
    levels = {} if result.ratings is None else result.ratings.counts
    return Finding(
        result,
        drawn=lambda look: with_footer(result, draw_text(sheet_of_audit(result), look)),
        line=result.summary(),
        svg=result.svg,
        is_yes=not result.bombs,
        counts={
            "safe": len(result.safe),
            "bombs": len(result.bombs),
            "undecided": len(result.undecided),
            _kind(result): 1,
            **levels,
        },
    )


def _kind(result: Audit) -> str:
    count = result.solutions
    if count.value > 1:
        return "with several solutions"
    if not count.exact:
        return "not counted"
    return "proper" if count.value else "without a solution"


def _summary(tally: RunTally) -> str:
    """Return the audits of many boards in one line."""
    from bombe.analysis.why.ratings import LEVELS, level_words  # one board needs none of it

    sums = tally.counts
    boards = ", ".join(f"{sums[kind]} {kind}" for kind in _KINDS if sums[kind])
    moves = f"{sums['safe']} safe moves, {counted(sums['bombs'], 'bomb')}"
    undecided = f", {sums['undecided']} undecided" if sums["undecided"] else ""
    levels = [f"{sums[name]} {level_words(at)}" for at, name in enumerate(LEVELS) if sums[name]]
    rated = f" ({', '.join(levels)})" if levels else ""
    return (
        f"{tally.positions} boards: {boards}; {moves}{rated}{undecided}; "
        f"{tally.seconds:.2f} s of solving"
    )
