"""`bombe audit`: which legal moves are safe, and which are bombs."""

from __future__ import annotations

import functools
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from bombe.analysis.audit import Audit
from bombe.analysis.audit import audit as audit_board
from bombe.analysis.drawing.sheet import sheet_of_audit
from bombe.analysis.drawing.text import Look, draw_text
from bombe.analysis.parallel import map_in_order
from bombe.analysis.results import counted
from bombe.commands.shared.inputs import Inputs, peek
from bombe.commands.shared.interrupts import stop_signal
from bombe.commands.shared.options import (
    boards_argument,
    drawing_options,
    exit_code_option,
    output_options,
    progress_option,
    solver_options,
)
from bombe.commands.shared.output import (
    check_one_picture,
    emitter,
    look_at,
    notify,
    render,
    write_picture,
)
from bombe.commands.shared.progress import progress
from bombe.solvers import Budget

if TYPE_CHECKING:
    from collections.abc import Callable

    from bombe.boards.sudoku.formats import Entry


@click.command(
    epilog="""\b
Examples:
  bombe audit hard-3x3                       draw a bundled board with its bombs
  bombe audit game.txt --svg bombs.svg       the same as a picture
  bombe audit puzzles.txt -j 2 --csv -o audit.csv
  bombe audit empty-4x4 --solver cpsat --seconds 5 --json

\b
Exit codes: 0 done, 1 there is a bomb (with --exit-code), 3 bad input,
4 out of time with the rest undecided, 5 solver missing, 130 interrupted."""
)
@boards_argument()
@solver_options
@click.option(
    "--limit", type=click.IntRange(2), default=2, help="Count the solutions of a board this far."
)
@click.option("-j", "--jobs", type=click.IntRange(1), default=1, help="Processes for many boards.")
@output_options
@drawing_options
@exit_code_option
@progress_option
def audit(
    boards: tuple[str, ...],
    format_name: str | None,
    shape: str | None,
    symbols: str | None,
    style: str | None,
    output: str | None,
    svg: str | None,
    color: str,
    jobs: int,
    *,
    exit_code: bool,
    no_progress: bool,
    **question: Any,
) -> int:
    """Tell for every legal move of each BOARD whether it is safe or a bomb.

    A bomb is a move that the rules allow and after which the board has no solution. One board is
    drawn with its candidates; of many, each gets a line, in order, and a summary follows.
    """
    many, entries = peek(Inputs(boards, format_name, shape, symbols).entries())
    check_one_picture(svg, many=many)
    look = look_at(sys.stdout, "never" if output else color)
    ask = functools.partial(_digest, style=style, look=None if many else look, svg=svg, **question)
    tally = Tally()
    with (
        stop_signal() as stop,
        emitter(style, output) as emit,
        progress("boards audited:", wanted=not no_progress, output=output) as advance,
    ):
        for _, digest in map_in_order(ask, entries, jobs if many else 1, stop):
            if many and stop.is_set() and not digest.final:
                continue
            tally.add(digest)
            emit.rendered(digest.text)
            advance()
    if many:
        (notify if style or output else click.echo)(tally.summary())
    if stop.is_set():
        notify("interrupted; partial results are above")
        return 130
    return tally.exit_code(wants_no_bombs=exit_code)


class Digest(NamedTuple):
    """What the parent needs of an audit: its moves are slow to send between processes."""

    text: str
    final: bool
    kind: str
    safe: int
    bombs: int
    undecided: int
    seconds: float


def _digest(
    entry: Entry,
    is_stopped: Callable[[], bool],
    *,
    style: str | None,
    look: Look | None,
    svg: str | None,
    solver: str,
    seconds: float | None,
    nodes: int | None,
    limit: int,
) -> Digest:
    """Audit one position and render it; runs in a worker process where there are several."""
    budget = Budget(seconds, nodes, is_stopped)
    result = audit_board(entry.state, solver=solver, budget=budget, limit=limit)
    if svg:
        write_picture(svg, sheet_of_audit(result))
    if style:
        text = render(style, {**result.to_dict(), "source": str(entry.place)})
    else:
        text = f"{entry.place}: {result.summary()}" if look is None else _drawing(result, look)
    return Digest(
        text=text,
        final=result.final,
        kind=_kind(result),
        safe=len(result.safe),
        bombs=len(result.bombs),
        undecided=len(result.undecided),
        seconds=result.effort.build + result.effort.search,
    )


class Tally:
    """What a summary of many boards says, counted as they pass."""

    def __init__(self) -> None:
        self.boards = 0
        self.unfinished = 0
        self._sums: Counter[str] = Counter()
        self._seconds = 0.0

    def add(self, digest: Digest) -> None:
        """Count one audit."""
        self.boards += 1
        self.unfinished += not digest.final
        self._seconds += digest.seconds
        for what in ("safe", "bombs", "undecided"):
            self._sums[what] += getattr(digest, what)
        self._sums[digest.kind] += 1

    def summary(self) -> str:
        """Say it in one line."""
        kinds = ("proper", "with several solutions", "without a solution", "not counted")
        boards = ", ".join(f"{self._sums[kind]} {kind}" for kind in kinds if self._sums[kind])
        moves = f"{self._sums['safe']} safe moves, {counted(self._sums['bombs'], 'bomb')}"
        open_moves = f", {self._sums['undecided']} undecided" if self._sums["undecided"] else ""
        return (
            f"{self.boards} boards: {boards}; {moves}{open_moves}; {self._seconds:.2f} s of solving"
        )

    def exit_code(self, *, wants_no_bombs: bool) -> int:
        """Tell how the command ends."""
        if self.unfinished:
            share = f"{self.unfinished} of {self.boards}"
            notify(f"{share} boards not complete: raise --seconds or --nodes")
            return 4
        return int(wants_no_bombs and self._sums["bombs"] > 0)


def _kind(result: Audit) -> str:
    count = result.solutions
    if count.value > 1:
        return "with several solutions"
    if not count.exact:
        return "not counted"
    return "proper" if count.value else "without a solution"


def _drawing(result: Audit, look: Look) -> str:
    """Draw the only board; say who answered, and what to do where the answer is not complete."""
    drawing = draw_text(sheet_of_audit(result), look)
    milliseconds = (result.effort.build + result.effort.search) * 1000
    footer = f"answered by {result.solver} in {milliseconds:.1f} ms"
    if not result.final:
        footer += "; not complete"
    return f"{result.summary()}\n\n{drawing}\n\n   {footer}"
