"""What the boards of all editions of the framework have in common; editions add `get` and `put`."""

from __future__ import annotations

from bombe.agents.framework.texts import board_text


class BaseBoard:
    """Boxes of m rows by n columns, and a flat list of values."""

    empty = 0

    def __init__(self, m: int = 3, n: int = 3) -> None:
        self.m = m
        self.n = n
        self.N = m * n
        self.squares = [BaseBoard.empty] * (self.N * self.N)

    def region_width(self) -> int:
        """Return the columns of a box."""
        return self.n

    def region_height(self) -> int:
        """Return the rows of a box."""
        return self.m

    def board_width(self) -> int:
        """Return the columns of the board."""
        return self.N

    def board_height(self) -> int:
        """Return the rows of the board."""
        return self.N

    def __str__(self) -> str:
        """Return the board text, as the oracle program reads it."""
        return board_text(self.m, self.n, self.squares)
