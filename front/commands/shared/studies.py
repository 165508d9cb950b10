"""What the studies with records share: some options, the work that a file lacks, how they end."""

from __future__ import annotations

import functools
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from bombe.analysis.study_files import Growing, StudyFile
from bombe.analysis.workers import workers_of
from bombe.boards.errors import UsageError
from bombe.commands.shared.exits import Exit
from bombe.commands.shared.interrupts import interrupted, stop_signal
from bombe.commands.shared.options import progress_option, take_as
from bombe.commands.shared.output import notify, open_to_append
from bombe.commands.shared.progress import progress

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

TaskT = TypeVar("TaskT")
PlanT = TypeVar("PlanT")
GrownT = TypeVar("GrownT", bound=Growing)

_RECORDS = (
    click.option(
        "-o", "--output", metavar="FILE", help="Write every record to FILE, as JSON lines."
    ),
    click.option(
        "--read", "known", metavar="FILE", help="Show a study that -o wrote; run nothing."
    ),
)


@dataclass(frozen=True)
class StudyRun:
    """What a study is asked beside its plan: where its records are, and how it works."""

    output: str | None
    known: str | None
    no_progress: bool
    jobs: int = 1
    pictures: str | None = None

    def study(
        self,
        file: StudyFile[PlanT, GrownT],
        plan: Callable[[], PlanT],
        todo: Callable[[PlanT, GrownT], Sequence[TaskT]],
        perform: Callable[..., object],
        what: str = "records",
    ) -> tuple[GrownT, bool]:
        """Return the study of --read, or do what the file of -o lacks; and whether it was stopped.

        `todo` returns what is left of a plan; `perform` is called with a task and the plan.
        """
        if self.known:
            return file.read(self.known), False
        made = plan()
        found = file.resume(Path(self.output), made) if self.output else file.begin(made)

        def keep(record: object) -> str:
            found.add(record)
            return file.to_line(record)

        left = todo(made, found)
        ask = functools.partial(perform, plan=made)
        is_stopped = collect(
            ask,
            left,
            keep,
            self.output,
            jobs=self.jobs,
            what=what,
            wants_progress=not self.no_progress,
        )
        return found, is_stopped

    def check(self, boards: Sequence[str]) -> None:
        """Raise UsageError if there is something to run beside --read."""
        if self.known and (boards or self.output):
            raise UsageError("--read only shows a study: leave out BOARD and -o")

    def draw(self, found: GrownT, draw: Callable[[GrownT, Path], Sequence[Path]]) -> None:
        """Draw a study in the folder of --pictures, if there is one."""
        if self.pictures:
            notify(f"{len(draw(found, Path(self.pictures)))} pictures in {self.pictures}")

    def ended(self, *, is_stopped: bool, is_faulty: bool = False) -> Exit:
        """Return the exit code; say of an interrupted study whether it can go on."""
        if is_stopped:
            return stopped(self.output)
        return Exit.NO if is_faulty else Exit.DONE


record_options = take_as("run", StudyRun, *_RECORDS, progress_option)
"""Where the records of a study are, as `run`."""
study_options = take_as(
    "run",
    StudyRun,
    click.option("-j", "--jobs", type=click.IntRange(1), default=1, help="Worker processes."),
    *_RECORDS,
    click.option("--pictures", metavar="DIR", help="Draw the study in DIR, as PNG and SVG."),
    progress_option,
)
"""How a study works, and what becomes of it, as `run`."""


def collect(
    ask: Callable[[TaskT, Callable[[], bool]], object],
    todo: Sequence[TaskT],
    keep: Callable[[Any], str],
    output: str | None,
    *,
    jobs: int,
    what: str = "records",
    wants_progress: bool,
) -> bool:
    """Do the tasks, write the line that `keep` returns for each record; return whether it stopped.

    A task that was stopped in its midst has no record, None. Each record is in the file as
    soon as it is known, so that an interrupted study can go on.
    """
    with (
        stop_signal() as stop,
        open_to_append(output or os.devnull) as lines,
        progress(f"{what}:", wanted=wants_progress, output=output, total=len(todo)) as advance,
        workers_of(jobs) as workers,
    ):
        for _, record in workers.in_order(ask, todo, stop):
            if record is not None:
                lines.write(keep(record) + "\n")
                lines.flush()
            advance()
        return stop.is_set()


def stopped(output: str | None) -> Exit:
    """Return the exit code of an interrupted study, and say whether it can go on."""
    if output:
        return interrupted("partial results are above; the same command resumes the study")
    return interrupted()
