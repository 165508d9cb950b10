"""The loop of the commands that ask one question of every position, and their common options.

A command supplies a function that answers for one position and says how people see the answer;
reading, worker processes, output, progress, Ctrl-C and the exit code are here.
"""

from __future__ import annotations

import dataclasses
import functools
import sys
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Protocol

from bombe.analysis.drawing.files.writing import check_picture, is_picture
from bombe.analysis.workers import workers_of
from bombe.boards.errors import UnsupportedError, UsageError
from bombe.boards.text.visible import visible
from bombe.commands.shared.exits import Exit
from bombe.commands.shared.inputs import Inputs, peek
from bombe.commands.shared.interrupts import interrupted, stop_signal
from bombe.commands.shared.options import (
    boards_argument,
    drawing_options,
    exit_code_option,
    jobs_option,
    notation_option,
    output_options,
    progress_option,
    solver_options,
    take,
    take_as,
)
from bombe.commands.shared.output import (
    check_one_picture,
    draw_to,
    emitter,
    look_at,
    notify,
    render,
    say,
)
from bombe.commands.shared.progress import progress
from bombe.solvers import Budget
from bombe.solvers.foreign.starting import starting_within

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from bombe.analysis.drawing.look import Look
    from bombe.analysis.outputs.payload import Payload
    from bombe.analysis.results import Result
    from bombe.boards import SudokuState
    from bombe.boards.sudoku.formats import Entry
    from bombe.commands.shared.options import Option
    from bombe.commands.shared.output import Emitter


class Finding(NamedTuple):
    """The result for one position, and how people see it."""

    result: Result
    drawn: Callable[[Look], str]
    """What is shown of the only position."""
    line: str
    """What is shown of one position of many."""
    svg: Callable[[], str] | None = None
    is_yes: bool = True
    """Whether --exit-code lets the command end with 0."""
    counts: Mapping[str, int] = {}
    """Numbers that a summary adds up."""
    remedy: str = "raise --seconds or --nodes"
    """What to do if the result is not final."""
    records: Sequence[Result] | None = None
    """What programs get of it, if that is not the result itself."""


class Find(Protocol):
    """The function of a command: it has to be one that can be sent to a worker process."""

    def __call__(self, state: SudokuState, *, solver: str, budget: Budget) -> Finding:
        """Answer for one position."""


class Reply(NamedTuple):
    """What the parent process needs of a finding: results are slow to send."""

    texts: tuple[str | Payload, ...]
    is_final: bool = False
    is_yes: bool = True
    seconds: float = 0.0
    counts: Mapping[str, int] = {}
    error: str = ""
    remedy: str = ""


@dataclass
class Totals:
    """What a run adds up."""

    positions: int = 0
    unfinished: int = 0
    unsupported: int = 0
    noes: int = 0
    seconds: float = 0.0
    counts: Counter[str] = field(default_factory=Counter)
    remedies: dict[str, None] = field(default_factory=dict)

    def add(self, reply: Reply) -> None:
        """Count one reply."""
        self.positions += 1
        self.unsupported += bool(reply.error)
        self.unfinished += not (reply.is_final or reply.error)
        self.noes += not reply.is_yes
        self.seconds += reply.seconds
        self.counts.update(reply.counts)
        if not (reply.is_final or reply.error):
            self.remedies[reply.remedy] = None


