"""Games that were played, one JSON object on a line: all that is needed to replay them.

    {"schema": "bombe.game/1", "id": "3b", "match": "5f0c...", "game": "sudoku",
     "rules": "classic", "m": 3, "n": 3, "board": "4.....8.5.3...", "first": "greedy",
     "second": "mcts:c=1.5", "seed": 7, "moves": [{"player": 1, "move": [0, 3, 4], "verdict":
     "placed", "points": 3, "ms": 41.2, "proposals": [[[0, 1, 2], 3.5], ...]}, ...],
     "scores": [3, 0], "result": "1-0", "termination": "score", "reason": "...", ...}

A game of `dots` has `rows`, `columns` and `extra_turn` for rules and board, and moves such as
["h", 0, 1]. A verdict is `placed` or `bomb`; the loser of a forfeit has the move that lost it under
`refused`. `start` holds the starting position as its game writes it, see bombe.boards.games. Keys
that we do not know are kept in `extra`, so that logs of later versions can be rated and replayed.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.boards.errors import BombeError, FormatError, Place
from bombe.boards.games import GAMES, Termination, game_named, game_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from bombe.boards.games import AnyMove, AnyState, Game

__all__ = ["SCHEMA", "GameRecord", "Ply", "Termination", "read_record", "read_records"]

SCHEMA = "bombe.game/1"
RESULTS = {1: "1-0", 2: "0-1", 0: "1/2"}
VOID_RESULT = "*"


class Ply(NamedTuple):
    """One move of a game, and how it came about; times are in milliseconds."""

    player: int
    move: AnyMove
    is_bomb: bool
    points: int
    ms: float = 0.0
    proposals: tuple[tuple[AnyMove, float], ...] = ()
    output: str = ""


@dataclass(frozen=True)
class GameRecord:
    """A game from its start to its end. `winner` is 0 for a draw, and for a void game."""

    id: str
    start: AnyState
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
    def game(self) -> Game:
        """The game that was played."""
        return game_of(self.start)

    @property
    def result(self) -> str:
        """The result as game records write it: 1-0, 0-1, 1/2; * where the game does not count."""
        return VOID_RESULT if self.termination is Termination.VOID else RESULTS[self.winner]

    @property
    def players(self) -> tuple[str, str]:
        """The names of the first and the second player."""
        return self.first, self.second

    def states(self) -> Iterator[AnyState]:
        """Yield the position before every ply, and the last one; the rules check each move."""
        state, game = self.start, self.game
        yield state
        for ply in self.plies:
            state = game.after(state, ply.move, is_bomb=ply.is_bomb)
            yield state

    def to_json(self) -> str:
        """Write the game on one line."""
        game = self.game
        return json.dumps(
            {
                "schema": SCHEMA,
                "id": self.id,
                "match": self.match,
                "game": game.name,
                **game.facts(self.start),
                "start": json.loads(game.write(self.start)),
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
_KNOWN = {
    *_NEEDED,
    *("schema", "match", "game", "seed"),
    *("rules", "m", "n", "board"),
    *("rows", "columns", "extra_turn"),
}


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
    game = game_named(document.get("game", GAMES[0].name))
    termination = Termination(document["termination"])
    results = {text: winner for winner, text in RESULTS.items()} | {VOID_RESULT: 0}
    return GameRecord(
        id=str(document["id"]),
        start=game.read(document["start"]),
        first=str(document["first"]),
        second=str(document["second"]),
        plies=tuple(_ply(game, move) for move in document["moves"]),
        scores=(int(first), int(second)),
        winner=results[document["result"]],
        termination=termination,
        reason=str(document["reason"]),
        seed=document.get("seed"),
        match=str(document.get("match", "")),
        extra={key: value for key, value in document.items() if key not in _KNOWN},
    )


def _ply(game: Game, document: dict[str, Any]) -> Ply:
    return Ply(
        player={1: 1, 2: 2}[document["player"]],
        move=game.move(document["move"]),
        is_bomb={"placed": False, "bomb": True}[document["verdict"]],
        points=int(document["points"]),
        ms=float(document.get("ms", 0.0)),
        proposals=tuple((game.move(move), float(ms)) for move, ms in document.get("proposals", ())),
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
