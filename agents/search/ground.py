"""What searches play on: a position that is small, mutable, and taken back move by move.

An `Option` is a move for a search: two whole numbers whose meaning only the ground knows. In Sudoku
they are a cell and the bit of a value, 0 where the value is of no interest; in Dots and Boxes an
edge and 0; on a StateGround the number of a legal move and 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from typing import Self  # which Python 3.10, for which this is exported, does not have

Option = tuple[int, int]
"""A move, as the position that a search plays on numbers it."""


class Ground(Protocol):
    """A position to search."""

    @property
    def to_move(self) -> int:
        """The player whose turn it is."""

    @property
    def margin(self) -> int:
        """Player 1's score minus player 2's."""

    @property
    def moves_left(self) -> int:
        """The most moves that the game can still take."""

    def play(self, cell: int, bit: int = 0, /) -> int:
        """Play a move and return its points."""

    def undo(self) -> None:
        """Take the last move back."""

    def copy(self) -> Self:
        """Return a position that is played on independently of this one."""

    def points(self, cell: int, /) -> int:
        """Return what a move scores."""

    def scoring(self) -> dict[int, int]:
        """Return the moves that score, each with its points."""


GroundT = TypeVar("GroundT", bound=Ground)
