"""Records of games, one JSON object per line: everything needed to replay them.

    {"schema": "bombe.game/1", "id": "3b", "match": "5f0c...", "game": "sudoku",
     "rules": "classic", "m": 3, "n": 3, "board": "4.....8.5.3...", "first": "greedy",
     "second": "mcts:c=1.5", "seeds": [7, 1803],
     "moves": [{"player": 1, "move": [0, 3, 4], "verdict": "placed", "points": 3, "ms": 41.2,
     "cpu_ms": 40.8, "proposals": [[[0, 1, 2], 3.5], ...], "notes": {"depth": 4}}, ...],
     "scores": [3, 0], "result": "1-0", "termination": "score", "reason": "...", ...}

`incidents` are turns of which the move counts, but that ended badly (an `ending` as of a forfeit),
and any that took too much, left something running or was starved: an Excess of bombe.boards.game.
`voided` are earlier attempts at the same game, in which a player was ended from outside. `salt` is
what the seeds were drawn with, if anything.

A game of `dots` has `rows`, `columns` and `extra_turn` instead of rules and board, and moves such
as ["h", 0, 1]. A verdict is `placed` or `bomb`; the move that lost a game by forfeit is in
`refused`. `notes` are what an agent said of its turn, numbers by name. `start` holds the starting
position as its game writes it (see bombe.boards.game). Unknown keys are kept in `extra`, so that
logs of later versions can be rated and replayed.
"""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.boards.chain import OWN, PREVIOUS
from bombe.boards.errors import FormatError, Place
from bombe.boards.facts import FACTS
from bombe.boards.game import DEFAULT_GAME, Termination, game_named
from bombe.boards.notes import add_note
from bombe.boards.sentences import refusal
from bombe.boards.text.schema import decode, kind_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from bombe.boards.game import AnyGame, AnyMove, AnyState
    from bombe.boards.notes import Notes
    from bombe.boards.text.schema import Datum

__all__ = ["SCHEMA", "GameRecord", "Incident", "Ply", "Termination", "read_record", "read_records"]

SCHEMA: str = FACTS["games"]["schema"]
RESULTS = {1: "1-0", 2: "0-1", 0: "1/2"}
VOID_RESULT = "*"


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


class Incident(NamedTuple):
    """What was noted of a turn; `ply` is the turn, counted from 0, or that which lost the game.

    The ending is a Termination or an Excess; logs of later versions may have other words.
    """

    ply: int
    player: int
    ending: str
    detail: str

    @property
    def words(self) -> str:
        """The ending and what happened, which may begin with the same word."""
        if self.detail.startswith(self.ending):
            return self.detail
        return ": ".join(filter(None, (self.ending, self.detail)))


@dataclass(frozen=True, repr=False)
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

    def __repr__(self) -> str:
        """Return who played whom and how it ended; the moves would fill the screen."""
        played = f"{self.first} against {self.second} {self.result}, {len(self.plies)} moves"
        return f"<GameRecord {self.id}: {played}, {self.termination}>"

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

    @property
    def incidents(self) -> list[Incident]:
        """What was noted of turns, in their order."""
        noted = self.extra.get("incidents")
        known = [each for each in noted if type(each) is dict] if type(noted) is list else []
        return [
            Incident(ply, player, str(each.get("ending", "")), str(each.get("detail", "")))
            for each in known
            if type(ply := each.get("ply")) is int and type(player := each.get("player")) is int
        ]

    def states(self) -> Iterator[AnyState]:
        """Yield the position before each ply, then the last one; raise if a move is refused."""
        state, game = self.start, self.game
        yield state
        for number, ply in enumerate(self.plies, 1):
            try:
                state = game.after(state, ply.move, is_bomb=ply.is_bomb)
            except ValueError as error:
                place = self.place or Place(f"<game {self.id}>")
                fields = {"number": number, "id": self.id, "problem": error}
                raise FormatError(place, *refusal("record-move", **fields)) from error
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
    *(PREVIOUS, OWN),
}
_WINNERS = {text: winner for winner, text in RESULTS.items()} | {VOID_RESULT: 0}
_PLAYERS = {1: 1, 2: 2}
_VERDICTS = {"placed": False, "bomb": True}
_PARTS = (int, str)
_MOVES: dict[tuple[str, str], AnyMove] = {}
_MOST_MOVES = 10_000
_ENDINGS = {str(ending): ending for ending in Termination}


