"""How each game is shown: the line of a game in the analysis room.

A game without pictures of its own takes bombe.analysis.matches.frames:PlainFrame, and one without
a solver of its own bombe.analysis.matches.lost_points:PlainJudge.
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


class GameViews(NamedTuple):
    """A line of the table: the classes of a game's frames in replays, and of their judge."""

    game: str
    frame: str
    judge: str

    def load_frame(self) -> type[Frame[AnyState]]:
        """Import the class that draws positions."""
        return cast("type[Frame[AnyState]]", _load(self.frame))

    def load_judge(self) -> Callable[[int], MoveJudge[AnyState]]:
        """Import the class that judges moves; it is made with the nodes for each position."""
        return cast("Callable[[int], MoveJudge[AnyState]]", _load(self.judge))


_HOME = "bombe.analysis.matches"
GAMES = (
    GameViews("sudoku", f"{_HOME}.sudoku:SudokuFrame", f"{_HOME}.sudoku:SudokuJudge"),
    GameViews("dots", f"{_HOME}.dots:DotsFrame", f"{_HOME}.dots:DotsJudge"),
)


def views_of(game: str) -> GameViews:
    """Return the line of a game."""
    for line in GAMES:
        if line.game == game:
            return line
    raise UnknownNameError("game that is shown", game, (line.game for line in GAMES))


def _load(place: str) -> object:
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(module), name)
