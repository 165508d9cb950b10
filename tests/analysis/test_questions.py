"""Solving and counting, as users ask for them."""

from __future__ import annotations

import json

import pytest

from bombe.analysis.questions import count, solutions, solve
from bombe.boards import Board, Shape
from bombe.boards.errors import OutOfBudgetError, UnknownNameError, UsageError
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
    with pytest.raises(UsageError, match="give a whole number from 1 to"):
        solve(EMPTY, 0)
    with pytest.raises(UsageError, match="give a whole number from 1 to"):
        count(EMPTY, 0)
    with pytest.raises(UnknownNameError, match="did you mean 'backtracking'"):
        solve(EMPTY, solver="backtraking")


def test_a_count_is_a_number() -> None:
    every = count(Board.empty("2x2"))
    assert every == 288
    assert int(every) == 288
    assert list(range(300))[every] == 288
    assert hash(every) == hash(288)
    assert every == count(Board.empty("2x2"), solver="backtracking")
    assert every != 287
    assert bool(every)
    assert not count(NONE)
    assert count(NONE) == 0


def test_a_lower_bound_is_no_number() -> None:
    some = count(Board.empty("2x2"), 5)
    assert some != 5
    assert some == count(Board.empty("2x2"), 5)
    assert bool(some)
    with pytest.raises(UsageError, match="at least 5 solutions: the exact number is not known"):
        int(some)
    with pytest.raises(UsageError, match="at least 0"):
        bool(count(Board.empty("2x2"), budget=Budget(nodes=0), solver="backtracking"))


def test_solutions_come_one_by_one_as_many_as_are_asked_for() -> None:
    found = list(solutions(Board.empty("2x2")))
    assert len(set(found)) == 288
    assert len(list(solutions(Board.empty("3x3"), 3))) == 3
    assert solve(NONE).solution is None
    assert solve("hard-2x2").solution == next(solutions("hard-2x2"))
    with pytest.raises(OutOfBudgetError):
        list(solutions(Board.empty("3x3"), budget=Budget(nodes=0), solver="backtracking"))


def test_results_are_equal_whatever_time_they_took() -> None:
    one, other = solve("hard-2x2"), solve("hard-2x2")
    assert one.effort != other.effort
    assert one == other
    assert hash(one) == hash(other)
    assert one != solve("easy-2x2")
