"""Smallest cores, against all subsets of the filled cells and against a second algorithm."""

from __future__ import annotations

import itertools
import random
from typing import TYPE_CHECKING

import brute
import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_boards import full_grid

from bombe.analysis.why.cores import CoreKind, smallest_core, smallest_cores
from bombe.analysis.why.refutation import Fact, Question
from bombe.boards import Board, Shape
from bombe.boards.errors import UsageError
from bombe.solvers import Budget, Meter, Verdict, get

if TYPE_CHECKING:
    from collections.abc import Iterator

BOARD = Question()


def is_refuted(board: Board, question: Question) -> bool:
    """Return whether no solution of the board is as the question wants it."""
    values, stated = bytearray(board.values), [0]
    if question.fact is not None:
        every = range(1, board.shape.size + 1)
        stated = [v for v in every if (v == question.fact.value) != question.is_not]
    for value in stated:
        if question.fact is not None:
            values[question.fact.cell] = value
        if get("auto").solvable(Board(board.shape, bytes(values))) is Verdict.YES:
            return False
    return True


def cores_by_trying(board: Board, question: Question) -> list[tuple[int, ...]]:
    """Return all smallest cores: the refuted ones among all sets of filled cells, of least size."""
    filled = [cell for cell, value in enumerate(board.values) if value]
    for size in range(len(filled) + 1):
        found = [
            cells
            for cells in itertools.combinations(filled, size)
            if is_refuted(board.clear(set(filled) - set(cells)), question)
        ]
        if found:
            return found
    return []


def random_question(board: Board, rng: random.Random) -> Question:
    """Draw a question about the board, or about one of its empty cells."""
    empty = board.empty_cells()
    if not empty or rng.random() < 0.2:
        return BOARD
    cell = rng.choice(empty)
    fitting = [move.value for move in board.candidates() if board.shape.cell(*move[:2]) == cell]
    every = range(1, board.shape.size + 1)
    fact = Fact(cell, rng.choice(fitting if fitting and rng.random() < 0.9 else every))
    return Question(fact, is_not=rng.random() < 0.4)


