"""The sizes of Dots and Boxes against counting everything one by one."""

from __future__ import annotations

import itertools
import math

import pytest
from dots_brute import DotsBrute

from bombe.analysis.dots.counts import owned_positions, sizes
from bombe.boards.dots.state import Grid


@pytest.mark.parametrize("grid", [Grid(1, 1), Grid(1, 2), Grid(2, 1), Grid(2, 2)], ids=str)
def test_edge_sets_up_to_symmetry_are_as_many_as_orbits(grid: Grid) -> None:
    symmetries = grid.symmetries()
    orbits = {
        min(sum(1 << image[e] for e in range(grid.edges) if edges >> e & 1) for image in symmetries)
        for edges in range(2**grid.edges)
    }
    assert sizes(grid).edge_sets == (2**grid.edges, len(orbits))


@pytest.mark.parametrize("grid", [Grid(1, 1), Grid(1, 2)], ids=str)
def test_the_game_tree_up_to_symmetry_has_as_many_nodes_as_orbits(grid: Grid) -> None:
    found = sizes(grid)
    beginnings = [
        order
        for length in range(grid.edges + 1)
        for order in itertools.permutations(range(grid.edges), length)
    ]
    orbits = {
        min(tuple(image[e] for e in order) for image in grid.symmetries()) for order in beginnings
    }
    assert found.tree == (len(beginnings), len(orbits))
    whole = [order for order in orbits if len(order) == grid.edges]
    assert found.games == (math.factorial(grid.edges), len(whole))


@pytest.mark.parametrize("extra_turn", [True, False])
@pytest.mark.parametrize("grid", [Grid(1, 1), Grid(1, 2)], ids=str)
def test_owned_positions_are_those_that_games_pass_through(grid: Grid, *, extra_turn: bool) -> None:
    brute = DotsBrute(grid.rows, grid.columns)
    seen = set()

    def walk(drawn: int, owners: tuple[int, ...], mover: int) -> None:
        seen.add((drawn, owners, mover))
        for side in brute.open(drawn):
            after = drawn | brute.drawn([side])
            now = tuple(
                owner or (mover if after & box == box else 0)
                for owner, box in zip(owners, brute.boxes, strict=True)
            )
            walk(after, now, mover if now != owners and extra_turn else 3 - mover)

    walk(0, (0,) * grid.boxes, 1)
    assert owned_positions(grid, extra_turn=extra_turn) == len(seen)


def test_the_sizes_of_the_small_square_grids() -> None:
    found = sizes(Grid(3, 3))
    assert found.edge_sets == (16_777_216, 2_102_800)
    assert found.games.all == math.factorial(24)
    assert sizes(Grid(4, 4)).edge_sets.all == 2**40
