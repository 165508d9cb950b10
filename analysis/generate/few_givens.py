"""Fewer givens than any order of removal leaves: a given comes back so that two others can go.

A filler of a given is an empty cell whose value could stand in for it: with it the board without
that given is proper again. What fills in for two givens fills in for each of them, so the fillers
of all givens are found first, and only what two of them share is tried.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from bombe.analysis.generate.board_maker import givens_of, with_value

if TYPE_CHECKING:
    from bombe.analysis.generate.board_maker import BoardMaker
    from bombe.boards import Board

SWAPS = 60
"""How many times, on 9x9, a given is swapped for another where no two can be had for one."""


def few(maker: BoardMaker, board: Board, floor: int) -> Board:
    """Swap the givens of a proper board for fewer of the same solution, down to `floor`."""
    solution = next(maker.solver.solutions(board, maker.meter))
    swaps = SWAPS * maker.shape.size // 9
    while swaps and board.givens > floor:
        fillers = {given: _fillers(maker, board, given, solution) for given in givens_of(board)}
        swapped = _two_for_one(maker, board, fillers, solution)
        if swapped is None:
            swaps -= 1
            swapped = _one_for_one(maker, board, fillers, solution)
        if swapped is None:
            break
        board = maker.reduced(swapped, floor)
    return board


def _one_for_one(
    maker: BoardMaker, board: Board, fillers: dict[int, set[int]], solution: Board
) -> Board | None:
    """Swap a given for another at random, if there is one to be had."""
    swaps = [(given, cell) for given, cells in fillers.items() for cell in sorted(cells)]
    if not swaps:
        return None
    given, cell = maker.rng.choice(swaps)
    return with_value(with_value(board, given, 0), cell, solution.values[cell])


def _two_for_one(
    maker: BoardMaker, board: Board, fillers: dict[int, set[int]], solution: Board
) -> Board | None:
    """Take two givens out and put another in, if that can be, at random."""
    pairs = list(itertools.combinations(fillers, 2))
    maker.rng.shuffle(pairs)
    for one, other in pairs:
        poorer = with_value(with_value(board, one, 0), other, 0)
        for cell in sorted(fillers[one] & fillers[other]):
            fewer = with_value(poorer, cell, solution.values[cell])
            if maker.is_proper(fewer):
                return fewer
    return None


def _fillers(maker: BoardMaker, board: Board, given: int, solution: Board) -> set[int]:
    """Find the fillers; a solution that shows that a cell is none shows it of many others, too."""
    left, found = set(board.empty_cells()), set()
    poorer = with_value(board, given, 0)
    while left:
        cell = left.pop()
        richer = with_value(poorer, cell, solution.values[cell])
        solutions = itertools.islice(maker.solver.search(richer, maker.meter), 2)
        other = next((values for values in solutions if values != solution), None)
        if other is None:
            found.add(cell)
        else:
            left = {cell for cell in left if other.values[cell] != solution.values[cell]}
    return found
