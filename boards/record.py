"""Games that were played, one JSON object on a line: all that is needed to replay them.

    {"schema": "bombe.game/1", "id": "3b", "match": "5f0c...", "game": "sudoku",
     "rules": "classic", "m": 3, "n": 3, "board": "4.....8.5.3...", "first": "greedy",
     "second": "mcts:c=1.5", "seed": 7, "moves": [{"player": 1, "move": [0, 3, 4], "verdict":
     "placed", "points": 3, "ms": 41.2, "proposals": [[[0, 1, 2], 3.5], ...]}, ...],
     "scores": [3, 0], "result": "1-0", "termination": "score", "reason": "...", ...}

A verdict is `placed` or `bomb`; the loser of a forfeit has the move that lost it under `refused`.
`start` holds the starting position as bombe.boards.formats.json_text writes it. Keys that we do
not know are kept in `extra`, so that logs of later versions can be rated and replayed.
"""

from __future__ import annotations

import enum
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.boards.board import Move
from bombe.boards.errors import BombeError, FormatError, Place
from bombe.boards.symbols import board_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from bombe.boards.sudoku import SudokuState

SCHEMA = "bombe.game/1"
RESULTS = {1: "1-0", 2: "0-1", 0: "1/2"}
VOID_RESULT = "*"


class Termination(enum.StrEnum):
    """How a game ended; all but the first and the last lose it for the player to move."""

    SCORE = "score"
    NO_PROPOSAL = "no-proposal"
    OUT_OF_RANGE = "out-of-range"
    FILLED = "filled"
    BREAKS_C0 = "breaks-c0"
    TABOO = "taboo"
    NOT_PLAYABLE = "not-playable"
    NO_MOVE = "no-move"
    CRASH = "crash"
    HANG = "hang"
    MEMORY = "memory"
    VOID = "void"

    @property
    def sentence(self) -> str:
        """Say it in words."""
        return _SENTENCES[self]

    @property
    def is_forfeit(self) -> bool:
        """Whether a player lost by it, whatever the score."""
        return self not in (Termination.SCORE, Termination.VOID)


_SENTENCES = {
    Termination.SCORE: "the game was played to its end",
    Termination.NO_PROPOSAL: "no move was proposed in time",
    Termination.OUT_OF_RANGE: "there is no such cell or value",
    Termination.FILLED: "the cell was filled already",
    Termination.BREAKS_C0: "the value stands in a region of the cell",
    Termination.TABOO: "the move is taboo",
    Termination.NOT_PLAYABLE: "the player may not play on this cell",
    Termination.NO_MOVE: "what was proposed is no move",
    Termination.CRASH: "the agent crashed",
    Termination.HANG: "the agent did not answer and had to be killed",
    Termination.MEMORY: "the agent took more memory than it may",
    Termination.VOID: "the oracle could not decide: the game does not count",
}


class Ply(NamedTuple):
    """One move of a game, and how it came about; times are in milliseconds."""

    player: int
    move: Move
    is_bomb: bool
    points: int
    ms: float = 0.0
    proposals: tuple[tuple[Move, float], ...] = ()
    output: str = ""


