"""Draws positions themselves, for `svg()` of boards and states: see bombe.boards.display.

How a game's positions are drawn is in its line of bombe.analysis.games; a game that says nothing is
drawn as the text of its state.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from bombe.analysis.drawing.picture import picture
from bombe.analysis.drawing.sheet import sheet_of_board, sheet_of_play
from bombe.analysis.drawing.svg import draw_svg
from bombe.analysis.games import views_of
from bombe.boards import Board

if TYPE_CHECKING:
    from bombe.boards import Move, SudokuState
    from bombe.boards.dots.state import DotsState
    from bombe.boards.game import AnyState

_LINE, _CHARACTER, _PAD = 20, 10, 10
"""The size of a text's characters, in pixels."""


def picture_of(position: Board | AnyState) -> str:
    """Return the picture of a position of any game as SVG."""
    if isinstance(position, Board):
        return draw_svg(sheet_of_board(position))
    return views_of(position.game.name).load_picture()(position)


def draw_sudoku(state: SudokuState) -> str:
    """Draw a board with who filled which cell, the last move, and what is taboo."""
    return draw_svg(sheet_of_play(state, state.status, _owners(state), _latest(state)))


def draw_dots(state: DotsState) -> str:
    """Draw the grid with its chains and loops, and the last line."""
    from bombe.analysis.dots.strings import strings_of
    from bombe.analysis.dots.svg import draw_svg as draw_strings

    return draw_strings(strings_of(state), state.history[-1:])


def draw_text(state: AnyState) -> str:
    """Draw the text of a state."""
    lines = str(state).splitlines()
    width = 2 * _PAD + _CHARACTER * max(map(len, lines), default=0)
    rows = (
        f'<text x="{_PAD}" y="{_LINE * number}" text-anchor="start" font-family="monospace" '
        f'fill="#212121" xml:space="preserve">{escape(line)}</text>'
        for number, line in enumerate(lines, 1)
    )
    return picture(state.game.title, width, _LINE * len(lines) + _PAD, rows)


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