def read_record(line: str, place: Place | None = None) -> GameRecord:
    """Return the game of a line; raise FormatError if it cannot be read."""
    place = place or Place("<game>")
    document = decode(line, place, _REMEDY)
    if type(document.raw) is not dict or document.raw.get("schema") != SCHEMA:
        raise FormatError(place, *refusal("record-schema", schema=SCHEMA))
    return _record(document)


def read_records(lines: Iterable[str], source: str = "<games>") -> Iterator[GameRecord]:
    """Yield the games of a log one at a time; blank lines are skipped."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield read_record(line.removesuffix("\n"), Place(source, number))


def _record(document: Datum) -> GameRecord:
    named, match = document.get("game"), document.get("match")
    game = game_named(DEFAULT_GAME if named is None else _name(named))
    return GameRecord(
        id=document.at("id").text(),
        start=_start(game, document),
        first=document.at("first").text(),
        second=document.at("second").text(),
        plies=tuple(_ply(game, move) for move in document.at("moves").items()),
        scores=_two(document.at("scores")),
        winner=document.at("result").one_of(_WINNERS),
        termination=document.at("termination").one_of(_ENDINGS),
        reason=document.at("reason").text(),
        seeds=_seeds(document),
        match="" if match is None else match.text(),
        extra={
            key: value.plain() for key, value in document.entries().items() if key not in _KNOWN
        },
        place=document.place,
    )


def _name(datum: Datum) -> str:
    datum.text()
    return datum.checked(game_named).name


def _two(datum: Datum) -> tuple[int, int]:
    one, other = datum.items(2)
    return one.whole(high=2**64), other.whole(high=2**64)


def _seeds(document: Datum) -> tuple[int, int] | None:
    """Return the seeds of the players; logs of version 0.2 have only the first one's."""
    seeds, seed = document.get("seeds"), document.get("seed")
    if seeds is not None and seeds.raw is not None:
        return _two(seeds)
    if seed is None or seed.raw is None:
        return None
    first = seed.whole(high=2**64)
    return first, first + 1


def _start(game: AnyGame, document: Datum) -> AnyState:
    """Return the start; what a record says of it beside must be true."""
    datum = document.at("start")
    text = json.dumps(datum.plain_object())
    start = datum.checked(lambda _: _position(game, text))
    for key, fact in game.facts(start).items():
        said = document.get(key)
        if said is not None and said.raw != fact:
            raise said.error(f"is {kind_of(said.raw)}, but the start has {json.dumps(fact)}")
    return start


@functools.lru_cache(maxsize=16)
def _position(game: AnyGame, text: str) -> AnyState:
    """Return a start position; the two games of a pair have the same, and many pairs may."""
    return game.read(text, "start")


def _ply(game: AnyGame, datum: Datum) -> Ply:
    ms, cpu_ms, output = datum.get("ms"), datum.get("cpu_ms"), datum.get("output")
    return Ply(
        player=datum.at("player").one_of(_PLAYERS),
        move=_move(game, datum.at("move")),
        is_bomb=datum.at("verdict").one_of(_VERDICTS),
        points=datum.at("points").whole(),
        ms=0.0 if ms is None else ms.number(),
        proposals=_proposals(game, datum.get("proposals")),
        output="" if output is None else output.text(),
        notes=_notes(datum.get("notes")),
        cpu_ms=0.0 if cpu_ms is None else cpu_ms.number(),
    )


def _move(game: AnyGame, datum: Datum) -> AnyMove:
    """Return a move; the same few hundred moves occur again and again, and are made once."""
    if type(datum.raw) is not list or not all(type(part) in _PARTS for part in datum.raw):
        datum.plain()
        return datum.checked(game.move)
    key = game.name, repr(datum.raw)
    if (known := _MOVES.get(key)) is not None:
        return known
    if len(_MOVES) > _MOST_MOVES:
        _MOVES.clear()
    return _MOVES.setdefault(key, datum.checked(game.move))


def _notes(datum: Datum | None) -> Notes:
    notes: dict[str, int | float] = {}
    for name, value in datum.entries().items() if datum else ():
        if wrong := add_note(notes, name, value.raw):
            raise value.error(f"is no note: {wrong}")
    return tuple(notes.items())


def _proposals(game: AnyGame, datum: Datum | None) -> tuple[tuple[AnyMove, float], ...]:
    pairs = (proposal.items(2) for proposal in datum.items()) if datum else ()
    return tuple((_move(game, move), ms.number()) for move, ms in pairs)


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
