"""What a board in a notebook begins with, and the frame around its page."""

from __future__ import annotations

import html
import os
from typing import TYPE_CHECKING, Any, cast

from bombe.boards import PositionLike
from bombe.boards.dots.state import DotsState
from bombe.boards.errors import BombeError
from bombe.boards.game import AnyState
from bombe.boards.record import GameRecord
from bombe.boards.sudoku.board import Board
from bombe.boards.sudoku.state import SudokuState, state_of

if TYPE_CHECKING:
    from bombe.agents.arena.referee import Outcome
    from bombe.agents.match_result import MatchResult
    from bombe.analysis.results import Result
    from bombe.pages.contents import Contents

    Shown = PositionLike | AnyState | GameRecord | MatchResult | Outcome[AnyState] | Result | None
    """What can be shown: a position of either game, a game or a match that was played, an answer
    about a position, or nothing."""

HEIGHT = 760
"""The usual height of the frame in pixels."""
SANDBOX = "allow-scripts allow-downloads"
"""What the page in a frame may do: run its script, and save files that the reader asks for."""


def contents_and_state(position: Shown) -> tuple[Contents, AnyState]:
    """Return what the page starts with, and the position that it shows then."""
    from bombe.agents.match_result import MatchResult
    from bombe.pages import contents

    if isinstance(position, (str, os.PathLike)):
        position = _named(os.fspath(position))
    if isinstance(position, GameRecord):
        from bombe.analysis.matches.lost_points import losses

        return contents.of_game(position, losses(position)), position.start
    if position is None:
        return contents.empty(), _empty()
    if isinstance(position, MatchResult) and position.records:
        return contents.of_games(position.records, "match"), position.records[0].start
    if not isinstance(position, SudokuState | DotsState):
        position = _position_in(position)
    if isinstance(position, DotsState):
        return contents.of_position(position), position
    state = state_of(cast("PositionLike", position))
    return contents.of_position(state), state


def _position_in(answer: Any) -> Any:
    """Return the position that an outcome or an answer has; anything else as it is."""
    for found in (getattr(answer, "state", None), getattr(answer, "board", None)):
        if isinstance(found, SudokuState | DotsState | Board):
            return found
    return answer


def _named(word: str) -> GameRecord | AnyState:
    """Return what `bombe board` shows for a word: a game of a log, or a position of either game."""
    from bombe.boards.dots.text import read as read_dots
    from bombe.commands.shared.games import find_game, refuse_log
    from bombe.commands.shared.inputs import names_game

    if names_game(word):
        return find_game(word)
    refuse_log(word)
    try:
        return read_dots(word)
    except BombeError:
        return state_of(word)  # says what is wrong where it is neither


def _empty() -> AnyState:
    """Return the position with which an empty page begins."""
    from bombe.boards.sudoku.game import SUDOKU

    return SUDOKU.start("3x3")


def frame(contents: Contents, height: int) -> str:
    """Return the page of these contents in a frame that reaches nothing around it."""
    from bombe.pages.document import page

    return (
        f'<iframe sandbox="{SANDBOX}" style="width: 100%; height: {height}px; border: 0" '
        f'title="the board" srcdoc="{html.escape(page(contents))}"></iframe>'
    )
