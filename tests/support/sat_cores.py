"""Smallest cores by python-sat's OptUx: the filled cells are soft unit clauses."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bombe.analysis.why.refutation import Fact
    from bombe.boards import Board


def formula(board: Board, fact: Fact) -> tuple[Any, list[int]]:
    """Return the clauses of a move on a board, and the cell of each soft one."""
    from pysat.formula import WCNF

    shape, size = board.shape, board.shape.size
    made = WCNF()

    def name(cell: int, value: int) -> int:
        return cell * size + value

    values = range(1, size + 1)
    groups = [[name(cell, value) for value in values] for cell in range(shape.cells)]
    for region in shape.geometry.regions:
        groups += [[name(cell, value) for cell in region] for value in values]
    for group in groups:
        made.append(group)
        for one, other in itertools.combinations(group, 2):
            made.append([-one, -other])
    made.append([name(*fact)])
    cells = [cell for cell, value in enumerate(board.values) if value]
    for cell in cells:
        made.append([name(cell, board.values[cell])], weight=1)
    return made, cells


def smallest_by_sat(board: Board, fact: Fact) -> list[int]:
    """Return the cells of a smallest core of a move."""
    from pysat.examples.optux import OptUx

    made, cells = formula(board, fact)
    with OptUx(made) as search:
        return [cells[number - 1] for number in search.compute()]
