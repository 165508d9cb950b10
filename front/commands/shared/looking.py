"""What `bombe tempo` and `bombe endgame` share: their options, and the loop over positions."""

from __future__ import annotations

import functools
import json
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from bombe.analysis.drawing.notes_svg import draw_svg
from bombe.analysis.drawing.notes_text import draw_text
from bombe.analysis.parallel import map_in_order
from bombe.boards.errors import UnsupportedError
from bombe.commands.shared.inputs import Inputs, peek
from bombe.commands.shared.interrupts import stop_signal
from bombe.commands.shared.options import (
    boards_argument,
    drawing_options,
    output_options,
    ply_option,
    progress_option,
    solver_options,
)
from bombe.commands.shared.output import (
    check_one_picture,
    emitter,
    look_at,
    notify,
    render,
    write_text,
)
from bombe.commands.shared.positions import positions
from bombe.commands.shared.progress import progress
from bombe.solvers import Budget

if TYPE_CHECKING:
    from collections.abc import Callable

    from bombe.analysis.drawing.notes import Notes
    from bombe.analysis.drawing.text import Look
    from bombe.analysis.results import Result
    from bombe.boards import SudokuState
    from bombe.boards.sudoku.formats import Entry

_F = TypeVar("_F", bound="Callable[..., Any]")


class Finding(NamedTuple):
    """What was found out about a position, how to draw it, and what to say below the drawing."""

    result: Result
    notes: Notes
    below: str = ""


class Digest(NamedTuple):
    """What the parent process needs of a finding."""

    text: str
    final: bool


def looking_options(command: _F) -> _F:
    """Take positions, a budget, and where the answers go."""
    jobs = click.option(
        "-j", "--jobs", type=click.IntRange(1), default=1, help="Processes for many positions."
    )
    add = (boards_argument(), ply_option, solver_options, jobs, output_options, drawing_options)
    for option in reversed((*add, progress_option)):
        command = option(command)
    return command


def look_at_positions(
    find: Callable[..., Finding],
    boards: tuple[str, ...],
    format_name: str | None,
    shape: str | None,
    symbols: str | None,
    ply: int | None,
    style: str | None,
    output: str | None,
    svg: str | None,
    color: str,
    jobs: int,
    *,
    no_progress: bool,
    **question: Any,
) -> int:
    """Ask about every position: one is drawn, of many each gets a line; tell the exit code."""
    many, entries = peek(positions(Inputs(boards, format_name, shape, symbols), ply))
    check_one_picture(svg, many=many)
    look = None if many else look_at(sys.stdout, "never" if output else color)
    ask = functools.partial(_digest, find=find, style=style, look=look, svg=svg, question=question)
    unfinished = 0
    with (
        stop_signal() as stop,
        emitter(style, output) as emit,
        progress("positions:", wanted=not no_progress, output=output) as advance,
    ):
        for _, digest in map_in_order(ask, entries, jobs if many else 1, stop):
            unfinished += not digest.final
            emit.rendered(digest.text)
            advance()
    if stop.is_set():
        notify("interrupted; partial results are above")
        return 130
    if unfinished:
        notify(f"{unfinished} not answered in full: raise --seconds or --nodes")
    return 4 if unfinished else 0


def with_usual_seconds(budget: Budget, seconds: float) -> Budget:
    """Give a budget without limits so many seconds."""
    if budget.seconds is None and budget.nodes is None:
        return replace(budget, seconds=seconds)
    return budget


def _digest(
    entry: Entry,
    is_stopped: Callable[[], bool],
    *,
    find: Callable[..., Finding],
    style: str | None,
    look: Look | None,
    svg: str | None,
    question: dict[str, Any],
) -> Digest:
    """Ask about one position and render the answer; runs in a worker where there are several."""
    try:
        found = _ask(find, entry.state, is_stopped, **question)
    except UnsupportedError as error:
        if look is not None:
            raise
        lines = {"source": str(entry.place), "error": str(error)}
        return Digest(json.dumps(lines) if style else ": ".join(lines.values()), final=False)
    if svg:
        write_text(svg, draw_svg(found.notes))
    return Digest(_text(found, entry, style, look), found.result.final)


def _ask(
    find: Callable[..., Finding],
    state: SudokuState,
    is_stopped: Callable[[], bool],
    *,
    seconds: float | None,
    nodes: int | None,
    **question: Any,
) -> Finding:
    return find(state, Budget(seconds, nodes, is_stopped), **question)


def _text(found: Finding, entry: Entry, style: str | None, look: Look | None) -> str:
    result = found.result
    if style:
        return render(style, {**result.to_dict(), "source": str(entry.place)})
    if look is None:
        return f"{entry.place}: {result.summary()}"
    parts = [result.summary(), draw_text(found.notes, look)]
    milliseconds = (result.effort.build + result.effort.search) * 1000
    footer = f"   answered by {result.solver} in {milliseconds:.1f} ms"
    return "\n\n".join([*parts, *filter(None, [found.below]), footer])
