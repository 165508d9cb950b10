"""Every statement of `dots explain`, against playing all positions of the grid out.

`pytest -m long --log-cli-level=INFO` prints how many statements were checked and wrong.
"""

from __future__ import annotations

import logging
import random
from typing import TYPE_CHECKING

import pytest
from dots_answers import explain_answer
from dots_positions import joint_dots
from dots_statements import Tally, checked

from bombe.boards.dots.state import DotsState, Grid
from bombe.solvers import Budget

if TYPE_CHECKING:
    from collections.abc import Iterable

SMALL = [Grid(1, 1), Grid(1, 2), Grid(2, 1), Grid(2, 2)]
FEW, MANY = Budget(nodes=100), Budget(nodes=2000)
"""Parts that are valued: `explain` makes no statement that would need more."""
PART = 10_000


def wrong_of(states: Iterable[DotsState], budget: Budget = MANY) -> Tally:
    """Return the tally of all statements about these positions, and log it."""
    tally = Tally()
    for state in states:
        checked(explain_answer(state, budget), tally)
    logging.getLogger(__name__).info("\n%s", tally)
    return tally


def everything(grid: Grid, *, extra_turn: bool) -> list[DotsState]:
    """Return all positions of a grid, with either player to move."""
    return [
        DotsState(grid, edges, to_move=1 if edges % 3 else 2, extra_turn=extra_turn)
        for edges in range(1 << grid.edges)
    ]


def random_ones(grid: Grid, seed: int, count: int) -> Iterable[DotsState]:
    """Yield positions with random lines, a random mover and, one in five, without extra turn."""
    rng = random.Random(f"{grid} {seed}")
    for _ in range(count):
        drawn = rng.sample(grid.lines, rng.randint(0, grid.edges))
        extra_turn = rng.random() < 0.8
        yield DotsState(grid, grid.edge_set(drawn), (), rng.choice((1, 2)), extra_turn)


def joints(grid: Grid, seeds: range) -> Iterable[DotsState]:
    """Yield positions where taking all boxes takes a joint; one in five without extra turn."""
    for seed in seeds:
        yield joint_dots(grid, seed, extra_turn=seed % 5 > 0)


@pytest.mark.parametrize("extra_turn", [True, False], ids=["extra", "passes"])
@pytest.mark.parametrize("grid", SMALL, ids=str)
def test_what_is_said_of_small_grids_is_true(grid: Grid, *, extra_turn: bool) -> None:
    states = everything(grid, extra_turn=extra_turn)
    tally = wrong_of(random.Random(1).sample(states, min(300, len(states))))
    assert not tally.wrong, tally.examples[:20]


@pytest.mark.parametrize("grid", [Grid(1, 5), Grid(2, 3)], ids=str)
def test_what_is_said_where_a_joint_can_be_taken_is_true(grid: Grid) -> None:
    tally = wrong_of(joints(grid, range(60)))
    assert not tally.wrong, tally.examples[:20]
    assert min(tally.checked[about] for about in ("margin", "ahead", "choice", "kind")) >= 48


@pytest.mark.long
@pytest.mark.parametrize("extra_turn", [True, False], ids=["extra", "passes"])
@pytest.mark.parametrize("grid", [*SMALL, Grid(1, 3), Grid(1, 4)], ids=str)
def test_all_that_is_said_of_small_grids_is_true(grid: Grid, *, extra_turn: bool) -> None:
    tally = wrong_of(everything(grid, extra_turn=extra_turn))
    assert not tally.wrong, tally.examples[:20]


@pytest.mark.long
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("grid", [Grid(2, 3), Grid(3, 3)], ids=str)
def test_what_is_said_of_a_hundred_thousand_positions_is_true(grid: Grid, part: int) -> None:
    tally = wrong_of(random_ones(grid, part, PART), FEW)
    assert not tally.wrong, tally.examples[:20]


@pytest.mark.long
@pytest.mark.parametrize("grid", [Grid(1, 5), Grid(2, 3), Grid(3, 3)], ids=str)
def test_what_is_said_of_thousands_of_joints_is_true(grid: Grid) -> None:
    tally = wrong_of(joints(grid, range(PART)))
    assert not tally.wrong, tally.examples[:20]
