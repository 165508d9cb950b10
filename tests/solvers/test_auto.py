"""The default solver: which backend it chooses, and that results name it."""

from __future__ import annotations

import pytest

from bombe.analysis.audit import audit
from bombe.boards import Board, Shape
from bombe.solvers import get


@pytest.mark.parametrize(
    ("shape", "missing", "picked"),
    [
        (Shape(3, 3), set(), "native"),
        (Shape(3, 3), {"native"}, "backtracking"),
        (Shape(4, 4), set(), "native"),
        (Shape(3, 4), {"native"}, "sat"),
        (Shape(5, 5), set(), "native"),
        (Shape(5, 5), {"native"}, "sat"),
        (Shape(6, 6), {"native", "sat"}, "cpsat"),
        (Shape(3, 4), {"native", "sat"}, "cpsat"),
    ],
)
def test_it_picks_by_size_among_what_is_there(
    monkeypatch: pytest.MonkeyPatch, shape: Shape, missing: set[str], picked: str
) -> None:
    monkeypatch.setattr("bombe.solvers.is_available", lambda name: name not in missing)
    monkeypatch.setattr("bombe.solvers.get", lambda name: name)
    chosen: object = get("auto").backend_for(Board.empty(shape))
    assert chosen == picked


def test_results_name_the_backend_that_answered() -> None:
    assert audit(Board.empty(Shape(2, 2))).solver in ("native", "backtracking")
