"""How each game is drawn and judged: one line per game.

A game without a frame class of its own is drawn as the text of its state (PlainFrame); one without
a solver of its own is judged by PlainJudge.
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
    """A line of the table: a game's frame class, its judge, and what draws its positions.

    `outlook` is the function that returns who wins from a position by theory.
    """

    frame: str = f"{_HOME}.frames:PlainFrame"
    judge: str = f"{_HOME}.lost_points:PlainJudge"
    picture: str = f"{_PAINTER}:draw_text"
    outlook: str = f"{_HOME}.outlooks:exact_outlook"

    def load_frame(self) -> type[Frame[AnyState]]:
        """Return the class of the frames of replays."""
        return cast("type[Frame[AnyState]]", _load(self.frame))

    def load_judge(self) -> Callable[[int], MoveJudge[AnyState]]:
        """Return the class that judges moves; its parameter is the node limit of a position."""
        return cast("Callable[[int], MoveJudge[AnyState]]", _load(self.judge))

    def load_picture(self) -> Callable[[AnyState], str]:
        """Return the function that draws a position as SVG."""
        return cast("Callable[[AnyState], str]", _load(self.picture))

    def load_outlook(self) -> Callable[[AnyState], str]:
        """Return the function that says who wins from a position by theory."""
        return cast("Callable[[AnyState], str]", _load(self.outlook))


GAMES = {
    "sudoku": GameViews(
        f"{_HOME}.sudoku:SudokuFrame",
        f"{_HOME}.sudoku:SudokuJudge",
        f"{_PAINTER}:draw_sudoku",
        f"{_HOME}.outlooks:tempo_outlook",
    ),
    "dots": GameViews(
        f"{_HOME}.dots:DotsFrame", f"{_HOME}.dots:DotsJudge", f"{_HOME}.dots:draw_dots"
    ),
}
"""The line of each game."""


def views_of(game: str) -> GameViews:
    """Return the line of a game."""
    if game not in GAMES:
        raise UnknownNameError("game in the table of bombe.analysis.games", game, GAMES)
    return GAMES[game]


def _load(place: str) -> object:
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(module), name)
