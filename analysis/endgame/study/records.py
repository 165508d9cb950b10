"""The file of a study of endings: lines of JSON, of which the first is a header.

    {"kind": "header", "schema": "bombe.study.endings/1", ...}    the plan, version, machine
    {"kind": "ending", "empties": 28, "number": 0, "board": "...", "low": 8, "high": 8, ...}

Every line is complete in itself; a truncated last line is removed when the study continues.
"""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bombe.analysis.study_files import check_plan, drop_truncated_line, is_new, read_lines
from bombe.boards.errors import FormatError, Place

if TYPE_CHECKING:
    from collections.abc import Iterable

_COMMAND = "bombe study endings -o"


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
    schema: str = "bombe.study.endings/1"


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

    @property
    def keys(self) -> set[tuple[int, int]]:
        """The keys of the endings so far."""
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
    kind = "header" if isinstance(record, EndingsHeader) else "ending"
    return json.dumps({"kind": kind, **dataclasses.asdict(record)})


def read_endings(path: str) -> Endings:
    """Return the study that a file holds."""
    return _endings(read_lines(Path(path), _COMMAND), path)


def resume(path: Path, header: EndingsHeader) -> Endings:
    """Return the study in a new or interrupted file, ready for records to be appended."""
    if is_new(path):
        path.write_text(to_line(header) + "\n", encoding="utf-8")
        return Endings(header)
    study = read_endings(str(path))
    check_plan(path, study.header, header)
    drop_truncated_line(path)
    return study


def _endings(lines: Iterable[str], source: str) -> Endings:
    study: Endings | None = None
    for number, line in enumerate(lines, 1):
        record = _record(line, Place(source, number))
        if isinstance(record, EndingsHeader):
            study = Endings(record)
        elif study is not None:
            study.endings.append(record)
    if study is None:
        raise _error(Place(source, 1), "the file holds no study of endings")
    return study


def _record(line: str, place: Place) -> EndingsHeader | StudiedEnding:
    try:
        fields: dict[str, Any] = json.loads(line)
        if fields.pop("kind") == "header":
            return EndingsHeader(**{**fields, "empties": tuple(fields["empties"])})
        return StudiedEnding(**{**fields, "faults": tuple(fields["faults"])})
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise _error(place, f"the line is not a record of a study of endings ({error})") from None


def _error(place: Place, problem: str) -> FormatError:
    return FormatError(place, problem, f"give a file that `{_COMMAND}` wrote")
