"""`bombe solve`, `bombe count` and `bombe check`: the plain questions about a board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from bombe.analysis.runs.lines import none_found
from bombe.analysis.runs.questions import CheckQuery, CountQuery, SolveQuery
from bombe.commands.shared.groups import Command
from bombe.commands.shared.runner import AnswerDisplay, runner_options

if TYPE_CHECKING:
    from bombe.analysis.drawing.look import Look
    from bombe.analysis.runs.query import Answer, Tally
    from bombe.commands.shared.runner import Runner


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

    The solutions of a single board are drawn. Several boards get one line each.
    """
    return runner.run(SolveQuery(limit=limit), _SOLVED)


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
    return runner.run(CountQuery(limit=limit), _COUNTED)


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
    return runner.run(CheckQuery(), _CHECKED)


def _solutions(answer: Answer, look: Look) -> str:
    from bombe.analysis.drawing.sheet import sheet_of_board
    from bombe.analysis.drawing.text import draw_text

    result: Any = answer.result
    if not result.found:
        return str(result.with_claim(none_found(result)))
    sheets = (sheet_of_board(found, result.board) for found in result.found)
    return "\n\n".join(draw_text(sheet, look) for sheet in sheets)


def _line(answer: Answer, _look: Look) -> str:
    return answer.result.with_claim(answer.line)


def _summarize(tally: Tally, yes: str, no: str) -> str:
    """Return in a line for how many boards the answer is yes, no, or not known."""
    asked = tally.positions - tally.unsupported
    numbers = {
        yes: asked - tally.negative,
        no: tally.negative - tally.undecided,
        "not decided in time": tally.undecided,
    }
    found = ", ".join(f"{number} {words}" for words, number in numbers.items() if number)
    return f"{tally.positions} boards{found and ': '}{found}"


_SOLVED = AnswerDisplay(
    _solutions,
    lambda tally: _summarize(tally, "with a solution", "without one"),
    svg=lambda result: result.svg(),
)
_COUNTED = AnswerDisplay(_line, lambda tally: _summarize(tally, "with a solution", "without one"))
_CHECKED = AnswerDisplay(_line, lambda tally: _summarize(tally, "proper", "not proper"))
