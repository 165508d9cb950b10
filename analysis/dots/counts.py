"""How large Dots and Boxes is: exact numbers of positions, games and nodes of the game tree.

The future of a game depends on the set of drawn lines alone, and every set can occur: there are
2^lines of them. No game ends before all lines are drawn, and every order of the lines is a game:
there are lines! games, with or without the extra turn. The numbers up to symmetry follow from
Burnside's lemma: the mean, over all symmetries, of the number of things that they do not change.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from bombe.boards.dots.state import DotsState

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bombe.boards.dots.state import Grid


class Size(NamedTuple):
    """A number, in all and with rotations and reflections counted once."""

    all: int
    up_to_symmetry: int


class Sizes(NamedTuple):
    """The numbers of one grid: sets of drawn lines, games, and nodes of the game tree."""

    edge_sets: Size
    games: Size
    tree: Size


def sizes(grid: Grid) -> Sizes:
    """Count the positions, the games and the nodes of the game tree, the root included."""
    return Sizes(
        _size(grid, lambda symmetry: 2 ** _cycles(symmetry)),
        _size(grid, lambda symmetry: _orders(_unmoved(symmetry), grid.edges)),
        _size(grid, lambda symmetry: _beginnings(_unmoved(symmetry))),
    )


def owned_positions(grid: Grid, *, extra_turn: bool = True) -> int:
    """Count the positions of play: drawn lines, owners of boxes, and player to move.

    All of them are visited: this takes seconds for 2x2 boxes and is out of reach from 2x4 on.
    """
    start = DotsState.start(grid, extra_turn=extra_turn)
    seen = {(start.edges, start.owners, start.to_move)}
    layer = seen
    while layer:
        states = (DotsState(grid, *position, extra_turn) for position in layer)
        after = (state.play(line) for state in states for line in state.moves())
        layer = {(state.edges, state.owners, state.to_move) for state in after} - seen
        seen = seen | layer
    return len(seen)


def _size(grid: Grid, unchanged: Callable[[Sequence[int]], int]) -> Size:
    counts = [unchanged(symmetry) for symmetry in grid.symmetries()]
    return Size(counts[0], sum(counts) // len(counts))


def _cycles(symmetry: Sequence[int]) -> int:
    """Count the cycles of a permutation of the lines."""
    seen: set[int] = set()
    cycles = 0
    for first in range(len(symmetry)):
        cycles += first not in seen
        edge = first
        while edge not in seen:
            seen.add(edge)
            edge = symmetry[edge]
    return cycles


def _unmoved(symmetry: Sequence[int]) -> int:
    return sum(edge == image for edge, image in enumerate(symmetry))


def _orders(unmoved: int, edges: int) -> int:
    """Count the games that a symmetry does not change: it has to fix every line."""
    return math.factorial(edges) if unmoved == edges else 0


def _beginnings(lines: int) -> int:
    """Count the sequences of distinct lines, of any length."""
    return sum(math.perm(lines, length) for length in range(lines + 1))
