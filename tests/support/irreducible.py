"""What the tests of generated boards share: the shapes, and what irreducible means."""

from __future__ import annotations

from bombe.boards import Board, Move
from bombe.solvers import Count, get

SHAPES = ["2x2", "1x5", "2x3", "3x2", "3x3"]


def assert_irreducible(board: Board) -> None:
    """Check that the board is proper, and that no given can be taken away."""
    reference = get("backtracking")
    assert reference.count(board) == Count(1, exact=True)
    for cell, value in enumerate(board.values):
        if value:
            poorer = board.place(Move(*board.shape.coordinates(cell), 0))
            assert reference.count(poorer) == Count(2, exact=False)
