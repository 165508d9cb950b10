"""A game that was played, step by step: positions, who filled what, and a sentence for each.

    for frame in frames(record): print(frame.caption)

Frame 0 is the start; frame k is the position after the k-th move. A game ends with what ended it.
"""

from __future__ import annotations

import importlib.resources
import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from bombe.analysis.results import counted
from bombe.analysis.sheet import sheet_of_play

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bombe.analysis.sheet import Sheet
    from bombe.boards import SudokuState
    from bombe.boards.record import GameRecord, Ply


@dataclass(frozen=True)
class Frame:
    """The position after a number of moves; `owners` tells which player filled a cell."""

    number: int
    state: SudokuState
    ply: Ply | None
    owners: Mapping[int, int]
    caption: str

    def sheet(self, *, taboo: bool = True) -> Sheet:
        """Show the position with its owners and the last move, and on request what is taboo."""
        latest = None if self.ply is None else self.ply.move
        state = self.state if taboo else replace(self.state, taboo=frozenset())
        return sheet_of_play(state, self.caption, self.owners, latest)


def frames(record: GameRecord) -> Iterator[Frame]:
    """Yield every position of a game; a move that the rules refuse raises."""
    owners: dict[int, int] = {}
    for number, state in enumerate(record.states()):
        ply = record.plies[number - 1] if number else None
        if ply is not None and not ply.is_bomb:
            owners[state.board.shape.cell(ply.move.row, ply.move.column)] = ply.player
        yield Frame(number, state, ply, dict(owners), _caption(record, number, ply, state))


def title(record: GameRecord) -> str:
    """Name a game in a line."""
    first, second = record.scores
    return f"{record.first} against {record.second}: {record.result}, {first} to {second} points"


def ending(record: GameRecord) -> str:
    """Say how a game ended."""
    winner = f"{record.players[record.winner - 1]} wins" if record.winner else "nobody wins"
    return f"{winner}: {record.reason}"


def _caption(record: GameRecord, number: int, ply: Ply | None, state: SudokuState) -> str:
    first, second = state.scores
    score = f"{first} to {second}"
    if ply is None:
        mover = record.players[state.to_move - 1]
        empties = counted(len(state.board.empty_cells()), "empty cell")
        return f"start: {empties}, {mover} (player {state.to_move}) begins"
    who = f"{number}. {record.players[ply.player - 1]} (player {ply.player})"
    if ply.is_bomb:
        return f"{who} plays the bomb {ply.move}, which becomes taboo; {score}"
    gain = f" for {counted(ply.points, 'point')}" if ply.points else ""
    return f"{who} plays {ply.move}{gain}; {score}"


def page_data(record: GameRecord) -> dict[str, Any]:
    """Give what the page of a game shows, as plain values: the start, and each move's effect."""
    shape, start = record.start.board.shape, record.start
    shown = list(frames(record))
    return {
        "title": title(record),
        "ending": ending(record),
        "players": record.players,
        "m": shape.m,
        "n": shape.n,
        "values": list(start.board.values),
        "taboo": [[shape.cell(*move[:2]), move.value] for move in sorted(start.taboo)],
        "scores": start.scores,
        "caption": shown[0].caption,
        "plies": [_page_ply(frame) for frame in shown[1:]],
    }


def _page_ply(frame: Frame) -> dict[str, Any]:
    assert frame.ply is not None  # noqa: S101 - only the start has none
    move = frame.ply.move
    return {
        "player": frame.ply.player,
        "cell": frame.state.board.shape.cell(move.row, move.column),
        "value": move.value,
        "bomb": frame.ply.is_bomb,
        "points": frame.ply.points,
        "ms": frame.ply.ms,
        "scores": frame.state.scores,
        "caption": frame.caption,
        "output": frame.ply.output,
    }


def page(record: GameRecord) -> str:
    """Make one self-contained HTML file that steps through the game."""
    template = importlib.resources.files("bombe.analysis") / "replay_page.html"
    # Inside a script element only "<" could end it: an agent's name or output may hold anything.
    data = json.dumps(page_data(record)).replace("<", "\\u003c")
    return template.read_text(encoding="utf-8").replace("GAME_DATA", data, 1)
