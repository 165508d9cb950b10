"""Draws positions and results, for their `svg()`: see bombe.boards.display.

How a game's positions are drawn is in its line of bombe.analysis.games; a game that says nothing is
drawn as the text of its state. Results that are not in the table below are drawn as their board.
"""

from __future__ import annotations

import importlib
from html import escape
from typing import TYPE_CHECKING, Any

from bombe.analysis.drawing.picture import picture
from bombe.analysis.drawing.sheet import sheet_of_board, sheet_of_state
from bombe.analysis.drawing.svg import draw_svg
from bombe.analysis.games import views_of
from bombe.analysis.results import BoardResult, Result
from bombe.boards import Board
from bombe.boards.visible import visible

if TYPE_CHECKING:
    from types import ModuleType

    from bombe.boards import SudokuState
    from bombe.boards.game import AnyState

_LINE, _CHARACTER, _PAD = 20, 10, 10
"""The size of a text's characters, in pixels."""


_RESULTS = {
    "bombe.audit/1": ("sheet", "sheet_of_audit", "svg"),
    "bombe.solve/1": ("sheet", "sheet_of_solutions", "svg"),
    "bombe.why/1": ("why", "sheet_of_explanation", "why_svg"),
    "bombe.tempo/1": ("notes", "notes_of_tempo", "notes_svg"),
    "bombe.reach/1": ("notes", "notes_of_reach", "notes_svg"),
    "bombe.endgame/1": ("notes", "notes_of_endgame", "notes_svg"),
}
"""Of each kind of result, by its schema: where its parts are put together, how, and who draws them.
Those modules are imported when such a result is drawn."""


def picture_of(shown: Any) -> str:
    """Return the picture of a position of any game, or of a result, as SVG."""
    if isinstance(shown, Result) and shown.schema in _RESULTS:
        home, sheet, drawing = _RESULTS[shown.schema]
        picture: str = _module(drawing).draw_svg(getattr(_module(home), sheet)(shown))
        return picture
    board = shown.board if isinstance(shown, BoardResult) else shown
    if isinstance(board, Board):
        return draw_svg(sheet_of_board(board))
    return views_of(shown.game.name).load_picture()(shown)


def _module(name: str) -> ModuleType:
    return importlib.import_module(f"bombe.analysis.drawing.{name}")


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
