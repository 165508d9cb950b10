"""`bombe solve`, `bombe count` and `bombe check`: the plain questions about a board."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import click

from bombe.analysis import questions
from bombe.analysis.batches.lines import checked_line, counted_line, none_found, solved_line
from bombe.commands.shared.groups import Command
from bombe.commands.shared.runner import Asked, Finding, runner_options
from bombe.solvers import Verdict

if TYPE_CHECKING:
    from bombe.analysis.batches.batch import Batch
    from bombe.analysis.drawing.look import Look
    from bombe.boards import SudokuState
    from bombe.boards.sudoku.packed import Packed
    from bombe.commands.runs.tally import RunTally
    from bombe.commands.shared.runner import Runner
    from bombe.solvers import Budget


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  bombe solve hard-3x3
  bombe solve empty-2x2 --limit 3 --json
  bombe solve puzzles.txt --solver sat -o solutions.txt
  bombe solve million.txt -j 2 -o solutions.csv --resume

\b
Exit codes: 0 done, 1 a board has no solution (with --exit-code), 2 wrong usage, 3 bad input,
4 out of time, 5 solver missing, 130 interrupted.""",
)
@click.option("--limit", type=click.IntRange(1), default=1, help="Show at most this many.")
@runner_options(exit_code=True)
def solve(runner: Runner, limit: int) -> int:
    """Show the first solutions of each BOARD.

    The solutions of a single board are drawn; several boards get a line each.
    """
    batch = functools.partial(_solve_batch, limit=limit)
    return runner.run(Asked(functools.partial(_solve, limit=limit), batch=batch, sums=_solved))


def _solve_batch(packed: Packed, **how: Any) -> Batch | None:
    from bombe.analysis.batches.questions import solve_chunk  # one board needs no batch

    return solve_chunk(packed, **how)


def _solved(tally: RunTally) -> str:
    return _sums(tally, "with a solution", "without one")


def _solve(state: SudokuState, *, solver: str, budget: Budget, limit: int) -> Finding:
    result = questions.solve(state.board, limit, solver=solver, budget=budget)
    unsolved = "" if result.found else result.with_claim(none_found(result))

    def drawn(look: Look) -> str:
        from bombe.analysis.drawing.sheet import sheet_of_board
        from bombe.analysis.drawing.text import draw_text

        sheets = (sheet_of_board(found, result.board) for found in result.found)
        return unsolved or "\n\n".join(draw_text(sheet, look) for sheet in sheets)

    return Finding(
        result,
        drawn,
        line=solved_line(result),
        svg=result.svg,
        is_yes=result.solvable is Verdict.YES,
    )


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  bombe count random-3x3 --limit 0
  bombe count puzzles.txt --limit 100 --csv
  bombe count million.txt -j 2 -o counts.sqlite

\b
Exit codes: 0 done, 1 a board has no solution (with --exit-code), 2 wrong usage, 3 bad input,
4 out of time, 5 solver missing, 130 interrupted.""",
)
@click.option(
    "--limit", type=click.IntRange(0), default=1000, help="Stop at this number; 0: count all."
)
@runner_options(drawing=False, exit_code=True)
def count(runner: Runner, limit: int) -> int:
    """Count the solutions of each BOARD."""
    asked = functools.partial(_count, limit=limit or None)
    batch = functools.partial(_count_batch, limit=limit or None)
    return runner.run(Asked(asked, batch=batch, sums=_counted))


def _count_batch(packed: Packed, **how: Any) -> Batch | None:
    from bombe.analysis.batches.questions import count_chunk  # one board needs no batch

    return count_chunk(packed, **how)


def _counted(tally: RunTally) -> str:
    return _sums(tally, "with a solution", "without one")


def _count(state: SudokuState, *, solver: str, budget: Budget, limit: int | None) -> Finding:
    result = questions.count(state.board, limit, solver=solver, budget=budget)
    line = counted_line(result)
    return Finding(
        result, lambda _look: result.with_claim(line), line, is_yes=result.count.value > 0
    )


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  bombe check hard-3x3
  bombe check puzzles.txt --jsonl
  bombe check million.txt -j 2 --columns source,unique -o checks.csv
  bombe check puzzle.sdk --exit-code && echo proper

\b
Exit codes: 0 done, 1 a board is not proper (with --exit-code), 2 wrong usage, 3 bad input,
4 out of time, 5 solver missing, 130 interrupted.""",
)
@runner_options(drawing=False, exit_code=True)
def check(runner: Runner) -> int:
    """Check whether each BOARD is proper: whether it has exactly one solution."""
    return runner.run(Asked(_check, batch=_check_batch, sums=_checked))


def _check_batch(packed: Packed, **how: Any) -> Batch | None:
    from bombe.analysis.batches.questions import check_chunk  # one board needs no batch

    return check_chunk(packed, **how)


def _checked(tally: RunTally) -> str:
    return _sums(tally, "proper", "not proper")


def _check(state: SudokuState, *, solver: str, budget: Budget) -> Finding:
    result = questions.solve(state.board, 2, solver=solver, budget=budget)
    line = checked_line(result)
    return Finding(
        result, lambda _look: result.with_claim(line), line, is_yes=result.unique is Verdict.YES
    )


def _sums(tally: RunTally, yes: str, no: str) -> str:
    """Return in a line for how many boards the answer is yes, no, or not known."""
    asked = tally.positions - tally.unsupported
    numbers = {
        yes: asked - tally.noes,
        no: tally.noes - tally.unknown,
        "not decided in time": tally.unknown,
    }
    found = ", ".join(f"{number} {words}" for words, number in numbers.items() if number)
    return f"{tally.positions} boards{found and ': '}{found}"
