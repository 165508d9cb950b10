"""What all results of the analysis share: how they were found, JSON, and a sentence for people.

Result           an answer about a position of any game
BoardResult      an answer about a Sudoku board
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from bombe.boards.display import Drawable
from bombe.boards.errors import UnsupportedError
from bombe.boards.light import Frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, ClassVar

    import pandas as pd

    from bombe.boards import Board, SudokuState
    from bombe.solvers import Effort


def counted(number: int, what: str, many: str = "") -> str:
    """Return a number with its noun: 1 bomb, 2 bombs; 1 box, 2 boxes."""
    return f"{number} {what if number == 1 else many or what + 's'}"


def data_frame(rows: Iterable[Mapping[str, object]]) -> pd.DataFrame:
    """Return rows as a table of pandas; raise UnsupportedError without pandas."""
    try:
        import pandas as pd
    except ImportError:
        raise UnsupportedError(
            "to_pandas needs pandas, which is missing: run `python -m pip install pandas`"
        ) from None
    return pd.DataFrame([*rows])


class Result(Drawable, Frozen, ABC, apart=("effort",)):
    """An answer about a position. `final` says that more time would not change it.

    Two results are equal if they say the same, however long it took.
    """

    schema: ClassVar[str]

    final: bool
    solver: str
    effort: Effort

    @property
    def answered_by(self) -> str:
        """The solver, as "according to NAME" if it makes a claim that nobody has confirmed."""
        return f"according to {self.solver}" if self.effort.unconfirmed else self.solver

    def with_claim(self, text: str) -> str:
        """Return a text about this result, with its source if that makes an unconfirmed claim."""
        return f"{text}, {self.answered_by}" if self.effort.unconfirmed else text

    @abstractmethod
    def subject(self) -> dict[str, Any]:
        """Return the JSON fields of the position."""

    @abstractmethod
    def details(self) -> dict[str, Any]:
        """Return the JSON fields of this kind of result."""

    @abstractmethod
    def summary(self) -> str:
        """Return the result in one sentence."""

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, ready for JSON."""
        return {
            "schema": self.schema,
            "final": self.final,
            **self.subject(),
            **self.details(),
            "solver": self.answered_by,
            "nodes": self.effort.nodes,
            "seconds": {
                "build": round(self.effort.build, 6),
                "search": round(self.effort.search, 6),
            },
        }

    def to_json(self) -> str:
        """Return one line of JSON."""
        import json  # most results are not written

        return json.dumps(self.to_dict())

    def to_row(self) -> dict[str, Any]:
        """Return plain values with the same fields for every position, ready for a table."""
        return self.to_dict()

    def caption(self) -> str:
        """Return what notebooks say below the picture."""
        return self.with_claim(self.summary())

    def __repr__(self) -> str:
        """Return the summary: the values of a board would not be readable."""
        return f"<{type(self).__name__}: {self.with_claim(self.summary())}>"


class BoardResult(Result):
    """An answer about a board."""

    board: Board

    def subject(self) -> dict[str, Any]:
        """Return the JSON fields of the board."""
        return board_fields(self.board)

    def heading(self) -> str:
        """Return the shape of the board and the number of its givens."""
        return board_heading(self.board)


def board_fields(board: Board) -> dict[str, Any]:
    """Return the JSON fields of a board."""
    from bombe.boards.sudoku.symbols import board_line

    return {"board": board_line(board), "m": board.shape.m, "n": board.shape.n}


def board_heading(board: Board) -> str:
    """Return the shape of a board and the number of its givens."""
    return f"{board.shape} board, {counted(board.givens, 'given')}"


def state_heading(state: SudokuState) -> str:
    """Return the shape of a board and its givens, or its filled cells if players filled some."""
    if not any(state.filled):
        return board_heading(state.board)
    return f"{state.board.shape} board, {counted(state.board.givens, 'filled cell')}"
