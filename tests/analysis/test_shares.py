"""Shares and their intervals."""

from __future__ import annotations

from bombe.analysis.shares import Share


def test_shares_have_wilsons_interval() -> None:
    low, high = Share(8, 10).interval
    assert (round(low, 1), round(high, 1)) == (49.0, 94.3)
    assert Share(10, 10).interval[1] == 100
    assert Share(0, 0).interval == (0, 100)


def test_every_share_lies_in_its_interval() -> None:
    for share in (Share(hits, total) for total in range(1, 150) for hits in range(total + 1)):
        low, high = share.interval
        assert 0 <= low <= share.percent <= high <= 100
