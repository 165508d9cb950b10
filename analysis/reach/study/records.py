"""The file of a study of the newer play modes: its plan, and a line for every solved endgame."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass, field
from typing import NamedTuple

from bombe.analysis.reach.cells import Pair  # noqa: TC001 - files are read by the annotations
from bombe.analysis.reach.law import TEMPO_WORDS, tempo_of, verdict_of
from bombe.analysis.study_files import StudyFile
from bombe.analysis.tempo.law import Outlook

SCHEMA = "bombe.study.modes/1"


@dataclass(frozen=True)
class ModesPlan:
    """The plan of a study: two studies with the same plan have the same records."""

    boards: dict[str, str]
    modes: tuple[str, ...]
    fills: tuple[int, int]
    positions: int
    games: int
    seconds: float
    seed: int
    version: str
    schema: str = SCHEMA


class ModesTask(NamedTuple):
    """An endgame to solve, the one that a seeded game leads to or that was given.

    With `is_game`, a larger position, played to its end by rule R on both sides.
    """

    board: str
    mode: str
    play: str
    seed: int
    is_game: bool = False


@dataclass(frozen=True)
class ModesEnding:
    """A solved endgame; where there are two numbers, the first is the mover's.

    `fills` and `bombs` are the F and B of the law, `open` the shared cells that are open to each
    player, `skips` the bombs on cells that each can play on now, `takes` the most cells that a fill
    of each takes from the other. `best` is the balance after the best move by the law, `lost` the
    points that this move loses, `greedy_lost` those of a fill with the most points now. `last` says
    whether the mover makes the last fill in a line of best play, None where it is not known.
    """

    board: str
    size: int
    mode: str
    play: str
    seed: int
    fills: int
    bombs: int
    dead: int
    shared: int
    private: Pair
    open: Pair
    skips: Pair
    private_skips: Pair
    shared_skips: int
    takes: Pair
    shut_out: bool
    balance: int
    best: int
    lost: int
    greedy_lost: int
    fill: bool
    skip: bool
    margin: int
    last: bool | None = None

    @property
    def task(self) -> ModesTask:
        """The task that produced the record, which no other record of its study has."""
        return ModesTask(self.board, self.mode, self.play, self.seed)

    @property
    def lead(self) -> int:
        """The lead of the mover in half fills."""
        return 2 * (self.private[0] - self.private[1]) + self.open[0] - self.open[1]

    @property
    def tempo(self) -> str:
        """The class of the tempo, in words."""
        return TEMPO_WORDS[tempo_of(self.fills, self.bombs)]

    @property
    def ahead(self) -> int:
        """The balance after the best move by the law; where the game is over then, that of now."""
        return self.best or self.balance

    @property
    def is_right(self) -> bool:
        """Whether the side wins that the law names, one move ahead."""
        return self.margin > 0 if verdict_of(self.ahead) is Outlook.WON else self.margin < 0


@dataclass(frozen=True)
class ModesGame:
    """A larger position, played by rule R on both sides until it could be solved.

    `fills`, `balance` and `ahead` are of the position, `margin` is what its mover got from there
    on.
    """

    board: str
    size: int
    mode: str
    play: str
    seed: int
    fills: int
    balance: int
    ahead: int
    margin: int

    @property
    def task(self) -> ModesTask:
        """The task that produced the record, which no other record of its study has."""
        return ModesTask(self.board, self.mode, self.play, self.seed, is_game=True)

    @property
    def is_right(self) -> bool:
        """Whether the side won that the law names, one move ahead."""
        return self.margin > 0 if verdict_of(self.ahead) is Outlook.WON else self.margin < 0


ModesRecord = ModesEnding | ModesGame


@dataclass
class ModesStudy:
    """The records of a study so far."""

    plan: ModesPlan
    endings: list[ModesEnding] = field(default_factory=list)
    games: list[ModesGame] = field(default_factory=list)

    def add(self, record: ModesRecord) -> None:
        """Add the next record."""
        if isinstance(record, ModesEnding):
            self.endings.append(record)
        else:
            self.games.append(record)

    @property
    def done(self) -> set[ModesTask]:
        """The tasks that have a record."""
        return {each.task for each in self.endings} | {each.task for each in self.games}


_NAMES: dict[type[ModesPlan | ModesRecord], str] = {
    ModesPlan: "header",
    ModesEnding: "ending",
    ModesGame: "game",
}
_KINDS = {name: kind for kind, name in _NAMES.items()}


def to_line(record: ModesPlan | ModesRecord) -> str:
    """Return a record as one line of JSON, without a line break."""
    fields = {"kind": _NAMES[type(record)], **dataclasses.asdict(record)}
    return json.dumps({name: value for name, value in fields.items() if value is not None})


MODES_FILE = StudyFile(
    "study", "bombe study modes -o", SCHEMA, ModesPlan, ModesStudy, _KINDS, to_line
)
read_modes = MODES_FILE.read
