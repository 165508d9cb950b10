"""Records of games, one JSON object per line: everything needed to replay them.

    {"schema": "bombe.game/1", "id": "3b", "match": "5f0c...", "game": "sudoku",
     "rules": "classic", "m": 3, "n": 3, "board": "4.....8.5.3...", "first": "greedy",
     "second": "mcts:c=1.5", "seeds": [7, 1803],
     "moves": [{"player": 1, "move": [0, 3, 4], "verdict": "placed", "points": 3, "ms": 41.2,
     "cpu_ms": 40.8, "proposals": [[[0, 1, 2], 3.5], ...], "notes": {"depth": 4}}, ...],
     "scores": [3, 0], "result": "1-0", "termination": "score", "reason": "...", ...}

`incidents` are turns of which the move counts, but that ended badly (an `ending` as of a forfeit),
or took too much: an Excess of bombe.boards.game. `voided` are earlier attempts at the same game, in
which a player was ended from outside. `salt` is what the seeds were drawn with, if anything.

A game of `dots` has `rows`, `columns` and `extra_turn` instead of rules and board, and moves such
as ["h", 0, 1]. A verdict is `placed` or `bomb`; the move that lost a game by forfeit is in
`refused`. `notes` are what an agent said of its turn, numbers by name. `start` holds the starting
position as its game writes it (see bombe.boards.game). Unknown keys are kept in `extra`, so that
logs of later versions can be rated and replayed.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.boards.errors import FormatError, Place
from bombe.boards.game import DEFAULT_GAME, Termination, game_named
from bombe.boards.notes import add_note

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from bombe.boards.game import AnyGame, AnyMove, AnyState
    from bombe.boards.notes import Notes

__all__ = ["SCHEMA", "GameRecord", "Ply", "Termination", "read_record", "read_records"]

SCHEMA = "bombe.game/1"
RESULTS = {1: "1-0", 2: "0-1", 0: "1/2"}
VOID_RESULT = "*"
_LONGEST = 60
"""How many characters of an invalid value a message shows."""


class Ply(NamedTuple):
    """One move of a game, with the proposals and the output of its turn; times in milliseconds.

    `notes` are what the agent said of its turn, numbers by name: see bombe.boards.notes. `cpu_ms`
    is the processor time of the agent and all its processes, 0 if it was not measured.
    """

    player: int
    move: AnyMove
    is_bomb: bool
    points: int
    ms: float = 0.0
    proposals: tuple[tuple[AnyMove, float], ...] = ()
    output: str = ""
    notes: Notes = ()
    cpu_ms: float = 0.0


@dataclass(frozen=True)
class GameRecord:
    """A game from start to end. `winner` is 0 for a draw and for a void game.

    `place` is where the record was read, or None.
    """

    id: str
    start: AnyState
    first: str
    second: str
    plies: tuple[Ply, ...]
    scores: tuple[int, int]
    winner: int
    termination: Termination
    reason: str
    seeds: tuple[int, int] | None = None
    match: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)
    place: Place | None = field(default=None, compare=False)

    @property
    def game(self) -> AnyGame:
        """The game that was played."""
        return self.start.game

    @property
    def result(self) -> str:
        """The result as 1-0, 0-1 or 1/2, or * if the game does not count."""
        return VOID_RESULT if self.termination is Termination.VOID else RESULTS[self.winner]

    @property
    def players(self) -> tuple[str, str]:
        """The names of the first and the second player."""
        return self.first, self.second

    def states(self) -> Iterator[AnyState]:
        """Yield the position before each ply, then the last one; raise if a move is refused."""
        state, game = self.start, self.game
        yield state
        for number, ply in enumerate(self.plies, 1):
            try:
                state = game.after(state, ply.move, is_bomb=ply.is_bomb)
            except ValueError as error:
                place = self.place or Place(f"<game {self.id}>")
                problem = f"move {number} of game {self.id} is impossible: {error}"
                raise FormatError(place, problem, _REMEDY) from error
            yield state

    def to_json(self) -> str:
        """Return the game as one line of JSON."""
        game = self.game
        return json.dumps(
            {
                "schema": SCHEMA,
                "id": self.id,
                "match": self.match,
                "game": game.name,
                **game.facts(self.start),
                "start": game.to_json(self.start),
                "first": self.first,
                "second": self.second,
                **({"seeds": self.seeds} if self.seeds else {}),
                "moves": [_ply_to_dict(ply) for ply in self.plies],
                "scores": self.scores,
                "result": self.result,
                "termination": self.termination,
                "reason": self.reason,
                **self.extra,
            }
        )


_REMEDY = "remove the line"
_NEEDED = ("id", "start", "first", "second", "moves", "scores", "result", "termination", "reason")
_KNOWN = {
    *_NEEDED,
    *("schema", "match", "game", "seed", "seeds"),
    *("rules", "m", "n", "board"),
    *("rows", "columns", "extra_turn"),
}


def read_record(line: str, place: Place | None = None) -> GameRecord:
    """Return the game of a line; raise FormatError if it cannot be read."""
    place = place or Place("<game>")
    try:
        document = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise FormatError(place, f"not JSON: {error}", _REMEDY) from None
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        raise FormatError(place, f"not a game of schema {SCHEMA}", "give a log of `bombe match`")
    if missing := next((key for key in _NEEDED if key not in document), None):
        raise FormatError(place, f"the game has no {missing}", _REMEDY)
    try:
        return _record(document, place)
    except ValueError as error:
        raise FormatError(place, f"a game that cannot be read: {error}", _REMEDY) from None


def read_records(lines: Iterable[str], source: str = "<games>") -> Iterator[GameRecord]:
    """Yield the games of a log one at a time; blank lines are skipped."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield read_record(line, Place(source, number))


