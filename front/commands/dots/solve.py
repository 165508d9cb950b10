"""`bombe dots solve` and `bombe dots table`: exact values, and what every line is worth."""

from __future__ import annotations

import contextlib
import json
import sys
import time
from typing import TYPE_CHECKING, Any

import click

from bombe.analysis.dots import exact as analysis
from bombe.analysis.dots.grid_values import rows, small_grids, table_text
from bombe.analysis.dots.strings import strings_of
from bombe.analysis.dots.text import draw_text
from bombe.boards.dots.state import Grid
from bombe.commands.shared.dots_positions import position_of, position_options
from bombe.commands.shared.exit_codes import Exit
from bombe.commands.shared.groups import Command
from bombe.commands.shared.interrupts import interrupted, stop_signal
from bombe.commands.shared.options import (
    color_option,
    json_option,
    nodes_option,
    progress_option,
    seconds_option,
    take,
)
from bombe.commands.shared.output import look_at, notify
from bombe.solvers import Budget

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.analysis.dots.exact import DotsEndgame
    from bombe.analysis.dots.grid_values import GridValue
    from bombe.analysis.dots.kernel import Watch

_OPEN_SPIEL_SECONDS = 60.0
"""Time limit of OpenSpiel for a grid, without --seconds."""

_memory = click.option(
    "--memory",
    type=click.IntRange(1),
    default=analysis.MEMORY >> 20,
    metavar="MIB",
    help="Memory for the table.",
)
_threads = click.option(
    "-t",
    "--threads",
    type=click.IntRange(1),
    default=1,
    help="Threads that share the table; at most the number of cores.",
)
_search_options = take(seconds_option, nodes_option, _memory, _threads, json_option)


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  bombe dots solve --boxes 3x3
  bombe dots solve --boxes 3x3 --edges "h 1 0; h 1 1; v 0 1" --json
  bombe dots solve position.txt --no-extra-turn --seconds 10
  bombe dots solve --boxes 4x4 --threads 2

\b
POSITION is a file, - for standard input, or a text such as "2x3: h 0 0; v 1 2".
Exit codes: 0 done, 2 wrong usage or a position that is too large, 3 bad input, 4 out of time (there
are only bounds), 130 interrupted.""",
)
@position_options
@_search_options
@color_option
@progress_option
def solve(
    seconds: float | None,
    nodes: int | None,
    memory: int,
    threads: int,
    color: str,
    *,
    as_json: bool,
    no_progress: bool,
    **words: Any,
) -> int:
    """Solve a position: its margin, and the value of every line.

    The margin is what the mover gets from here on minus what the opponent gets. There is no time
    limit; when --seconds, --nodes or Ctrl-C end the search, the results are bounds. Positions with
    up to 64 lines left can be solved, on grids of up to 64 dots.
    """
    state = position_of(**words)
    with stop_signal() as stop, _watching(wanted=not no_progress) as watch:
        budget = Budget(seconds, nodes, stop.is_set)
        found = analysis.solve(state, budget, memory=memory << 20, threads=threads, watch=watch)
    click.echo(found.to_json() if as_json else _text(found, color), color=True)
    return _exit(is_stopped=stop.is_set() and not found.final, is_complete=found.final)


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  bombe dots table
  bombe dots table --lines 31 --seconds 60
  bombe dots table 4x4 --threads 2
  bombe dots table 1x3 2x2 2x3 --against open-spiel

\b
Exit codes: 0 done, 2 wrong usage, 4 out of time (some rows have only bounds), 5 OpenSpiel missing,
130 interrupted.""",
)
@click.argument("grids", nargs=-1, metavar="[RxC]...")
@click.option(
    "--lines",
    type=click.IntRange(4),
    default=24,
    help="Without RxC: all grids of up to this many lines.",
)
@click.option("--no-extra-turn", is_flag=True, help="Only the variant without the extra turn.")
@click.option("--extra-turn", is_flag=True, help="Only the usual game.")
@click.option(
    "--against", type=click.Choice(["open-spiel"]), help="Also time another solver, and compare."
)
@_search_options
@progress_option
def table(
    grids: tuple[str, ...],
    lines: int,
    against: str | None,
    seconds: float | None,
    nodes: int | None,
    memory: int,
    threads: int,
    *,
    no_extra_turn: bool,
    extra_turn: bool,
    as_json: bool,
    no_progress: bool,
) -> int:
    """Solve empty grids: margins, best first lines, effort."""
    chosen = [Grid.parse(text) for text in grids] or small_grids(lines)
    turns = [turn for turn in (True, False) if not (no_extra_turn if turn else extra_turn)]
    found = []
    with stop_signal() as stop, _watching(wanted=not no_progress) as watch:
        budget = Budget(seconds, nodes, stop.is_set)
        for row in rows(
            chosen,
            budget,
            extra_turns=turns or (True, False),
            memory=memory << 20,
            threads=threads,
            watch=watch,
        ):
            if stop.is_set() and not row.found.final:
                break
            found.append(_compared(row, seconds or _OPEN_SPIEL_SECONDS) if against else row)
    click.echo(json.dumps([row.to_dict() for row in found]) if as_json else table_text(found))
    return _exit(is_stopped=stop.is_set(), is_complete=all(row.found.final for row in found))


def _compared(row: GridValue, seconds: float) -> GridValue:
    from bombe.analysis.dots.open_spiel import ask_open_spiel

    state = row.found.state
    return row._replace(spiel=ask_open_spiel(state, seconds)) if state.extra_turn else row


def _exit(*, is_stopped: bool, is_complete: bool) -> Exit:
    """Report whether something is missing, and return the exit code."""
    if is_stopped:
        return interrupted()
    if not is_complete:
        notify("not complete: raise --seconds or --nodes")
    return Exit.DONE if is_complete else Exit.OUT_OF_BUDGET


def _text(found: DotsEndgame, color: str) -> str:
    """Return a drawing of the position with its best lines doubled, and the value of each line."""
    recommended = found.best if found.final and len(found.best) < len(found.moves) else ()
    drawn = draw_text(strings_of(found.state), look_at(sys.stdout, color), recommended)
    values = sorted({(-value.high, -value.low) for value in found.moves})
    listed = "".join(f"\n   {_listed(found, -low, -high)}" for high, low in values)
    footer = f"   answered by {found.solver} in {found.seconds * 1000:.1f} ms, {found.nodes} nodes"
    return f"{found.summary()}\n\n{drawn}\n{listed}\n\n{footer}"


def _listed(found: DotsEndgame, low: int, high: int) -> str:
    lines = ", ".join(str(v.move) for v in found.moves if (v.low, v.high) == (low, high))
    return f"{low:+d}: {lines}" if low == high else f"{low:+d} to {high:+d}: {lines}"


@contextlib.contextmanager
def _watching(*, wanted: bool) -> Iterator[Watch | None]:
    """Yield the function that shows the progress of a search, if there is a terminal."""
    if not wanted or not sys.stderr.isatty():
        yield None
        return
    begin = time.monotonic()

    def show(nodes: int, low: int, high: int) -> None:
        elapsed = time.monotonic() - begin
        known = f"margin {low} to {high}" if low < high else f"margin {low}, valuing every line"
        text = f"{nodes:,} nodes, {known}, {elapsed:.0f} s"
        click.echo(f"\r{text:<60}", nl=False, err=True)

    try:
        yield show
    finally:
        click.echo(f"\r{'':<60}\r", nl=False, err=True)
