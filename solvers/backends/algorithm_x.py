"""Knuth's exact cover on a dictionary of sets, as is usual in Python.

The whole data structure is two tables:

    X   rows_of   column -> set of the rows that would cover it    (open columns only)
    Y   table     row -> its four columns                          (fixed, per shape)

Taking a row pops its four columns from X. Every other row in one of them is now impossible, so it
leaves the sets of its other columns. The popped sets still list those rows, so undoing the choice
is the same walk again, with `add` for `remove`:

    X[a] = {r, s, t}     take r        popped: {r, s, t}    r covers a, so s and t are impossible:
    X[b] = {s, u}      ----------->    X[b] = {u}           s leaves b, t leaves c,
    X[c] = {t, v}      <-----------    X[c] = {v}           and u and v are forced
                          undo

A column that shrinks to one row is forced. It is put in a queue when that happens, so forced rows
are found without looking over all columns, and a column without rows is noticed at once.

`dancing_links` is the same on linked lists; both search the same tree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bombe.solvers.backends.exact_cover import (
    ExactCover,
    Matrix,
    columns_of,
    legal_rows,
    open_columns,
)

if TYPE_CHECKING:
    from bombe.boards import Board


class _Deselection(NamedTuple):
    """What `deselect` needs: the sets popped, their union, and the state of the queue."""

    covered: list[set[int]]
    gone: set[int]
    forced: int
    next: int


class SetMatrix:
    """The open part of a board's table: for each open column the set of its rows."""

    def __init__(self, board: Board) -> None:
        self._table = table = columns_of(board.shape)
        self._columns = open_columns(board)
        rows_of: dict[int, set[int]] = {column: set() for column in self._columns}
        for row in legal_rows(board):
            for column in table[row]:
                rows_of[column].add(row)
        self._rows_of = rows_of
        self._forced = sorted(
            (column for column, rows in rows_of.items() if len(rows) < 2),
            key=lambda column: len(rows_of[column]),
        )
        self._next = 0
        self._undo: list[_Deselection] = []

    def select(self, row: int) -> bool:
        """Take a row; return False if some open column has no row left."""
        rows_of, table = self._rows_of, self._table
        covered = [rows_of.pop(column) for column in table[row]]
        gone = covered[0].union(*covered)
        tight = []
        for impossible in gone:
            for column in table[impossible]:
                if column in rows_of:
                    left = rows_of[column]
                    left.remove(impossible)
                    if len(left) < 2:
                        tight.append(column)
        self._undo.append(_Deselection(covered, gone, len(self._forced), self._next))
        tight.sort()
        self._forced += tight
        return all(map(rows_of.__getitem__, tight))

    def deselect(self, row: int) -> None:
        """Undo the last `select`, which took this row."""
        rows_of, table = self._rows_of, self._table
        covered, gone, forced, self._next = self._undo.pop()
        del self._forced[forced:]
        for possible in gone:
            for column in table[possible]:
                if column in rows_of:
                    rows_of[column].add(possible)
        rows_of.update(zip(table[row], covered, strict=True))

    def branch(self) -> list[int]:
        """Return the rows of the column to decide next: one with a single row, else the fewest."""
        rows_of, forced = self._rows_of, self._forced
        for place in range(self._next, len(forced)):
            if forced[place] in rows_of:
                self._next = place + 1
                return list(rows_of[forced[place]])
        self._next = len(forced)
        fewest, best = len(self._columns) + 1, -1
        for column in self._columns:
            if column in rows_of and len(rows_of[column]) < fewest:
                fewest, best = len(rows_of[column]), column
                if fewest == 2:
                    break
        return sorted(rows_of[best])

    def forbid(self, row: int) -> None:
        """Remove a row permanently; only while no row is taken."""
        for column in self._table[row]:
            rows = self._rows_of[column]
            rows.remove(row)
            if len(rows) < 2:
                self._forced.append(column)


class AlgorithmX(ExactCover):
    """Exact cover on a dictionary of sets."""

    name = "algorithm_x"

    def matrix(self, board: Board) -> Matrix:
        """Return the sets of a board."""
        return SetMatrix(board)
