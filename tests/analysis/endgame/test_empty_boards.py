"""Exact values of empty boards: the draws of the mode `random`, and fills alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bombe.analysis.endgame import kernel as native
from bombe.analysis.endgame.empty_boards import _draws, margin_of_fills, margins_of_draws
from bombe.analysis.endgame.margins import Table
from bombe.boards import Board, Rules, Shape, SudokuState
from bombe.solvers import Budget

pytestmark = pytest.mark.skipif(not native.is_available(), reason="no kernel")


def test_draws_that_share_a_table_have_the_margins_that_they_have_alone() -> None:
    start = SudokuState.start(Board.empty(Shape(2, 2)), Rules.RANDOM, seed=1)
    for draw in margins_of_draws(seed=5, count=4):
        allowed = (frozenset(draw.first), frozenset(draw.second))
        alone = replace(start, allowed=allowed)
        assert Table(alone).margin(alone) == (draw.margin, draw.margin)


def test_all_draws_are_counted_once() -> None:
    assert sum(_draws().values()) == 1820 * 495  # four of 16 cells, then four of 12


@pytest.mark.parametrize(("rules", "margin"), [(Rules.ROWS, -8), (Rules.BORDER, -12)])
def test_fills_alone_need_one_solution(rules: Rules, margin: int) -> None:
    start = SudokuState.start(Board.empty(Shape(2, 2)), rules)
    assert Table(start, skips=False).margin(start) == (margin, margin)
    assert margin_of_fills(Shape(2, 2), rules) == (margin, margin)


def test_a_budget_gives_bounds_of_a_larger_board() -> None:
    low, high = margin_of_fills(Shape(2, 3), Rules.ROWS, Budget(nodes=2000))
    assert -42 <= low < high <= 42  # 18 regions, three of them for 7 points


@pytest.mark.long
def test_all_draws_of_the_empty_2x2_board() -> None:
    wins = draws = losses = 0
    margins = set()
    for draw in margins_of_draws(seed=1, memory=2**32):
        wins += draw.alike * (draw.margin > 0)
        draws += draw.alike * (draw.margin == 0)
        losses += draw.alike * (draw.margin < 0)
        margins.add(draw.margin)
    assert (wins, draws, losses) == (512_529, 53_594, 334_777)
    assert (min(margins), max(margins)) == (-9, 11)
