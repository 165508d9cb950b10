"""What the commands share that ask one question of every position, and their common options.

A command supplies a function that answers for one position and says how people see the answer. One
position is asked here; many are a run of chunks, see bombe.commands.runs.
"""

from __future__ import annotations

import sys
from collections import Counter

from bombe.analysis.drawing.files.writing import check_picture, is_picture
from bombe.analysis.outputs.forms import form_of
from bombe.analysis.outputs.rendering import render
from bombe.boards.errors import UsageError
from bombe.boards.light import Frozen, NamedTuple
from bombe.boards.shard import WHOLE
from bombe.boards.sudoku.notation import current_notation
from bombe.commands.runs.tally import RunTally
from bombe.commands.shared.exits import Exit
from bombe.commands.shared.inputs import Positions
from bombe.commands.shared.interrupts import interrupted, stop_signal
from bombe.commands.shared.options import (
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
    check_resume,
    draw_to,
    emitter,
    look_at,
    notify,
    say,
)
from bombe.solvers import Budget
from bombe.solvers.foreign.starting import starting_within
from bombe.solvers.table import confirmed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager
    from threading import Event
    from typing import Any, Protocol

    from bombe.analysis.batches.batch import BatchFind
    from bombe.analysis.drawing.look import Look
    from bombe.analysis.outputs.forms import Form
    from bombe.analysis.results import Result
    from bombe.boards import SudokuState
    from bombe.boards.shard import Shard
    from bombe.boards.sudoku.formats import Entry
    from bombe.commands.shared.inputs import Inputs
    from bombe.commands.shared.options import Option
    from bombe.commands.shared.output import Emitter

    class Find(Protocol):
        """The function of a command: it has to be one that can be sent to a worker process."""

        def __call__(self, state: SudokuState, *, solver: str, budget: Budget) -> Finding:
            """Answer for one position."""


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


class Asked(Frozen):
    """What a command asks of its positions, and how.

    `find` answers for one position, and `alone` for an only one, showing its own progress.
    `batch` answers for many boards together, where the kernel does. `sums` says in a line what the
    answers to many add up to; it `is_told` beside results for people, not among them.
    """

    find: Find
    alone: Find | None = None
    batch: BatchFind | None = None
    sums: Callable[[RunTally], str] | None = None
    is_told: bool = True
    is_slow: bool = False
    """Whether a position takes seconds: then each is a chunk of its own."""
    has_masks: bool = False
    is_bulky: bool = False
    """Whether an answer that is no row of a table takes some kB."""


