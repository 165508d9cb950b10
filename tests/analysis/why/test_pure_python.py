"""The finder in plain Python: every bomb is refuted, by no more reasons than are needed."""

from __future__ import annotations

import pytest
from excess import excess_in
from hypothesis import given, settings
from hypothesis import strategies as st
from random_boards import random_board
from refutations import is_solvable

import bombe
from bombe.analysis.why import kernel
from bombe.analysis.why.checker import fault_in
from bombe.analysis.why.pure_python import PlainFinder
from bombe.analysis.why.refutation import Absurdity, Fact, Question
from bombe.boards import Board
from bombe.boards.errors import OutOfBudgetError
from bombe.solvers import Budget, Meter

PUZZLE = bombe.read("hard-3x3").board
BOMBS = bombe.audit(PUZZLE).bombs


@settings(max_examples=60)
@given(st.integers(0, 10**6).map(random_board))
def test_whatever_has_no_solution_is_refuted_and_nothing_cited_is_needless(board: Board) -> None:
    shape = board.shape
    finder = PlainFinder(shape)
    for row, column, value in [*board.candidates()[:12]]:
        fact = Fact(shape.cell(row, column), value)
        for question in (Question(fact), Question(fact, is_not=True)):
            if not is_solvable(board, question):
                refutation = finder.refute(board, question, Meter())
                assert refutation is not None
                assert not fault_in(board, question, refutation)
                assert not excess_in(board, question, refutation)


@pytest.mark.skipif(not kernel.is_available(PUZZLE.shape), reason="there is no kernel")
@settings(max_examples=60)
@given(st.integers(0, 10**6).map(random_board))
def test_levels_and_depths_are_those_of_the_kernel(board: Board) -> None:
    shape = board.shape
    native, plain = kernel.ChainFinder(shape), PlainFinder(shape)
    for row, column, value in board.candidates()[:12]:
        question = Question(Fact(shape.cell(row, column), value))
        if not is_solvable(board, question):
            ours, theirs = (f.refute(board, question, Meter()) for f in (plain, native))
            assert ours is not None
            assert theirs is not None
            assert ours.rating[:2] == theirs.rating[:2]
            assert not excess_in(board, question, theirs)


@pytest.mark.parametrize("bomb", BOMBS[::23])
def test_hard_bombs_are_refuted_by_what_is_needed(bomb: bombe.Move) -> None:
    question = Question(Fact(PUZZLE.shape.cell(bomb.row, bomb.column), bomb.value))
    refutation = PlainFinder(PUZZLE.shape).refute(PUZZLE, question, Meter())
    assert refutation is not None
    assert not fault_in(PUZZLE, question, refutation)
    assert not excess_in(PUZZLE, question, refutation)
    if kernel.is_available(PUZZLE.shape):
        theirs = kernel.ChainFinder(PUZZLE.shape).refute(PUZZLE, question, Meter())
        assert theirs is not None
        assert refutation.rating[:2] == theirs.rating[:2]
    assert [step.number for step in refutation.walk()] == [*range(1, refutation.rating.steps + 1)]


def test_a_repeated_value_is_reported_first() -> None:
    refutation = PlainFinder(PUZZLE.shape).refute(
        Board("2x2", [1, 1, *[0] * 14]), Question(), Meter()
    )
    assert refutation is not None
    assert refutation.end.kind is Absurdity.CLASH


def test_a_board_that_is_full_has_nothing_to_refute() -> None:
    full = bombe.solve("hard-2x2").solution
    assert full is not None
    assert PlainFinder(full.shape).refute(full, Question(), Meter()) is None


def test_the_budget_ends_the_search() -> None:
    question = Question(Fact(PUZZLE.shape.cell(BOMBS[1].row, BOMBS[1].column), BOMBS[1].value))
    with pytest.raises(OutOfBudgetError):
        PlainFinder(PUZZLE.shape).refute(PUZZLE, question, Meter(Budget(nodes=2)))
