"""The peers: other packages, measured for comparison, each used in its fastest way from Python.

Neither checks the budget inside a search; it is checked between solutions.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator
from typing import Any

from bombe.boards import Board, Shape
from bombe.solvers.backends.exact_cover import columns_of
from bombe.solvers.budget import Meter
from bombe.solvers.contract import Solver


class PersistentSat(Solver):
    """CaDiCaL, loaded once for each shape: the givens of a board are assumptions.

    Variable cell * N + value says that the cell has the value. Clauses learned on one board are
    kept for the next. A node is a call of the library, or a conflict inside it.
    """

    name = "persistent_sat"

    def __init__(self) -> None:
        self._engines: dict[Shape, Any] = {}

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        """Yield the solutions; a clause of this search alone then forbids each one."""
        meter.spend()
        shape, size = board.shape, board.shape.size
        with meter.building():
            engine = self._engine(shape)
        given = [cell * size + value for cell, value in enumerate(board.values) if value]
        here = engine.nof_vars() + 1
        used = engine.accum_stats()["conflicts"]
        try:
            while engine.solve([*given, here]):
                conflicts = engine.accum_stats()["conflicts"]
                meter.spend(conflicts - used)
                used = conflicts
                held = [
                    literal for literal in engine.get_model()[: shape.cells * size] if literal > 0
                ]
                yield Board(
                    shape, bytes(literal - cell * size for cell, literal in enumerate(held))
                )
                engine.add_clause([-here, *(-literal for literal in held)])
                meter.spend()
            meter.check()
        finally:
            engine.add_clause([-here])

    def _engine(self, shape: Shape) -> Any:
        if shape not in self._engines:
            from pysat.solvers import Cadical153

            engine = Cadical153()
            for literals in _groups(shape):
                engine.add_clause(literals)
                for one, other in itertools.combinations(literals, 2):
                    engine.add_clause([-one, -other])
            self._engines[shape] = engine
        return self._engines[shape]


def _groups(shape: Shape) -> list[list[int]]:
    """Return the groups of variables of which exactly one is true."""
    groups: list[list[int]] = [[] for _ in range(4 * shape.cells)]
    for row, columns in enumerate(columns_of(shape), 1):
        for column in columns:
            groups[column].append(row)
    return groups


class XCover(Solver):
    """The package xcover, on the columns that the givens of a board leave open.

    A node is a solution, and one for the question: the package counts nothing.
    """

    name = "xcover"

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        """Yield the solutions, in the order of the package."""
        meter.spend()
        if board.is_full:
            yield board
            return
        with meter.building():
            import numpy as np
            import xcover

            rows, options, pointers, items = self._options(board)
            colors = np.zeros(len(options), dtype=np.uint32)
            size = board.shape.size
        if not len(rows):
            return
        for chosen in xcover.algorithm_c(options, pointers, colors, items, 0):
            values = bytearray(board.values)
            for row in rows[chosen].tolist():
                cell, value = divmod(row, size)
                values[cell] = value + 1
            yield Board(board.shape, bytes(values))
            meter.spend()
        meter.check()

    def _options(self, board: Board) -> tuple[Any, Any, Any, int]:
        """Return the rows that C0 leaves, their columns, where each row begins, and the columns."""
        import numpy as np

        table = _array_of(board.shape)
        given = [
            cell * board.shape.size + value - 1 for cell, value in enumerate(board.values) if value
        ]
        is_open = np.ones(4 * board.shape.cells, dtype=bool)
        is_open[table[given].ravel()] = False
        rows = np.flatnonzero(is_open[table].all(axis=1))
        numbers = np.cumsum(is_open, dtype=np.uint32) - np.uint32(1)
        options = numbers[table[rows]].ravel()
        pointers = np.arange(0, 4 * len(rows) + 1, 4, dtype=np.uint32)
        return rows, options, pointers, int(is_open.sum())


@functools.cache
def _array_of(shape: Shape) -> Any:
    """Return the columns of every row as an array."""
    import numpy as np

    return np.array(columns_of(shape))
