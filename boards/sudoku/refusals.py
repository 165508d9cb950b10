"""Why the rules refuse a move."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, NamedTuple

from bombe.boards.sentences import sentence

if TYPE_CHECKING:
    from bombe.boards.sudoku.board import Board, Move
    from bombe.boards.sudoku.shape import Shape


class Refusal(enum.Enum):
    """The reasons to refuse a move; a player who proposes such a move loses at once."""

    GAME_OVER = "the game is over"
    OUT_OF_RANGE = "there is no such cell or value"
    FILLED = "the cell is filled"
    BREAKS_C0 = "the value stands in a region of the cell"
    TABOO = "the move is taboo"
    NOT_PLAYABLE = "the player may not play on this cell"


class Reason(NamedTuple):
    """A refusal with the particulars of this move."""

    refusal: Refusal
    detail: str

    def __str__(self) -> str:
        """Return the detail."""
        return self.detail


def range_reasons(shape: Shape, move: Move) -> list[Reason]:
    """Return whether a move is off the board, and why."""
    last = shape.size - 1
    found = []
    if not (0 <= move.row <= last and 0 <= move.column <= last):
        cell = f"({move.row},{move.column})"
        detail = sentence("no-cell", cell=cell, size=shape.size)
        found.append(Reason(Refusal.OUT_OF_RANGE, detail))
    if not 1 <= move.value <= shape.size:
        detail = sentence("no-value", value=move.value, size=shape.size)
        found.append(Reason(Refusal.OUT_OF_RANGE, detail))
    return found


def c0_reasons(board: Board, cell: int, value: int) -> list[Reason]:
    """Return the regions of a cell that have a value already."""
    shape, found = board.shape, []
    for region in shape.geometry.regions_of[cell]:
        for other in shape.geometry.regions[region]:
            if other != cell and board.values[other] == value:
                kind, (row, column) = shape.region_name(region).split()[0], shape.coordinates(other)
                detail = sentence("stands", value=value, kind=kind, cell=f"({row},{column})")
                found.append(Reason(Refusal.BREAKS_C0, detail))
                break
    return found
