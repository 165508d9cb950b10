"""The file of a study: lines of JSON, of which the first is a header.

    {"kind": "header", "schema": "bombe.study.tempo/1", ...}     the plan, versions, machine
    {"kind": "position", "board": "hard-3x3", "empties": 12, ...}   a solved random endgame
    {"kind": "game", "board": "hard-3x3", "first": "P", "second": "W", ...}

Every line is complete in itself; a truncated last line is removed when the study continues.
"""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass, field
from typing import Any

from bombe.analysis.study_files import StudyFile
from bombe.analysis.tempo.law import Outlook, TempoClass

SCHEMA = "bombe.study.tempo/1"


@dataclass(frozen=True)
class StudyHeader:
    """The plan of a study: two studies with the same header have the same records."""

    boards: dict[str, str]
    empties: tuple[int, int]
    positions: int
    games: int
    horizons: tuple[int, ...]
    exact: int
    seed: int
    version: str
    schema: str = SCHEMA


@dataclass(frozen=True)
class StudyPosition:
    """A random endgame, solved.

    `ours` and `winners` say whether rules P and W include an optimal move; `condition` says, at odd
    E, whether some fill leaves an even number of bombs. `state` is kept if the law failed.
    """

    board: str
    seed: int
    empties: int
    bombs: int
    proper: bool
    margin: int
    fill: bool
    skip: bool
    ours: bool
    winners: bool
    condition: bool
    state: dict[str, Any] | None = None

    @property
    def key(self) -> tuple[Any, ...]:
        """The unique key of the record in its study."""
        return "position", self.board, self.seed

    @property
    def kind(self) -> TempoClass:
        """The class of the position."""
        return TempoClass.of(self.empties, self.bombs)

    @property
    def agrees(self) -> bool:
        """Whether the side that the law names wins."""
        return self.margin > 0 if self.kind.outlook is Outlook.WON else self.margin < 0


@dataclass(frozen=True)
class StudyGame:
    """A game between two rules; `exact` is the E at which best play took over, 0 for never."""

    board: str
    seed: int
    first: str
    second: str
    exact: int
    empties: int
    bombs: int
    proper: bool
    margin: int
    plies: int

    @property
    def key(self) -> tuple[Any, ...]:
        """The unique key of the record in its study."""
        return "game", self.board, self.seed, self.first, self.second, self.exact


StudyRecord = StudyHeader | StudyPosition | StudyGame
_KINDS: dict[str, type[StudyRecord]] = {
    "header": StudyHeader,
    "position": StudyPosition,
    "game": StudyGame,
}
_NAMES = {kind: name for name, kind in _KINDS.items()}


@dataclass
class Study:
    """The records of a study so far."""

    header: StudyHeader
    positions: list[StudyPosition] = field(default_factory=list)
    games: list[StudyGame] = field(default_factory=list)

    def add(self, record: StudyRecord) -> None:
        """Add the next record."""
        if isinstance(record, StudyPosition):
            self.positions.append(record)
        elif isinstance(record, StudyGame):
            self.games.append(record)

    @property
    def done(self) -> set[tuple[Any, ...]]:
        """The keys of the tasks that have a record."""
        return {each.key for each in self.positions} | {each.key for each in self.games}


def to_line(record: StudyRecord) -> str:
    """Return a record as one line of JSON, without a line break."""
    fields = {"kind": _NAMES[type(record)], **dataclasses.asdict(record)}
    return json.dumps({name: value for name, value in fields.items() if value is not None})


STUDY_FILE = StudyFile("study", "bombe study tempo -o", SCHEMA, StudyHeader, Study, _KINDS, to_line)
read_study, resume = STUDY_FILE.read, STUDY_FILE.resume
