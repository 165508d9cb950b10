"""Files of studies: lines of JSON, the first of which is the plan; an interrupted one goes on.

StudyFile(...)      how the file of one kind of study is read and continued

The file of a shard says so in its plan. Its records have the index of their task in the plan, and
its last line has the number of all tasks, so that the files of all shards can be joined:

    {"kind": "plan", "schema": "bombe.study.why/1", ..., "shard": "2/8", "made": {...}}
    {"kind": "game", ..., "task": 1}
    {"kind": "end", "tasks": 300, "records": 38}
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

from bombe.boards.errors import FormatError, Place, UsageError
from bombe.boards.shard import WHOLE, Shard
from bombe.boards.text.schema import built, decode_file

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from bombe.boards.text.schema import Datum


class Growing(Protocol):
    """A study in memory, which takes its records one by one."""

    def add(self, record: Any) -> None:
        """Add the next record."""

    @property
    def done(self) -> set[Any]:
        """The tasks that have a record."""


SHARD, TASK, END, TASKS, RECORDS = "shard", "task", "end", "tasks", "records"
"""What the file of a shard has beside the plan and the records."""
MADE = "made"
"""What the plan says of the command and the machine that began the file; no study depends on it."""
Plan = TypeVar("Plan")
Grown = TypeVar("Grown", bound=Growing)


@dataclass(frozen=True)
class StudyFile(Generic[Plan, Grown]):
    """How one kind of study stands in a file.

    `what` is it for messages, `command` what writes it. `begin` makes a study of its plan; `kinds`
    are the classes of plans and records, by what is the `kind` of their lines, and `schema` is what
    a plan says of itself. `to_line` writes one.
    """

    what: str
    command: str
    schema: str
    plan: type[Plan]
    begin: Callable[[Plan], Grown]
    kinds: Mapping[str, type[Any]]
    to_line: Callable[[Any], str]

    def read(self, path: str) -> Grown:
        """Return the study that a file holds."""
        return self.load(path).study

    def resume(
        self,
        path: Path,
        plan: Plan,
        shard: Shard = WHOLE,
        made: Mapping[str, object] | None = None,
    ) -> Grown:
        """Return the study in a new or interrupted file, ready for records to be appended.

        `made` is what a new file says of the command and the machine.
        """
        if is_new(path):
            path.write_text(self.plan_line(plan, shard, made) + "\n", encoding="utf-8")
            return self.begin(plan)
        before = self.load(str(path))
        check_plan(path, before.plan, plan)
        if before.shard != shard:
            then = "none" if before.shard == WHOLE else before.shard
            raise UsageError(
                f"cannot continue {path}: its shard was {then}; use the same --shard, or another -o"
            )
        drop_truncated_line(path)
        return before.study

    def load(self, path: str) -> LoadedStudy[Plan, Grown]:
        """Return all that a file holds."""
        remedy = f"give a file that `{self.command}` wrote"
        loaded: LoadedStudy[Plan, Grown] | None = None
        for datum in decode_file(path, remedy):
            kind = datum.at("kind").one_of(self._kinds)
            if kind is self.plan:
                loaded = self._begun(datum)
            elif loaded is not None and kind is not None:
                loaded.study.add(built(kind, datum.without("kind").without(TASK)))
        if loaded is None:
            raise FormatError(Place(path, 1), f"the file holds no {self.what}", remedy)
        return loaded

    def plan_line(self, plan: Plan, shard: Shard, made: Mapping[str, object] | None = None) -> str:
        """Return the first line of the file of a shard."""
        part = {SHARD: str(shard)} if shard != WHOLE else {}
        return _with(self.to_line(plan), {**part, **({MADE: made} if made else {})})

    def record_line(self, record: object, task: int, shard: Shard) -> str:
        """Return the line of a record; in the file of a shard, with the index of its task."""
        return _with(self.to_line(record), {TASK: task} if shard != WHOLE else {})

    @property
    def _kinds(self) -> Mapping[str, type[Any] | None]:
        return {**self.kinds, END: None}

    def _begun(self, datum: Datum) -> LoadedStudy[Plan, Grown]:
        """Return the study that begins with a plan."""
        datum.at("schema").one_of({self.schema: None})
        shard = shard_in(datum)
        plan = built(self.plan, datum.without("kind").without(SHARD).without(MADE))
        return LoadedStudy(plan, shard, self.begin(plan))


class LoadedStudy(NamedTuple, Generic[Plan, Grown]):
    """What a file holds: the plan, the shard of it, and the study so far."""

    plan: Plan
    shard: Shard
    study: Grown


def shard_in(plan: Datum) -> Shard:
    """Return the shard that the plan of a file says."""
    said = plan.get(SHARD)
    if said is None:
        return WHOLE
    said.text()
    return said.checked(Shard.parse)


def end_line(tasks: int, records: int) -> str:
    """Return the last line of the file of a shard, of so many records; the plan has all tasks."""
    return json.dumps({"kind": END, TASKS: tasks, RECORDS: records})


def is_ended(path: Path) -> bool:
    """Return whether the file of a shard is complete."""
    last = path.read_bytes().rstrip(b"\n").rpartition(b"\n")[2] if path.exists() else b""
    return last.startswith(f'{{"kind": "{END}"'.encode())


def _with(line: str, more: Mapping[str, object]) -> str:
    """Return an object in JSON with more keys."""
    return json.dumps({**json.loads(line), **more}) if more else line


def is_new(path: Path) -> bool:
    """Return whether there is no study in the file yet."""
    return not path.exists() or not path.stat().st_size


def check_plan(path: Path, before: object, now: object) -> None:
    """Raise UsageError if a study that is to be continued has another plan."""
    for name, new in vars(now).items():
        old = getattr(before, name)
        if old != new:
            raise UsageError(
                f"cannot continue {path}: its {name} was {old} and is now {new}; use the "
                "same options, or another -o"
            )


def drop_truncated_line(path: Path) -> None:
    """Remove what was written of a line when the study was killed."""
    text = path.read_bytes()
    if not text.endswith(b"\n"):
        path.write_bytes(text[: text.rfind(b"\n") + 1])
