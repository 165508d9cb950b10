"""Backtracking on bit masks, in plain Python: the reference, which runs everywhere.

Naked and hidden singles (bombe.solvers.backends.singles) are applied until nothing changes. Then
the search tries the smallest choice: the values of a cell, or the cells of a region for a value.

A node is a board that was examined: the first one, and one for every value tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from bombe.boards import Board, Move, Shape
from bombe.boards.bits import single_bits
from bombe.solvers.backends.singles import Masks, SinglesTables, masks_of, settle, tables_of
from bombe.solvers.budget import Meter
from bombe.solvers.contract import Ledger, Solver

if TYPE_CHECKING:
    import random


Option = tuple[int, int]
"""A cell and the bit of a value that it may have."""


class Backtracking(Solver):
    """The reference solver. With `rng` it tries the values of a choice in random order."""

    name = "backtracking"

    def __init__(self, rng: random.Random | None = None) -> None:
        self._rng = rng

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        """Yield the distinct solutions, depth first."""
        with meter.building():
            tables = tables_of(board.shape)
            masks = masks_of(board)
        for solved in _explore(tables, masks, meter, self._arrange):
            yield _unload(board.shape, solved)

    def decide(self, ledger: Ledger, meter: Meter) -> None:
        """Search for each candidate in turn, from the board as far as it is known by then.

        What is ruled out narrows the root for all later searches, and a search prefers the values
        that no witness has yet, so that each solution decides as many as it can.
        """
        with meter.building():
            inquiry = _CandidateSearch(ledger, meter)
        meter.spend()
        inquiry.narrow(range(ledger.board.shape.cells))
        for move in ledger.undecided:
            if ledger.is_open(move):
                inquiry.ask(move)

    def _arrange(self, options: list[Option]) -> list[Option]:
        if self._rng is not None:
            self._rng.shuffle(options)
        return options


class _CandidateSearch:
    """The candidates of one board being decided; the root has what is known of it so far."""

    def __init__(self, ledger: Ledger, meter: Meter) -> None:
        self._ledger, self._meter = ledger, meter
        self._shape = ledger.board.shape
        self._tables = tables_of(self._shape)
        self._root = masks_of(ledger.board)

    def ask(self, move: Move) -> None:
        """Search for a solution with the move, and record everything that follows."""
        cell, bit = self._shape.cell(move.row, move.column), 1 << move.value
        masks = self._root.copy()
        masks[cell] = bit
        solutions = _explore(self._tables, masks, self._meter, self._unproved_first, [cell])
        solved = next(solutions, None)
        if solved is not None:
            self._ledger.add_witness(_unload(self._shape, solved))
            return
        self._root[cell] ^= bit
        self.narrow([cell])

    def narrow(self, changed: Sequence[int]) -> None:
        """Settle the root, which rules out more; if that fails, the board has no solution."""
        if settle(self._tables, self._root, changed):
            self._ledger.narrow_to(self._root)
        else:
            self._ledger.rule_out_rest()

    def _unproved_first(self, options: list[Option]) -> list[Option]:
        return sorted(options, key=self._is_proved)

    def _is_proved(self, option: Option) -> bool:
        cell, bit = option
        row, column = self._shape.coordinates(cell)
        return not self._ledger.is_open(Move(row, column, bit.bit_length() - 1))


def _unload(shape: Shape, masks: Masks) -> Board:
    return Board(shape, bytes(mask.bit_length() - 1 for mask in masks))


def _explore(
    tables: SinglesTables,
    masks: Masks,
    meter: Meter,
    arrange: Callable[[list[Option]], list[Option]],
    changed: Sequence[int] | None = None,
) -> Iterator[Masks]:
    """Yield every solved board below `masks`, which is settled except for `changed`."""
    trials: list[tuple[Masks, Sequence[int]]] = [
        (masks, range(len(masks)) if changed is None else changed)
    ]
    while trials:
        masks, changed = trials.pop()
        meter.spend()
        if not settle(tables, masks, changed):
            continue
        options = _smallest_choice(tables, masks)
        if not options:
            yield masks
        for cell, bit in reversed(arrange(options)):
            child = masks.copy()
            child[cell] = bit
            trials.append((child, [cell]))


def _smallest_choice(tables: SinglesTables, masks: Masks) -> list[Option]:
    """Return the fewest options of which one must hold; none if every cell is fixed.

    Cells and places are compared up to three options; wider choices are sought in cells only.
    """
    best, fewest = -1, len(masks)
    for cell, mask in enumerate(masks):
        if mask & (mask - 1):
            count = mask.bit_count()
            if count == 2:
                return _values_of(cell, mask)
            if count < fewest:
                best, fewest = cell, count
    if best < 0:
        return []
    return _scarce_places(tables, masks, fewest) or _values_of(best, masks[best])


def _scarce_places(tables: SinglesTables, masks: Masks, below: int) -> list[Option]:
    """Return the places of a value with two in a region, or with three if that is `below`."""
    three: tuple[int, int] | None = None
    for region, getter in enumerate(tables.getters):
        once = twice = thrice = more = 0
        for mask in getter(masks):
            more |= thrice & mask
            thrice |= twice & mask
            twice |= once & mask
            once |= mask
        if pairs := twice & ~thrice:
            return _places_of(tables, masks, region, pairs & -pairs)
        if three is None and (triples := thrice & ~more):
            three = region, triples & -triples
    return _places_of(tables, masks, *three) if three and below > 3 else []


def _values_of(cell: int, mask: int) -> list[Option]:
    return [(cell, bit) for bit in single_bits(mask)]


def _places_of(tables: SinglesTables, masks: Masks, region: int, bit: int) -> list[Option]:
    return [(cell, bit) for cell in tables.regions[region] if masks[cell] & bit]
