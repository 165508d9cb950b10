"""The backends on libraries of others: cpsat, constraint and sat."""

from __future__ import annotations

import os
import random
import signal
import threading
import time

import pytest

from bombe.boards import Board, Move, Shape
from bombe.boards.errors import BombeError, OutOfBudgetError
from bombe.solvers import Budget, Meter, Solver, Verdict, get
from bombe.solvers.backends import clauses, cpsat

LEARNERS = ("cpsat", "sat")
LIBRARIES = (*LEARNERS, "constraint")
NINE = Shape(3, 3)
EMPTY_NINE = Board.empty(NINE)


@pytest.fixture(params=LIBRARIES)
def solver(request: pytest.FixtureRequest) -> Solver:
    return get(request.param)


@pytest.fixture(params=LEARNERS)
def learner(request: pytest.FixtureRequest) -> Solver:
    return get(request.param)


def long_question() -> Board:
    """Make a 25x25 board with half its cells given, on which an audit takes long."""
    solution = next(get("sat").solutions(Board.empty(Shape(5, 5))))
    emptied = random.Random(7).sample(range(625), 335)
    return Board(
        solution.shape, bytes(0 if c in emptied else v for c, v in enumerate(solution.values))
    )


LONG = long_question()


def test_a_full_board_is_its_own_only_solution(solver: Solver) -> None:
    full = next(solver.solutions(EMPTY_NINE))
    assert list(solver.solutions(full)) == [full]


def test_a_cell_without_candidates_means_no_solution(solver: Solver) -> None:
    board = Board([[1, 2, 3, 0], [0, 0, 0, 4], [0] * 4, [0] * 4])
    assert not board.clashes()
    assert solver.solvable(board) is Verdict.NO


def test_all_288_grids_of_2x2_are_found_once(solver: Solver) -> None:
    found = list(solver.solutions(Board.empty(Shape(2, 2))))
    assert len(found) == len(set(found)) == 288
    assert all(Board.empty(Shape(2, 2)).is_solved_by(s) for s in found)


def test_enumeration_continues_over_many_batches(learner: Solver) -> None:
    first = []
    for solution in learner.solutions(EMPTY_NINE):
        first.append(solution)
        if len(first) == 400:
            break
    assert len(set(first)) == 400


def test_an_enumeration_that_is_dropped_leaves_no_thread(learner: Solver) -> None:
    before = threading.active_count()
    solutions = learner.solutions(EMPTY_NINE)
    next(solutions)
    del solutions
    assert threading.active_count() == before


def test_a_node_budget_gives_the_same_verdicts_again(solver: Solver) -> None:
    def audit() -> tuple[dict[Move, Verdict], int]:
        meter = Meter(Budget(nodes=40))
        return dict(solver.true_candidates(EMPTY_NINE, meter).verdicts), meter.nodes

    assert audit() == audit()


def test_a_stop_ends_a_long_audit_with_partial_verdicts(learner: Solver) -> None:
    start = time.perf_counter()
    budget = Budget(stop=lambda: time.perf_counter() - start > 0.2)
    verdicts = set(learner.true_candidates(LONG, budget).verdicts.values())
    assert Verdict.UNKNOWN in verdicts


@pytest.mark.parametrize("name", LEARNERS)
def test_patience_that_runs_out_asks_each_candidate_and_agrees(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    solution = next(get("sat").solutions(EMPTY_NINE))
    given = set(random.Random(3).sample(range(81), 28))
    board = Board(NINE, bytes(v if c in given else 0 for c, v in enumerate(solution.values)))
    want = get(name).true_candidates(board).verdicts
    monkeypatch.setattr(f"bombe.solvers.backends.{name}._PATIENCE", 1)
    assert get(name).true_candidates(board).verdicts == want


def test_ctrl_c_reaches_python_out_of_a_long_search(learner: Solver) -> None:
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        learner.true_candidates(LONG)
    timer.join()


def test_a_wrong_solution_of_cp_sat_is_an_error_not_an_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def wrong(_: clauses.Encoding, __: list[int]) -> Board:
        return Board(NINE, bytes([1] * 81))

    monkeypatch.setattr(clauses.Encoding, "solution", wrong)
    with pytest.raises(BombeError, match="CP-SAT calls"):
        get("cpsat").solvable(EMPTY_NINE)


def test_cp_sat_that_stops_early_is_unknown_never_no(monkeypatch: pytest.MonkeyPatch) -> None:
    def impatient() -> object:
        made = original()
        made.parameters.max_deterministic_time = 0.0
        return made

    original = cpsat._solver
    monkeypatch.setattr(cpsat, "_solver", impatient)
    assert get("cpsat").solvable(LONG) is Verdict.UNKNOWN
    with pytest.raises(OutOfBudgetError):
        next(get("cpsat").solutions(LONG))


def test_constraint_spends_a_node_for_every_value_tried() -> None:
    meter = Meter()
    assert get("constraint").solvable(EMPTY_NINE, meter) is Verdict.YES
    assert meter.nodes >= 81