def random_case(seed: int, shape: Shape, most: int) -> tuple[Board, Question]:
    """Draw a board with at most so many filled cells, of which some may be wrong."""
    rng = random.Random(seed)
    values = full_grid(shape, rng)
    for cell in rng.sample(range(shape.cells), shape.cells - rng.randint(most // 2, most)):
        values[cell] = 0
    filled = [cell for cell, value in enumerate(values) if value]
    for cell in rng.sample(filled, rng.randint(0, 3)):
        every = range(1, shape.size + 1)
        values[cell] = 0
        fitting = [v for v in every if brute.fits(shape.m, shape.n, values, cell, v)]
        values[cell] = rng.choice(fitting if fitting and rng.random() < 0.9 else every)
    board = Board(shape, bytes(values))
    return board, random_question(board, rng)


def refuted_cases(shape: Shape, most: int, count: int) -> Iterator[tuple[Board, Question]]:
    """Yield so many cases without a solution, and without values that clash."""
    cases = (random_case(seed, shape, most) for seed in itertools.count())
    refuted = (case for case in cases if not case[0].clashes() and is_refuted(*case))
    yield from itertools.islice(refuted, count)


@given(seed=st.integers(0, 2**32), solver=st.sampled_from(["auto", "backtracking"]))
def test_all_smallest_cores_are_those_among_all_subsets(seed: int, solver: str) -> None:
    board, question = random_case(seed, Shape(2, 2), 10)
    expected = cores_by_trying(board, question)
    answer = smallest_cores(board, question, Meter(), most=10_000, solver=solver)
    assert answer.is_complete
    assert [core.cells for core in answer.found] == expected
    core = smallest_core(board, question, Meter(), solver=solver)
    assert (core is None) == (not expected)
    if core is not None:
        assert (core.kind, core.at_least) == (CoreKind.SMALLEST, len(core.cells))
        assert core.cells in expected


@pytest.mark.parametrize("solver", ["auto", "backtracking"])
def test_all_smallest_cores_of_larger_boards(solver: str) -> None:
    sizes = set()
    for board, question in refuted_cases(Shape(2, 3), 14, 15):
        expected = cores_by_trying(board, question)
        answer = smallest_cores(board, question, Meter(), most=10_000, solver=solver)
        assert answer.is_complete
        assert [core.cells for core in answer.found] == expected
        sizes.add(len(expected[0]))
    assert len(sizes) > 2


@pytest.mark.parametrize("solver", ["auto", "backtracking"])
def test_each_cell_of_a_smallest_core_is_needed(solver: str) -> None:
    for board, question in refuted_cases(Shape(2, 3), 20, 20):
        core = smallest_core(board, question, Meter(), solver=solver)
        assert core is not None
        alone = board.clear(set(range(board.shape.cells)) - set(core.cells))
        assert smallest_core(alone, question, Meter(), solver=solver) == core
        for cell in core.cells:
            assert smallest_core(alone.clear([cell]), question, Meter(), solver=solver) is None


def test_values_that_clash_are_a_core_of_two() -> None:
    board = Board("1..1............")
    core = smallest_core(board, BOARD, Meter())
    assert core is not None
    assert (core.cells, core.at_least) == ((0, 3), 2)
    move = smallest_core(Board("1..............."), Question(Fact(2, 1)), Meter())
    assert move is not None
    assert move.cells == (0,)


def test_a_board_of_one_cell_needs_no_filled_cell() -> None:
    answer = smallest_cores(Board("1x1", bytes(1)), Question(Fact(0, 1), is_not=True), Meter())
    assert [core.cells for core in answer.found] == [()]
    assert answer.is_complete


def test_what_has_a_solution_has_no_core() -> None:
    question = Question(Fact(0, 1))
    assert smallest_core(Board.empty("2x2"), question, Meter()) is None
    answer = smallest_cores(Board.empty("2x2"), question, Meter())
    assert (answer.found, answer.is_complete) == ((), True)


def test_a_budget_of_nothing_leaves_what_was_known() -> None:
    board = Board("1..1............")
    for budget in (Budget(nodes=0), Budget(seconds=0), Budget(stop=lambda: True)):
        assert smallest_core(board, BOARD, Meter(budget)) is None
        known = smallest_core(board, BOARD, Meter(budget), upper=[0, 1, 3])
        assert known is not None
        assert (known.cells, known.kind, known.at_least) == ((0, 3), CoreKind.AT_MOST, 0)
        answer = smallest_cores(board, BOARD, Meter(budget))
        assert (answer.found, answer.is_complete) == ((), False)


@pytest.mark.parametrize("solver", ["auto", "backtracking"])
def test_every_budget_leaves_a_core_and_a_bound(solver: str) -> None:
    *_, case = refuted_cases(Shape(2, 3), 20, 3)
    proven = smallest_core(*case, Meter(), solver=solver)
    assert proven is not None
    kinds = []
    for nodes in itertools.count(0, 11):
        meter = Meter(Budget(nodes=nodes))
        core = smallest_core(*case, meter, solver=solver)
        assert meter.nodes <= nodes
        kinds.append(core and core.kind)
        if core is not None:
            alone = case[0].clear(set(range(36)) - set(core.cells))
            assert smallest_core(alone, case[1], Meter()) is not None
            assert core.at_least <= len(proven.cells) <= len(core.cells)
        if core == proven:
            break
    assert kinds[0] is None
    assert CoreKind.AT_MOST in kinds


def test_no_more_cores_are_listed_than_wanted() -> None:
    board = Board("11111111........")
    everything = smallest_cores(board, BOARD, Meter())
    assert everything.is_complete
    assert len(everything.found) > 4
    some = smallest_cores(board, BOARD, Meter(), most=4)
    assert (len(some.found), some.is_complete) == (4, False)
    assert set(some.found) < set(everything.found)
    exactly = smallest_cores(board, BOARD, Meter(), most=len(everything.found))
    assert exactly == everything


def test_what_is_given_as_a_core_is_looked_at() -> None:
    with pytest.raises(UsageError, match=r"\[0\] are no core"):
        smallest_core(Board("1..1............"), BOARD, Meter(), upper=[0])


@pytest.mark.parametrize(
    ("question", "message"),
    [
        (Question(Fact(0, 2)), "holds 1 already"),
        (Question(Fact(16, 2)), "cells 0 to 15"),
        (Question(Fact(1, 5)), "values 1 to 4"),
        (Question(None, is_not=True), "names the fact"),
    ],
)
def test_a_senseless_question_is_refused(question: Question, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        smallest_core(Board("1..............."), question, Meter())
    with pytest.raises(UsageError, match="at most 0 cores"):
        smallest_cores(Board("1..............."), BOARD, Meter(), most=0)


def test_the_second_algorithm_finds_cores_of_the_same_size() -> None:
    pytest.importorskip("pysat")
    pytest.importorskip("pysat.examples.optux")
    from sat_cores import smallest_by_sat

    rng = random.Random(5)
    for seed in range(8):
        values = full_grid(Shape(3, 3), rng)
        for cell in rng.sample(range(81), rng.randint(36, 50)):
            values[cell] = 0
        board = Board("3x3", bytes(values))
        bombs = [
            move
            for move, verdict in get("auto").true_candidates(board).verdicts.items()
            if verdict is Verdict.NO
        ]
        for move in rng.sample(bombs, min(3, len(bombs))):
            fact = Fact(board.shape.cell(move.row, move.column), move.value)
            core = smallest_core(board, Question(fact), Meter())
            assert core is not None
            assert len(core.cells) == len(smallest_by_sat(board, fact)), (seed, move)
