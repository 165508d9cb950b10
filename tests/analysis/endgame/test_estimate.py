"""The estimate beside bounds: by the law, never taken for proven."""

from __future__ import annotations

import itertools
from statistics import mean

import pytest
from endgame_positions import endgames

from bombe.analysis.endgame.estimate import EstimateKind, MarginEstimate, estimate
from bombe.analysis.endgame.margins import solve
from bombe.analysis.endgame.prepare import true_masks
from bombe.analysis.studies.endings.positions import draw_ending
from bombe.analysis.tempo import kernel as native
from bombe.boards import Board, Rules, Shape, SudokuState, moves_of
from bombe.boards.sudoku.reading import read
from bombe.solvers import Budget, as_solver


def estimated(board: Board, *, skips: bool = True) -> MarginEstimate:
    """Return the estimate of a board."""
    true = as_solver("auto").true_candidates(board).true
    found = estimate(SudokuState(board), true, skips=skips)
    assert found is not None
    return found


@pytest.mark.parametrize("kind", [EstimateKind.SEARCH, EstimateKind.MEAN])
@pytest.mark.parametrize("several", [False, True])
def test_an_estimate_is_near_the_margin(
    kind: EstimateKind, monkeypatch: pytest.MonkeyPatch, *, several: bool
) -> None:
    if kind is EstimateKind.MEAN:
        monkeypatch.setattr(native, "is_available", lambda: False)
    errors, right = [], 0
    boards = [draw_ending(Shape(3, 3), 14 + n % 4, f"e {n}", 1 + several) for n in range(24)]
    for board in boards:
        margin, likely = solve(board).low, estimated(board)
        assert several or not native.is_available() or likely.kind is EstimateKind.SEARCH
        errors.append(abs(likely.margin - margin))
        right += (likely.margin > 0) == (margin > 0)
    assert mean(errors) < 5
    assert right >= 22


@pytest.mark.parametrize("rules", [Rules.ROWS, Rules.BORDER, Rules.RANDOM])
def test_in_the_newer_play_modes_it_is_by_the_law_of_reach(rules: Rules) -> None:
    errors, right, none = [], [], 0
    for state, _ in endgames(51, 80, 7, rules):
        found = estimate(state, as_solver("auto").true_candidates(state.board).true)
        if found is None:
            none += 1
            continue
        assert found.kind is EstimateKind.REACH
        margin = solve(state).low
        errors.append(abs(found.margin - margin))
        right.append((found.margin > 0) == (margin > 0))
    assert none < 60
    assert mean(errors) < 5
    assert mean(right) > 0.7


def test_where_no_law_says_anything_there_is_none() -> None:
    seen = 0
    for state, _ in endgames(52, 40, 7, Rules.BORDER):
        found = solve(state, Budget(nodes=0))
        if as_solver("auto").count(state.board).value > 1 and not found.exact:
            assert (found.estimate, found.to_dict()["estimate"]) == (None, None)
            assert "estimate" not in found.summary()
            seen += 1
    assert seen


def test_a_full_board_has_none() -> None:
    full = draw_ending(Shape(2, 2), 1, "full")
    solution = next(as_solver("auto").solutions(full))
    assert estimate(SudokuState(solution), [0] * 16) is None


def test_without_skips_bombs_do_not_count() -> None:
    boards = [draw_ending(Shape(3, 3), 16, f"skips {n}") for n in range(12)]
    assert any(estimated(b) != estimated(b, skips=False) for b in boards)
    assert all(estimated(board, skips=False).margin < 0 for board in boards)


def test_bombs_that_were_played_do_not_count() -> None:
    """The law: with one bomb less the tempo is the other player's."""
    for number in range(8):
        board = draw_ending(Shape(3, 3), 16, f"taboo {number}")
        true = as_solver("auto").true_candidates(board).true
        bombs = [
            m for m in SudokuState(board).moves() if not true[9 * m.row + m.column] >> m.value & 1
        ]
        margins = []
        for count in range(min(3, len(bombs) + 1)):
            found = estimate(SudokuState(board, taboo=frozenset(bombs[:count])), true)
            margins.append(0 if found is None else found.margin)
        assert all(one * after < 0 for one, after in itertools.pairwise(margins))


def test_the_result_says_that_it_is_an_estimate() -> None:
    board = draw_ending(Shape(3, 3), 24, "says")
    found = solve(board, Budget(nodes=3))
    assert found.estimate is not None
    assert not found.exact
    document = found.to_dict()
    assert (document["estimate"], document["estimated_by"]) == (
        found.estimate.margin,
        str(found.estimate.kind),
    )
    assert (document["low"], document["high"], document["problem"]) == (found.low, found.high, None)
    assert f"; estimate: {found.estimate.margin:+d} (" in found.summary()
    assert found.summary().endswith("by the tempo law, not proven)")
    exact = solve(draw_ending(Shape(3, 3), 8, "says"))
    assert exact.estimate is None
    assert exact.to_dict()["estimate"] is None
    assert list(exact.to_dict()) == list(document)
    assert "estimate" not in exact.summary()


def test_an_estimate_stays_within_what_is_proven() -> None:
    likely = MarginEstimate(8, EstimateKind.SEARCH)
    assert [likely.within(*bounds).margin for bounds in ((-5, 5), (9, 20), (-10, 10))] == [5, 9, 8]


@pytest.mark.parametrize("name", ["empty-3x3", "hard-3x3", "random-3x3", "hard-4x4"])
def test_large_boards_have_one_too(name: str) -> None:
    found = solve(read(name), Budget(seconds=20, nodes=20_000), memory=2**24)
    assert found.estimate is not None
    assert abs(found.estimate.margin) <= found.high


def test_the_true_candidates_of_later_boards_leave_solutions_out() -> None:
    for number in range(10):
        board = draw_ending(Shape(2, 3), 10, f"true {number}", 2)
        solver = as_solver("auto")
        solutions = [solution.values for solution in solver.solutions(board)]
        for later in (
            board,
            board.place(moves_of(board.shape, solver.true_candidates(board).true)[0]),
        ):
            assert true_masks(later, solutions) == list(solver.true_candidates(later).true)
