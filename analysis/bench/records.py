"""The records of a run, and the lines of JSON that they are written as.

    {"kind": "header", "schema": "bombe.bench/1", ...}   versions, machine, settings, sets
    {"kind": "wrong", ...}                               a solver that answered wrongly, and why
    {"kind": "sample", "round": 0, ...}                  the check of a board, asked once
    {"kind": "sample", "round": 1, ...}                  a measurement
    {"kind": "end", "complete": true}                    missing or false: the run was interrupted

Every line is complete in itself; a last line that was cut off is ignored.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass

from bombe.boards.errors import FormatError, Place
from bombe.boards.text.schema import Datum, built, decode_lines

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
class Disqualification:
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


Record = BenchHeader | BenchSample | Disqualification | BenchEnd
_KINDS: dict[str, type[Record]] = {
    "header": BenchHeader,
    "sample": BenchSample,
    "wrong": Disqualification,
    "end": BenchEnd,
}
_KIND_OF = {type_: kind for kind, type_ in _KINDS.items()}


def to_line(record: Record) -> str:
    """Return a record as one line of JSON."""
    return json.dumps({"kind": _KIND_OF[type(record)], **asdict(record)})


_REMEDY = "give a file that `bombe bench -o FILE` wrote"


def read_records(lines: Iterable[str], source: str) -> Iterator[Record]:
    """Yield the records of a run, a header first; `source` names the file in errors."""
    found = decode_lines(lines, source, _REMEDY)
    first = next(found, None)
    if first is None:
        raise FormatError(Place(source, 1), "the file holds no run", _REMEDY)
    header = _record(first)
    if not isinstance(header, BenchHeader):
        raise first.error("is not a header")
    yield header
    yield from map(_record, found)


def _record(datum: Datum) -> Record:
    kind = datum.at("kind").one_of(_KINDS)
    if kind is BenchHeader:
        datum.at("schema").one_of({SCHEMA: None})
    return built(kind, datum.without("kind"))
