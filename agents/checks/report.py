"""The report of a check of an agent: faults and times, as text and JSON."""

from __future__ import annotations

import json
import math
import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.analysis.columns import columns
from bombe.analysis.results import with_noun
from bombe.boards import Rules, Shape, SudokuState
from bombe.boards.record import Termination
from bombe.boards.sudoku.reading import read, write

if TYPE_CHECKING:
    from bombe.agents.checks.acceptance import Chance
    from bombe.agents.framework.editions import Clue, Edition

SCHEMA = "bombe.agent-check/2"
PLACES = 4
"""Further places of a fault that are named beside the first."""
OWN = 1.0
"""The load that the check itself is."""
LINES = 12
"""Last lines of an agent's output that are shown for a fault."""


@dataclass(frozen=True)
class Fault:
    """Something that loses games: what, where, and in words.

    `state` is the position, None before there was one, and `output` what the agent printed,
    including its traceback. A turn that ended badly after a proposal that counts `loses` no game.
    """

    what: Termination
    where: str
    detail: str
    state: SudokuState | None = None
    output: str = ""
    loses: bool = True

    @property
    def kind(self) -> tuple[bool, str, str]:
        """What grouped faults have in common: the ending and, for a crash, its place."""
        is_crash = self.what is Termination.CRASH
        return self.loses, self.what, self.detail.rpartition(", in line ")[2] if is_crash else ""

    @property
    def sentence(self) -> str:
        """What happened, in words."""
        if self.loses:
            return self.what.sentence
        return "after a proposal that counts: the move counts, and the game continues"

    def is_in(self, rules: Rules) -> bool:
        """Return whether it was found in a play mode, or before there was a position."""
        return self.state is None or self.state.rules is rules


class TurnTiming(NamedTuple):
    """A turn: its board's shape, whether it had a new interpreter, ms to its first proposal."""

    shape: Shape
    spawned: bool
    first: float | None
    rules: Rules = Rules.CLASSIC


class Load(NamedTuple):
    """How many processes wanted to run at once, before and after the check; None if unknown."""

    before: float | None
    after: float | None
    cores: int

    def __str__(self) -> str:
        """Return one sentence."""
        if self.before is None or self.after is None:
            return f"the machine has {with_noun(self.cores, 'core')}; its load is not known here"
        before, after = f"{self.before:.1f} before the check", f"{self.after:.1f} after it"
        text = f"load of the machine: {before}, {after}, on {with_noun(self.cores, 'core')}"
        if max(self.before, self.after - OWN) < self.cores:
            return text
        return f"{text}: others keep it busy, so times are longer than they would be"


