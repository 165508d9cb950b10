"""The cells of a board as agents of the framework read and write them; editions add the access."""

from __future__ import annotations

from bombe.agents.framework.texts import board_text


class Grid:
    """Boxes of m rows by n columns, and a flat list of values."""

    empty = 0

    def __init__(self, m: int = 3, n: int = 3) -> None:
        self.m = m
        self.n = n
        self.N = m * n
        self.squares = [Grid.empty] * (self.N * self.N)

    def region_width(self) -> int:
        """Give the columns of a box."""
        return self.n

    def region_height(self) -> int:
        """Give the rows of a box."""
        return self.m

    def board_width(self) -> int:
        """Give the columns of the board."""
        return self.N

    def board_height(self) -> int:
        """Give the rows of the board."""
        return self.N

    def __str__(self) -> str:
        """Write the board text, as the oracle program reads it."""
        return board_text(self.m, self.n, self.squares)
