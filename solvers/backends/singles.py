"""What follows from singles alone, on bit masks: value v of a cell is bit v of its integer.

    naked single    a cell that has one candidate left
    hidden single   a value that has one place left in a region

`settle` applies both until nothing changes. Backends that search use it at every node, backends
that build a model start from what it leaves.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from bombe.boards import Board, Shape

Masks = list[int]


class SinglesTables(NamedTuple):
    """The tables of a shape; `getters` fetch the masks of a whole region at once."""

    every: int
    peers: tuple[tuple[int, ...], ...]
    regions: tuple[tuple[int, ...], ...]
    regions_of: tuple[tuple[int, ...], ...]
    getters: tuple[Callable[[Masks], tuple[int, ...]], ...]


@functools.cache
def tables_of(shape: Shape) -> SinglesTables:
    """Return the tables of a shape."""
    geometry = shape.geometry
    every = (2 << shape.size) - 2
    # On 1 x 1 a region is a cell, which `itemgetter` would not wrap; nothing is hidden there.
    getters = tuple(itemgetter(*region) for region in geometry.regions) if shape.size > 1 else ()
    regions_of = geometry.regions_of if shape.size > 1 else ((),)
    return SinglesTables(every, geometry.peers, geometry.regions, regions_of, getters)


def masks_of(board: Board) -> Masks:
    """Return for each cell the values that C0 leaves it, or the one that it has."""
    masks = board.candidate_masks()
    return [1 << v if v else mask for v, mask in zip(board.values, masks, strict=True)]


def narrow(board: Board) -> Masks | None:
    """Return the values that singles leave for each cell; None if they show no solution."""
    masks = masks_of(board)
    return masks if settle(tables_of(board.shape), masks, range(len(masks))) else None


def settle(tables: SinglesTables, masks: Masks, changed: Sequence[int]) -> bool:
    """Apply singles after `changed` cells lost candidates; return False for no solution."""
    fixed = [cell for cell in changed if not masks[cell] & (masks[cell] - 1)]
    touched = set(changed)
    while True:
        if not _spread(tables.peers, masks, fixed, touched):
            return False
        if not touched:
            return True
        regions = {region for cell in touched for region in tables.regions_of[cell]}
        touched.clear()
        for region in regions:
            if not _find_hidden(tables, masks, region, fixed):
                return False
        touched.update(fixed)


def _spread(
    peers: tuple[tuple[int, ...], ...], masks: Masks, fixed: list[int], touched: set[int]
) -> bool:
    """Remove the value of every fixed cell from its peers, and go on with newly fixed ones."""
    while fixed:
        cell = fixed.pop()
        bit = masks[cell]
        if not bit:
            return False
        for peer in peers[cell]:
            mask = masks[peer]
            if mask & bit:
                mask ^= bit
                masks[peer] = mask
                touched.add(peer)
                if not mask & (mask - 1):
                    if not mask:
                        return False
                    fixed.append(peer)
    return True


def _find_hidden(tables: SinglesTables, masks: Masks, region: int, fixed: list[int]) -> bool:
    """Fix the values with only one place left in the region; return False if one has none."""
    once = twice = 0
    held = tables.getters[region](masks)
    for mask in held:
        twice |= once & mask
        once |= mask
    if once != tables.every:
        return False
    hidden = once & ~twice
    if not twice or not hidden:
        return True
    for cell, mask in zip(tables.regions[region], held, strict=True):
        bit = mask & hidden
        if bit and mask != bit:
            if bit & (bit - 1):
                return False
            masks[cell] = bit
            fixed.append(cell)
    return True