@dataclass(frozen=True)
class Runner:
    """What a command was asked: the positions, the budget of each, and where the answers go."""

    inputs: Inputs
    solver: str
    seconds: float | None
    nodes: int | None
    jobs: int
    style: str | None
    output: str | None
    no_progress: bool
    svg: str | None = None
    color: str = "never"
    exit_code: bool = False

    def run(
        self,
        find: Find,
        summary: Callable[[Totals], str] | None = None,
        *,
        alone: Find | None = None,
    ) -> Exit:
        """Ask about every position; one is drawn, of many each gets a line and all a summary.

        With `alone` that function answers for a single position, and shows its own progress.
        """
        if self.output and is_picture(self.output):
            return self._drawing().run(find, summary, alone=alone)
        many, entries = peek(self.inputs.entries())
        shows_count = not self.no_progress and (many or alone is None)
        if not many and alone is not None:
            find = alone
        check_one_picture(self.svg, many=many)
        look = None if many else look_at(sys.stdout, "never" if self.output else self.color)
        ask = functools.partial(_reply, find=find, runner=self, look=look)
        totals = Totals()
        with (
            stop_signal() as stop,
            emitter(self.style, self.output, stop) as emit,
            progress(
                "positions:", wanted=shows_count, output=self.output, total=self.inputs.total
            ) as advance,
            workers_of(self.jobs if many else 1) as workers,
        ):
            for _, reply in workers.in_order(ask, entries, stop):
                if many and stop.is_set() and not reply.is_final:
                    continue
                totals.add(reply)
                self._emit(emit, reply)
                advance()
        if many and summary:
            (notify if self.style or self.output else say)(summary(totals))
        if stop.is_set():
            return self._interrupted(totals)
        return self._exit(totals)

    def _drawing(self) -> Runner:
        """Return a runner that draws into the file of -o, whose name is that of a picture."""
        if self.style or self.svg:
            raise UsageError(f"-o {self.output} is the name of a picture: give -o another name")
        check_picture(self.output or "")
        return dataclasses.replace(self, svg=self.output, output=None)

    def _interrupted(self, totals: Totals) -> Exit:
        """Report that Ctrl-C ended the run; where a file would be, the emitter has said."""
        if not totals.positions:
            return interrupted("there is no result yet")
        return interrupted("") if self.output else interrupted()

    def _emit(self, emit: Emitter, reply: Reply) -> None:
        """Write a reply, text by text; a row of a table has no place for an error."""
        if reply.error and self.style == "csv":
            notify(reply.error)
            return
        for text in reply.texts:
            emit.rendered(text)

    def _exit(self, totals: Totals) -> Exit:
        """Report what is missing, and return the exit code."""
        of_all = f" of {totals.positions} positions" if totals.positions > 1 else ""
        if totals.unfinished:
            share = f"{totals.unfinished}{of_all} " if of_all else ""
            notify(f"{share}not complete: {'; '.join(totals.remedies)}")
            return Exit.OUT_OF_BUDGET
        if totals.unsupported:
            notify(f"{totals.unsupported}{of_all} not supported: see their lines")
            return Exit.USAGE
        return Exit.NO if self.exit_code and totals.noes else Exit.DONE


def runner_options(
    *,
    drawing: bool = True,
    exit_code: bool = False,
    modes: bool = False,
    metavar: str = "BOARD...",
) -> Option:
    """Take positions, a budget, and where answers go; the command gets them as `runner`."""
    return take(
        boards_argument(modes=modes, metavar=metavar),
        take_as(
            "runner",
            Runner,
            solver_options,
            jobs_option,
            output_options,
            *([drawing_options] if drawing else []),
            *([exit_code_option] if exit_code else []),
            progress_option,
        ),
        notation_option,
    )


def with_default_seconds(budget: Budget, seconds: float) -> Budget:
    """Return a budget; one without limits gets this many seconds."""
    if budget.seconds is None and budget.nodes is None:
        return dataclasses.replace(budget, seconds=seconds)
    return budget


def with_footer(result: Result, *parts: str, heading: str = "") -> str:
    """Return a heading, the parts that are not empty, and who answered.

    Without a heading, the summary of the result is one.
    """
    footer = f"   answered by {result.solver} in {_time(_seconds(result))}"
    doubt = "" if result.final else "; not complete"
    return "\n\n".join([heading or result.summary(), *filter(None, parts), footer + doubt])


def _reply(
    entry: Entry,
    is_stopped: Callable[[], bool],
    *,
    find: Find,
    runner: Runner,
    look: Look | None,
) -> Reply:
    """Answer for one position and render it; runs in a worker process where there are several."""
    try:
        budget = Budget(runner.seconds, runner.nodes, is_stopped)
        with starting_within(runner.seconds):
            found = find(entry.state, solver=runner.solver, budget=budget)
    except UnsupportedError as error:
        if look is not None:
            raise
        lines = {"source": str(entry.place), "error": str(error)}
        text = ": ".join(lines.values())
        return Reply((render(runner.style, lines) if runner.style else text,), error=text)
    if runner.svg and not found.svg:
        raise UsageError(f"there is no picture of this for {runner.svg}: give it another name")
    if runner.svg and found.svg:
        draw_to(runner.svg, found.svg())
    texts = tuple(_texts(found, entry, runner.style, look))
    seconds = _seconds(found.result)
    final = found.result.final
    return Reply(texts, final, found.is_yes, seconds, found.counts, remedy=found.remedy)


def _time(seconds: float) -> str:
    """Return a time with its unit: milliseconds up to a second."""
    if seconds < 1:
        return f"{seconds * 1000:.1f} ms"
    return f"{seconds:.{1 if seconds < 100 else 0}f} s"


def _seconds(result: Result) -> float:
    return result.effort.build + result.effort.search


def _texts(
    found: Finding, entry: Entry, style: str | None, look: Look | None
) -> Iterator[str | Payload]:
    """Yield what is written of a finding: a text for people, or its records."""
    if not style:
        yield visible(f"{entry.place}: {found.line}") if look is None else found.drawn(look)
        return
    for result in [found.result] if found.records is None else found.records:
        values = result.to_row() if style == "csv" else result.to_dict()
        yield render(style, {**values, "source": str(entry.place)})
