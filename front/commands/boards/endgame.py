"""`bombe endgame`: the exact margin of a position, and what every move is worth."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import click

from bombe.analysis.drawing.notes import best_play, notes_of_endgame
from bombe.analysis.drawing.notes_svg import draw_svg
from bombe.analysis.drawing.notes_text import draw_text
from bombe.analysis.endgame import margins as analysis
from bombe.commands.boards.watching import watching
from bombe.commands.shared.groups import Command
from bombe.commands.shared.runner import (
    Asked,
    Finding,
    runner_options,
    with_default_seconds,
    with_footer,
)
from bombe.solvers.native.free_memory import default_memory, free_memory

if TYPE_CHECKING:
    from bombe.analysis.drawing.look import Look
    from bombe.analysis.endgame.margins import Endgame
    from bombe.boards import SudokuState
    from bombe.commands.runs.tally import RunTally
    from bombe.commands.shared.runner import Runner
    from bombe.solvers import Budget

DEFAULT_SECONDS = 10.0
"""What a position gets without --seconds and --nodes."""
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
    help="Memory for the tables.  [default: a quarter of what is free]",
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
def endgame(runner: Runner, **options: Any) -> int:
    """Solve each BOARD exactly: the margin of best play, and the value of every move.

    The margin is the best final score difference for the mover from here on; the scores so far do
    not matter. Without --seconds and --nodes the limit is 10 seconds for each position; when it is
    reached, or Ctrl-C ends the work, the margin has bounds, and beside them an estimate by the
    tempo law, which is not proven. On a terminal a line shows how much of the tables is done.
    """
    find = functools.partial(_find, jobs=runner.jobs, **options)
    alone = functools.partial(_find, watched=not runner.no_progress, **options)
    return runner.run(Asked(find, alone=alone, sums=_sums, is_slow=True))


def _find(
    state: SudokuState,
    *,
    solver: str,
    budget: Budget,
    memory: int | None,
    threads: int | None,
    no_skips: bool,
    line: bool,
    jobs: int = 1,
    watched: bool = False,
) -> Finding:
    """Answer for one of so many positions at a time."""
    with watching(wanted=watched) as watch:
        found = analysis.solve(
            state,
            with_default_seconds(budget, DEFAULT_SECONDS),
            memory=default_memory(free_memory(), jobs) if memory is None else memory << 20,
            threads=1 if threads is None and jobs > 1 else threads,
            solver=solver,
            skips=not no_skips,
            on_progress=watch,
        )

    def drawn(look: Look) -> str:
        play = "\n".join(best_play(found)) if line else ""
        return with_footer(found, draw_text(notes_of_endgame(found), look), play)

    finding = Finding(
        found,
        drawn,
        line=found.summary(),
        svg=lambda: draw_svg(notes_of_endgame(found)),
        counts={_outcome(found): 1},
    )
    return finding._replace(remedy=found.problem) if found.problem else finding


def _outcome(found: Endgame) -> str:
    if found.low > 0:
        return "won"
    if found.high < 0:
        return "lost"
    return "drawn" if found.low == found.high else "not known"


def _sums(tally: RunTally) -> str:
    """Return in a line what the positions are for the mover."""
    found = (f"{tally.counts[outcome]} {outcome}" for outcome in _OUTCOMES if tally.counts[outcome])
    return f"{tally.positions} positions for the mover: {', '.join(found)}"
