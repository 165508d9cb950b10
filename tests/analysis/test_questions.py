"""Solving and counting, as users ask for them."""

from __future__ import annotations

import json

import pytest

from bombe.analysis.questions import count, solve
from bombe.boards import Board, Shape
from bombe.boards.errors import UnknownNameError, UsageError
from bombe.solvers import Budget, Count, Verdict

EMPTY = Board.empty(Shape(2, 2))
NONE = Board([[1, 2, 3, 0], [0, 0, 0, 4], [0] * 4, [0] * 4])


def test_solve_finds_as_many_distinct_solutions_as_asked() -> None:
    result = solve(EMPTY, 5)
    assert len(set(result.found)) == 5
    assert all(EMPTY.is_solved_by(solution) for solution in result.found)
    assert result.count == Count(5, exact=False)
    assert result.solvable is Verdict.YES


def test_a_limit_of_two_tells_whether_a_board_is_proper() -> None:
    proper = solve(EMPTY).found[0]
    assert solve(proper, 2).unique is Verdict.YES
    assert solve(EMPTY, 2).unique is Verdict.NO
    assert solve(NONE, 2).unique is Verdict.NO


def test_no_solution_is_a_no_and_no_time_is_unknown() -> None:
    assert solve(NONE).solvable is Verdict.NO
    late = solve(EMPTY, 2, budget=Budget(nodes=0))
    assert (late.solvable, late.unique, late.final) == (Verdict.UNKNOWN, Verdict.UNKNOWN, False)


def test_count_says_whether_it_is_exact() -> None:
    assert str(count(EMPTY).count) == "288"
    assert str(count(EMPTY, 100).count) == "at least 100"
    assert count(EMPTY, 100).final
    assert not count(EMPTY, 100, budget=Budget(nodes=3)).final
    assert json.loads(count(EMPTY).to_json())["count"] == {"value": 288, "kind": "exact"}


def test_bad_wishes_are_refused_with_the_remedy() -> None:
    with pytest.raises(UsageError, match="give 1 or more"):
        solve(EMPTY, 0)
    with pytest.raises(UsageError, match="give 1 or more"):
        count(EMPTY, 0)
    with pytest.raises(UnknownNameError, match="did you mean 'backtracking'"):
        solve(EMPTY, solver="backtraking")
