"""What a study is: a plan, tasks that follow from it, a record of each, and what they show.

    for _ in STUDY.work(plan, Path("s.jsonl")).do(stop): ...     # what the file lacks
    print(STUDY.text(STUDY.read("s.jsonl")))

A task depends on the plan and its own fields alone, so that a study can be interrupted, continued,
divided into shards and run in several processes.
"""

from __future__ import annotations

import functools
import os
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from bombe.analysis.runs.spreading import workers_of
from bombe.analysis.studies.files import Plan, RecordFile, Results, end_line, is_ended
from bombe.boards.shard import WHOLE, Shard

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence

    Stopped = Callable[[], bool]
    T = TypeVar("T")
    R = TypeVar("R")


@dataclass(frozen=True)
class Study(RecordFile[Plan]):
    """A question: the tasks of a plan, how each is done, and what is shown of the records.

    `perform(task, is_stopped, plan)` returns the record of a task, None if there is none. A record
    names its `task`; those of a file without kinds are in the order of the tasks instead. In words,
    `counts` is what the tasks are and `least` what a picture needs. `faults` are what the records
    prove wrong, `against` what two studies contradict each other in.
    """

    counts: str = field(default="records", kw_only=True)
    tasks: Callable[[Plan], Iterable[Any]] = field(kw_only=True)
    perform: Callable[[Any, Stopped, Plan], object] = field(kw_only=True)
    tables: Callable[[Results[Plan]], Iterable[str]] = field(default=lambda _: (), kw_only=True)
    draw: Callable[[Results[Plan], Path], list[Path]] | None = field(default=None, kw_only=True)
    least: str = field(default="", kw_only=True)
    faults: Callable[[Results[Plan]], list[str]] = field(default=lambda _: [], kw_only=True)
    against: Callable[[Results[Plan], Results[Plan]], list[str]] | None = field(
        default=None, kw_only=True
    )

    def text(self, results: Results[Plan]) -> str:
        """Return what the records show: sentences, and tables in Markdown."""
        return "\n\n".join(self.tables(results))

    def work(
        self,
        plan: Plan,
        output: Path | None = None,
        shard: Shard = WHOLE,
        made: Mapping[str, object] | None = None,
    ) -> StudyWork[Plan]:
        """Return what is left to do of a shard; with a file, what it lacks."""
        results = self.resume(output, plan, shard, made) if output else Results(plan, shard=shard)
        return StudyWork(self, results, output)


class NumberedTask(NamedTuple):
    """A task and its index in the plan."""

    number: int
    task: Any


class StudyWork(Generic[Plan]):
    """The tasks that are left of a study, of `total` ones; its results grow while they are done."""

    def __init__(self, study: Study[Plan], results: Results[Plan], output: Path | None) -> None:
        self._study, self.results, self._output = study, results, output
        numbered = [NumberedTask(*each) for each in enumerate(study.tasks(results.plan))]
        own = [each for each in numbered if results.shard.has(each.number)]
        self._tasks, self.total = len(numbered), len(own)
        # Some tasks have no record, and would be done again.
        self._is_ended = output is not None and is_ended(output)
        if study.has_kinds:
            done = {each.task for each in results.records}
            self._todo = [each for each in own if each.task not in done and not self._is_ended]
        else:
            self._todo = own[len(results.records) :]
        self._finished = 0

    @property
    def left(self) -> list[NumberedTask]:
        """The tasks that are left."""
        return self._todo[self._finished :]

    def do(
        self, stop: threading.Event, jobs: int = 1, cluster: str | None = None
    ) -> Iterator[None]:
        """Do the tasks; yield after each. Its record is in the file as soon as it is known."""
        results = self.results
        is_part = self._study.has_kinds and results.shard != WHOLE
        ask = functools.partial(_perform, self._study.perform, results.plan)
        with (
            Path(self._output or os.devnull).open("a", encoding="utf-8") as lines,
            closing(answers(ask, self.left, stop, jobs, cluster)) as found,
        ):
            for task, record in found:
                if record is not None:
                    results.records.append(record)
                    more = {"task": task.number} if is_part else {}
                    lines.write(self._study.line(record, **more) + "\n")
                    lines.flush()
                self._finished += 1
                yield
            if is_part and not stop.is_set() and not self._is_ended:
                lines.write(end_line(self._tasks, len(results.records)) + "\n")


def _perform(
    perform: Callable[..., object], plan: object, task: NumberedTask, is_stopped: Stopped
) -> object:
    """Return the record of a task, in any process."""
    return perform(task.task, is_stopped, plan)


def answers(
    ask: Callable[[T, Stopped], R],
    tasks: Sequence[T],
    stop: threading.Event,
    jobs: int = 1,
    cluster: str | None = None,
) -> Generator[tuple[T, R], None, None]:
    """Yield each task with its answer, in order, worked out in processes or on a cluster."""
    with workers_of(jobs, cluster) as workers:
        yield from workers.in_order(ask, tasks, stop)
