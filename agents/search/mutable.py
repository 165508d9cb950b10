"""What searches play on: a small, mutable position whose moves can be undone.

An `Action` is a move in a search: two integers that only the position can interpret. In Sudoku they
are a cell and the bit of a value, or 0 where the value does not matter; in Dots and Boxes an edge
and 0; on a StateStack the index of a legal move and 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from typing import Self  # which Python 3.10, for which this is exported, does not have

Action = tuple[int, int]
"""A move, encoded by the position that a search plays on."""


class MutablePosition(Protocol):
    """A position that a search can play on, undo and copy."""

    @property
    def to_move(self) -> int:
        """The player whose turn it is."""

    @property
    def margin(self) -> int:
        """Player 1's score minus player 2's."""

    @property
    def moves_left(self) -> int:
        """The largest number of moves that the game can still last."""

    def play(self, cell: int, bit: int = 0, /) -> int:
        """Play a move and return its points."""

    def undo(self) -> None:
        """Undo the last move."""

    def copy(self) -> Self:
        """Return an independent copy of the position."""

    def points(self, cell: int, /) -> int:
        """Return what a move scores."""

    def scoring(self) -> dict[int, int]:
        """Return the moves that score, each with its points."""


PositionT = TypeVar("PositionT", bound=MutablePosition)
