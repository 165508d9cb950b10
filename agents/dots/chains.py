"""An estimate of a position by its long chains, fast enough for every leaf of a search.

Chains and loops run through boxes that lack two sides, from box to box across the undrawn lines.
The player who has to open the first long one (three boxes or more) loses control: the opponent
takes all but two boxes of each chain, all but four of each loop, and all boxes of the last one.
Strings of boxes are classified in bombe.analysis.dots.strings; what can be proved is in
bombe.analysis.dots.control.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, NamedTuple

from bombe.analysis.dots.strings import LONG
from bombe.boards.bits import bit_list

if TYPE_CHECKING:
    from bombe.agents.dots.scratch import DotsScratch
    from bombe.boards.dots.state import Grid


class Chains(NamedTuple):
    """The numbers of boxes of the long chains, and of the loops."""

    chains: list[int]
    loops: list[int]


def chains_of(position: DotsScratch) -> Chains:
    """Return the long chains and the loops; a joint, a box that lacks more sides, ends a chain."""
    found = Chains([], [])
    inside = {box for box, left in enumerate(position.left) if left == 2}
    while inside:
        boxes, edges = _take_string(position, inside)
        # A chain of n boxes has n + 1 undrawn lines, a loop has n.
        if edges == boxes:
            found.loops.append(boxes)
        elif boxes >= LONG:
            found.chains.append(boxes)
    return found


def _take_string(position: DotsScratch, inside: set[int]) -> tuple[int, int]:
    """Remove a string of boxes from the set; return the numbers of its boxes and undrawn edges."""
    sides, reached, edges = position.grid.box_edges, [inside.pop()], 0
    for box in reached:
        lacking = sides[box] & position.empty
        edges |= lacking
        for edge in bit_list(lacking):
            for near in position.grid.boxes_of[edge]:
                if near in inside:
                    inside.remove(near)
                    reached.append(near)
    return len(reached), edges.bit_count()


def chain_estimate(position: DotsScratch) -> float:
    """Estimate the mover's margin by the long chain rule; return 0 without long chains and loops.

    If nobody errs, the number of turns until the first chain must be opened is the lines left less
    the boxes left, and one more for each long chain but the last: its parity decides who opens it.
    """
    chains, loops = chains_of(position)
    if not (chains or loops) or not position.extra_turn:
        return 0.0
    boxes_left = sum(map(bool, position.left))
    has_control = (position.empty.bit_count() - boxes_left + len(chains)) % 2
    kept = 4 if chains else 8
    worth = sum(chain - 4 for chain in chains) + sum(loop - 8 for loop in loops) + kept
    return worth if has_control else -worth


@functools.cache
def border_first(grid: Grid) -> tuple[int, ...]:
    """Return the edges of a grid: those on its border, then those inside."""
    return tuple(sorted(range(grid.edges), key=lambda edge: len(grid.boxes_of[edge])))
