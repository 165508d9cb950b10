"""The report of a check of an agent: faults and times, as text and JSON."""

from __future__ import annotations

import json
import math
import statistics
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.analysis.matches.tables import columns
from bombe.analysis.results import counted
from bombe.boards.record import Termination
from bombe.boards.sudoku.reading import write

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bombe.agents.framework.acceptance import Chance
    from bombe.agents.framework.editions import Clue, Edition
    from bombe.boards import Shape, SudokuState

SCHEMA = "bombe.agent-check/1"
PLACES = 4
"""Further places of a fault that are named beside the first."""
LINES = 12
"""Last lines of an agent's output that are shown for a fault."""


@dataclass(frozen=True)
class Fault:
    """Something that loses games: what, where, and in words.

    `state` is the position, None before there was one, and `output` what the agent printed,
    including its traceback.
    """

    what: Termination
    where: str
    detail: str
    state: SudokuState | None = None
    output: str = ""

    @property
    def kind(self) -> tuple[str, str]:
        """What grouped faults have in common: the ending and, for a crash, its place."""
        is_crash = self.what is Termination.CRASH
        return self.what, self.detail.rpartition(", in line ")[2] if is_crash else ""


class TurnTiming(NamedTuple):
    """The shape of a turn's board, whether it had a new interpreter, ms to its first proposal."""

    shape: Shape
    spawned: bool
    first: float | None


@dataclass(frozen=True)
class Report:
    """What a check found. `saves` is whether the agent saved data; None if it never played."""

    name: str
    edition: Edition
    clues: tuple[Clue, ...]
    limits: tuple[float, ...]
    import_ms: float = 0.0
    timings: tuple[TurnTiming, ...] = ()
    faults: tuple[Fault, ...] = ()
    games: int = 0
    saves: bool | None = None
    chance: Chance | None = None
    files: dict[int, str] = field(default_factory=dict)

    def grouped(self) -> list[list[Fault]]:
        """Return the faults by kind, in the order in which they were found."""
        groups: dict[tuple[str, str], list[Fault]] = {}
        for fault in self.faults:
            groups.setdefault(fault.kind, []).append(fault)
        return list(groups.values())

    def troubled(self) -> list[Shape]:
        """Return the shapes of the boards on which a fault was found."""
        boards = [fault.state.board.shape for fault in self.faults if fault.state]
        return sorted(set(boards), key=lambda shape: (shape.size, shape))

    def to_json(self) -> str:
        """Return one line of JSON."""
        document = {
            "schema": SCHEMA,
            "agent": self.name,
            "edition": self.edition,
            "clues": [clue._asdict() for clue in self.clues],
            "import_ms": self.import_ms,
            "limits": self.limits,
            "sizes": [_times_to_dict(shape, self.timings) for shape in _shapes(self.timings)],
            "games": self.games,
            "saves": self.saves,
            "troubled": list(map(str, self.troubled())),
            "faults": [_fault_to_dict(group) for group in self.grouped()],
            "chance": self.chance and self.chance.to_dict(),
        }
        return json.dumps(document)

    def __str__(self) -> str:
        """Return the report for the agent's author."""
        parts = [self._heading(), self._table(), self._saving(), *self._fault_texts()]
        if self.chance:
            parts.append(str(self.chance))
        return "\n\n".join(filter(None, parts))

    def _heading(self) -> str:
        for_it = [clue for clue in self.clues if clue.edition == self.edition]
        others = len(self.clues) - len(for_it)
        why = f"because of {for_it[0]}" if for_it else "as given"
        more = f" and {counted(len(for_it) - 1, 'more place')}" if len(for_it) > 1 else ""
        doubt = f"; {counted(others, 'place')} look like the other edition" if others else ""
        return (
            f"{self.name}: edition {self.edition}, {why}{more}{doubt}\n"
            f"import and construction take {self.import_ms:.0f} ms"
        )

    def _table(self) -> str:
        """Return the times of first proposals; `late` counts turns without one in time."""
        if not self.timings:
            return ""
        head = ["size", "first proposal", "median ms", "worst ms"]
        rows = [[*head, *(f"late at {limit:g} s" for limit in self.limits)]]
        for shape in _shapes(self.timings):
            for spawned in (False, True):
                rows += self._row(shape, spawned=spawned)
        return columns(rows, left=(0, 1))

    def _row(self, shape: Shape, *, spawned: bool) -> list[list[str]]:
        firsts = _firsts(self.timings, shape, spawned=spawned)
        if not firsts:
            return []
        late = [
            f"{sum(first > 1000 * s for first in firsts)} of {len(firsts)}" for s in self.limits
        ]
        start = "new interpreter" if spawned else "forked"
        median, worst = statistics.median(firsts), max(firsts)
        return [[str(shape), start, _ms(median), _ms(worst), *late]]

    def _saving(self) -> str:
        if self.saves is None:
            return ""
        saving = "saves data" if self.saves else "saves nothing"
        return f"{counted(self.games, 'short game')} against random; it {saving} between turns"

    def _fault_texts(self) -> list[str]:
        groups = self.grouped()
        if not groups:
            return ["no fault found"]
        sizes = ", ".join(map(str, self.troubled()))
        where = f", on boards {sizes}" if sizes else ""
        texts = [f"{counted(len(groups), 'kind')} of fault found{where}"]
        for number, group in enumerate(groups, 1):
            texts.append(_fault_text(number, group, self.files.get(number, "")))
        return texts


def _fault_text(number: int, group: Sequence[Fault], file: str) -> str:
    first, places = group[0], list(dict.fromkeys(fault.where for fault in group))
    named = "; ".join(places[: PLACES + 1])
    more = f"; and {counted(len(places) - PLACES - 1, 'more place')}"
    lines = [
        f"{number}. {first.what}: {first.what.sentence}",
        f"   {named}{more * (len(places) > PLACES + 1)}",
    ]
    lines.append(f"   {first.detail}")
    if first.state is not None:
        lines.append(f"   position: {file or ' '.join(write(first.state, 'line').split())}")
    if first.output.strip():
        lines += [f"   | {line}" for line in first.output.strip().splitlines()[-LINES:]]
    return "\n".join(lines)


def _fault_to_dict(group: Sequence[Fault]) -> dict[str, Any]:
    first = group[0]
    return {
        "what": first.what,
        "detail": first.detail,
        "places": list(dict.fromkeys(fault.where for fault in group)),
        "position": first.state and json.loads(write(first.state)),
        "output": first.output,
    }


def _times_to_dict(shape: Shape, timings: Iterable[TurnTiming]) -> dict[str, Any]:
    firsts = {"m": shape.m, "n": shape.n}
    times = list(timings)
    return firsts | {
        name: [
            None if math.isinf(first) else first for first in _firsts(times, shape, spawned=spawned)
        ]
        for name, spawned in (("forked_ms", False), ("spawned_ms", True))
    }


def _shapes(timings: Iterable[TurnTiming]) -> list[Shape]:
    return list(dict.fromkeys(timing.shape for timing in timings))


def _firsts(timings: Iterable[TurnTiming], shape: Shape, *, spawned: bool) -> list[float]:
    """Return the times of first proposals, infinite if there was none."""
    return [
        math.inf if timing.first is None else timing.first
        for timing in timings
        if timing.shape == shape and timing.spawned is spawned
    ]


def _ms(value: float) -> str:
    return "never" if math.isinf(value) else f"{value:.0f}"
