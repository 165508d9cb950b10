"""The default solver: what it picks, and that results say so."""

from __future__ import annotations

import pytest

from bombe.analysis.audit import audit
from bombe.boards import Board, Shape
from bombe.solvers import get


@pytest.mark.parametrize(
    ("shape", "has_sat", "picked"),
    [
        (Shape(3, 3), True, "backtracking"),
        (Shape(3, 4), True, "sat"),
        (Shape(3, 4), False, "cpsat"),
    ],
)
def test_it_picks_by_size_and_by_what_is_installed(
    monkeypatch: pytest.MonkeyPatch, shape: Shape, *, has_sat: bool, picked: str
) -> None:
    monkeypatch.setattr("bombe.solvers.is_available", lambda _name: has_sat)
    try:
        chosen = get("auto").chosen_for(Board.empty(shape))
    except ImportError:
        pytest.skip("python-sat is not installed")
    assert chosen.name == picked


def test_results_name_the_backend_that_answered() -> None:
    assert audit(Board.empty(Shape(2, 2))).solver == "backtracking"
