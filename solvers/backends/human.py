"""A solver that solves as people do, after one of the course's reports.

    naked single    a cell that has one candidate left is filled
    hidden single   a value that has one place left in a region is put there
    guess           else a cell tries each of its candidates: one with the fewest, or a random one

It fills in one value at a time and recomputes all candidates after each: it is here for
comparison, not for speed. With `singles=boxes` it sees only what the report's solver sees: the last
empty cell of a region, and values that have one place in a box. Each board that it starts from is a
node: the first, and one per guess.
"""

from __future__ import annotations

import enum
import random
from typing import TYPE_CHECKING

from bombe.boards import Board
from bombe.boards.bits import single_bits
from bombe.solvers.contract import Solver

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bombe.boards import Shape
    from bombe.solvers.budget import Meter

Single = tuple[int, int]
"""A cell and the bit of the only value that it can have."""


class Guess(enum.StrEnum):
    """Which cell is guessed: one with the fewest candidates, or a random one in random order."""

    FEWEST = "fewest"
    RANDOM = "random"


class Singles(enum.StrEnum):
    """Which cells are filled without a guess: naked and hidden singles, or as in the report."""

    ALL = "all"
    BOXES = "boxes"


class HumanStyle(Solver):
    """Fills in singles while there are any, then guesses.

    `seed` is for random guesses; every search begins with it, so the same question has the same
    answer.
    """

    name = "human"

    def __init__(
        self, *, guess: Guess = Guess.FEWEST, singles: Singles = Singles.ALL, seed: int = 0
    ) -> None:
        self._guess, self._seed = guess, seed
        self._find = _any_single if singles is Singles.ALL else _single_of_boxes

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        """Yield each solution once, depth first."""
        rng = random.Random(self._seed)
        trials = [bytearray(board.values)]
        while trials:
            meter.spend()
            values = trials.pop()
            masks = _fill_singles(board.shape, values, self._find, meter)
            if all(values):
                yield Board(board.shape, bytes(values))
            elif all(masks[cell] for cell in _empty_cells(values)):
                trials.extend(self._trials(values, masks, rng))

    def _trials(
        self, values: bytearray, masks: list[int], rng: random.Random
    ) -> Iterator[bytearray]:
        """Yield the board with each candidate of the guessed cell, the first guess last."""
        if self._guess is Guess.RANDOM:
            guessed = rng.choice(list(_empty_cells(values)))
            bits = list(single_bits(masks[guessed]))
            rng.shuffle(bits)
        else:
            guessed = min(_empty_cells(values), key=lambda cell: masks[cell].bit_count())
            bits = list(single_bits(masks[guessed]))[::-1]
        for bit in bits:
            trial = values.copy()
            trial[guessed] = bit.bit_length() - 1
            yield trial


def _fill_singles(
    shape: Shape,
    values: bytearray,
    find: Callable[[Shape, bytearray, list[int]], Single | None],
    meter: Meter,
) -> list[int]:
    """Fill in singles until none is found; return the candidates of the remaining cells."""
    while True:
        meter.check()
        masks = Board(shape, bytes(values)).candidate_masks()
        single = find(shape, values, masks)
        if single is None:
            return masks
        cell, bit = single
        values[cell] = bit.bit_length() - 1


def _any_single(shape: Shape, values: bytearray, masks: list[int]) -> Single | None:
    for cell in _empty_cells(values):
        if masks[cell].bit_count() == 1:
            return cell, masks[cell]
    return _hidden_single(shape.geometry.regions, masks)


def _single_of_boxes(shape: Shape, values: bytearray, masks: list[int]) -> Single | None:
    for region in shape.geometry.regions:
        blanks = [cell for cell in region if not values[cell]]
        if len(blanks) == 1 and masks[blanks[0]]:
            return blanks[0], masks[blanks[0]]
    return _hidden_single(shape.geometry.regions[-shape.size :], masks)


def _hidden_single(regions: tuple[tuple[int, ...], ...], masks: list[int]) -> Single | None:
    for region in regions:
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
