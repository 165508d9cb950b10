"""What the commands share that ask one question of every position, and their common options.

A command makes a query of its options, and says how people see the answer about an only position.
One position is asked here; many are a run, see bombe.analysis.runs.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.analysis.drawing.files.writing import check_picture, is_picture
from bombe.analysis.drawing.look import Look
from bombe.analysis.runs.formats import format_of
from bombe.analysis.runs.output import check_resume
from bombe.analysis.runs.query import Answer, BoardQuery, Tally, Target
from bombe.boards.errors import UsageError
from bombe.boards.shard import WHOLE, Shard
from bombe.boards.sudoku.entries import Entry
from bombe.boards.sudoku.notation import current_notation
from bombe.commands.shared.exit_codes import Exit
from bombe.commands.shared.inputs import Inputs, Positions
from bombe.commands.shared.interrupts import interrupted, stop_signal
from bombe.commands.shared.options import (
    Option,
    boards_argument,
    check_option,
    drawing_options,
    exit_code_option,
    masks_option,
    notation_option,
    output_options,
    progress_option,
    solver_options,
    spread_options,
    take,
    take_as,
)
from bombe.commands.shared.output import (
    check_one_picture,
    draw_to,
    emitter,
    look_at,
    notify,
    say,
)
from bombe.solvers.getting import confirmed

if TYPE_CHECKING:
    from bombe.analysis.results import Result
    from bombe.analysis.runs.formats.text import Format
    from bombe.analysis.runs.query import Answer
    from bombe.boards.shard import Shard
    from bombe.boards.sudoku.entries import Entry
    from bombe.commands.shared.inputs import Inputs
    from bombe.commands.shared.options import Option


class AnswerDisplay(NamedTuple):
    """How people see the answers: that to an only position as a drawing, many with a summary.

    `svg` returns the picture of an answer. The summary is for standard error, unless it is
    among lines for people.
    """

    drawn: Callable[[Answer, Look], str]
    summarize: Callable[[Tally], str]
    svg: Callable[[Any], str] | None = None
    summary_to_stderr: bool = True


@dataclass(frozen=True)
class Runner:
    """What a command was asked: the positions, the budget of each, and where the answers go."""

    inputs: Inputs
    solver: str
    seconds: float | None
    nodes: int | None
    jobs: int
    cluster: str | None
    shard: Shard
    resume: bool
    again: bool
    style: str | None
    columns: tuple[str, ...]
    output: str | None
    no_progress: bool
    svg: str | None = None
    color: str = "never"
    exit_code: bool = False
    check: bool = False

    def run(self, query: BoardQuery, shown: AnswerDisplay, alone: BoardQuery | None = None) -> Exit:
        """Ask about every position; one is drawn, of many each gets a line and all a summary.

        `alone` is asked about an only position instead.
        """
        if self.output and is_picture(self.output):
            return self._drawing().run(query, shown, alone)
        form = self._format(query)
        check_resume(self.output, resume=self.resume, again=self.again)
        if self.output:
            self.inputs.check_output(self.output)
        sizes = self._asked(query).sizes(form)
        positions = Positions(self.inputs, sizes, is_patient=self._is_spread)
        check_one_picture(self.svg, many=positions.are_many)
        query = self._asked(query if positions.are_many else alone or query)
        if positions.are_many or self._is_spread or (self.output and form.name != "text"):
            return self._run_many(query, shown, positions, form)
        if form.is_table or not form.is_text:
            raise UsageError(f"{form.name} are for files: give -o FILE")
        return self._run_one(query, shown, positions.first, form)

    @property
    def is_for_programs(self) -> bool:
        """Whether the answers are for programs: -o may have the name of a picture."""
        return format_of(self.style, self.output).name != "text"

    @property
    def _is_spread(self) -> bool:
        return self.shard != WHOLE or self.resume or self.cluster is not None

    def _asked(self, query: BoardQuery) -> BoardQuery:
        """Return a query with the solver and the budget of the options."""
        solver = self.solver
        if self.check and ":" in solver:
            solver = confirmed(solver)
        return replace(query, solver=solver, seconds=self.seconds, nodes=self.nodes)

    def _format(self, query: BoardQuery) -> Format:
        """Return the format of the answers; raise UsageError if there are no such answers."""
        form = format_of(self.style, self.output)
        if form.name in ("masks", "npy") and not query.has_masks:
            raise UsageError("masks are of audits: use `bombe audit`, or give -o another name")
        if self.columns and form.name == "text":
            raise UsageError(
                "--columns chooses from results for programs: give --jsonl, --json or --csv, too"
            )
        return form

    def _run_one(self, query: BoardQuery, shown: AnswerDisplay, entry: Entry, form: Format) -> Exit:
        """Draw the answer for the only position, or write it for programs."""
        look = look_at(sys.stdout, "never" if self.output else self.color)
        with (
            stop_signal() as stop,
            emitter(self.style, self.output, stop, again=self.again) as emit,
        ):
            found = query.alone(entry.state, stop.is_set)
            self._draw(shown, found.result)
            if form.name == "text":
                emit.rendered(shown.drawn(found, look))
            else:
                place, columns = str(entry.place), self.columns or None
                emit.records(form.answers(found.results, found.line, place, columns))
        if stop.is_set():
            return interrupted("") if self.output else interrupted()
        return self._exit(found.tally())

    def _draw(self, shown: AnswerDisplay, result: Result) -> None:
        """Draw the picture of --svg."""
        if self.svg is None:
            return
        if shown.svg is None:
            raise UsageError(f"there is no picture of this for {self.svg}: give it another name")
        draw_to(self.svg, shown.svg(result))

    def _run_many(
        self, query: BoardQuery, shown: AnswerDisplay, positions: Positions, form: Format
    ) -> Exit:
        """Ask about all positions, chunk by chunk."""
        # Imported here: one board needs no processes, no journal, and no chunks.
        from bombe.analysis.runs.run import Destination, Spread, run
        from bombe.commands.shared.watching import watched

        is_alone = not positions.are_many
        target = Target(form, self.columns or None, str(current_notation()), is_alone)
        spread = Spread(self.jobs, self.cluster, self.shard, self.resume, self.again)
        is_watched = not self.no_progress and getattr(query, "on_progress", None) is None
        with watched(self.output, wanted=is_watched) as watch:
            to = Destination(target, self.output)
            tally, is_stopped = run(query, positions.source(self.shard), to, spread, watch)
        if positions.are_many:
            is_text = form.name == "text" and not self.output
            (say if is_text and not shown.summary_to_stderr else notify)(shown.summarize(tally))
        return self._interrupted(tally) if is_stopped else self._exit(tally)

    def _drawing(self) -> Runner:
        """Return a runner that draws into the file of -o, whose name is that of a picture."""
        if self.style or self.svg:
            raise UsageError(f"-o {self.output} is the name of a picture: give -o another name")
        check_picture(self.output or "")
        return replace(self, svg=self.output, output=None)

    def _interrupted(self, tally: Tally) -> Exit:
        """Report that Ctrl-C ended the run; where a file would be, its output has said."""
        if not tally.positions:
            return interrupted("there is no result yet")
        return interrupted("") if self.output else interrupted()

    def _exit(self, tally: Tally) -> Exit:
        """Report what is missing, and return the exit code."""
        of_all = f" of {tally.positions} positions" if tally.positions > 1 else ""
        if tally.unfinished:
            share = f"{tally.unfinished}{of_all} " if of_all else ""
            notify(f"{share}not complete: {'; '.join(tally.remedies)}")
            return Exit.OUT_OF_BUDGET
        if tally.unsupported:
            notify(f"{tally.unsupported}{of_all} not supported: see their lines")
            return Exit.USAGE
        return Exit.NO if self.exit_code and tally.negative else Exit.DONE


def runner_options(
    *,
    drawing: bool = True,
    exit_code: bool = False,
    modes: bool = False,
    masks: bool = False,
    metavar: str = "BOARD...",
) -> Option:
    """Take positions, a budget, and where answers go; the command gets them as `runner`."""
    return take(
        boards_argument(modes=modes, metavar=metavar),
        take_as(
            "runner",
            Runner,
            solver_options,
            check_option,
            spread_options,
            *([masks_option] if masks else []),
            output_options,
            *([drawing_options] if drawing else []),
            *([exit_code_option] if exit_code else []),
            progress_option,
        ),
        notation_option,
    )


def with_footer(result: Result, *parts: str, heading: str = "") -> str:
    """Return a heading, the parts that are not empty, and who answered.

    Without a heading, the summary of the result is one.
    """
    by = "" if result.effort.unconfirmed else "answered by "
    footer = f"   {by}{result.answered_by} in {_time(_seconds(result))}"
    doubt = "" if result.final else "; not complete"
    return "\n\n".join([heading or result.summary(), *filter(None, parts), footer + doubt])


def _time(seconds: float) -> str:
    """Return a time with its unit: milliseconds up to a second."""
    if seconds < 1:
        return f"{seconds * 1000:.1f} ms"
    return f"{seconds:.{1 if seconds < 100 else 0}f} s"


def _seconds(result: Result) -> float:
    return result.effort.build + result.effort.search
