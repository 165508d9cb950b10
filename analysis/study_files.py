"""Files of studies: lines of JSON, the first of which is the plan; an interrupted one goes on.

StudyFile(...)      how the file of one kind of study is read and continued
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from bombe.boards.errors import FormatError, Place, UsageError
from bombe.boards.text.schema import built, decode_file

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from bombe.boards.text.schema import Datum


class Growing(Protocol):
    """A study in memory, which takes its records one by one."""

    def add(self, record: Any) -> None:
        """Add the next record."""


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
        return self._load(path)[1]

    def resume(self, path: Path, plan: Plan) -> Grown:
        """Return the study in a new or interrupted file, ready for records to be appended."""
        if is_new(path):
            path.write_text(self.to_line(plan) + "\n", encoding="utf-8")
            return self.begin(plan)
        before, study = self._load(str(path))
        check_plan(path, before, plan)
        drop_truncated_line(path)
        return study

    def _load(self, path: str) -> tuple[Plan, Grown]:
        """Return the plan and the study that a file holds."""
        remedy = f"give a file that `{self.command}` wrote"
        loaded: tuple[Plan, Grown] | None = None
        for datum in decode_file(path, remedy):
            record = self._record(datum)
            if isinstance(record, self.plan):
                loaded = record, self.begin(record)
            elif loaded is not None:
                loaded[1].add(record)
        if loaded is None:
            raise FormatError(Place(path, 1), f"the file holds no {self.what}", remedy)
        return loaded

    def _record(self, datum: Datum) -> Any:
        """Return the plan or the record of a line."""
        kind = datum.at("kind").one_of(self.kinds)
        if kind is self.plan:
            datum.at("schema").one_of({self.schema: None})
        return built(kind, datum.without("kind"))


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
