"""What a grid of matches shows: win rates by category, and the points of every cell.

print(results.text())       results.to_dict()       results.csv()
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from bombe.analysis.columns import columns, csv_table
from bombe.analysis.matches.breakdowns import Breakdown, GroupScore, breakdowns_text


class CellScore(NamedTuple):
    """The games of a cell of the grid, of which `planned` are to be played."""

    opponent: str
    board: str
    limit: str
    planned: int
    score: GroupScore | None

    @property
    def games(self) -> int:
        """The games in the log, void ones included."""
        return self.score.games + self.score.voids if self.score else 0

    @property
    def is_complete(self) -> bool:
        """Whether all games have been played."""
        return self.games >= self.planned

    @property
    def text(self) -> str:
        """The points of the games: `1.5/2`; of a cell that is not complete `1/1 of 2`."""
        if not self.score:
            return "-"
        points = f"{self.score.points:g}/{self.score.games}"
        return points if self.is_complete else f"{points} of {self.planned}"

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, ready for JSON."""
        names = {"opponent": self.opponent, "board": self.board, "limit": self.limit}
        plan = {"planned": self.planned, "is_complete": self.is_complete}
        return {**names, **plan, **(self.score or GroupScore()).to_dict()}


class GridResults(NamedTuple):
    """The cells of a grid, and the games of its agent by categories."""

    agent: str
    cells: tuple[CellScore, ...]
    breakdowns: tuple[Breakdown, ...]

    @property
    def has_games(self) -> bool:
        """Whether a game was played."""
        return any(cell.games for cell in self.cells)

    @property
    def opponents(self) -> list[str]:
        """The opponents, in their order."""
        return list(dict.fromkeys(cell.opponent for cell in self.cells))

    @property
    def boards(self) -> list[str]:
        """The boards, in their order."""
        return list(dict.fromkeys(cell.board for cell in self.cells))

    @property
    def limits(self) -> list[str]:
        """The limits of a turn, in their order."""
        return list(dict.fromkeys(cell.limit for cell in self.cells))

    @property
    def standing(self) -> str:
        """How many cells are complete, and which: `3 of 8 cells are complete: all at 0.1 s`."""
        done = sum(cell.is_complete for cell in self.cells)
        if done == len(self.cells):
            return f"all {done} cells are complete"
        parts = [_standing_at(limit, self._at(limit)) for limit in self.limits]
        which = ", ".join(filter(None, parts))
        return f"{done} of {len(self.cells)} cells are complete{f': {which}' if which else ''}"

    def text(self, width: int | None = None) -> str:
        """Return the tables: by categories, a line for each value, then the points of all cells."""
        shown = [each for each in self.breakdowns if _tells(each)]
        return f"{breakdowns_text(shown, width)}\n\n{self._matrix(width)}\n{self.standing}"

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, ready for JSON."""
        return {
            "schema": "bombe.grid/1",
            "agent": self.agent,
            "opponents": self.opponents,
            "boards": self.boards,
            "limits": self.limits,
            "is_complete": all(cell.is_complete for cell in self.cells),
            "breakdowns": [each.to_dict() for each in self.breakdowns],
            "cells": [cell.to_dict() for cell in self.cells],
        }

    def csv(self) -> str:
        """Return a CSV row for each value of each category, then for each cell of the grid."""
        place = {"opponent": "", "board": "", "limit": ""}
        plan: dict[str, Any] = {"planned": "", "is_complete": ""}
        rows = [
            {"category": each.category.name, "value": value, **place, **plan, **score.to_dict()}
            for each in self.breakdowns
            for value, score in each.lines
        ]
        rows += [{"category": "cell", "value": "", **cell.to_dict()} for cell in self.cells]
        return csv_table([{"agent": self.agent, **row} for row in rows])

    def _matrix(self, width: int | None) -> str:
        """Return a line for each opponent and board with the points at each limit."""
        texts = {(cell.opponent, cell.board, cell.limit): cell.text for cell in self.cells}
        rows = [["points against", "on", *self.limits]]
        for opponent in self.opponents:
            for board in self.boards:
                points = [texts.get((opponent, board, limit), "") for limit in self.limits]
                if any(points):
                    rows.append([opponent, board, *points])
        return columns(rows, (0, 1), width)

    def _at(self, limit: str) -> list[CellScore]:
        return [cell for cell in self.cells if cell.limit == limit]


def _standing_at(limit: str, cells: Sequence[CellScore]) -> str:
    done = sum(cell.is_complete for cell in cells)
    if not done:
        return ""
    return f"{'all' if done == len(cells) else f'{done} of {len(cells)}'} at {limit}"


def _tells(breakdown: Breakdown) -> bool:
    """Return whether a table shows this category: it has several values, or is that of all."""
    return len(breakdown.lines) > 1 or breakdown.category.name == "total"
