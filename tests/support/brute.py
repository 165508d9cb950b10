"""The reference: solutions straight from the definition, by trying every value in every cell.

Slow and plain on purpose. It shares no code with `boards` and `solvers`: it takes the height m and
the width n of a box and the values as a sequence, and does its own arithmetic.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


@functools.cache
def rivals(m: int, n: int) -> list[list[int]]:
    """For each cell, list the other cells in its row, its column or its box."""
    size = m * n

    def meet(a: int, b: int) -> bool:
        (row_a, column_a), (row_b, column_b) = divmod(a, size), divmod(b, size)
        same_box = row_a // m == row_b // m and column_a // n == column_b // n
        return row_a == row_b or column_a == column_b or same_box

    cells = range(size * size)
    return [[b for b in cells if b != a and meet(a, b)] for a in cells]


def fits(m: int, n: int, values: Sequence[int], cell: int, value: int) -> bool:
    """Return whether no rival of the cell has the value."""
    return all(values[rival] != value for rival in rivals(m, n)[cell])


def has_clash(m: int, n: int, values: Sequence[int]) -> bool:
    """Return whether a value stands twice in a row, a column or a box."""
    return any(v and not fits(m, n, values, cell, v) for cell, v in enumerate(values))


def candidates(m: int, n: int, values: Sequence[int]) -> set[tuple[int, int, int]]:
    """List every (row, column, value) on an empty cell that no rival of the cell has."""
    size = m * n
    return {
        (*divmod(cell, size), value)
        for cell in range(size * size)
        if not values[cell]
        for value in range(1, size + 1)
        if fits(m, n, values, cell, value)
    }


def solutions(m: int, n: int, values: Sequence[int]) -> Iterator[bytes]:
    """Yield every full grid that keeps the values and has no value twice in a region."""
    if not has_clash(m, n, values):
        yield from _fill(m, n, list(values), 0)


def _fill(m: int, n: int, values: list[int], cell: int) -> Iterator[bytes]:
    while cell < len(values) and values[cell]:
        cell += 1
    if cell == len(values):
        yield bytes(values)
        return
    for value in range(1, m * n + 1):
        if fits(m, n, values, cell, value):
            values[cell] = value
            yield from _fill(m, n, values, cell + 1)
            values[cell] = 0
