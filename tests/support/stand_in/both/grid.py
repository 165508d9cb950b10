"""The part of a board that both editions have: a list of values and its measures."""

from __future__ import annotations


class Grid:
    """Values row by row, 0 for empty; boxes of m rows by n columns."""

    empty = 0

    def __init__(self, m: int = 3, n: int = 3) -> None:
        self.m, self.n, self.N = m, n, m * n
        self.squares = [self.empty] * self.N**2

    def region_height(self) -> int:
        return self.m

    def region_width(self) -> int:
        return self.n

    def board_height(self) -> int:
        return self.N

    def board_width(self) -> int:
        return self.N

    def __str__(self) -> str:
        """Write m and n and the rows, as the oracle program reads them."""
        cells = [f"{value or '.':>4}" for value in self.squares]
        rows = ("".join(cells[k : k + self.N]) for k in range(0, len(cells), self.N))
        return "\n".join([f"{self.m} {self.n}", *rows, ""])

    def fill(self, text: str) -> None:
        """Take over the cells of a board text, of which m and n are dropped."""
        words = text.split()[2:]
        self.squares = [0 if word == "." else int(word) for word in words]


def drawing(grid: Grid) -> str:
    """Draw the boxes, too."""
    lines = []
    for i in range(grid.N):
        row = [str(value or ".") for value in grid.squares[i * grid.N : (i + 1) * grid.N]]
        boxes = (row[k : k + grid.n] for k in range(0, grid.N, grid.n))
        lines.append(" | ".join(" ".join(f"{cell:>2}" for cell in box) for box in boxes))
        if (i + 1) % grid.m == 0 and i + 1 < grid.N:
            lines.append("-" * len(lines[-1]))
    return "\n".join(lines) + "\n"
