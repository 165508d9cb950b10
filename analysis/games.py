"""How each game is shown: the line of a game in the analysis room.

A game without pictures of its own is shown by PlainFrame, as the text of its state; one without a
solver of its own is judged by PlainJudge.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, NamedTuple, cast

from bombe.boards.errors import UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Callable

    from bombe.analysis.matches.frames import Frame
    from bombe.analysis.matches.lost_points import MoveJudge
    from bombe.boards.game import AnyState


_HOME = "bombe.analysis.matches"
_PAINTER = "bombe.analysis.drawing.painter"


class GameViews(NamedTuple):
    """A line of the table: a game's frames in replays, their judge, and who draws positions."""

    frame: str = f"{_HOME}.frames:PlainFrame"
    judge: str = f"{_HOME}.lost_points:PlainJudge"
    picture: str = f"{_PAINTER}:draw_text"

    def load_frame(self) -> type[Frame[AnyState]]:
        """Import the class that draws positions."""
        return cast("type[Frame[AnyState]]", _load(self.frame))

    def load_judge(self) -> Callable[[int], MoveJudge[AnyState]]:
        """Import the class that judges moves; it is made with the nodes for each position."""
        return cast("Callable[[int], MoveJudge[AnyState]]", _load(self.judge))

    def load_picture(self) -> Callable[[AnyState], str]:
        """Import the function that draws a position as SVG."""
        return cast("Callable[[AnyState], str]", _load(self.picture))


GAMES = {
    "sudoku": GameViews(
        f"{_HOME}.sudoku:SudokuFrame", f"{_HOME}.sudoku:SudokuJudge", f"{_PAINTER}:draw_sudoku"
    ),
    "dots": GameViews(
        f"{_HOME}.dots:DotsFrame", f"{_HOME}.dots:DotsJudge", f"{_PAINTER}:draw_dots"
    ),
}
"""The line of each game."""


def views_of(game: str) -> GameViews:
    """Return the line of a game."""
    if game not in GAMES:
        raise UnknownNameError("game that is shown", game, GAMES)
    return GAMES[game]


def _load(place: str) -> object:
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(module), name)
