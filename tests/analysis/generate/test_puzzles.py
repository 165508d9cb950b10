"""Boards that need more than removal: few givens, hard, unsolvable and loose boards."""

from __future__ import annotations

import pytest
from irreducible import SHAPES, assert_irreducible

from bombe.analysis.generate.hard import mean_guesses
from bombe.analysis.generate.kinds import generate
from bombe.boards.errors import OutOfBudgetError, SolverMissingError
from bombe.solvers import Budget, Count, Verdict, get, native
from bombe.solvers.backends.singles import narrow

shapes = pytest.mark.parametrize("shape", SHAPES)
needs_native = pytest.mark.skipif(not native.is_available(), reason="it needs the kernel")
reference = get("backtracking")


@shapes
def test_boards_with_few_givens_are_irreducible_and_no_richer_than_what_they_came_from(
    shape: str,
) -> None:
    board = generate(shape, "few", 1, givens=22 if shape == "3x3" else None)
    assert_irreducible(board)
    assert board.givens <= generate(shape, "irreducible", 1).givens


def test_swaps_save_givens_and_stop_at_the_requested_number() -> None:
    assert generate("3x3", "irreducible", 2).givens == 23
    assert generate("3x3", "few", 2, givens=21).givens == 21


@shapes
def test_unsolvable_boards_do_not_clash_and_have_no_solution(shape: str) -> None:
    board = generate(shape, "unsolvable", 1)
    assert not board.clashes()
    assert reference.solvable(board) is Verdict.NO


def test_it_takes_a_search_to_see_that_an_unsolvable_board_is() -> None:
    for seed in range(3):
        assert narrow(generate("3x3", "unsolvable", seed)) is not None


@shapes
def test_loose_boards_have_as_many_solutions_as_requested_or_as_cells(shape: str) -> None:
    board = generate(shape, "loose", 1)
    cells = board.shape.cells
    assert reference.count(board, cells) == Count(cells, exact=False)
    loose = generate(shape, "loose", 1, solutions=2)
    assert reference.count(loose, 2) == Count(2, exact=False)
    assert loose.givens >= board.givens


@needs_native
@pytest.mark.parametrize("shape", ["2x3", "3x3"])
def test_hard_boards_are_irreducible_and_the_same_from_the_same_seed(shape: str) -> None:
    board = generate(shape, "hard", 1, guesses=2)
    assert_irreducible(board)
    assert board == generate(shape, "hard", 1, guesses=2)
    assert board.givens > 0


@needs_native
def test_a_climb_leads_to_the_requested_guesses() -> None:
    assert mean_guesses([generate("3x3", "irreducible", 3)]) < 5
    assert mean_guesses([generate("3x3", "hard", 3, guesses=8)]) >= 8


@needs_native
def test_a_climb_keeps_its_budget() -> None:
    with pytest.raises(OutOfBudgetError):
        generate("3x3", "hard", 1, guesses=1_000, budget=Budget(nodes=50_000))


def test_hard_boards_say_that_they_need_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "problem", lambda: "the kernel is not built")
    with pytest.raises(SolverMissingError, match="need the kernel, whose guesses"):
        generate("2x2", "hard", solver="backtracking")
