"""Knuth's exact cover on dancing links: columns as doubly linked lists, in flat arrays of integers.

A node is a number, and `up[node]`, `down[node]` its neighbours in its column. The open columns hang
on a root, as headers linked by `left` and `right`; `size[column]` counts the nodes below:

    root <-> a (2) <-> b (2) <-> c (1) <-> root     headers, linked by left and right
              |         |         |
              r . . . . r         |                 row r is in a and b
              |         |         |
              s . . . . | . . . . s                 row s is in a and c
              |         |         |
              |         t         |                 row t is in b
              |         |         |                 each column closes in a ring at its header

Unlinking is `down[u] = d; up[d] = u`, and the node itself still points at u and d: putting it back
is `down[u] = node; up[d] = node`, without asking what happened elsewhere, as long as everything is
put back in reverse order: the dance. Taking a row covers its columns: the header leaves the
ring of headers, and every other row in the column leaves its other columns.

The rows never change, so the dotted lines are not linked: node numbers are fixed per shape, and so
is the table of the nodes and columns of the rest of a node's row.

A column that shrinks to one row is forced. It is put in a queue when that happens, as
`algorithm_x` does, which is the same on sets; both search the same tree.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, NamedTuple

from bombe.solvers.backends.exact_cover import (
    ExactCover,
    Matrix,
    columns_of,
    legal_rows,
    open_columns,
)

if TYPE_CHECKING:
    from bombe.boards import Board, Shape

COVERED = 1 << 20
"""Added to the size of a covered column: it is then neither forced nor the smallest."""


class Links(NamedTuple):
    """The tables of a shape: column c has header c, then the root, then four nodes per row."""

    root: int
    alone: list[int]
    """Every node linked to itself: the initial `up` and `down`, to be copied."""
    rest: tuple[tuple[tuple[int, int], ...], ...]
    """For each node, counted from the root, the (node, column) of the three others in its row."""


@functools.cache
def links(shape: Shape) -> Links:
    """Return the numbers of the nodes of a shape."""
    table = columns_of(shape)
    root = 4 * shape.cells
    rest: list[tuple[tuple[int, int], ...]] = [()]
    for row, columns in enumerate(table):
        first = root + 1 + 4 * row
        pairs = [(first + kind, column) for kind, column in enumerate(columns)]
        rest += [tuple(pairs[:kind] + pairs[kind + 1 :]) for kind in range(4)]
    return Links(root, list(range(root + len(rest))), tuple(rest))


class LinkedMatrix:
    """The open part of a board's table: for each open column the ring of its nodes."""

    def __init__(self, board: Board) -> None:
        self._root, alone, self._rest = links(board.shape)
        self._table = columns_of(board.shape)
        self._up = alone.copy()
        self._down = alone.copy()
        self._left = list(range(self._root + 1))
        self._right = list(range(self._root + 1))
        self._size = [0] * self._root
        columns = open_columns(board)
        self._link_headers(columns)
        for row in legal_rows(board):
            self._link_row(row)
        size = self._size
        self._forced = sorted((c for c in columns if size[c] < 2), key=size.__getitem__)
        self._next = 0
        self._undo: list[tuple[int, int]] = []

    def _link_headers(self, columns: list[int]) -> None:
        before = self._root
        for column in columns:
            self._right[before] = column
            self._left[column] = before
            before = column
        self._right[before] = self._root
        self._left[self._root] = before

    def _link_row(self, row: int) -> None:
        up, down, size = self._up, self._down, self._size
        for node, column in enumerate(self._table[row], self._root + 1 + 4 * row):
            last = up[column]
            up[node] = last
            down[node] = column
            down[last] = node
            up[column] = node
            size[column] += 1

    def select(self, row: int) -> bool:
        """Take a row; return False if some open column has no row left."""
        size = self._size
        self._undo.append((len(self._forced), self._next))
        tight: list[int] = []
        for column in self._table[row]:
            self._cover(column, tight)
        tight = [column for column in tight if size[column] < 2]
        tight.sort()
        self._forced += tight
        return all(map(size.__getitem__, tight))

    def _cover(self, column: int, tight: list[int]) -> None:
        left, right, up, down = self._left, self._right, self._up, self._down
        size, rest, root = self._size, self._rest, self._root
        before, after = left[column], right[column]
        right[before] = after
        left[after] = before
        size[column] += COVERED
        node = down[column]
        while node != column:
            for other, its_column in rest[node - root]:
                above, below = up[other], down[other]
                down[above] = below
                up[below] = above
                remaining = size[its_column] - 1
                size[its_column] = remaining
                if remaining < 2:
                    tight.append(its_column)
            node = down[node]

    def deselect(self, row: int) -> None:
        """Undo the last `select`, which took this row."""
        for column in reversed(self._table[row]):
            self._uncover(column)
        forced, self._next = self._undo.pop()
        del self._forced[forced:]

    def _uncover(self, column: int) -> None:
        up, down, size = self._up, self._down, self._size
        rest, root = self._rest, self._root
        node = up[column]
        while node != column:
            for other, its_column in rest[node - root]:
                down[up[other]] = other
                up[down[other]] = other
                size[its_column] += 1
            node = up[node]
        size[column] -= COVERED
        self._right[self._left[column]] = column
        self._left[self._right[column]] = column

    def branch(self) -> list[int]:
        """Return the rows of the column to decide next: one with a single row, else the fewest."""
        size, right, forced, root = self._size, self._right, self._forced, self._root
        for place in range(self._next, len(forced)):
            if size[forced[place]] < 2:
                self._next = place + 1
                return self._rows_in(forced[place])
        self._next = len(forced)
        fewest, best = COVERED, root
        column = right[root]
        while column != root:
            if size[column] < fewest:
                fewest, best = size[column], column
                if fewest == 2:
                    break
            column = right[column]
        return self._rows_in(best)

    def _rows_in(self, column: int) -> list[int]:
        rows, down = [], self._down
        node = down[column]
        while node != column:
            rows.append((node - self._root - 1) // 4)
            node = down[node]
        return rows

    def forbid(self, row: int) -> None:
        """Remove a row permanently; only while no row is taken."""
        up, down, size = self._up, self._down, self._size
        for node, column in enumerate(self._table[row], self._root + 1 + 4 * row):
            down[up[node]] = down[node]
            up[down[node]] = up[node]
            size[column] -= 1
            if size[column] < 2:
                self._forced.append(column)


class DancingLinks(ExactCover):
    """Exact cover on linked columns in flat arrays."""

    name = "dancing_links"

    def matrix(self, board: Board) -> Matrix:
        """Return the links of a board."""
        return LinkedMatrix(board)
