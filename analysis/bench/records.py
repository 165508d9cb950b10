"""What a run leaves behind: JSON lines, a header first, and how they are read back.

    {"kind": "header", "schema": "bombe.bench/1", ...}   versions, machine, settings, sets
    {"kind": "wrong", ...}                               who was wrong about which board, and why
    {"kind": "sample", "round": 0, ...}                  the check of a board, asked once
    {"kind": "sample", "round": 1, ...}                  a measurement
    {"kind": "end", "complete": true}                    missing or false: the run was interrupted

Every line is complete in itself; a last line that was cut off is passed over.
"""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.boards.errors import FormatError, Place

if TYPE_CHECKING:
    from collections.abc import Iterable

SCHEMA = "bombe.bench/1"


@dataclass(frozen=True)
class Header:
    """What was run, on what, and when."""

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
class Sample:
    """A measured question: seconds are of one asking, `finished` counts boards.

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
        """What was asked of whom, and when: a run has it once."""
        return self.contestant, self.task, self.set, self.board or self.case, self.round


@dataclass(frozen=True)
class Wrong:
    """A contestant that is wrong about a board, or in a disagreement without proof."""

    contestant: str
    task: str
    case: str
    board: str
    reason: str

    def __str__(self) -> str:
        """Say it in one line, with the board."""
        return f"{self.contestant} is wrong ({self.task}, {self.case}): {self.reason}: {self.board}"


class End(NamedTuple):
    """The end of a run."""

    complete: bool


Record = Header | Sample | Wrong | End
_KINDS = {"header": Header, "sample": Sample, "wrong": Wrong}


def to_line(record: Record) -> str:
    """Render a record as one line of JSON."""
    if isinstance(record, End):
        return json.dumps({"kind": "end", "complete": record.complete})
    return json.dumps({"kind": type(record).__name__.lower(), **dataclasses.asdict(record)})


@dataclass
class Run:
    """A run, as far as it is known."""

    header: Header
    samples: list[Sample] = field(default_factory=list)
    wrongs: list[Wrong] = field(default_factory=list)
    complete: bool = False

    def add(self, record: Record) -> None:
        """Take in the next record."""
        if isinstance(record, Sample):
            self.samples.append(record)
        elif isinstance(record, Wrong):
            self.wrongs.append(record)
        elif isinstance(record, End):
            self.complete = record.complete


def read_run(lines: Iterable[str], source: str) -> Run:
    """Read a run back."""
    run: Run | None = None
    for number, line in enumerate(lines, 1):
        if not line.endswith("\n"):
            break
        record = _record(line, Place(source, number))
        if isinstance(record, Header):
            run = Run(record)
        elif run is None:
            raise _bad(Place(source, number), "the first line is no header")
        else:
            run.add(record)
    if run is None:
        raise _bad(Place(source, 1), "the file holds no run")
    return run


def _record(line: str, place: Place) -> Record:
    try:
        fields: dict[str, Any] = json.loads(line)
        kind = fields.pop("kind")
        schema = fields.get("schema", SCHEMA)
        if schema != SCHEMA:
            raise _bad(place, f"the schema is {schema!r}, not {SCHEMA!r}")
        if kind == "end":
            return End(bool(fields["complete"]))
        record: Record = _KINDS[kind](**fields)
    except FormatError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise _bad(place, f"the line is no record of a run ({error})") from None
    return record


def _bad(place: Place, problem: str) -> FormatError:
    return FormatError(place, problem, "give a file that `bombe bench -o FILE` wrote")
