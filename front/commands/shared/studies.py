"""What the studies with records share: some options, the work that a file lacks, how they end."""

from __future__ import annotations

import functools
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

import click

from bombe.analysis.outputs.made import commit, kernel, python
from bombe.analysis.study_files import Growing, StudyFile, end_line, is_ended
from bombe.analysis.workers import workers_of
from bombe.boards.errors import UsageError
from bombe.boards.shard import WHOLE
from bombe.commands.shared.exits import Exit
from bombe.commands.shared.interrupts import interrupted, stop_signal
from bombe.commands.shared.options import cluster_option, progress_option, shard_option, take_as
from bombe.commands.shared.output import command_line, notify, open_to_append
from bombe.commands.shared.progress import progress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from bombe.boards.shard import Shard

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


class Numbered(NamedTuple, Generic[TaskT]):
    """A task and its index in the plan."""

    number: int
    task: TaskT


@dataclass(frozen=True)
class StudyRun:
    """What a study is asked beside its plan: where its records are, and how it works."""

    output: str | None
    known: str | None
    no_progress: bool
    shard: Shard
    jobs: int = 1
    pictures: str | None = None
    cluster: str | None = None

    def study(
        self,
        file: StudyFile[PlanT, GrownT],
        plan: Callable[[], PlanT],
        tasks: Callable[[PlanT], Iterable[TaskT]],
        perform: Callable[..., object],
        what: str = "records",
        key: Callable[[TaskT], object] = lambda task: task,
    ) -> tuple[GrownT, bool]:
        """Return the study of --read, or do what the file of -o lacks; and whether it was stopped.

        `tasks` are those of a plan, `key` is what `Growing.done` has for one; `perform` is called
        with a task and the plan. A shard does the tasks whose index it has.
        """
        if self.known:
            loaded = file.load(self.known)
            tell_shard(loaded.shard)
            return loaded.study, False
        made = plan()
        found = self._begun(file, made)
        planned = list(tasks(made))
        done = found.done
        left = [numbered for numbered in self._numbered(planned) if key(numbered.task) not in done]

        def keep(number: int, record: object) -> str:
            found.add(record)
            return file.record_line(record, number, self.shard)

        ask = functools.partial(_perform, perform, made)
        is_stopped = self._collect(ask, left, keep, what)
        if not is_stopped and self.output and self.shard != WHOLE:
            _end(Path(self.output), end_line(len(planned), len(found.done)))
        tell_shard(self.shard)
        return found, is_stopped

    def _collect(
        self,
        ask: Callable[[Numbered[TaskT], Callable[[], bool]], object],
        todo: Sequence[Numbered[TaskT]],
        keep: Callable[[int, object], str],
        what: str,
    ) -> bool:
        """Do the tasks, write the line that `keep` returns for each record; return if it stopped.

        A task that was stopped in its midst has no record, None. Each record is in the file as
        soon as it is known, so that an interrupted study can go on.
        """
        output, wanted = self.output, not self.no_progress
        with (
            stop_signal() as stop,
            open_to_append(output or os.devnull) as lines,
            progress(f"{what}:", wanted=wanted, output=output, total=len(todo)) as advance,
            workers_of(self.jobs, self.cluster) as workers,
        ):
            for task, record in workers.in_order(ask, todo, stop):
                if record is not None:
                    lines.write(keep(task.number, record) + "\n")
                    lines.flush()
                advance()
            return stop.is_set()

    def _begun(self, file: StudyFile[PlanT, GrownT], plan: PlanT) -> GrownT:
        """Return the study so far."""
        if not self.output:
            return file.begin(plan)
        return file.resume(Path(self.output), plan, self.shard, _made())

    def _numbered(self, tasks: Sequence[TaskT]) -> list[Numbered[TaskT]]:
        """Return the tasks of the shard; none if its file says that it is complete.

        Some tasks have no record, and would be done again.
        """
        if self.output and is_ended(Path(self.output)):
            return []
        return [Numbered(number, t) for number, t in enumerate(tasks) if self.shard.has(number)]

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


record_options = take_as("run", StudyRun, *_RECORDS, shard_option, progress_option)
"""Where the records of a study are, as `run`."""
study_options = take_as(
    "run",
    StudyRun,
    click.option("-j", "--jobs", type=click.IntRange(1), default=1, help="Worker processes."),
    *_RECORDS,
    click.option("--pictures", metavar="DIR", help="Draw the study in DIR, as PNG and SVG."),
    shard_option,
    cluster_option,
    progress_option,
)
"""How a study works, and what becomes of it, as `run`."""


def _perform(
    perform: Callable[..., object],
    plan: object,
    task: Numbered[Any],
    is_stopped: Callable[[], bool],
) -> object:
    """Return the record of a task, in any process."""
    return perform(task.task, is_stopped, plan=plan)


def _made() -> dict[str, object]:
    """Return with what a file is begun."""
    told = {"command": command_line(), "commit": commit(), "kernel": kernel(), "python": python()}
    return {name: each for name, each in told.items() if each is not None}


def _end(path: Path, line: str) -> None:
    """Append to the file of a shard that it is complete, unless it says so."""
    if not is_ended(path):
        with open_to_append(str(path)) as lines:
            lines.write(line + "\n")


def tell_shard(shard: Shard, what: str = "files") -> None:
    """Notify that what is shown is a part, if it is."""
    if shard != WHOLE:
        notify(f"this is shard {shard}; `bombe merge` joins the {what} of all {shard.of}")


def stopped(output: str | None) -> Exit:
    """Return the exit code of an interrupted study, and say whether it can go on."""
    if output:
        return interrupted("partial results are above; the same command resumes the study")
    return interrupted()
