"""The explanations of all bombs of a board."""

from __future__ import annotations

import bombe
from bombe.analysis.audit import audit
from bombe.analysis.bombs import explain_bombs
from bombe.boards import Board
from bombe.solvers import Budget

HARD = bombe.read("hard-2x2")


def test_every_bomb_is_explained_in_order() -> None:
    found = explain_bombs(HARD)
    assert [each.move for each in found.explanations] == list(audit(HARD).bombs)
    assert all(each.is_bomb and each.core for each in found.explanations)
    assert found.final
    assert found.summary() == "2x2 board, 4 givens; 14 bombs: 14 direct"
    assert [each["move"] for each in found.to_dict()["bombs"]] == [
        list(move) for move in audit(HARD).bombs
    ]


def test_a_board_without_bombs_has_none() -> None:
    found = explain_bombs(Board.empty("2x2"))
    assert (found.explanations, found.final) == ((), True)
    assert found.summary() == "2x2 board, 0 givens; 0 bombs"


def test_cores_are_left_out_on_request() -> None:
    assert not any(each.cores for each in explain_bombs(HARD, cores="none").explanations)


def test_a_stop_ends_the_work() -> None:
    calls = iter(range(10**6))
    found = explain_bombs(HARD, budget=Budget(stop=lambda: next(calls) > 12))
    assert not found.final
    assert len(found.explanations) < 14