def _record(document: dict[str, Any], place: Place) -> GameRecord:
    game = game_named(str(document.get("game", DEFAULT_GAME)))
    results = {text: winner for winner, text in RESULTS.items()} | {VOID_RESULT: 0}
    moves = _value(document, "moves", list, "a list of moves")
    return GameRecord(
        id=str(document["id"]),
        start=game.from_json(_value(document, "start", dict, "a position")),
        first=str(document["first"]),
        second=str(document["second"]),
        plies=tuple(_ply(game, move, number) for number, move in enumerate(moves, 1)),
        scores=_two(document, "scores"),
        winner=_one_of(document, "result", results),
        termination=_one_of(document, "termination", {str(end): end for end in Termination}),
        reason=str(document["reason"]),
        seeds=_seeds(document),
        match=str(document.get("match", "")),
        extra={key: value for key, value in document.items() if key not in _KNOWN},
        place=place,
    )


def _two(document: dict[str, Any], key: str) -> tuple[int, int]:
    expected = "two whole numbers"
    found = _value(document, key, list, expected)
    if len(found) != 2 or not all(isinstance(number, int) for number in found):
        raise _invalid(document, key, expected)
    return found[0], found[1]


def _seeds(document: dict[str, Any]) -> tuple[int, int] | None:
    """Return the seeds of the players; logs of version 0.2 have only the first one's."""
    if document.get("seeds") is None:
        seed = _value({"seed": None, **document}, "seed", (int, type(None)), "a whole number")
        return None if seed is None else (seed, seed + 1)
    return _two(document, "seeds")


def _ply(game: AnyGame, document: Any, number: int) -> Ply:
    name, expected = f"move {number}", "an object with player, move, verdict and points"
    _value({name: document}, name, dict, expected)
    try:
        return Ply(
            player=_one_of(document, "player", {1: 1, 2: 2}),
            move=game.move(document.get("move")),
            is_bomb=_one_of(document, "verdict", {"placed": False, "bomb": True}),
            points=_value(document, "points", int, "a whole number"),
            ms=_value({"ms": 0.0, **document}, "ms", (int, float), "a number"),
            proposals=tuple(_proposals(game, document)),
            output=str(document.get("output", "")),
            notes=_notes(document),
            cpu_ms=_value({"cpu_ms": 0.0, **document}, "cpu_ms", (int, float), "a number"),
        )
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


def _notes(document: dict[str, Any]) -> Notes:
    notes: dict[str, int | float] = {}
    given = _value({"notes": {}, **document}, "notes", dict, "numbers by name")
    for name, value in given.items():
        if wrong := add_note(notes, name, value):
            raise ValueError(f"notes: {wrong}")
    return tuple(notes.items())


def _proposals(game: AnyGame, document: dict[str, Any]) -> Iterator[tuple[AnyMove, float]]:
    for proposal in _value({"proposals": [], **document}, "proposals", list, "a list"):
        if not isinstance(proposal, list) or len(proposal) != 2:
            raise _invalid(document, "proposals", "a move and its milliseconds for each")
        move, ms = proposal
        yield game.move(move), _value({"ms": ms}, "ms", (int, float), "a number")


def _value(document: dict[str, Any], key: str, kind: type | tuple[type, ...], expected: str) -> Any:
    """Return the value of a key; raise ValueError unless it is of that kind."""
    if not isinstance(document.get(key), kind):
        raise _invalid(document, key, expected)
    return document[key]


def _one_of(document: dict[str, Any], key: str, meanings: Mapping[Any, Any]) -> Any:
    """Return the meaning of the value of a key; raise ValueError for one without a meaning."""
    found = [meaning for word, meaning in meanings.items() if word == document.get(key)]
    if not found:
        raise _invalid(document, key, " or ".join(map(str, meanings)))
    return found[0]


def _invalid(document: dict[str, Any], key: str, expected: str) -> ValueError:
    """Return an error that says which key is missing or has which wrong value."""
    if key not in document:
        return ValueError(f"{key} is missing: {expected}")
    return ValueError(f"{key} is {json.dumps(document[key])[:_LONGEST]}, not {expected}")


def _ply_to_dict(ply: Ply) -> dict[str, Any]:
    document: dict[str, Any] = {
        "player": ply.player,
        "move": ply.move,
        "verdict": "bomb" if ply.is_bomb else "placed",
        "points": ply.points,
        "ms": ply.ms,
    }
    if ply.cpu_ms:
        document["cpu_ms"] = ply.cpu_ms
    if ply.proposals:
        document["proposals"] = ply.proposals
    if ply.output:
        document["output"] = ply.output
    if ply.notes:
        document["notes"] = dict(ply.notes)
    return document
