"""Draws positions themselves, for `svg()` of boards and states: see bombe.boards.display."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombe.analysis.drawing.sheet import sheet_of_board, sheet_of_play
from bombe.analysis.drawing.svg import draw_svg
from bombe.boards import Board, SudokuState
from bombe.boards.dots.state import DotsState

if TYPE_CHECKING:
    from bombe.boards import Move
    from bombe.boards.display import Drawable


def picture_of(thing: Drawable) -> str:
    """Return the picture of a position as SVG."""
    if isinstance(thing, Board):
        return draw_svg(sheet_of_board(thing))
    if isinstance(thing, SudokuState):
        return draw_svg(sheet_of_play(thing, thing.status, _owners(thing), _latest(thing)))
    if isinstance(thing, DotsState):
        from bombe.analysis.dots.strings import strings_of
        from bombe.analysis.dots.svg import draw_svg as draw_dots

        return draw_dots(strings_of(thing), thing.history[-1:])
    raise TypeError(f"{type(thing).__name__} has no picture here: let it override svg()")


def _latest(state: SudokuState) -> Move | None:
    """Return the last move if it stands."""
    last = state.history[-1:]
    return last[0] if last and last[0] not in state.taboo else None


def _owners(state: SudokuState) -> dict[int, int]:
    """Return who filled each cell in play; where nobody skips a turn, players alternate."""
    if state.occupied is not None:
        return {cell: player for player, mine in enumerate(state.occupied, 1) for cell in mine}
    cell, players = state.board.shape.cell, (state.to_move, 3 - state.to_move)
    return {
        cell(move.row, move.column): players[ago % 2]
        for ago, move in enumerate(reversed(state.history), 1)
        if move not in state.taboo
    }
