"""Which moves of a game gave points away, as far as its end can be solved.

    for number, lost in lost_points(record).items(): print(f"move {number} lost {lost} points")

A move loses the difference between what its mover could still have got and what is left to him.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombe.analysis.endgame import Table
from bombe.boards.errors import BombeError
from bombe.solvers import Budget

if TYPE_CHECKING:
    from bombe.boards import SudokuState
    from bombe.boards.record import GameRecord

MOST_EMPTY = 24
"""Empty cells up to which a solution is tried."""
NODES = 2**17
"""The work that one position is worth: less than a second."""


def lost_points(record: GameRecord, nodes: int = NODES) -> dict[int, int]:
    """Give for every move that can be judged, counted from 1, the points that it lost.

    The first position that `nodes` suffice for is solved, and all later ones come from it.
    """
    states = list(record.states())[: len(record.plies)]
    for first, state in enumerate(states):
        if len(state.board.empty_cells()) > MOST_EMPTY:
            continue
        if table := _table(state, nodes):
            plies = record.plies[first:]
            judged = zip(states[first:], plies, strict=True)
            lost = (_lost(table, state, ply.move, nodes) for state, ply in judged)
            return {first + k: points for k, points in enumerate(lost, 1) if points is not None}
    return {}


def _table(state: SudokuState, nodes: int) -> Table | None:
    try:
        table = Table(state, budget=Budget(nodes=nodes))
        low, high = table.margin(state, Budget(nodes=nodes))
    except BombeError:  # too many solutions, too much memory, or too much work
        return None
    return table if low == high else None


def _lost(table: Table, state: SudokuState, move: object, nodes: int) -> int | None:
    values = table.values(state, Budget(nodes=nodes))
    played = next((value for value in values if value.move == move), None)
    if played is None or not all(value.exact for value in values):
        return None
    return max(value.low for value in values) - played.low
