"""The file of a study of how bombs are seen: lines of JSON, of which the first is the plan.

    {"kind": "plan", "schema": "bombe.study.why/1", "boards": {...}, ...}
    {"kind": "game", "source": "hard-3x3.txt:1", "number": 0, "positions": [...]}

Every line is complete in itself; a truncated last line is removed when the study continues.
"""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass, field
from typing import NamedTuple

from bombe.analysis.study_files import StudyFile

SCHEMA = "bombe.study.why/1"
SAFE = -1
"""The level of a proposal that is no bomb."""
UNKNOWN = -2
"""The level of a proposal that is a bomb without a rating, or not known to be one."""


@dataclass(frozen=True)
class WhyPlan:
    """The plan of a study: two studies with the same plan look at the same bombs.

    `boards` are texts by name, `shapes` those of which boards are generated. On each, `games` are
    played, and `positions` of each game are looked at; with 0 games, the boards as they are. With
    `check`, a chain is found and checked for every bomb, else bombs are rated only. Of each
    position, the smallest cores of `cores` bombs are looked for, by `peers`, too; and `agents`
    propose a move with `nodes`. `seconds` limit each answer but the search for a core, which has
    `core_seconds`.
    """

    boards: dict[str, str]
    shapes: tuple[str, ...]
    games: int
    positions: int
    check: bool
    cores: int
    peers: tuple[str, ...]
    agents: tuple[str, ...]
    nodes: int
    seconds: float
    core_seconds: float
    seed: int
    version: str
    schema: str = SCHEMA


class WhyTask(NamedTuple):
    """A game to play and look at: on which board, and which one of them."""

    source: str
    number: int


class SeenBombs(NamedTuple):
    """How many bombs of a position have this rating."""

    level: int
    depth: int
    steps: int
    bombs: int


class TimedCore(NamedTuple):
    """A smallest core, or the best that was found in time; `peers` are the seconds of others."""

    size: int
    is_smallest: bool
    seconds: float
    peers: dict[str, float]


class ProposedLevel(NamedTuple):
    """What an agent proposed: the level of a bomb, SAFE or UNKNOWN."""

    agent: str
    level: int


@dataclass(frozen=True)
class WhyPosition:
    """A position of a game and its bombs.

    `moves` is the number of all its legal moves. `not_rated` counts bombs without a rating and
    `undecided` moves that may be bombs, both because time was up. `rating` is the CPU time of an
    audit with ratings, `chains` that for the chain of each bomb, `checked` how many of these hold.
    `faults` say what the checks found wrong.
    """

    board: str
    shape: str
    empties: int
    is_proper: bool
    moves: int
    seen: tuple[SeenBombs, ...]
    rating: float
    not_rated: int = 0
    undecided: int = 0
    checked: int = 0
    chains: tuple[float, ...] = ()
    cores: tuple[TimedCore, ...] = ()
    proposals: tuple[ProposedLevel, ...] = ()
    faults: tuple[str, ...] = ()

    @property
    def bombs(self) -> int:
        """The number of bombs."""
        return self.not_rated + sum(seen.bombs for seen in self.seen)


@dataclass(frozen=True)
class WhyGame:
    """A game, and those of its positions that were looked at."""

    source: str
    number: int
    positions: tuple[WhyPosition, ...]

    @property
    def task(self) -> WhyTask:
        """The task that produced the record, which no other record of its study has."""
        return WhyTask(self.source, self.number)


@dataclass
class WhyStudy:
    """The records of a study so far."""

    plan: WhyPlan
    games: list[WhyGame] = field(default_factory=list)

    def add(self, record: WhyGame) -> None:
        """Add the next record."""
        self.games.append(record)

    @property
    def done(self) -> set[WhyTask]:
        """The tasks that have a record."""
        return {game.task for game in self.games}

    @property
    def positions(self) -> list[WhyPosition]:
        """The positions of all games."""
        return [position for game in self.games for position in game.positions]

    @property
    def faults(self) -> list[str]:
        """What the checks found wrong, with the position."""
        return [f"{at.shape} {at.board}: {fault}" for at in self.positions for fault in at.faults]


def to_line(record: WhyPlan | WhyGame) -> str:
    """Return a record as one line of JSON, without a line break."""
    # Rows of numbers are named tuples, which asdict would keep and json write as lists.
    return json.dumps({"kind": _NAMES[type(record)], **dataclasses.asdict(record)})


_KINDS = {"plan": WhyPlan, "game": WhyGame}
_NAMES = {kind: name for name, kind in _KINDS.items()}
WHY_FILE = StudyFile(
    "study of how bombs are seen",
    "bombe study why -o",
    SCHEMA,
    WhyPlan,
    WhyStudy,
    _KINDS,
    to_line,
)
read_why_study = WHY_FILE.read
