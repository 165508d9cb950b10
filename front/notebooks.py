"""The analysis board in notebooks: `bombe.board(position)` shows it, and what it shows is `state`.

    w = bombe.board("hard-3x3")     the last line of a cell: the board, which opens where it stands
    w.state                         the position that it shows
    w.state = w.state.play(move)    shows another one
    bombe.board("match.jsonl#3")    a game of a log

With anywidget (the extra `notebook`) `state` follows what is done on the board. Without it the
board is a page of its own in a frame: `state` is what was given last, and setting it draws it anew.
"""

from __future__ import annotations

import html
import importlib
import importlib.util
import os
from typing import TYPE_CHECKING, Any, Protocol, cast

from bombe.boards.dots.state import DotsState
from bombe.boards.errors import BombeError
from bombe.boards.record import GameRecord
from bombe.boards.sudoku.board import Board
from bombe.boards.sudoku.state import SudokuState, state_of

if TYPE_CHECKING:
    from bombe.agents.arena.referee import Outcome
    from bombe.agents.match_result import MatchResult
    from bombe.analysis.results import Result
    from bombe.boards import PositionLike
    from bombe.boards.game import AnyState
    from bombe.pages.contents import Contents

    Shown = PositionLike | AnyState | GameRecord | MatchResult | Outcome[AnyState] | Result | None
    """What can be shown: a position of either game, a game or a match that was played, an answer
    about a position, or nothing."""

HEIGHT = 760
"""The usual height of the frame in pixels."""


class ShownBoard(Protocol):
    """A board in a notebook."""

    @property
    def state(self) -> AnyState:
        """The position that is shown; can be set."""

    @state.setter
    def state(self, state: AnyState) -> None: ...

    def _repr_html_(self) -> str: ...


def board(position: Shown = None, *, height: int = HEIGHT) -> ShownBoard:
    """Return the analysis board with a position, a bundled board, a text, a game or a match.

    A game is a GameRecord, or LOG#GAME: the number of a game in a log, or its id. The result of
    `bombe.match` shows its games; an outcome of `bombe.play` and answers show their position.
    """
    if importlib.util.find_spec("anywidget") is None:
        return FramedBoard(position, height)
    from bombe.widget import BoardWidget

    return cast("ShownBoard", BoardWidget(position, height))


class FramedBoard:
    """The board as a page in a frame, which tells nothing of what is done in it."""

    def __init__(self, position: Shown, height: int = HEIGHT) -> None:
        self._contents, self._state = contents_and_state(position)
        self._height = height
        self._display: Any = None

    @property
    def state(self) -> AnyState:
        """The position that was given last."""
        return self._state

    @state.setter
    def state(self, state: AnyState) -> None:
        self._contents, self._state = contents_and_state(state)
        if self._display is not None:
            self._display.update(_Markup(self._repr_html_()))

    def _repr_html_(self) -> str:
        return frame(self._contents, self._height)

    def _ipython_display_(self) -> None:
        """Show the page so that it can be replaced."""
        display = importlib.import_module("IPython.display").display
        self._display = display(_Markup(self._repr_html_()), display_id=True)


class _Markup:
    """A text that notebooks show as HTML."""

    def __init__(self, text: str) -> None:
        self._text = text

    def _repr_html_(self) -> str:
        return self._text


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


SANDBOX = "allow-scripts allow-downloads"
"""What the page in a frame may do: run its script, and save files that the reader asks for."""