@dataclass
class Report:
    """What a check found.

    `games` counts short games by play mode. `repaired` are the places of late turns that were in
    time when they were repeated, `starved` of those that cannot be judged, since other programs
    took their time. `saves` is whether the agent saved data; None if it never played.
    """

    name: str
    edition: Edition
    clues: tuple[Clue, ...]
    limits: tuple[float, ...]
    import_ms: float = 0.0
    timings: list[TurnTiming] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    repaired: list[str] = field(default_factory=list)
    starved: list[str] = field(default_factory=list)
    games: Counter[Rules] = field(default_factory=Counter)
    load: Load | None = None
    saves: bool | None = None
    chance: Chance | None = None
    files: dict[int, str] = field(default_factory=dict)

    def grouped(self) -> list[list[Fault]]:
        """Return the faults by kind: first those that lose games, each in the order found."""
        groups: dict[tuple[bool, str, str], list[Fault]] = {}
        for fault in sorted(self.faults, key=lambda fault: not fault.loses):
            groups.setdefault(fault.kind, []).append(fault)
        return list(groups.values())

    @property
    def loses(self) -> bool:
        """Whether a fault was found that loses games."""
        return any(fault.loses for fault in self.faults)

    @property
    def modes(self) -> list[Rules]:
        """The play modes in which the agent was checked."""
        return list(dict.fromkeys([timing.rules for timing in self.timings]))

    @property
    def _has_newer_mode(self) -> bool:
        """Whether there is one play mode only, and it is not the classic one."""
        return len(self.modes) == 1 and self.modes != [Rules.CLASSIC]

    def shapes_with_faults(self) -> list[Shape]:
        """Return the shapes of the boards on which a fault was found that loses games."""
        boards = [fault.state.board.shape for fault in self.faults if fault.state and fault.loses]
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
            "load": self.load and self.load._asdict(),
            "sizes": [_times_to_dict(*place, self.timings) for place in _places(self.timings)],
            "modes": [self._mode_to_dict(rules) for rules in self.modes],
            "games": sum(self.games.values()),
            "repaired": self.repaired,
            "starved": self.starved,
            "saves": self.saves,
            "troubled": list(map(str, self.shapes_with_faults())),
            "faults": [_fault_to_dict(group) for group in self.grouped()],
            "chance": self.chance and self.chance.to_dict(),
        }
        return json.dumps(document)

    def __str__(self) -> str:
        """Return the report for the agent's author."""
        parts = [self._heading(), self._table(), self._saving(), self._verdicts()]
        parts += self._fault_texts()
        if self.chance:
            parts.append(str(self.chance))
        return "\n\n".join(filter(None, parts))

    def _heading(self) -> str:
        for_it = [clue for clue in self.clues if clue.edition == self.edition]
        others = len(self.clues) - len(for_it)
        why = f"because of {for_it[0]}" if for_it else "as given"
        more = f" and {with_noun(len(for_it) - 1, 'more place')}" if len(for_it) > 1 else ""
        doubt = f"; {with_noun(others, 'place')} look like the other edition" if others else ""
        return (
            f"{self.name}: edition {self.edition}, {why}{more}{doubt}\n"
            f"import and construction take {self.import_ms:.0f} ms"
            + (f"\nplay mode {self.modes[0]}" if self._has_newer_mode else "")
            + (f"\n{self.load}" if self.load else "")
        )

    def _table(self) -> str:
        """Return the times of first proposals; `late` counts turns without one in time."""
        if not self.timings:
            return ""
        modes = ["play mode"] if len(self.modes) > 1 else []
        head = [*modes, "size", "first proposal", "median ms", "worst ms"]
        rows = [[*head, *(f"late at {limit:g} s" for limit in self.limits)]]
        for rules, shape in _places(self.timings):
            found = (self._row(rules, shape, spawned=spawned) for spawned in (False, True))
            rows += [[str(rules), *row] if modes else row for row in found if row]
        return columns(rows, left=range(len(modes) + 2))

    def _row(self, rules: Rules, shape: Shape, *, spawned: bool) -> list[str]:
        firsts = _firsts(self.timings, rules, shape, spawned=spawned)
        if not firsts:
            return []
        late = [
            f"{sum(first > 1000 * s for first in firsts)} of {len(firsts)}" for s in self.limits
        ]
        start = "new interpreter" if spawned else "forked"
        median, worst = statistics.median(firsts), max(firsts)
        return [str(shape), start, _ms(median), _ms(worst), *late]

    def _saving(self) -> str:
        if self.saves is None:
            return ""
        saving = "saves data" if self.saves else "saves nothing"
        games = with_noun(sum(self.games.values()), "short game")
        text = f"{games} against random; it {saving} between turns"
        if self.repaired:
            text += (
                f"\n{with_noun(len(self.repaired), 'late turn')} in time when repeated, and so no "
                f"fault: {'; '.join(dict.fromkeys(self.repaired))}"
            )
        if self.starved:
            late = with_noun(len(self.starved), "late turn")
            text += (
                f"\n{late} cannot be judged, since other programs took the time: "
                f"{'; '.join(dict.fromkeys(self.starved))}; check again when less runs here"
            )
        return text

    def _verdicts(self) -> str:
        """Return a line for each play mode, if there are several."""
        if len(self.modes) < 2:
            return ""
        rows = [["play mode", "turns", "games", "verdict"]]
        for rules in self.modes:
            turns = sum(timing.rules is rules for timing in self.timings)
            counts = str(turns), str(self.games[rules])
            rows.append([str(rules), *counts, self._verdict(rules)])
        return columns(rows, left=(0, 3))

    def _verdict(self, rules: Rules | None = None) -> str:
        """Return in words how many kinds of faults were found, in a play mode or in all."""
        kinds = {fault.kind for fault in self.faults if rules is None or fault.is_in(rules)}
        losing = sum(loses for loses, *_ in kinds)
        verdict = f"{with_noun(losing, 'kind')} of fault found" if losing else "no fault found"
        if not (others := len(kinds) - losing):
            return verdict
        return f"{verdict}, and {with_noun(others, 'kind')} that lose{'s' * (others == 1)} no game"

    def _mode_to_dict(self, rules: Rules) -> dict[str, Any]:
        here = {fault.kind for fault in self.faults if fault.is_in(rules)}
        return {
            "rules": rules,
            "turns": sum(timing.rules is rules for timing in self.timings),
            "games": self.games[rules],
            "faults": sum(loses for loses, *_ in here),
            "verdict": self._verdict(rules),
        }

    def _fault_texts(self) -> list[str]:
        sizes = ", ".join(map(str, self.shapes_with_faults()))
        where = f", on boards {sizes}" if sizes else ""
        texts = [f"{self._verdict()}{where}"]
        for number, group in enumerate(self.grouped(), 1):
            texts.append(_fault_text(number, group, self.files.get(number, "")))
        return texts


