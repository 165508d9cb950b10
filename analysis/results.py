"""What all results of the analysis share: the board, the solver, the effort, and JSON."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from bombe.boards.sudoku.symbols import board_line

if TYPE_CHECKING:
    from bombe.boards import Board
    from bombe.solvers import Effort


def counted(number: int, what: str, many: str = "") -> str:
    """Say how many there are of something: 1 bomb, 2 bombs; 1 box, 2 boxes."""
    return f"{number} {what if number == 1 else many or what + 's'}"


class Solved:
    """What every solved endgame tells, of either game: the margin or its bounds, and the work."""

    low: int
    high: int
    effort: Effort

    @property
    def exact(self) -> bool:
        """Whether the margin is known."""
        return self.low == self.high

    @property
    def margin(self) -> int | None:
        """The margin; None where only bounds are known."""
        return self.low if self.exact else None

    @property
    def nodes(self) -> int:
        """The positions that were searched; a block of a table counts as one."""
        return self.effort.nodes

    @property
    def seconds(self) -> float:
        """The time that it took."""
        return self.effort.build + self.effort.search


@dataclass(frozen=True, repr=False)
class Result(ABC):
    """An answer about a board. `final` says that more time would not change it."""

    schema: ClassVar[str]

    board: Board
    final: bool
    solver: str
    effort: Effort

    @abstractmethod
    def details(self) -> dict[str, Any]:
        """Give the JSON fields of this kind of result."""

    def heading(self) -> str:
        """Name the board by its shape and its givens."""
        return f"{self.board.shape} board, {counted(self.board.givens, 'given')}"

    @abstractmethod
    def summary(self) -> str:
        """Say the result in one sentence."""

    def to_dict(self) -> dict[str, Any]:
        """Render as plain values, ready for JSON."""
        return {
            "schema": self.schema,
            "final": self.final,
            "board": board_line(self.board),
            "m": self.board.shape.m,
            "n": self.board.shape.n,
            **self.details(),
            "solver": self.solver,
            "nodes": self.effort.nodes,
            "seconds": {
                "build": round(self.effort.build, 6),
                "search": round(self.effort.search, 6),
            },
        }

    def to_json(self) -> str:
        """Render as one line of JSON."""
        return json.dumps(self.to_dict())

    def __repr__(self) -> str:
        """Render for people: the values of a board are no reading."""
        return f"<{type(self).__name__}: {self.summary()}>"
