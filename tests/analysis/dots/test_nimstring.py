"""Nimstring values against playing nimstring out beside a nim heap."""

from __future__ import annotations

import random

import pytest
from dots_brute import DotsBrute
from dots_positions import random_dots

from bombe.analysis.dots.nimstring import Nimstring, nimber, parts
from bombe.boards.dots.state import DotsState, Grid
from bombe.boards.dots.text import read_dots
from bombe.boards.errors import OutOfBudgetError
from bombe.solvers import Budget

GRIDS = [Grid(1, 5), Grid(2, 2), Grid(2, 3), Grid(2, 4), Grid(3, 3)]


def agree(grid: Grid, count: int, most: int) -> None:
    brute, values = DotsBrute(grid.rows, grid.columns), Nimstring(grid)
    for seed in range(count):
        left = random.Random(seed).randint(0, min(most, grid.edges))
        state = random_dots(grid, seed, left=left)
        assert values.value(grid.all_edges & ~state.edges) == brute.nimber(state.edges), state


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_values_are_those_of_playing_nimstring_out(grid: Grid) -> None:
    agree(grid, 40, 9)


@pytest.mark.long
@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_values_of_a_thousand_positions_are_those_of_playing_nimstring_out(grid: Grid) -> None:
    agree(grid, 200, 13)


def test_every_position_of_2x2_boxes_has_the_value_of_playing_it_out() -> None:
    grid = Grid(2, 2)
    brute, values = DotsBrute(2, 2), Nimstring(grid)
    assert all(
        values.value(grid.all_edges & ~edges) == brute.nimber(edges) for edges in range(4096)
    )


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1x1:", 1),
        ("1x1: h 0 0", 0),
        ("1x1: h 0 0; h 1 0", 1),
        ("1x1: h 0 0; h 1 0; v 0 0", 0),
        ("1x2: h 0 0; h 0 1; h 1 0; h 1 1", 1),
        ("1x2: h 0 0; h 0 1; h 1 0; h 1 1; v 0 0", None),
        ("1x3: h 0 0; h 0 1; h 0 2; h 1 0; h 1 1; h 1 2", 0),
        ("2x2: h 0 0; h 0 1; h 2 0; h 2 1; v 0 0; v 1 0; v 0 2; v 1 2", 0),
        ("2x2:", 0),
    ],
)
def test_short_chains_are_worth_1_long_ones_and_loops_0_and_opened_ones_are_loony(
    text: str, value: int | None
) -> None:
    assert nimber(read_dots(text)) == value


def test_parts_share_no_boxes_and_are_added_as_heaps() -> None:
    grid = Grid(3, 1)
    free = grid.all_edges & ~read_dots("3x1: h 1 0; h 2 0").edges
    found = list(parts(grid, free))
    assert len(found) == 3
    assert sum(found) == free
    alone = [nimber(DotsState(grid, grid.all_edges & ~part)) or 0 for part in found]
    assert Nimstring(grid).value(free) == alone[0] ^ alone[1] ^ alone[2]


def test_a_budget_ends_the_count() -> None:
    with pytest.raises(OutOfBudgetError):
        nimber(DotsState.start(Grid(3, 3)), Budget(nodes=100))


def test_a_board_too_large_for_python_s_stack_is_refused_as_a_budget_is() -> None:
    values = Nimstring(Grid(15, 15), Budget(nodes=1000))
    with pytest.raises(OutOfBudgetError, match="give a smaller position"):
        values.value(values.grid.all_edges)
