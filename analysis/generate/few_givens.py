"""Fewer givens than any order of removal leaves: one given is added so that two can be removed.

A substitute of a given is an empty cell whose value can replace it: with that value, the board
without the given is proper again. A cell that replaces two givens also replaces each of them, so
the substitutes of all givens are found first, and only those that two givens share are tried.
"""

from __future__ import annotations

import itertools

from bombe.analysis.generate.board_maker import BoardMaker, givens_of, with_value
from bombe.boards import Board

SWAPS = 60
"""The number of one-for-one swaps on 9x9, made where no two-for-one swap is possible."""


def fewer_givens(maker: BoardMaker, board: Board, floor: int) -> Board:
    """Return a proper board with the same solution and fewer givens, but at least `floor`."""
    solution = next(maker.solver.solutions(board, maker.meter))
    swaps = SWAPS * maker.shape.size // 9
    while swaps and board.givens > floor:
        substitutes = {
            given: _substitutes(maker, board, given, solution) for given in givens_of(board)
        }
        swapped = _two_for_one(maker, board, substitutes, solution)
        if swapped is None:
            swaps -= 1
            swapped = _one_for_one(maker, board, substitutes, solution)
        if swapped is None:
            break
        board = maker.reduced(swapped, floor)
    return board


def _one_for_one(
    maker: BoardMaker, board: Board, substitutes: dict[int, set[int]], solution: Board
) -> Board | None:
    """Return the board with a random given replaced by another; None if that is impossible."""
    swaps = [(given, cell) for given, cells in substitutes.items() for cell in sorted(cells)]
    if not swaps:
        return None
    given, cell = maker.rng.choice(swaps)
    return with_value(with_value(board, given, 0), cell, solution.values[cell])


def _two_for_one(
    maker: BoardMaker, board: Board, substitutes: dict[int, set[int]], solution: Board
) -> Board | None:
    """Return the board with two random givens replaced by one; None if that is impossible."""
    pairs = list(itertools.combinations(substitutes, 2))
    maker.rng.shuffle(pairs)
    for one, other in pairs:
        reduced = with_value(with_value(board, one, 0), other, 0)
        for cell in sorted(substitutes[one] & substitutes[other]):
            fewer = with_value(reduced, cell, solution.values[cell])
            if maker.is_proper(fewer):
                return fewer
    return None


def _substitutes(maker: BoardMaker, board: Board, given: int, solution: Board) -> set[int]:
    """Return the substitutes; a solution that rules out one cell rules out many others, too."""
    left, found = set(board.empty_cells()), set()
    reduced = with_value(board, given, 0)
    while left:
        cell = left.pop()
        changed = with_value(reduced, cell, solution.values[cell])
        solutions = itertools.islice(maker.solver.search(changed, maker.meter), 2)
        other = next((values for values in solutions if values != solution), None)
        if other is None:
            found.add(cell)
        else:
            left = {cell for cell in left if other.values[cell] != solution.values[cell]}
    return found
