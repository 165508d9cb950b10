"""The analysis board in notebooks: `bombe.board(position)` shows it, and what it shows is `state`.

    w = bombe.board("hard-3x3")     the last line of a cell: the board, which opens where it stands
    w.state                         the position that it shows
    w.state = w.state.play(move)    shows another one
    bombe.board("match.jsonl#3")    a game of a log

With anywidget (the extra `notebook`) `state` follows what is done on the board. Without it the
board is a page of its own in a frame: `state` is what was given last, and setting it draws it anew.
"""

from __future__ import annotations

import importlib
import importlib.util
from typing import TYPE_CHECKING, Any, Protocol, cast

from bombe.boards.game import AnyState
from bombe.embedding import HEIGHT, contents_and_state, frame

if TYPE_CHECKING:
    from bombe.embedding import Shown


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
