"""What a match from Python returns: its games and their counts.

result = bombe.match("greedy", "random")
print(result)                       the table of `bombe match`
result.to_pandas()                  a row for each game
result.to_pandas("players")         a row for each player
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from bombe.analysis.drawing.look import Look
from bombe.analysis.matches.tables import match_html, match_text, running_score
from bombe.analysis.results import data_frame
from bombe.boards.errors import UnknownNameError

if TYPE_CHECKING:
    import pandas as pd

    from bombe.analysis.matches.tally import PlayerTally, Tally
    from bombe.boards.record import GameRecord


@dataclass(frozen=True, repr=False)
class MatchResult:
    """The games of a match and their counts; `print` shows the table."""

    records: tuple[GameRecord, ...]
    tally: Tally = field(compare=False)

    def __repr__(self) -> str:
        """Return the players and the score; `print` shows more."""
        scores = [
            f"{one.one} against {one.other}: {running_score(one)}" for one in self.tally.pairings()
        ]
        return f"<MatchResult: {', '.join(scores) or 'no games'}>"

    def __str__(self) -> str:
        """Return the table: games, scores, the difference in Elo with its interval."""
        return match_text(self.tally, Look(width=10_000))

    def _repr_html_(self) -> str:
        return match_html(self.tally)

    def to_dict(self) -> dict[str, Any]:
        """Return the counts as plain values, ready for JSON."""
        return {"schema": "bombe.match/1", **self.tally.to_dict()}

    def to_json(self) -> str:
        """Return the counts as one line of JSON."""
        return json.dumps(self.to_dict())

    def to_pandas(self, what: Literal["games", "players"] = "games") -> pd.DataFrame:
        """Return the games, or the counts of the players, as a table with a row for each."""
        if what == "games":
            return data_frame(map(_game_row, self.records))
        if what != "players":
            raise UnknownNameError("table", what, ("games", "players"))
        return data_frame(map(_player_row, self.tally.players.values()))


def _game_row(record: GameRecord) -> dict[str, object]:
    """Return a game as a row of a table; times are milliseconds of all turns of a player."""
    game = record.game
    first, second = record.scores
    spent = {seat: [ply.ms for ply in record.plies if ply.player == seat] for seat in (1, 2)}
    return {
        "id": record.id,
        "first": record.first,
        "second": record.second,
        "result": record.result,
        "points_first": first,
        "points_second": second,
        "termination": str(record.termination),
        "reason": record.reason,
        "plies": len(record.plies),
        "bombs": sum(ply.is_bomb for ply in record.plies),
        "ms_first": sum(spent[1]),
        "ms_second": sum(spent[2]),
        "game": game.name,
        "size": game.size(record.start),
        "rules": game.variant(record.start),
        "start": game.one_line(record.start),
    }


def _player_row(player: PlayerTally) -> dict[str, object]:
    """Return a player as a row of a table: what is nested gets names such as ms_median."""
    row: dict[str, object] = {}
    for key, value in (player.to_dict() | {"forfeits": sum(player.forfeits.values())}).items():
        inner = value if isinstance(value, dict) else {}
        row |= {f"{key}_{name}": each for name, each in inner.items()} if inner else {key: value}
    notes = {f"notes_{name}": note.mean for name, note in player.notes.items()}
    return {key: value for key, value in row.items() if not key.startswith("notes")} | notes