class Runner(Frozen):
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

    def run(self, asked: Asked) -> Exit:
        """Ask about every position; one is drawn, of many each gets a line and all a summary."""
        if self.check:
            solver = self.solver if ":" not in self.solver else confirmed(self.solver)
            return self._replace(solver=solver, check=False).run(asked)
        if self.output and is_picture(self.output):
            return self._drawing().run(asked)
        form = self._form(asked)
        check_resume(self.output, resume=self.resume, again=self.again)
        if self.output:
            self.inputs.check_output(self.output)
        positions = Positions(self.inputs, self._sizes(asked, form), is_patient=self._is_spread)
        check_one_picture(self.svg, many=positions.are_many)
        if positions.are_many or self._is_spread or (self.output and form.name != "text"):
            return self._run_many(asked, positions, form)
        if not form.is_text:
            raise UsageError(f"{form.name} are for files: give -o FILE")
        return self._run_one(asked, positions.first, form)

    @property
    def is_for_programs(self) -> bool:
        """Whether the answers are for programs: -o may have the name of a picture."""
        return form_of(self.style, self.output).name != "text"

    @property
    def _is_spread(self) -> bool:
        return self.shard != WHOLE or self.resume or self.cluster is not None

    def _form(self, asked: Asked) -> Form:
        """Return the form of the answers; raise UsageError if this command has no such answers."""
        form = form_of(self.style, self.output)
        if form.name in ("masks", "npy") and not asked.has_masks:
            raise UsageError("masks are of audits: use `bombe audit`, or give -o another name")
        if self.columns and form.name == "text":
            raise UsageError(
                "--columns chooses from results for programs: give --jsonl, --json or --csv, too"
            )
        return form

    def _sizes(self, asked: Asked, form: Form) -> str:
        """Return how large chunks are, which does not depend on the machine."""
        if asked.is_slow:
            return "single"
        if asked.batch is None or self.solver not in ("auto", "native"):
            return "slow"
        return "bulky" if asked.is_bulky and form.name in ("json", "jsonl") else "quick"

    def _run_one(self, asked: Asked, entry: Entry, form: Form) -> Exit:
        """Draw the answer for the only position, or write it for programs."""
        look = look_at(sys.stdout, "never" if self.output else self.color)
        with stop_signal() as stop, self._emitter(stop) as emit:
            budget = Budget(self.seconds, self.nodes, stop.is_set)
            with starting_within(self.seconds):
                found = (asked.alone or asked.find)(entry.state, solver=self.solver, budget=budget)
            self._draw(found)
            if form.name == "text":
                emit.rendered(found.drawn(look))
            else:
                records = records_of(found, str(entry.place), is_table=form.has_columns)
                emit.records(render(form, list(records), self.columns or None))
        if stop.is_set():
            return interrupted("") if self.output else interrupted()
        return self._exit(tally_of(found))

    def _emitter(self, stop: Event) -> AbstractContextManager[Emitter]:
        return emitter(self.style, self.output, stop, again=self.again)

    def _draw(self, found: Finding) -> None:
        """Draw the picture of --svg."""
        if self.svg is None:
            return
        if found.svg is None:
            raise UsageError(f"there is no picture of this for {self.svg}: give it another name")
        draw_to(self.svg, found.svg())

    def _run_many(self, asked: Asked, positions: Positions, form: Form) -> Exit:
        """Ask about all positions, chunk by chunk."""
        # Imported here: one board needs no processes, no journal, and no chunks.
        from bombe.commands.runs.answers import ChunkQuestion
        from bombe.commands.runs.many import Run, Spread

        is_alone = not positions.are_many
        question = ChunkQuestion(
            (asked.alone if is_alone else None) or asked.find,
            asked.batch,
            self.solver,
            self.seconds,
            self.nodes,
            form.name,
            self.columns or None,
            str(current_notation()),
            is_alone=is_alone,
        )
        run = Run(
            boards=self.inputs.boards,
            chunking=positions.sizes,
            form=form,
            output=self.output,
            spread=Spread(self.jobs, self.cluster, self.shard, self.resume, self.again),
            wants_progress=not self.no_progress and not (is_alone and asked.alone),
            total=lambda: self.inputs.total(positions.sizes, self.shard),
        )
        tally, is_stopped = run.do(question, positions.chunks())
        if asked.sums and positions.are_many:
            is_text = form.name == "text" and not self.output
            (say if is_text and not asked.is_told else notify)(asked.sums(tally))
        return self._interrupted(tally) if is_stopped else self._exit(tally)

    def _drawing(self) -> Runner:
        """Return a runner that draws into the file of -o, whose name is that of a picture."""
        if self.style or self.svg:
            raise UsageError(f"-o {self.output} is the name of a picture: give -o another name")
        check_picture(self.output or "")
        return self._replace(svg=self.output, output=None)

    def _interrupted(self, tally: RunTally) -> Exit:
        """Report that Ctrl-C ended the run; where a file would be, its output has said."""
        if not tally.positions:
            return interrupted("there is no result yet")
        return interrupted("") if self.output else interrupted()

    def _exit(self, tally: RunTally) -> Exit:
        """Report what is missing, and return the exit code."""
        of_all = f" of {tally.positions} positions" if tally.positions > 1 else ""
        if tally.unfinished:
            share = f"{tally.unfinished}{of_all} " if of_all else ""
            notify(f"{share}not complete: {'; '.join(tally.remedies)}")
            return Exit.OUT_OF_BUDGET
        if tally.unsupported:
            notify(f"{tally.unsupported}{of_all} not supported: see their lines")
            return Exit.USAGE
        return Exit.NO if self.exit_code and tally.noes else Exit.DONE


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


def with_default_seconds(budget: Budget, seconds: float) -> Budget:
    """Return a budget; one without limits gets this many seconds."""
    if budget.seconds is None and budget.nodes is None:
        return budget._replace(seconds=seconds)
    return budget


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


def records_of(found: Finding, source: str, *, is_table: bool) -> Iterator[dict[str, Any]]:
    """Yield what programs get of a finding."""
    for result in [found.result] if found.records is None else found.records:
        yield {**(result.to_row() if is_table else result.to_dict()), "source": source}


def tally_of(found: Finding) -> RunTally:
    """Return what a finding adds to the sums of a run."""
    is_final = found.result.final
    return RunTally(
        positions=1,
        unfinished=not is_final,
        noes=not found.is_yes,
        unknown=not found.is_yes and not is_final,
        seconds=_seconds(found.result),
        counts=Counter(found.counts),
        remedies=Counter() if is_final else Counter({found.remedy: 1}),
    )
