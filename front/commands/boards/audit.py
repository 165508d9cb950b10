"""`bombe audit`: which legal moves are safe, and which are bombs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from bombe.analysis.audit import Audit
from bombe.analysis.drawing.sheet import sheet_of_audit
from bombe.analysis.drawing.text import draw_text
from bombe.analysis.results import with_noun
from bombe.analysis.runs.questions import AuditQuery
from bombe.commands.shared.groups import Command
from bombe.commands.shared.runner import AnswerDisplay, runner_options, with_footer

if TYPE_CHECKING:
    from bombe.analysis.drawing.look import Look
    from bombe.analysis.runs.query import Answer, Tally
    from bombe.commands.shared.runner import Runner

_KINDS = ("proper", "with several solutions", "without a solution", "not counted")


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  bombe audit hard-3x3                       draw a bundled board with its bombs
  bombe audit game.txt --svg bombs.svg       the same as a picture
  bombe audit match.jsonl#3 --ply 20         a position of a game
  bombe audit hard-3x3 --rate                how hard is each bomb to see?
  bombe audit puzzles.txt -j 2 -o audits.csv            the extension selects the format
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

    A bomb is a legal move that makes the board unsolvable. A single board is drawn with its
    candidates. Several boards get one line each, in order, and a summary.
    """
    return runner.run(AuditQuery(**options), _SHOWN)


def _drawn(answer: Answer, look: Look) -> str:
    result: Any = answer.result
    return with_footer(result, draw_text(sheet_of_audit(result), look))


def _summary(tally: Tally) -> str:
    """Return the audits of many boards in one line."""
    from bombe.analysis.why.ratings import LEVELS, level_words  # one board needs none of it

    sums = tally.counts
    boards = ", ".join(f"{sums[kind]} {kind}" for kind in _KINDS if sums[kind])
    moves = f"{sums['safe']} safe moves, {with_noun(sums['bombs'], 'bomb')}"
    undecided = f", {sums['undecided']} undecided" if sums["undecided"] else ""
    levels = [f"{sums[name]} {level_words(at)}" for at, name in enumerate(LEVELS) if sums[name]]
    rated = f" ({', '.join(levels)})" if levels else ""
    return (
        f"{tally.positions} boards: {boards}; {moves}{rated}{undecided}; "
        f"{tally.seconds:.2f} s of solving"
    )


_SHOWN = AnswerDisplay(_drawn, _summary, svg=Audit.svg, summary_to_stderr=False)
