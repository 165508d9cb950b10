"""Shared by the tests of generated boards: the shapes, and a check for irreducible boards."""

from __future__ import annotations

from bombe.boards import Board, Move
from bombe.solvers import Count, get

SHAPES = ["2x2", "1x5", "2x3", "3x2", "3x3"]


def assert_irreducible(board: Board) -> None:
    """Check that the board is proper and that no given can be removed."""
    reference = get("backtracking")
    assert reference.count(board) == Count(1, exact=True)
    for cell, value in enumerate(board.values):
        if value:
            poorer = board.place(Move(*board.shape.coordinates(cell), 0))
            assert reference.count(poorer) == Count(2, exact=False)
