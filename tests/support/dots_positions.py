"""Random positions of Dots and Boxes, for tests of several files."""

from __future__ import annotations

import random

from bombe.analysis.dots.captures import MoveKind, captures_of, effects_of
from bombe.boards.dots.state import DotsState, Grid


def random_dots(
    grid: Grid, seed: int, *, left: int | None = None, extra_turn: bool = True
) -> DotsState:
    """Return a position after random lines, with so many left, or a random number."""
    rng = random.Random(seed)
    left = rng.randint(0, grid.edges) if left is None else left
    state = DotsState.start(grid, extra_turn=extra_turn)
    for line in rng.sample(grid.lines, grid.edges - left):
        state = state.play(line)
    return state


def quiet_dots(grid: Grid, seed: int, *, left: int = 0) -> DotsState:
    """Return a position after random safe lines, until there are none or so many are left."""
    rng = random.Random(seed)
    state = DotsState.start(grid)
    while len(state.moves()) > left:
        safe = [one.line for one in effects_of(state) if one.kind is MoveKind.SAFE]
        if not safe:
            break
        state = state.play(rng.choice(safe))
    return state


def joint_dots(grid: Grid, seed: int, *, extra_turn: bool = True) -> DotsState:
    """Return a random position in which taking all boxes takes a joint, too."""
    rng = random.Random(seed)
    while True:
        left = rng.randint(4, max(4, grid.edges - 6))
        edges = grid.edge_set(rng.sample(grid.lines, grid.edges - left))
        after = captures_of(grid, grid.all_edges & ~edges).rest
        if any(not after & box and (box & ~edges).bit_count() >= 3 for box in grid.box_edges):
            return DotsState(grid, edges, to_move=rng.choice((1, 2)), extra_turn=extra_turn)
