"""Draws positions themselves, for `svg()` of boards and states: see bombe.boards.display.

How a game's positions are drawn is in its line of bombe.analysis.games; a game that says nothing is
drawn as the text of its state.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from bombe.analysis.drawing.picture import picture
from bombe.analysis.drawing.sheet import sheet_of_board, sheet_of_state
from bombe.analysis.drawing.svg import draw_svg
from bombe.analysis.games import views_of
from bombe.boards import Board
from bombe.boards.text.visible import visible

if TYPE_CHECKING:
    from bombe.boards import SudokuState
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
    return draw_svg(sheet_of_state(state, state.status))


def draw_text(state: AnyState) -> str:
    """Draw the text of a state."""
    lines = str(state).splitlines()
    width = 2 * _PAD + _CHARACTER * max(map(len, lines), default=0)
    rows = (
        f'<text x="{_PAD}" y="{_LINE * number}" text-anchor="start" font-family="monospace" '
        f'fill="#212121" xml:space="preserve">{escape(visible(line))}</text>'
        for number, line in enumerate(lines, 1)
    )
    return picture(state.game.title, width, _LINE * len(lines) + _PAD, rows)
