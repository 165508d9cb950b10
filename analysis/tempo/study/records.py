"""What a study leaves behind: JSON lines, a header first, and how they are read back.

    {"kind": "header", "schema": "bombe.study.tempo/1", ...}     the plan, versions, machine
    {"kind": "position", "board": "hard-3x3", "empties": 12, ...}   a solved random endgame
    {"kind": "game", "board": "hard-3x3", "first": "P", "second": "W", ...}

Every line is complete in itself; a last line that was cut off is cut away when the study goes on.
"""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bombe.analysis.tempo.law import Outlook, TempoClass
from bombe.boards.errors import FormatError, InputError, Place, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable

SCHEMA = "bombe.study.tempo/1"


@dataclass(frozen=True)
class StudyHeader:
    """What is studied: two studies with the same header have the same records."""

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

    `ours` and `winners` say whether the rules P and W hold an optimal move, `condition`, at odd E,
    whether some fill leaves the bombs even.
    `state` is kept where the law failed.
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
        """What tells it from all others of a study."""
        return "position", self.board, self.seed

    @property
    def kind(self) -> TempoClass:
        """The class of the law."""
        return TempoClass.of(self.empties, self.bombs)

    @property
    def agrees(self) -> bool:
        """Whether the side wins that the law names."""
        return self.margin > 0 if self.kind.outlook is Outlook.WON else self.margin < 0


@dataclass(frozen=True)
class StudyGame:
    """A whole game between two rules; `exact` is the E from which both played best, 0 for never."""

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
        """What tells it from all others of a study."""
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
    """A study as far as it is known."""

    header: StudyHeader
    positions: list[StudyPosition] = field(default_factory=list)
    games: list[StudyGame] = field(default_factory=list)

    def add(self, record: StudyRecord) -> None:
        """Take in the next record."""
        if isinstance(record, StudyPosition):
            self.positions.append(record)
        elif isinstance(record, StudyGame):
            self.games.append(record)

    @property
    def keys(self) -> set[tuple[Any, ...]]:
        """What is done already."""
        return {each.key for each in self.positions} | {each.key for each in self.games}


def to_line(record: StudyRecord) -> str:
    """Render a record as one line of JSON, without its newline."""
    fields = {"kind": _NAMES[type(record)], **dataclasses.asdict(record)}
    return json.dumps({name: value for name, value in fields.items() if value is not None})


def read_study(path: str) -> Study:
    """Read a study back."""
    try:
        with Path(path).open(encoding="utf-8") as lines:
            return _study(lines, path)
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8"
        raise InputError(f"{path}: {reason}; give a file that `bombe study -o` wrote") from None


def resume(path: Path, header: StudyHeader) -> Study:
    """Open the file of a study, a new or an interrupted one, so that records can be appended."""
    if not path.exists() or not path.stat().st_size:
        path.write_text(to_line(header) + "\n", encoding="utf-8")
        return Study(header)
    study = read_study(str(path))
    for name in (each.name for each in dataclasses.fields(StudyHeader)):
        before, now = getattr(study.header, name), getattr(header, name)
        if before != now:
            raise UsageError(
                f"cannot go on with {path}: its {name} was {before} and is {now} now; give the "
                "same words, or another -o"
            )
    text = path.read_bytes()
    if not text.endswith(b"\n"):
        path.write_bytes(text[: text.rfind(b"\n") + 1])
    return study


def _study(lines: Iterable[str], source: str) -> Study:
    study: Study | None = None
    for number, line in enumerate(lines, 1):
        if not line.endswith("\n"):
            break
        record = _record(line, Place(source, number))
        if isinstance(record, StudyHeader):
            study = Study(record)
        elif study is not None:
            study.add(record)
    if study is None:
        raise FormatError(Place(source, 1), "the file holds no study", "give one of `bombe study`")
    return study


def _record(line: str, place: Place) -> StudyRecord:
    try:
        fields: dict[str, Any] = json.loads(line)
        kind = _KINDS[fields.pop("kind")]
        if kind is StudyHeader:
            fields.update({name: tuple(fields[name]) for name in ("empties", "horizons")})
        return kind(**fields)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        problem = f"the line is no record of a study ({error})"
        raise FormatError(place, problem, "give a file that `bombe study -o` wrote") from None
