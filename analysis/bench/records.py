"""The records of a run, and the lines of JSON that they are written as.

    {"kind": "header", "schema": "bombe.bench/1", ...}   versions, machine, settings, sets
    {"kind": "wrong", ...}                               a solver that answered wrongly, and why
    {"kind": "sample", "round": 0, ...}                  the check of a board, asked once
    {"kind": "sample", "round": 1, ...}                  a measurement
    {"kind": "end", "complete": true}                    missing or false: the run was interrupted

Every line is complete in itself; a last line that was cut off is ignored.
"""

from __future__ import annotations

import itertools
import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from bombe.boards.errors import FormatError, Place

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SCHEMA = "bombe.bench/1"


@dataclass(frozen=True)
class BenchHeader:
    """What was run, where and when."""

    created: str
    command: str
    seed: int
    rounds: int
    seconds: float | None
    nodes: int | None
    tasks: dict[str, str]
    contestants: list[dict[str, str | None]]
    sets: dict[str, int]
    machine: dict[str, str | int | None]
    schema: str = SCHEMA


@dataclass(frozen=True)
class BenchSample:
    """One measurement of a question: seconds for one repetition, and how many boards finished.

    A batch has many boards, and no `board`; round 0 is the check, before the rounds.
    """

    contestant: str
    task: str
    set: str
    case: str
    size: int
    board: str | None
    boards: int
    round: int
    finished: int
    repeats: int
    wall: float
    cpu: float | None
    build: float
    nodes: int

    @property
    def key(self) -> tuple[str, str, str, str, int]:
        """What identifies the measurement within a run."""
        return self.contestant, self.task, self.set, self.board or self.case, self.round


@dataclass(frozen=True)
class Disqualified:
    """A contestant that answered wrongly, or disagrees with others without proof on either side."""

    contestant: str
    task: str
    case: str
    board: str
    reason: str

    def __str__(self) -> str:
        """Describe it in one line, with the board."""
        return f"{self.contestant} is wrong ({self.task}, {self.case}): {self.reason}: {self.board}"


@dataclass(frozen=True)
class BenchEnd:
    """The end of a run."""

    complete: bool


Record = BenchHeader | BenchSample | Disqualified | BenchEnd
_KINDS: dict[str, type[Record]] = {
    "header": BenchHeader,
    "sample": BenchSample,
    "wrong": Disqualified,
    "end": BenchEnd,
}
_KIND_OF = {type_: kind for kind, type_ in _KINDS.items()}


def to_line(record: Record) -> str:
    """Return a record as one line of JSON."""
    return json.dumps({"kind": _KIND_OF[type(record)], **asdict(record)})


def read_records(lines: Iterable[str], source: str) -> Iterator[Record]:
    """Yield the records of a run, a header first; `source` names the file in errors."""
    whole = itertools.takewhile(lambda line: line.endswith("\n"), lines)
    first = next(whole, None)
    if first is None:
        raise _bad(Place(source, 1), "the file holds no run")
    header = _record(first, Place(source, 1))
    if not isinstance(header, BenchHeader):
        raise _bad(Place(source, 1), "the first line is not a header")
    yield header
    for number, line in enumerate(whole, 2):
        yield _record(line, Place(source, number))


def _record(line: str, place: Place) -> Record:
    try:
        fields: dict[str, Any] = json.loads(line)
        kind = fields.pop("kind")
        schema = fields.get("schema", SCHEMA)
        if schema != SCHEMA:
            raise _bad(place, f"the schema is {schema!r}, not {SCHEMA!r}")
        return _KINDS[kind](**fields)
    except FormatError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise _bad(place, f"the line is no record of a run ({error})") from None


def _bad(place: Place, problem: str) -> FormatError:
    return FormatError(place, problem, "give a file that `bombe bench -o FILE` wrote")
