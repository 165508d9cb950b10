"""The texts of boards and games of the framework."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

WIDTH = 4
"""Columns of a value in board text."""


def rows_of(size: int, cells: Sequence[object]) -> list[str]:
    """Return the rows of a board, 0 as a dot."""
    return [
        "".join(f"{cell or '.':>{WIDTH}}" for cell in cells[i : i + size])
        for i in range(0, size * size, size)
    ]


def board_text(m: int, n: int, cells: Sequence[object]) -> str:
    """Return a board as the oracle program reads it: `m n`, then the rows."""
    return "\n".join([f"{m} {n}", *rows_of(m * n, cells)]) + "\n"


def drawing(m: int, n: int, cells: Sequence[object]) -> str:
    """Return a drawing of a board, with borders around boxes and numbers of rows and columns."""
    size = m * n
    rule = "   " + ("+" + "-" * (WIDTH * n + 1)) * m + "+\n"
    head = "   " + "".join((" " if j % n else "  ") * (j > 0) + f"{j:>3}" for j in range(size))
    drawn = f"  {head}\n"
    for i in range(size):
        row = cells[i * size : (i + 1) * size]
        boxes = ["".join(f"{cell or '.':>{WIDTH}}" for cell in row[j : j + n]) + " "
                 for j in range(0, size, n)]  # fmt: skip
        drawn += (rule if i % m == 0 else "") + f"{i:>2} |" + "|".join(boxes) + "|\n"
    return drawn + rule


def fields_text(fields: Mapping[str, object]) -> str:
    """Return the lines `key = value` of a game text; values of several lines begin on the next."""
    return "".join(f"{key} = {value}\n" for key, value in fields.items())


def list_text(items: Iterable[object]) -> str:
    """Return a list of moves as in a game text."""
    return f"[{', '.join(map(str, items))}]"
