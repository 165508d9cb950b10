"""`bombe endgame`: the exact margin of a position, and what every move is worth."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from bombe.analysis.drawing.look import Look
from bombe.analysis.drawing.notes import best_play, notes_of_endgame
from bombe.analysis.drawing.notes_svg import draw_svg
from bombe.analysis.drawing.notes_text import draw_text
from bombe.analysis.runs.query import Answer, Tally
from bombe.analysis.runs.questions import EndgameQuery
from bombe.commands.boards.watching import watching
from bombe.commands.shared.groups import Command
from bombe.commands.shared.runner import AnswerDisplay, Runner, runner_options, with_footer

if TYPE_CHECKING:
    from bombe.analysis.endgame.margins import Endgame

_OUTCOMES = ("won", "drawn", "lost", "not known")


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  bombe endgame hard-2x2                      who wins from here, and what each move is worth
  bombe endgame empty-2x2 --no-skips          a whole game, if nobody may play a bomb
  bombe endgame game.txt --line               best play to the end
  bombe endgame match.jsonl#3 --ply 40 --svg endgame.svg
  bombe endgame hard-2x2 --rules rows         in a newer play mode
  bombe endgame - --jsonl < positions.jsonl   one position per line, one result per line
  bombe endgame positions.jsonl -j 2 -o endgames.sqlite

\b
Exit codes: 0 done, 2 wrong usage, 3 bad input, 4 out of time or too large (the margin has only
bounds), 5 solver missing, 130 interrupted, after printing the bounds so far.""",
)
@click.option(
    "--memory",
    type=click.IntRange(1),
    metavar="MIB",
    help="Memory for the tables.  [default: a quarter of the free memory]",
    show_default=False,
)
@click.option(
    "-t",
    "--threads",
    type=click.IntRange(1),
    help="Threads that share the tables; at most the number of cores.  [default: all cores; "
    "with --nodes one]",
    show_default=False,
)
@click.option("--no-skips", is_flag=True, help="Forbid bombs to both players.")
@click.option("--line", is_flag=True, help="Show a line of best play.")
@runner_options(modes=True)
def endgame(runner: Runner, *, line: bool, **options: Any) -> int:
    """Solve each BOARD exactly: the margin of best play, and the value of every move.

    The margin is the best final score difference for the mover from here on; the scores so far do
    not matter. Without --seconds and --nodes the limit is 10 seconds for each position. At the
    limit, or after Ctrl-C, the margin has bounds and an estimate by the tempo law, which is not
    proven. On a terminal a line shows how much of the tables is done.
    """
    shown = AnswerDisplay(functools.partial(_drawn, line=line), _summarize, svg=_svg)
    query = EndgameQuery(jobs=runner.jobs, **options)
    with watching(wanted=not runner.no_progress) as watch:
        return runner.run(query, shown, replace(query, jobs=1, on_progress=watch))


def _drawn(answer: Answer, look: Look, *, line: bool) -> str:
    found: Any = answer.result
    play = "\n".join(best_play(found)) if line else ""
    return with_footer(found, draw_text(notes_of_endgame(found), look), play)


def _svg(found: Endgame) -> str:
    return draw_svg(notes_of_endgame(found))


def _summarize(tally: Tally) -> str:
    """Return in a line what the positions are for the mover."""
    found = (f"{tally.counts[outcome]} {outcome}" for outcome in _OUTCOMES if tally.counts[outcome])
    return f"{tally.positions} positions for the mover: {', '.join(found)}"
