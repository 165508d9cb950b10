"""What every game's position can do, whoever plays it and however it is judged."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol, Self, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

MoveT = TypeVar("MoveT")
Player = Literal[1, 2]


class State(Protocol[MoveT]):
    """An immutable position of a game for two, players 1 and 2."""

    @property
    def to_move(self) -> int:
        """The player whose turn it is, 1 or 2."""

    @property
    def scores(self) -> tuple[int, int]:
        """The points of players 1 and 2."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""

    def moves(self) -> Sequence[MoveT]:
        """List the legal moves of the player whose turn it is."""

    def play(self, move: MoveT) -> Self:
        """Give the position after the move; a move that the rules refuse raises."""
