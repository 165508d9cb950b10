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


class GameViews(NamedTuple):
    """A line of the table: the classes of a game's frames in replays, and of their judge."""

    frame: str = f"{_HOME}.frames:PlainFrame"
    judge: str = f"{_HOME}.lost_points:PlainJudge"

    def load_frame(self) -> type[Frame[AnyState]]:
        """Import the class that draws positions."""
        return cast("type[Frame[AnyState]]", _load(self.frame))

    def load_judge(self) -> Callable[[int], MoveJudge[AnyState]]:
        """Import the class that judges moves; it is made with the nodes for each position."""
        return cast("Callable[[int], MoveJudge[AnyState]]", _load(self.judge))


GAMES = {
    "sudoku": GameViews(f"{_HOME}.sudoku:SudokuFrame", f"{_HOME}.sudoku:SudokuJudge"),
    "dots": GameViews(f"{_HOME}.dots:DotsFrame", f"{_HOME}.dots:DotsJudge"),
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
