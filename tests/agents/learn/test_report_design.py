"""The design of a course report: what its two phases ask for."""

from __future__ import annotations

import random

import pytest

from bombe.agents.learn.network import Network, NetworkLink, NetworkNode
from bombe.agents.learn.report_design import PASSED, SquareDesign

DESIGN = SquareDesign("2x2", 1)
CELLS = 16


def squares(weight: float, biases: dict[int, float] | None = None) -> Network:
    """Return the network in which every square is played by whether it is full."""
    names = DESIGN.shape.inputs
    links = [NetworkLink(name, at, weight) for at, name in enumerate(names)]
    nodes = [NetworkNode(at, "tanh", (biases or {}).get(at, 1.0)) for at in range(CELLS)]
    return Network(names, range(CELLS), nodes, links)


def test_phase_one_asks_for_empty_squares() -> None:
    assert DESIGN.fitness(squares(-2.0), 0) == PASSED
    assert DESIGN.measure(squares(-2.0)) == 100
    assert DESIGN.fitness(squares(0.0), 3) == pytest.approx(0, abs=5)
    wrong = squares(2.0, dict.fromkeys(range(CELLS), -1.0))
    assert DESIGN.fitness(wrong, 0) == -PASSED
    assert DESIGN.measure(wrong) == 0


def test_an_output_that_is_too_small_is_a_fault() -> None:
    faint = squares(-2.0, {3: 0.05})
    assert 90 < DESIGN.fitness(faint, 0) < PASSED


def test_boards_differ_between_generations() -> None:
    half_right = squares(-2.0, dict.fromkeys(range(8), -1.0))
    assert len({DESIGN.fitness(half_right, generation) for generation in range(9)}) > 1


def test_who_chooses_a_full_square_has_lost() -> None:
    empty = [False] * CELLS
    always_first = squares(0.0, {0: 2.0})
    assert DESIGN.won(empty, squares(-2.0), always_first) == 1
    assert DESIGN.won(empty, always_first, squares(-2.0)) in {0, 1}
    nearly_full = [True] * 15 + [False]
    assert DESIGN.won(nearly_full, squares(-2.0), always_first) == 1


def test_phase_two_is_for_networks_without_a_fault_and_ranks_them() -> None:
    rng = random.Random(4)
    good = [squares(-4.0, {at: rng.uniform(0.5, 2) for at in range(CELLS)}) for _ in range(6)]
    networks = [*good, squares(0.0)]
    ratings = [DESIGN.fitness(network, 2) for network in networks]
    after = DESIGN.among(networks, ratings, 2)
    assert ratings[:6] == [PASSED] * 6
    assert after[6] == ratings[6]
    assert max(after[:6]) == PASSED + 20
    assert sorted(after[:6])[-2] == PASSED + 10
    assert after == DESIGN.among(networks, ratings, 2)


def test_nothing_changes_where_nobody_passed() -> None:
    assert DESIGN.among([squares(0.0)] * 3, [1.0, 2.0, 3.0], 0) == [1.0, 2.0, 3.0]
