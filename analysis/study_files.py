"""Files of studies: lines of JSON, the first of which is the plan; an interrupted one goes on.

StudyFile(...)      how the file of one kind of study is read and continued
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from bombe.boards.errors import FormatError, InputError, Place, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable


class Growing(Protocol):
    """A study in memory, which takes its records one by one."""

    def add(self, record: Any) -> None:
        """Add the next record."""


Plan = TypeVar("Plan")
Grown = TypeVar("Grown", bound=Growing)


@dataclass(frozen=True)
class StudyFile(Generic[Plan, Grown]):
    """How one kind of study stands in a file.

    `what` is it for messages, `command` what writes it. `begin` makes a study of its plan, `record`
    a plan or a record of the fields of a line, and `to_line` the line again.
    """

    what: str
    command: str
    plan: type[Plan]
    begin: Callable[[Plan], Grown]
    record: Callable[[dict[str, Any]], Any]
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
        loaded: tuple[Plan, Grown] | None = None
        for number, line in enumerate(read_lines(Path(path), self.command), 1):
            record = self._parsed(line, Place(path, number))
            if isinstance(record, self.plan):
                loaded = record, self.begin(record)
            elif loaded is not None:
                loaded[1].add(record)
        if loaded is None:
            raise self._error(Place(path, 1), f"the file holds no {self.what}")
        return loaded

    def _parsed(self, line: str, place: Place) -> Any:
        """Return the plan or the record of a line."""
        try:
            return self.record(json.loads(line))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            problem = f"the line is not a record of a {self.what} ({error})"
            raise self._error(place, problem) from None

    def _error(self, place: Place, problem: str) -> FormatError:
        return FormatError(place, problem, f"give a file that `{self.command}` wrote")


def read_lines(path: Path, command: str) -> list[str]:
    """Return the complete lines of a file that `command` wrote; a truncated last one is left out.

    Raise InputError if it cannot be read.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8"
        raise InputError(f"{path}: {reason}; give a file that `{command}` wrote") from None
    return text.split("\n")[:-1]


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
