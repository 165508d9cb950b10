"""Smallest cores, against all subsets of the filled cells and against a second algorithm."""

from __future__ import annotations

import ctypes
import itertools
import random
from typing import TYPE_CHECKING, Any

import brute
import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_boards import full_grid

from bombe.analysis.studies.why.peers import PEERS
from bombe.analysis.why import core_kernel
from bombe.analysis.why.cores import CoreKind, smallest_core, smallest_cores
from bombe.analysis.why.hitting_sets import CoreQuestion
from bombe.analysis.why.refutation import Fact, Question
from bombe.boards import Board, Shape
from bombe.boards.errors import OutOfBudgetError, UsageError
from bombe.solvers import Budget, Meter, Verdict, get, native
from bombe.solvers.native import slices
from bombe.solvers.native.interface import interface

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bombe.solvers.native.memory import Pages

BOARD = Question()
NINE = Shape(3, 3)
ENGINES = ("native", "backtracking")
needs_kernel = pytest.mark.skipif(not native.is_available(), reason="the kernel is missing")


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


def bombs(seed: int, most: int, shape: Shape = NINE) -> list[tuple[Board, Fact]]:
    """Return some bombs of a board that is half empty."""
    rng = random.Random(seed)
    values = full_grid(shape, rng)
    for cell in rng.sample(
        range(shape.cells), rng.randint(shape.cells * 4 // 9, shape.cells * 3 // 5)
    ):
        values[cell] = 0
    board = Board(shape, bytes(values))
    verdicts = get("auto").true_candidates(board).verdicts.items()
    found = [move for move, verdict in verdicts if verdict is Verdict.NO]
    chosen = rng.sample(found, min(most, len(found)))
    return [(board, Fact(shape.cell(move.row, move.column), move.value)) for move in chosen]


def test_the_second_algorithm_finds_cores_of_the_same_size() -> None:
    pytest.importorskip("pysat")
    pytest.importorskip("pysat.examples.optux")

    for board, fact in itertools.chain(*(bombs(seed, 2) for seed in range(2))):
        core = smallest_core(board, Question(fact), Meter())
        assert core is not None
        assert core.kind is CoreKind.SMALLEST
        assert len(core.cells) == len(PEERS["optux"](board, fact).cells), (board, fact)


@needs_kernel
@pytest.mark.parametrize("is_not", [False, True])
def test_the_kernel_finds_what_python_finds(*, is_not: bool) -> None:
    for board, fact in bombs(0, 2) + bombs(1, 2):
        question = Question(fact, is_not=is_not)
        found = [smallest_core(board, question, Meter(), solver=s) for s in ENGINES]
        assert (found[0] is None) == (found[1] is None)
        if found[0] is not None and found[1] is not None:
            assert found[0].at_least == found[1].at_least == len(found[0].cells)
            listed = [
                smallest_cores(board, question, Meter(), most=1000, solver=s) for s in ENGINES
            ]
            assert listed[0] == listed[1]
            assert found[0] in listed[0].found


@needs_kernel
@pytest.mark.parametrize("nodes", [1, 7])
def test_the_kernel_continues_where_it_was(nodes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def in_steps(function: Callable[..., int], memory: Pages, call: Any, _: Meter) -> int:
        for _step in itertools.count():
            call.nodes = nodes
            answer = function(memory.address, ctypes.byref(call))
            if answer != slices.INTERRUPTED:
                return answer
        raise AssertionError

    cases = [*refuted_cases(Shape(2, 3), 20, 10)]
    cases += [(board, Question(fact)) for board, fact in bombs(3, 4) + bombs(4, 2, Shape(3, 4))]
    expected = [smallest_cores(*case, Meter(), most=50) for case in cases]
    monkeypatch.setattr(core_kernel, "run_in_slices", in_steps)
    assert [smallest_cores(*case, Meter(), most=50) for case in cases] == expected


@needs_kernel
def test_what_is_known_of_a_large_board_is_true() -> None:
    kinds = set()
    for board, fact in bombs(5, 8, Shape(4, 4)):
        for nodes in (3_000, 30_000):
            question = Question(fact)
            core = smallest_core(board, question, Meter(Budget(nodes=nodes)))
            assert core is not None
            alone = board.clear(set(range(board.shape.cells)) - set(core.cells))
            assert is_refuted(alone, question)
            assert core.at_least <= len(core.cells)
            kinds.add(core.kind)
    assert len(kinds) == 2


@needs_kernel
def test_the_kernel_says_what_it_knows_where_its_memory_ends() -> None:
    shape, ended = Shape(3, 4), 0
    memory = core_kernel.CoreMemory(shape, 1)
    pages = memory.pages
    interface().bombe_cores_prepare(pages.address, pages.size - 45_000, shape.m, shape.n)
    for board, fact in bombs(4, 4, shape):
        finder = core_kernel.KernelCores(
            CoreQuestion(board, fact.cell, (fact.value,)), Meter(), memory
        )
        try:
            finder.prove()
        except OutOfBudgetError as error:
            assert "memory" in str(error)  # noqa: PT017 - some end, others do not
            ended += 1
        proven = smallest_core(board, Question(fact), Meter())
        assert proven is not None
        assert finder.best is not None
        assert finder.at_least <= len(proven.cells) <= len(finder.best)
    assert ended


@needs_kernel
@pytest.mark.parametrize(
    "shape", [Shape(1, 1), Shape(2, 4), Shape(4, 4), Shape(5, 5), Shape(6, 6)], ids=str
)
def test_a_clash_is_found_on_boards_of_any_size(shape: Shape) -> None:
    values = full_grid(shape, random.Random(1)) if shape.size > 1 else [1]
    values[-1] = values[-2] if shape.size > 1 else 1
    core = smallest_core(Board(shape, bytes(values)), BOARD, Meter())
    if shape.size == 1:
        assert core is None
    else:
        assert core is not None
        assert (len(core.cells), core.kind) == (2, CoreKind.SMALLEST)
        assert shape.cells - 1 in core.cells
