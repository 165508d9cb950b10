"""`bombe tempo`: who has the tempo, and which moves keep or take it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from bombe.analysis.drawing.notes import notes_of_tempo
from bombe.analysis.tempo import report as analysis
from bombe.commands.shared.looking import (
    Finding,
    look_at_positions,
    looking_options,
    with_usual_seconds,
)

if TYPE_CHECKING:
    from bombe.boards import SudokuState
    from bombe.solvers import Budget

USUAL_SECONDS = 2.0
"""What a position gets if nothing is said; the bombs are counted long before."""


@click.command(
    epilog="""\b
Examples:
  bombe tempo hard-3x3                  who is winning, and which moves keep it
  bombe tempo empty-4x4                 all bombs are counted on boards of any size
  bombe tempo game.txt --svg tempo.svg  a game text of the course's framework (v14)
  bombe tempo match.jsonl#3 --ply 20    a position of a match log
  bombe tempo match.jsonl#3             a line for every position of the game

\b
In the drawing 5+ is a fill and x5+ a skip that keeps or takes the tempo; 5- and x5- leave it to
the opponent. Exit codes: 0 done, 3 bad input, 4 out of time, 5 solver missing, 130 interrupted."""
)
@looking_options
@click.option(
    "--exact",
    type=click.IntRange(0),
    metavar="E",
    help=f"Solve exactly, too, where at most so many cells are empty: {analysis.EXACT}, or "
    f"{analysis.PLAIN} without the native kernel.",
)
def tempo(**words: Any) -> int:
    """Tell for each BOARD who has the tempo: who fills the last cell, and by which moves.

    The mover is lost where the number of empty cells and that of usable bombs are both even;
    docs/theory/tempo.md has the proof, the exceptions and the measurements. Without --seconds a
    position gets 2.
    """
    return look_at_positions(_find, **words)


def _find(state: SudokuState, budget: Budget, *, solver: str, exact: int | None) -> Finding:
    budget = with_usual_seconds(budget, USUAL_SECONDS)
    found = analysis.tempo(state, budget, solver=solver, exact=exact)
    return Finding(found, notes_of_tempo(found), _advice(found))


def _advice(found: analysis.Tempo) -> str:
    """Say what our rule and the winners' rule want."""
    lines = []
    for advice in found.advice:
        whose = "ours" if advice.rule == "P" else "the tournament winners'"
        errs = f"; {advice.errs}" if advice.errs else ""
        lines.append(f"   rule {advice.rule} ({whose}): {advice.kind}{errs}")
    return "\n".join(lines)
