"""The file of a study of endings: lines of JSON, of which the first is a header.

    {"kind": "header", "schema": "bombe.study.endings/1", ...}    the plan, version, machine
    {"kind": "ending", "empties": 28, "number": 0, "board": "...", "low": 8, "high": 8, ...}

Every line is complete in itself; a truncated last line is removed when the study continues.
"""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass, field

from bombe.analysis.study_files import StudyFile

SCHEMA = "bombe.study.endings/1"


@dataclass(frozen=True)
class EndingsHeader:
    """The plan of a study: two studies with the same header have the same endings and limits.

    `memory` is in bytes, None a quarter of what was free; `threads` None: as many as cores.
    """

    shape: str
    empties: tuple[int, ...]
    positions: int
    solutions: int
    seconds: float
    memory: int | None
    threads: int | None
    seed: int
    version: str
    schema: str = SCHEMA


@dataclass(frozen=True)
class StudiedEnding:
    """An ending and what was found out about it, with all bombs counted.

    `trivial` is the most that a margin can be, by the points that are left. `estimate` is what the
    tempo law says, also where the margin is known. `line` is the number of moves of best play that
    were given, and `ends` whether they fill the board. `faults` says what the checks found wrong.
    `cpu` are the processor's seconds, of all threads together.
    """

    empties: int
    number: int
    board: str
    solutions: int
    bombs: int
    low: int
    high: int
    estimate: int | None
    trivial: int
    seconds: float
    nodes: int
    line: int
    ends: bool
    faults: tuple[str, ...] = ()
    cpu: float = 0.0

    @property
    def key(self) -> tuple[int, int]:
        """The unique key of the ending in its study."""
        return self.empties, self.number

    @property
    def exact(self) -> bool:
        """Whether the margin is known."""
        return self.low == self.high


@dataclass
class Endings:
    """The records of a study so far."""

    header: EndingsHeader
    endings: list[StudiedEnding] = field(default_factory=list)

    def add(self, record: StudiedEnding) -> None:
        """Add the next record."""
        self.endings.append(record)

    @property
    def done(self) -> set[tuple[int, int]]:
        """The tasks that have a record."""
        return {each.key for each in self.endings}

    @property
    def faults(self) -> list[str]:
        """What the checks found wrong, with the ending."""
        return [f"{_name(each)}: {fault}" for each in self.endings for fault in each.faults]

    def contradictions(self, other: Endings) -> list[str]:
        """Return the endings about which two studies cannot both be right."""
        known = {each.key: each for each in other.endings}
        found = []
        for each in self.endings:
            before = known.get(each.key)
            if before is None or before.board != each.board:
                continue
            if max(each.low, before.low) > min(each.high, before.high):
                bounds = f"{each.low} to {each.high} here, {before.low} to {before.high} there"
                found.append(f"{_name(each)}: {bounds}")
        return found


def _name(ending: StudiedEnding) -> str:
    return f"ending {ending.number} of {ending.empties} empty cells, {ending.board}"


def to_line(record: EndingsHeader | StudiedEnding) -> str:
    """Return a record as one line of JSON, without a line break."""
    return json.dumps({"kind": _NAMES[type(record)], **dataclasses.asdict(record)})


_KINDS = {"header": EndingsHeader, "ending": StudiedEnding}
_NAMES = {kind: name for name, kind in _KINDS.items()}
ENDINGS_FILE = StudyFile(
    "study of endings",
    "bombe study endings -o",
    SCHEMA,
    EndingsHeader,
    Endings,
    _KINDS,
    to_line,
)
read_endings = ENDINGS_FILE.read