def _fault_text(number: int, group: Sequence[Fault], file: str) -> str:
    first, places = group[0], list(dict.fromkeys(fault.where for fault in group))
    named = "; ".join(places[: PLACES + 1])
    more = f"; and {with_noun(len(places) - PLACES - 1, 'more place')}"
    lines = [
        f"{number}. {first.what}: {first.sentence}",
        f"   {named}{more * (len(places) > PLACES + 1)}",
    ]
    lines.append(f"   {first.detail}")
    if first.state is not None:
        lines.append(f"   position: {file or position_text(first.state)}")
    if first.output.strip():
        lines += [f"   | {line}" for line in first.output.strip().splitlines()[-LINES:]]
    return "\n".join(lines)


def position_text(state: SudokuState) -> str:
    """Return a position on one line that any command reads: the board if that says it all."""
    line = write(state, "line").strip()
    return line if read(line) == state else write(state).strip()


def _fault_to_dict(group: Sequence[Fault]) -> dict[str, Any]:
    first = group[0]
    return {
        "what": first.what,
        "loses": first.loses,
        "rules": list(dict.fromkeys(fault.state.rules for fault in group if fault.state)),
        "detail": first.detail,
        "places": list(dict.fromkeys(fault.where for fault in group)),
        "position": first.state and json.loads(write(first.state)),
        "output": first.output,
    }


def _times_to_dict(rules: Rules, shape: Shape, timings: Iterable[TurnTiming]) -> dict[str, Any]:
    times = list(timings)
    return {"rules": rules, "m": shape.m, "n": shape.n} | {
        name: [
            None if math.isinf(first) else first
            for first in _firsts(times, rules, shape, spawned=spawned)
        ]
        for name, spawned in (("forked_ms", False), ("spawned_ms", True))
    }


def _places(timings: Iterable[TurnTiming]) -> list[tuple[Rules, Shape]]:
    return list(dict.fromkeys((timing.rules, timing.shape) for timing in timings))


def _firsts(
    timings: Iterable[TurnTiming], rules: Rules, shape: Shape, *, spawned: bool
) -> list[float]:
    """Return the times of first proposals, infinite if there was none."""
    return [
        math.inf if timing.first is None else timing.first
        for timing in timings
        if (timing.rules, timing.shape) == (rules, shape) and timing.spawned is spawned
    ]


def _ms(value: float) -> str:
    return "never" if math.isinf(value) else f"{value:.0f}"
