"""Files of records: lines of JSON, the first of which is the plan; an interrupted one goes on.

The lines of most files say their `kind`; where all records are alike, only the plan stands apart.
The file of a shard says so in its plan. Its records have the index of their task in the plan, and
its last line has the number of all tasks, so that the files of all shards can be joined:

    {"kind": "plan", "schema": "bombe.study.why/1", ..., "shard": "2/8", "made": {...}}
    {"kind": "game", ..., "task": 1}
    {"kind": "end", "tasks": 300, "records": 38}
"""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from bombe.boards.errors import FormatError, Place, UsageError
from bombe.boards.shard import WHOLE, Shard
from bombe.boards.text.schema import built, decode_file

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from bombe.boards.text.schema import Datum

SHARD, TASK, END, TASKS, RECORDS = "shard", "task", "end", "tasks", "records"
"""What the file of a shard has beside the plan and the records."""
MADE = "made"
"""What the plan says of the command and the machine that began the file; no study depends on it."""
Plan = TypeVar("Plan")
Record = TypeVar("Record")


@dataclass
class Results(Generic[Plan]):
    """The records of a study so far, or of a shard of it."""

    plan: Plan
    records: list[Any] = field(default_factory=list)
    shard: Shard = WHOLE

    def of(self, kind: type[Record]) -> list[Record]:
        """Return the records of a class."""
        return [record for record in self.records if isinstance(record, kind)]


@dataclass(frozen=True)
class RecordFile(Generic[Plan]):
    """How the records of one kind of study are written and read.

    `what` names the study in messages, `command` writes the file. `kinds` are the classes of the
    plan and the records by the `kind` of their lines; a single class of records without a kind has
    the name "". `check` refuses the line of a record that its class would take.
    """

    what: str
    command: str
    plan: type[Plan]
    kinds: Mapping[str, type[Any]]
    check: Callable[[Datum], object] | None = None

    @property
    def has_kinds(self) -> bool:
        """Whether the lines say what they are, and those of a shard which task they are of."""
        return "" not in self.kinds

    def read(self, path: str | Path) -> Results[Plan]:
        """Return what a file holds."""
        remedy = f"give a file that `{self.command}` wrote"
        lines = decode_file(path, remedy)
        first = next(lines, None)
        if first is None or self._class_of(first, self.plan) is not self.plan:
            raise FormatError(Place(str(path), 1), f"the file holds no {self.what}", remedy)
        first.at("schema").one_of({self.plan.schema: None})  # type: ignore[attr-defined] # every plan has one
        own = first.without("kind").without(SHARD).without(MADE)
        results = Results(built(self.plan, own), shard=shard_in(first))
        for line in lines:
            kind = self._class_of(line, self.kinds.get(""))
            if kind is self.plan:
                raise line.error("is the plan of another study")
            if kind is not None:
                results.records.append(built(kind, line.without("kind").without(TASK)))
                if self.check is not None:
                    self.check(line)
        return results

    def resume(
        self,
        path: Path,
        plan: Plan,
        shard: Shard = WHOLE,
        made: Mapping[str, object] | None = None,
    ) -> Results[Plan]:
        """Return what a new or interrupted file holds, ready for records to be appended.

        `made` is what a new file says of the command and the machine.
        """
        if not path.exists() or not path.stat().st_size:
            part = {SHARD: str(shard)} if shard != WHOLE else {}
            line = self.line(plan, **part, **({MADE: made} if made else {}))
            path.write_text(line + "\n", encoding="utf-8")
            return Results(plan, shard=shard)
        before = self.read(path)
        check_plan(path, before.plan, plan)
        if before.shard != shard:
            then = "none" if before.shard == WHOLE else before.shard
            raise UsageError(
                f"cannot continue {path}: its shard was {then}; use the same --shard, or another -o"
            )
        _drop_truncated_line(path)
        return before

    def line(self, record: object, **more: object) -> str:
        """Return a plan or a record as one line of JSON, without a line break."""
        kind = next((name for name, own in self.kinds.items() if type(record) is own), "")
        return json.dumps({**({"kind": kind} if kind else {}), **_fields(record), **more})

    def _class_of(self, line: Datum, default: type[Any] | None) -> type[Any] | None:
        """Return the class of a line's record; None for the end of a shard."""
        if not self.has_kinds:
            return default
        return line.at("kind").one_of({**self.kinds, END: None})


def _fields(record: Any) -> dict[str, Any]:
    """Return the fields of a record; one that is None by default is left out where it is."""
    if not dataclasses.is_dataclass(record):
        return dict(record._asdict())
    optional = {each.name for each in dataclasses.fields(record) if each.default is None}
    values = dataclasses.asdict(record)  # type: ignore[arg-type] # it is no class
    return {name: v for name, v in values.items() if v is not None or name not in optional}


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


def check_plan(path: Path, before: object, now: object) -> None:
    """Raise UsageError if a study that is to be continued has another plan."""
    for name, new in vars(now).items():
        old = getattr(before, name)
        if old != new:
            raise UsageError(
                f"cannot continue {path}: its {name} was {old} and is now {new}; use the "
                "same options, or another -o"
            )


def _drop_truncated_line(path: Path) -> None:
    """Remove what was written of a line when the study was killed."""
    text = path.read_bytes()
    if not text.endswith(b"\n"):
        path.write_bytes(text[: text.rfind(b"\n") + 1])
