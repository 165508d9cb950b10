"""`bombe endgame`: the exact margin of a position, and what every move is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from bombe.analysis.drawing.notes import best_play, notes_of_endgame
from bombe.analysis.endgame import margins as analysis
from bombe.commands.shared.looking import (
    Finding,
    look_at_positions,
    looking_options,
    with_usual_seconds,
)

if TYPE_CHECKING:
    from bombe.boards import SudokuState
    from bombe.solvers import Budget

USUAL_SECONDS = 10.0
"""What a position gets if nothing is said."""


@click.command(
    epilog="""\b
Examples:
  bombe endgame hard-2x2                      who wins from here, and what each move is worth
  bombe endgame empty-2x2 --no-skips          a whole game, if nobody may play a bomb
  bombe endgame game.txt --line               best play to the end
  bombe endgame match.jsonl#3 --ply 40 --svg endgame.svg
  bombe endgame - --jsonl < positions.jsonl   a position per line, an answer per line

\b
Exit codes: 0 done, 2 wrong usage, or a position that is too large; 3 bad input, 4 out of time: the
margin has bounds only; 5 solver missing, 130 interrupted."""
)
@looking_options
@click.option(
    "--memory",
    type=click.IntRange(1),
    default=analysis.MEMORY >> 20,
    metavar="MIB",
    help="What the tables may take.",
)
@click.option("--no-skips", is_flag=True, help="Nobody may play a bomb.")
@click.option("--line", is_flag=True, help="Show a line of best play.")
def endgame(**words: Any) -> int:
    """Solve each BOARD: the margin of best play, and the value of every move for the mover.

    The margin is the best final score difference from here on; the scores so far do not matter.
    Without --seconds or --nodes a board gets 10 seconds; then there are bounds.
    """
    return look_at_positions(_find, **words)


def _find(
    state: SudokuState, budget: Budget, *, solver: str, memory: int, no_skips: bool, line: bool
) -> Finding:
    budget = with_usual_seconds(budget, USUAL_SECONDS)
    found = analysis.solve(state, budget, memory=memory << 20, solver=solver, skips=not no_skips)
    return Finding(found, notes_of_endgame(found), "\n".join(best_play(found)) if line else "")
