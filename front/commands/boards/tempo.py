"""`bombe tempo`: who has the tempo, and which moves keep or take it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from bombe.analysis.drawing.notes import notes_of_tempo
from bombe.analysis.drawing.notes_svg import draw_svg
from bombe.analysis.drawing.notes_text import draw_text
from bombe.analysis.runs.questions import TempoQuery
from bombe.analysis.verdicts import report as analysis
from bombe.commands.shared.groups import Command
from bombe.commands.shared.runner import AnswerDisplay, runner_options, with_footer

if TYPE_CHECKING:
    from bombe.analysis.drawing.look import Look
    from bombe.analysis.runs.query import Answer, Tally
    from bombe.commands.shared.runner import Runner

_WHOSE = {"P": "ours", "W": "the skip rule", "R": "the law of reach"}


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  bombe tempo hard-3x3                  who is winning, and which moves keep it
  bombe tempo empty-4x4                 all bombs are counted on boards of any size
  bombe tempo game.txt --svg tempo.svg  a game text of the course's framework (v14)
  bombe tempo match.jsonl#3 --ply 20    a position of a match log
  bombe tempo hard-3x3 --rules rows     who can reach which cells in a newer play mode
  bombe tempo match.jsonl#3             a line for every position of the game
  bombe tempo positions.jsonl -j 2 -o tempo.csv

\b
In the drawing 5+ is a fill and x5+ a skip that keeps or takes the tempo; 5- and x5- leave it to
the opponent. In the newer play modes [1] and [2] are cells that only one player can ever reach,
[12] both, [] nobody. Exit codes: 0 done, 2 wrong usage, 3 bad input, 4 out of time, 5 solver
missing, 130 interrupted.""",
)
@click.option(
    "--exact",
    type=click.IntRange(0),
    metavar="E",
    help=f"Also solve exactly where at most E cells are empty; default {analysis.EXACT}, or "
    f"{analysis.PLAIN} without the native kernel.",
)
@runner_options(modes=True)
def tempo(runner: Runner, exact: int | None) -> int:
    """Show for each BOARD who has the tempo: who fills the last cell, and by which moves.

    The mover should lose if the number of empty cells and the number of usable bombs are both even:
    docs/theory/tempo.md has the proof, the exceptions and the measurements. In the newer play modes
    the law of reach applies instead, with the cells that each player is sure of:
    docs/theory/modes.md. Without --seconds and --nodes the limit is 2 seconds for each position.
    """
    return runner.run(TempoQuery(exact=exact), _SHOWN)


def _drawn(answer: Answer, look: Look) -> str:
    found: Any = answer.result
    return with_footer(found, draw_text(notes_of_tempo(found), look), _reach(found), _advice(found))


def _summarize(tally: Tally) -> str:
    """Return in a line how often the mover has the tempo."""
    verdicts = ", ".join(f"{count} {verdict}" for verdict, count in sorted(tally.counts.items()))
    return f"{tally.positions} positions: {verdicts}"


def _reach(found: analysis.Tempo) -> str:
    """Return what is sure of each player's cells in the newer play modes."""
    return "" if found.reach is None else "\n".join(f"   {line}" for line in found.reach.lines())


def _advice(found: analysis.Tempo) -> str:
    """Return what the rules advise."""
    lines = []
    for advice in found.advice:
        errs = f"; {advice.errs}" if advice.errs else ""
        lines.append(f"   rule {advice.rule} ({_WHOSE[advice.rule]}): {advice.kind}{errs}")
    return "\n".join(lines)


_SHOWN = AnswerDisplay(_drawn, _summarize, svg=lambda found: draw_svg(notes_of_tempo(found)))
