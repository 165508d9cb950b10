"""What all results of the analysis share: how they were found, JSON, and a sentence for people.

Result           an answer about a position of any game
BoardResult      an answer about a Sudoku board
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from bombe.analysis.schema import FLAG, INTEGER, REAL, TEXT, Field, record, rows, values
from bombe.boards import Board, SudokuState
from bombe.boards.display import Drawable
from bombe.boards.errors import UnsupportedError

if TYPE_CHECKING:
    import pandas as pd

    from bombe.solvers import Effort


def with_noun(number: int, what: str, many: str = "") -> str:
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


def _own(name: str) -> Callable[[Any, Any], Any]:
    """Return what gets the same value for all boards that the kernel answered about."""
    return lambda _, found: getattr(found, name)


HEAD = (
    Field("schema", TEXT, "the kind of answer, such as `bombe.audit/1`", kernel=_own("schema")),
    Field("final", FLAG, "more time would not change the answer", kernel=lambda *_: True),
)
BOARD = (
    Field(
        "board",
        TEXT,
        "N * N symbols, row by row, `.` for an empty cell; 1 to 9, then A = 10",
        lambda found: _board_line(found.board),
        lambda kit, found: kit.Symbols(found.packed.text, found.packed.shape.cells),
    ),
    Field("m", INTEGER, "rows of a box", lambda found: found.board.shape.m, _own("m")),
    Field(
        "n", INTEGER, "columns of a box; N = m * n", lambda found: found.board.shape.n, _own("n")
    ),
)
TAIL = (
    Field("solver", TEXT, "who answered", lambda found: found.answered_by, _own("solver")),
    Field(
        "nodes",
        INTEGER,
        "nodes of the search, one for the question itself",
        lambda found: found.effort.nodes,
        lambda kit, found: kit.Number(found.nodes, 1),
    ),
    Field(
        "seconds",
        record(build=REAL, search=REAL),
        "time to prepare the question, and to answer it",
        lambda found: {
            "build": round(found.effort.build, 6),
            "search": round(found.effort.search, 6),
        },
        lambda _, found: {"build": 0.0, "search": found.seconds_each},
    ),
)
SOURCE = Field(
    "source",
    TEXT,
    "where the board is, FILE:LINE",
    kernel=lambda kit, found: kit.Source(found.packed.source, found.packed.line),
)
"""What a run adds to each record."""


@dataclass(frozen=True, repr=False)
class Result(Drawable, ABC):
    """An answer about a position. `final` says that more time would not change it.

    Two results are equal if they say the same, however long it took. `fields` are those of this
    kind of result, see bombe.analysis.schema; `tail` are the fields behind them.
    """

    schema: ClassVar[str]
    fields: ClassVar[tuple[Field, ...]] = ()
    tail: ClassVar[tuple[Field, ...]] = TAIL

    final: bool
    solver: str
    effort: Effort = field(compare=False)

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

    def details(self) -> dict[str, Any]:
        """Return the JSON fields of this kind of result."""
        return values(self.fields, self)

    @abstractmethod
    def summary(self) -> str:
        """Return the result in one sentence."""

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, ready for JSON."""
        return {
            **values(HEAD, self),
            **self.subject(),
            **self.details(),
            **values(self.tail, self),
        }

    def to_json(self) -> str:
        """Return one line of JSON."""
        return json.dumps(self.to_dict())

    def to_row(self) -> dict[str, Any]:
        """Return plain values with the same fields for every position, ready for a table."""
        return self.to_dict() | rows(self.fields, self)

    def caption(self) -> str:
        """Return what notebooks say below the picture."""
        return self.with_claim(self.summary())

    def __repr__(self) -> str:
        """Return the summary: the values of a board would not be readable."""
        return f"<{type(self).__name__}: {self.with_claim(self.summary())}>"


@dataclass(frozen=True, repr=False)
class BoardResult(Result):
    """An answer about a board."""

    board: Board

    def subject(self) -> dict[str, Any]:
        """Return the JSON fields of the board."""
        return values(BOARD, self)

    def heading(self) -> str:
        """Return the shape of the board and the number of its givens."""
        return board_heading(self.board)


def _board_line(board: Board) -> str:
    from bombe.boards.sudoku.symbols import board_line

    return board_line(board)


def board_heading(board: Board) -> str:
    """Return the shape of a board and the number of its givens."""
    return f"{board.shape} board, {with_noun(board.givens, 'given')}"


def state_heading(state: SudokuState) -> str:
    """Return the shape of a board and its givens, or its filled cells if players filled some."""
    if not any(state.filled):
        return board_heading(state.board)
    return f"{state.board.shape} board, {with_noun(state.board.givens, 'filled cell')}"
