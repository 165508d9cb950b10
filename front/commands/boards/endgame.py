"""`bombe endgame`: the exact margin of a position, and what every move is worth."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import click

from bombe.analysis.drawing.notes import best_play, notes_of_endgame
from bombe.analysis.drawing.notes_svg import draw_svg
from bombe.analysis.drawing.notes_text import draw_text
from bombe.analysis.endgame import margins as analysis
from bombe.commands.shared.runner import (
    Finding,
    runner_options,
    with_default_seconds,
    with_footer,
)

if TYPE_CHECKING:
    from bombe.analysis.drawing.look import Look
    from bombe.boards import SudokuState
    from bombe.commands.shared.runner import Runner
    from bombe.solvers import Budget

DEFAULT_SECONDS = 10.0
"""What a position gets without --seconds and --nodes."""


@click.command(
    epilog="""\b
Examples:
  bombe endgame hard-2x2                      who wins from here, and what each move is worth
  bombe endgame empty-2x2 --no-skips          a whole game, if nobody may play a bomb
  bombe endgame game.txt --line               best play to the end
  bombe endgame match.jsonl#3 --ply 40 --svg endgame.svg
  bombe endgame - --jsonl < positions.jsonl   one position per line, one result per line

\b
Exit codes: 0 done, 2 wrong usage or a position that is too large, 3 bad input, 4 out of time (the
margin has only bounds), 5 solver missing, 130 interrupted."""
)
@click.option(
    "--memory",
    type=click.IntRange(1),
    default=analysis.MEMORY >> 20,
    metavar="MIB",
    help="Memory for the tables.",
)
@click.option("--no-skips", is_flag=True, help="Forbid bombs to both players.")
@click.option("--line", is_flag=True, help="Show a line of best play.")
@runner_options()
def endgame(runner: Runner, **options: Any) -> int:
    """Solve each BOARD exactly: the margin of best play, and the value of every move.

    The margin is the best final score difference for the mover from here on; the scores so far do
    not matter. Without --seconds and --nodes the limit is 10 seconds for each position; when it is
    reached, the margin has bounds.
    """
    return runner.run(functools.partial(_find, **options))


def _find(
    state: SudokuState, *, solver: str, budget: Budget, memory: int, no_skips: bool, line: bool
) -> Finding:
    budget = with_default_seconds(budget, DEFAULT_SECONDS)
    found = analysis.solve(state, budget, memory=memory << 20, solver=solver, skips=not no_skips)

    def drawn(look: Look) -> str:
        play = "\n".join(best_play(found)) if line else ""
        return with_footer(found, draw_text(notes_of_endgame(found), look), play)

    return Finding(
        found,
        drawn,
        line=found.summary(),
        svg=lambda: draw_svg(notes_of_endgame(found)),
    )
