"""`bombe hint`: where to look in a puzzle, why, and what stands there."""

from __future__ import annotations

import functools
import textwrap
from typing import TYPE_CHECKING, Any

import click

from bombe.analysis import hint as analysis
from bombe.analysis.runs.questions import HintQuery
from bombe.boards.errors import UsageError
from bombe.commands.shared.groups import Command
from bombe.commands.shared.runner import AnswerDisplay, runner_options

if TYPE_CHECKING:
    from bombe.analysis.drawing.look import Look
    from bombe.analysis.runs.query import Answer, Tally
    from bombe.commands.shared.runner import Runner

_MORE = ("", "  (--level 2: why)", "  (--level 3: what)", "")


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  bombe hint easy-3x3                 where to look
  bombe hint easy-3x3 --level 2       and why
  bombe hint easy-3x3 --level 3       and the value
  bombe hint easy-3x3 --level 3 --svg hint.svg
  bombe hint puzzles.txt --jsonl -j 2

\b
Exit codes: 0 done, 1 there is no hint (with --exit-code), 2 wrong usage, 3 bad input,
4 out of time, 5 solver missing, 130 interrupted.""",
)
@click.option(
    "--level",
    type=click.IntRange(1, analysis.HINT_LEVELS),
    default=1,
    help="1: the place to look; 2: also the deduction; 3: also the value.",
)
@runner_options(exit_code=True)
def hint(runner: Runner, level: int) -> int:
    """Show a hint for each BOARD, a puzzle: where the easiest forced cell is.

    Cells are named as r1c3, counted from 1. The picture of --svg shows the whole hint, so it needs
    --level 3. Records for programs contain the whole hint, too. Without --seconds and --nodes the
    limit is 5 seconds for each board.
    """
    if runner.svg and level < analysis.HINT_LEVELS:
        raise UsageError(f"--svg draws the whole hint: give --level {analysis.HINT_LEVELS}, too")
    shown = AnswerDisplay(functools.partial(_drawn, level=level), _summarize, svg=analysis.Hint.svg)
    return runner.run(HintQuery(level=level), shown)


def _drawn(answer: Answer, look: Look, level: int) -> str:
    found: Any = answer.result
    if found.explanation is None or level < analysis.HINT_LEVELS:
        return f"{found.text(level)}{_MORE[level] if found.explanation else ''}"
    steps = found.explanation.refutation and found.explanation.refutation.steps
    shown = [found.text(), *(found.explanation.text.splitlines() if steps else [])]
    return "\n".join(textwrap.fill(line, min(look.width, 100)) for line in shown)


def _summarize(tally: Tally) -> str:
    return f"{tally.positions} boards: {tally.positions - tally.negative} with a hint"