@dataclass(frozen=True)
class GameRecord:
    """A game from its start to its end. `winner` is 0 for a draw, and for a void game."""

    id: str
    start: SudokuState
    first: str
    second: str
    plies: tuple[Ply, ...]
    scores: tuple[int, int]
    winner: int
    termination: Termination
    reason: str
    seed: int | None = None
    match: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def result(self) -> str:
        """The result as game records write it: 1-0, 0-1, 1/2; * where the game does not count."""
        return VOID_RESULT if self.termination is Termination.VOID else RESULTS[self.winner]

    @property
    def players(self) -> tuple[str, str]:
        """The names of the first and the second player."""
        return self.first, self.second

    def states(self) -> Iterator[SudokuState]:
        """Yield the position before every ply, and the last one; the rules check each move."""
        state = self.start
        yield state
        for ply in self.plies:
            state = state.reject(ply.move) if ply.is_bomb else state.play(ply.move)
            yield state

    def to_json(self) -> str:
        """Write the game on one line."""
        from bombe.boards.reading import write

        shape = self.start.board.shape
        return json.dumps(
            {
                "schema": SCHEMA,
                "id": self.id,
                "match": self.match,
                "game": "sudoku",
                "rules": self.start.rules,
                "m": shape.m,
                "n": shape.n,
                "board": board_line(self.start.board),
                "start": json.loads(write(self.start)),
                "first": self.first,
                "second": self.second,
                "seed": self.seed,
                "moves": [_ply_to_dict(ply) for ply in self.plies],
                "scores": self.scores,
                "result": self.result,
                "termination": self.termination,
                "reason": self.reason,
                **self.extra,
            }
        )


_NEEDED = ("id", "start", "first", "second", "moves", "scores", "result", "termination", "reason")
_KNOWN = {*_NEEDED, "schema", "match", "game", "rules", "m", "n", "board", "seed"}


def read_record(line: str, place: Place | None = None) -> GameRecord:
    """Read a game from its line; what cannot be read raises a FormatError."""
    place = place or Place("<game>")
    remedy = "cut the line out"
    try:
        document = json.loads(line)
    except ValueError as error:
        raise FormatError(place, f"no JSON: {error}", remedy) from None
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        raise FormatError(place, f"no game of schema {SCHEMA}", "give a log of `bombe match`")
    if missing := next((key for key in _NEEDED if key not in document), None):
        raise FormatError(place, f"the game has no {missing}", remedy)
    try:
        return _record(document)
    except (ValueError, TypeError, KeyError, AttributeError, BombeError) as error:
        raise FormatError(place, f"a game that cannot be read: {error}", remedy) from None


def read_records(lines: Iterable[str], source: str = "<games>") -> Iterator[GameRecord]:
    """Read a log, one game at a time; blank lines mean nothing."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield read_record(line, Place(source, number))


def _record(document: dict[str, Any]) -> GameRecord:
    first, second = document["scores"]
    termination = Termination(document["termination"])
    results = {text: winner for winner, text in RESULTS.items()} | {VOID_RESULT: 0}
    return GameRecord(
        id=str(document["id"]),
        start=_start(document["start"]),
        first=str(document["first"]),
        second=str(document["second"]),
        plies=tuple(map(_ply, document["moves"])),
        scores=(int(first), int(second)),
        winner=results[document["result"]],
        termination=termination,
        reason=str(document["reason"]),
        seed=document.get("seed"),
        match=str(document.get("match", "")),
        extra={key: value for key, value in document.items() if key not in _KNOWN},
    )


def _start(document: dict[str, Any]) -> SudokuState:
    from bombe.boards.reading import read_text  # agents' processes need no format, but start often

    (entry,) = read_text(json.dumps(document), "start", format="json")
    return entry.state


def _ply(document: dict[str, Any]) -> Ply:
    return Ply(
        player={1: 1, 2: 2}[document["player"]],
        move=Move(*document["move"]),
        is_bomb={"placed": False, "bomb": True}[document["verdict"]],
        points=int(document["points"]),
        ms=float(document.get("ms", 0.0)),
        proposals=tuple((Move(*move), float(ms)) for move, ms in document.get("proposals", ())),
        output=str(document.get("output", "")),
    )


def _ply_to_dict(ply: Ply) -> dict[str, Any]:
    document: dict[str, Any] = {
        "player": ply.player,
        "move": ply.move,
        "verdict": "bomb" if ply.is_bomb else "placed",
        "points": ply.points,
        "ms": ply.ms,
    }
    if ply.proposals:
        document["proposals"] = ply.proposals
    if ply.output:
        document["output"] = ply.output
    return document
