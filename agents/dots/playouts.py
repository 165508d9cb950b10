"""Random games of Dots and Boxes, thousands at a time, without playing them line by line.

A random game is a random order of the undrawn edges. A box is completed when the last of its sides
is drawn; the turn passes with every line that completes no box. So array operations on the orders
yield all owners at once, and no game has to be stepped through.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bombe.agents.dots.scratch import DotsScratch


class Playouts(NamedTuple):
    """For each playout its first line, and the mover's boxes less the opponent's from here on.

    Lines are indices into the list of undrawn edges.
    """

    first: NDArray[np.intp]
    margins: NDArray[np.intp]


def play_out(position: DotsScratch, count: int, rng: np.random.Generator) -> Playouts:
    """Return `count` playouts of a position that has undrawn edges."""
    import numpy as np

    sides = _open_sides(position.grid.box_edges, position.empty)
    when = rng.random((count, position.empty.bit_count())).argsort(axis=1)
    completed = when[:, sides].max(axis=2)
    turns = completed
    if position.extra_turn:
        scores = np.zeros_like(when)
        np.put_along_axis(scores, completed, 1, axis=1)
        # Lines before the one that completes a box pass the turn only if they scored nothing.
        scored = scores.cumsum(axis=1)
        turns = completed - np.take_along_axis(scored, completed, axis=1) + 1
    lost = (turns % 2).sum(axis=1)
    return Playouts(when.argmin(axis=1), completed.shape[1] - 2 * lost)


def mean_margins(position: DotsScratch, count: int, rng: np.random.Generator) -> dict[int, float]:
    """Return the mover's mean margin after each edge that is the first of some playout."""
    import numpy as np

    edges = position.edges()
    first, margins = play_out(position, count, rng)
    counts = np.bincount(first, minlength=len(edges)).tolist()
    sums = np.bincount(first, margins, minlength=len(edges)).tolist()
    return {edge: sums[i] / counts[i] for i, edge in enumerate(edges) if counts[i]}


@functools.lru_cache(maxsize=64)
def _open_sides(box_edges: tuple[int, ...], empty: int) -> NDArray[np.intp]:
    """Return the indices of each open box's undrawn sides, repeated to make four."""
    import numpy as np

    places = {edge: place for place, edge in enumerate(_edges(empty))}
    found = [[places[edge] for edge in _edges(box & empty)] for box in box_edges if box & empty]
    return np.array([(sides * 4)[:4] for sides in found], dtype=np.intp)


def _edges(edges: int) -> list[int]:
    return [edge for edge in range(edges.bit_length()) if edges >> edge & 1]
