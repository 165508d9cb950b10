"""A solver that solves as people do, after one of the course's reports; see `minimax-even`.

    naked single    a cell that has one candidate left is filled
    hidden single   a value that has one place left in a region is put there
    guess           else a cell with the fewest candidates tries each of them

It fills in one value at a time and recomputes all candidates after each: it is here for
comparison, not for speed. Each board that it starts from is a node: the first, and one per guess.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombe.boards import Board
from bombe.boards.bits import single_bits
from bombe.solvers import Solver

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.boards import Shape
    from bombe.solvers import Meter


class HumanStyle(Solver):
    """Fills in singles while there are any, then guesses."""

    name = "human"

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        """Yield each solution once, depth first."""
        trials = [bytearray(board.values)]
        while trials:
            meter.spend()
            values = trials.pop()
            masks = _fill_singles(board.shape, values, meter)
            if all(values):
                yield Board(board.shape, bytes(values))
                continue
            guessed = min(_empty_cells(values), key=lambda cell: masks[cell].bit_count())
            for bit in reversed(list(single_bits(masks[guessed]))):
                trial = values.copy()
                trial[guessed] = bit.bit_length() - 1
                trials.append(trial)


def _fill_singles(shape: Shape, values: bytearray, meter: Meter) -> list[int]:
    """Fill in singles until none is left; return the candidates of the remaining cells."""
    while True:
        meter.check()
        masks = Board(shape, bytes(values)).candidate_masks()
        single = _naked_single(values, masks) or _hidden_single(shape, masks)
        if single is None:
            return masks
        cell, bit = single
        values[cell] = bit.bit_length() - 1


def _naked_single(values: bytearray, masks: list[int]) -> tuple[int, int] | None:
    for cell in _empty_cells(values):
        if masks[cell].bit_count() == 1:
            return cell, masks[cell]
    return None


def _hidden_single(shape: Shape, masks: list[int]) -> tuple[int, int] | None:
    for region in shape.geometry.regions:
        once = more = 0
        for cell in region:
            more |= once & masks[cell]
            once |= masks[cell]
        if hidden := once & ~more:
            bit = hidden & -hidden
            return next(cell for cell in region if masks[cell] & bit), bit
    return None


def _empty_cells(values: bytearray) -> Iterator[int]:
    return (cell for cell, value in enumerate(values) if not value)
