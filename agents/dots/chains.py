"""What the long chains of a position promise: a guess for searches, at thousands of positions.

Chains and loops run through boxes that lack two sides, from box to box through the undrawn lines.
Whoever is made to open the first long one (three boxes or more) loses control: the opponent takes
all but two boxes of each chain, all but four of each loop, and everything of the last. The names
of chains are in bombe.analysis.dots.strings, and what can be proved in
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
    """Find the long chains and the loops; joints, boxes that lack more sides, end a chain."""
    found = Chains([], [])
    inside = {box for box, left in enumerate(position.left) if left == 2}
    while inside:
        boxes, edges = _string(position, inside)
        # A chain of n boxes has n + 1 undrawn lines, a loop has n.
        if edges == boxes:
            found.loops.append(boxes)
        elif boxes >= LONG:
            found.chains.append(boxes)
    return found


def _string(position: DotsScratch, inside: set[int]) -> tuple[int, int]:
    """Take a string of boxes out of the set; count its boxes and its undrawn edges."""
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


def promise(position: DotsScratch) -> float:
    """Guess the value of a position for the mover by the long chain rule; 0 without a long chain.

    If nobody errs, the lines left less the boxes left, and one turn more for each long chain but
    the last, are the turns until the first chain must be opened: their parity says by whom.
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
    """Order the edges of a grid: those on its border, then those inside."""
    return tuple(sorted(range(grid.edges), key=lambda edge: len(grid.boxes_of[edge])))
