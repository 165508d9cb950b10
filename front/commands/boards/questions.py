"""`bombe solve`, `bombe count` and `bombe check`: the plain questions about a board."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import click

from bombe.analysis import questions
from bombe.boards.sudoku.symbols import board_line
from bombe.commands.shared.groups import Command
from bombe.commands.shared.runner import Finding, runner_options
from bombe.solvers import Verdict

if TYPE_CHECKING:
    from bombe.analysis.drawing.look import Look
    from bombe.analysis.questions import Counted, Solutions
    from bombe.boards import SudokuState
    from bombe.commands.shared.runner import Runner
    from bombe.solvers import Budget


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  bombe solve hard-3x3
  bombe solve empty-2x2 --limit 3 --json
  bombe solve puzzles.txt --solver sat -o solutions.txt

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
    return runner.run(functools.partial(_solve, limit=limit))


def _solve(state: SudokuState, *, solver: str, budget: Budget, limit: int) -> Finding:
    result = questions.solve(state.board, limit, solver=solver, budget=budget)
    unsolved = "" if result.found else _none_found(result)

    def drawn(look: Look) -> str:
        from bombe.analysis.drawing.sheet import sheet_of_board
        from bombe.analysis.drawing.text import draw_text

        sheets = (sheet_of_board(found, result.board) for found in result.found)
        return unsolved or "\n\n".join(draw_text(sheet, look) for sheet in sheets)

    return Finding(
        result,
        drawn,
        line=unsolved or " ".join(map(board_line, result.found)),
        svg=result.svg,
        is_yes=result.solvable is Verdict.YES,
    )


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  bombe count random-3x3 --limit 0
  bombe count puzzles.txt --limit 100 --csv

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
    return runner.run(functools.partial(_count, limit=limit or None))


def _count(state: SudokuState, *, solver: str, budget: Budget, limit: int | None) -> Finding:
    result = questions.count(state.board, limit, solver=solver, budget=budget)
    line = _counted(result)
    return Finding(result, lambda _look: line, line, is_yes=result.count.value > 0)


def _counted(result: Counted) -> str:
    if result.count.exact:
        return f"{result.count}"
    advice = "raise --limit, or --limit 0 for all" if result.final else "not complete"
    return f"{result.count} ({advice})"


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  bombe check hard-3x3
  bombe check puzzles.txt --jsonl
  bombe check puzzle.sdk --exit-code && echo proper

\b
Exit codes: 0 done, 1 a board is not proper (with --exit-code), 2 wrong usage, 3 bad input,
4 out of time, 5 solver missing, 130 interrupted.""",
)
@runner_options(drawing=False, exit_code=True)
def check(runner: Runner) -> int:
    """Check whether each BOARD is proper: whether it has exactly one solution."""
    return runner.run(_check)


def _check(state: SudokuState, *, solver: str, budget: Budget) -> Finding:
    result = questions.solve(state.board, 2, solver=solver, budget=budget)
    line = _checked(result)
    return Finding(result, lambda _look: line, line, is_yes=result.unique is Verdict.YES)


def _checked(result: Solutions) -> str:
    if result.unique is Verdict.YES:
        return "proper: exactly one solution"
    return _none_found(result) if len(result.found) < 2 else _two_found(result)


def _none_found(result: Solutions) -> str:
    """Return why there is no solution, or that none, or no second one, was found in time."""
    if not result.final:
        found = "a solution, but no second one yet" if result.found else "no solution yet"
        return f"unknown: {found}"
    clashes = result.board.clashes()
    return f"no solution: {clashes[0]}" if clashes else "no solution, though no givens clash"


def _two_found(result: Solutions) -> str:
    """Return where two solutions differ first."""
    one, two = result.found
    cell = next(c for c in range(result.board.shape.cells) if one.values[c] != two.values[c])
    place = result.board.shape.coordinates(cell)
    return (
        f"not proper: at least 2 solutions, with {one[place]} or {two[place]} "
        f"at ({place[0]},{place[1]})"
    )
