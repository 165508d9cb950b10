"""What a page starts with, as plain values: nothing, a position, a game of a log, or many.

of_position(state)          a position of any game that the page knows
of_game(record, lost)       a game with all that its log and bombe.analysis know of each move
of_games(records, title)    many games, without what only solving knows
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bombe.analysis.matches.replay import cpu_text, ending, frames, incidents_text, title
from bombe.boards.errors import UnsupportedError
from bombe.boards.sudoku.notation import Notation, current_notation, for_people
from bombe.boards.visible import visible_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bombe.analysis.matches.frames import Frame
    from bombe.analysis.matches.lost_points import Loss
    from bombe.boards.game import AnyGame, AnyState
    from bombe.boards.record import GameRecord, Ply

    Contents = dict[str, Any]
    """A JSON object; its `kind` says which other keys it has."""

DRAWN = ("sudoku", "dots")
"""The games that the page can draw."""


def empty() -> Contents:
    """Return the contents of a page on which the reader sets up a position."""
    return {"kind": "empty"}


def of_position(state: AnyState, name: str = "") -> Contents:
    """Return the contents of a page that shows a position."""
    game = state.game
    _require_drawn(game)
    position = {"kind": "position", "game": game.name, "position": game.to_json(state)}
    return {**position, **({"name": name} if name else {})}


def of_game(record: GameRecord, lost: Mapping[int, Loss] | None = None) -> Contents:
    """Return the contents of a page that steps through a game.

    `lost` holds what moves gave away: see bombe.analysis.matches.lost_points.
    """
    _require_drawn(record.game)
    record = visible_in(record)
    start, *after = _captions(record, lost)
    _, *shown = frames(record, lost, current_notation())
    return {
        "kind": "game",
        **_game_of(record),
        "caption": start,
        "plies": [
            {**_ply_of(ply), "caption": caption, **_told(frame)}
            for ply, caption, frame in zip(record.plies, after, shown, strict=True)
        ],
    }


def _captions(record: GameRecord, lost: Mapping[int, Loss] | None) -> list[dict[str, str]]:
    """Return the captions of the positions, each in every notation: its reader chooses one."""
    texts = ([frame.caption for frame in frames(record, lost, each)] for each in Notation)
    return [dict(zip(map(str, Notation), each, strict=True)) for each in zip(*texts, strict=True)]


def of_games(records: Iterable[GameRecord], name: str) -> Contents:
    """Return the contents of a page with a table of games."""
    found = []
    for record in map(visible_in, records):
        _require_drawn(record.game)
        found.append({**_game_of(record), "plies": [_ply_of(ply) for ply in record.plies]})
    return {"kind": "games", "title": name, "games": found}


def _require_drawn(game: AnyGame) -> None:
    if game.name not in DRAWN:
        raise UnsupportedError(f"the board draws {' and '.join(DRAWN)} only, not {game.name}")


def _game_of(record: GameRecord) -> Contents:
    """Return what is known of a game as a whole."""
    return {
        "game": record.game.name,
        "id": record.id,
        "title": title(record),
        "players": record.players,
        "start": record.game.to_json(record.start),
        "scores": record.scores,
        "result": record.result,
        "termination": str(record.termination),
        "ending": for_people(ending(record)),
        "incidents": for_people(incidents_text(record)),
        "cpu": cpu_text(record),
    }


def _ply_of(ply: Ply) -> Contents:
    """Return what a log says of a move; what it does not say is left out."""
    more = {"output": ply.output, "notes": dict(ply.notes), "cpu_ms": ply.cpu_ms}
    return {
        "player": ply.player,
        "move": ply.move,
        "bomb": ply.is_bomb,
        "points": ply.points,
        "ms": ply.ms,
        **{name: value for name, value in more.items() if value},
    }


def _told(frame: Frame[AnyState]) -> Contents:
    """Return what is found out about a move: what would have been better, and the score."""
    better = None if frame.better is None else for_people(str(frame.better))
    more = {"better": better, "incidents": frame.incidents, "why": frame.why}
    return {
        "scores": frame.state.scores,
        **({} if frame.lost is None else {"lost": frame.lost}),
        **{name: value for name, value in more.items() if value},
    }
