"""What is reported while an endgame is solved: from 0 to 1, never back, with bounds that hold."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest
from endgame_positions import endgames

from bombe.analysis.endgame import kernel as native
from bombe.analysis.endgame.kernel import EndgameProgress
from bombe.analysis.endgame.margins import solve
from bombe.analysis.endgame.progress import Follower, SearchProgress
from bombe.analysis.studies.endings.positions import draw_ending
from bombe.boards import Shape
from bombe.solvers import Budget, Meter

if TYPE_CHECKING:
    from collections.abc import Sequence

needs_native = pytest.mark.skipif(not native.is_available(), reason="no kernel")


def check(told: Sequence[SearchProgress]) -> None:
    """Compare each report with the one before."""
    assert told[0].share == 0
    for before, after in itertools.pairwise(told):
        assert 0 <= before.share <= 1
        assert before.table <= after.table
        assert before.table < after.table or before.share <= after.share
        assert before.low <= after.low <= after.high <= before.high
        assert before.seconds <= after.seconds
        assert after.seconds_left is None or after.seconds_left >= 0


@needs_native
@pytest.mark.parametrize(("empties", "several"), [(22, False), (16, True)])
def test_progress_goes_from_0_to_1(empties: int, *, several: bool) -> None:
    told: list[SearchProgress] = []
    board = draw_ending(Shape(3, 3), empties, "progress", 1 + several)
    found = solve(board, 60, on_progress=told.append)
    check(told)
    assert len(told) > 2
    assert (told[-1].share, told[-1].low, told[-1].high) == (1, found.low, found.high)


def test_progress_without_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "is_available", lambda: False)
    shares = set()
    for state, _ in endgames(41, 15, 7):
        told: list[SearchProgress] = []
        found = solve(state, on_progress=told.append)
        check(told)
        assert (told[-1].share, told[-1].low, told[-1].high) == (1, found.low, found.high)
        shares |= {each.share for each in told}
    assert len(shares) > 5


@pytest.mark.parametrize("kernel", [True, False])
def test_where_the_budget_ends_the_share_stays(
    monkeypatch: pytest.MonkeyPatch, *, kernel: bool
) -> None:
    if not kernel:
        monkeypatch.setattr(native, "is_available", lambda: False)
    told: list[SearchProgress] = []
    board = draw_ending(Shape(3, 3), 26, "stays")
    found = solve(board, Budget(nodes=2000), on_progress=told.append)
    check(told)
    assert not found.exact
    assert (told[-1].low, told[-1].high) == (found.low, found.high)
    assert told[-1].share < 1
    assert told[-1].seconds_left is None


def test_the_time_left_is_by_the_speed_of_this_table() -> None:
    now = [0.0]
    told: list[SearchProgress] = []
    follower = Follower(told.append, 63, Meter(clock=lambda: now[0]))
    for seconds, states, of, low, high in (
        (1.0, 0, 0, -100, 100),
        (2.0, 100, 1000, -20, 63),
        (4.0, 300, 1000, -30, 63),
        (5.0, 1000, 1000, -20, 40),
        (6.0, 50, 5000, -20, 50),
        (8.0, 1050, 5000, -20, 50),
    ):
        now[0] = seconds
        follower(EndgameProgress(states, of, low, high))
    follower.end(7, 7, is_done=True)
    check(told)
    assert [each.table for each in told] == [0, 0, 1, 1, 1, 2, 2, 2]
    assert [each.share for each in told] == [0, 0, 0.1, 0.3, 1, 0.01, 0.21, 1]
    assert [each.seconds_left for each in told] == [None, None, None, 7.0, 0.0, None, 7.9, 0.0]
    assert (told[-2].low, told[-2].high) == (-20, 40)
