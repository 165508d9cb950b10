"""The native kernel: its answers, its batches, its memory, and what it refuses."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest
import solver_contract as contract
from native_boards import boards_of, few_holes

from bombe.boards import Board, Shape
from bombe.boards.errors import OutOfBudgetError, SolverMissingError
from bombe.solvers import Budget, Count, Meter, Verdict, get, native
from bombe.solvers.codes import YES
from bombe.solvers.native.batch import audit_batch
from bombe.solvers.native.cpu import instructions

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from bombe.solvers import Solver

if not native.is_available():
    pytest.skip(native.problem(), allow_module_level=True)

from bombe.solvers.backends.native import Kernel

SHAPES = [
    Shape(m, n)
    for m, n in [(1, 1), (1, 2), (2, 2), (1, 7), (2, 3), (3, 2), (3, 3), (2, 5), (3, 4), (4, 4)]
]
LARGE = [Shape(m, n) for m, n in [(5, 5), (4, 7), (2, 16), (3, 11), (6, 6)]]
TWO_BY_TWO = Shape(2, 2)


# Answers -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("check", contract.BOARD_CHECKS, ids=lambda check: check.__name__)
def test_it_keeps_the_contract_of_all_solvers(
    check: Callable[[Solver, contract.Case], None],
) -> None:
    for case in contract.plain_cases():
        check(Kernel(), case)
    contract.check_boards(check, Kernel(), map(contract.random_case, range(400)))


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_it_agrees_with_the_reference_on_every_shape(shape: Shape) -> None:
    kernel, reference = Kernel(), get("backtracking")
    for board in boards_of(shape, 12):
        assert kernel.count(board, 20) == reference.count(board, 20)
        verdicts = kernel.true_candidates(board).verdicts
        assert verdicts == reference.true_candidates(board).verdicts


@pytest.mark.parametrize("shape", LARGE, ids=str)
def test_it_solves_large_boards(shape: Shape) -> None:
    kernel = Kernel()
    for board in [Board.empty(shape), *(few_holes(shape, seed, 30) for seed in range(3))]:
        answer = kernel.solvable(board)
        solution = next(kernel.solutions(board), None)
        assert answer is (Verdict.NO if solution is None else Verdict.YES)
        assert solution is None or board.is_solved_by(solution)


@pytest.mark.parametrize("shape", [*SHAPES, *LARGE], ids=str)
def test_every_candidate_of_an_empty_board_is_true(shape: Shape) -> None:
    answer = audit_batch(shape, bytes(shape.cells))
    assert set(answer.verdicts) == {YES}


@pytest.mark.parametrize(("shape", "grids"), [(Shape(1, 3), 12), (TWO_BY_TWO, 288)], ids=str)
def test_it_counts_all_full_grids(shape: Shape, grids: int) -> None:
    assert Kernel().count(Board.empty(shape), None) == Count(grids, exact=True)


@pytest.mark.long
def test_it_counts_all_full_grids_of_2x3() -> None:
    assert Kernel().count(Board.empty(Shape(2, 3)), None) == Count(28_200_960, exact=True)


def test_solutions_come_in_pieces_of_any_size_without_loss() -> None:
    board = Board(TWO_BY_TWO, bytes(16))
    grids = [solution.values for solution in Kernel().solutions(board)]
    assert len(set(grids)) == len(grids) == 288
    assert all(board.is_solved_by(Board(TWO_BY_TWO, grid)) for grid in grids)


# Budgets -----------------------------------------------------------------------------------------


def hard_board() -> Board:
    """Return a board that keeps the search busy: all solutions of an empty board."""
    return Board.empty(Shape(4, 4))


def test_nodes_are_the_same_however_the_work_is_cut() -> None:
    board = Board.empty(Shape(2, 3))
    efforts = set()
    for budget in (Budget(), Budget(seconds=60), Budget(stop=lambda: False)):
        meter = Meter(budget)
        assert Kernel().count(board, 5_000, meter) == Count(5_000, exact=False)
        efforts.add(meter.nodes)
    assert len(efforts) == 1


def test_a_count_out_of_nodes_is_a_lower_bound_and_repeats_itself() -> None:
    counts = {Kernel().count(hard_board(), None, Budget(nodes=20_000)) for _ in range(3)}
    (count,) = counts
    assert count.value > 0
    assert not count.exact


def test_seconds_end_a_long_count() -> None:
    assert not Kernel().count(hard_board(), None, Budget(seconds=0.05)).exact


def test_solutions_found_before_the_budget_ended_are_given_out() -> None:
    budget = Budget(nodes=2_000)
    found = contract.drain(Kernel(), hard_board(), budget)
    assert len(found) == Kernel().count(hard_board(), None, budget).value > 100
    with pytest.raises(OutOfBudgetError):
        list(Kernel().solutions(hard_board(), budget))


def test_an_audit_out_of_nodes_keeps_its_witnesses() -> None:
    board = few_holes(Shape(3, 4), 1)
    everything = Meter()
    truth = Kernel().true_candidates(board, everything).verdicts
    for nodes in range(0, everything.nodes, max(1, everything.nodes // 10)):
        answer = Kernel().true_candidates(board, Budget(nodes=nodes))
        for move, verdict in answer.verdicts.items():
            assert verdict in (truth[move], Verdict.UNKNOWN)
            assert (answer.witness(move) is not None) == (verdict is Verdict.YES)


def test_control_c_ends_a_long_count() -> None:
    program = (
        "from bombe.boards import Board, Shape\n"
        "from bombe.solvers.backends.native import Kernel\n"
        "print('ready', flush=True)\n"
        "Kernel().count(Board.empty(Shape(4, 4)), None)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "ready\n"
        time.sleep(0.1)
        running.send_signal(signal.SIGINT)
        _, error = running.communicate(timeout=30)
    assert "KeyboardInterrupt" in error


# The library -------------------------------------------------------------------------------------


def run_python(program: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | variables,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_it_is_loaded_without_numpy_or_ortools() -> None:
    program = (
        "import sys\n"
        "from bombe.boards import Board, Shape\n"
        "from bombe.solvers.backends.native import Kernel\n"
        "print(Kernel().count(Board.empty(Shape(2, 2)), None))\n"
        "print(sorted({'numpy', 'ortools'} & sys.modules.keys()))\n"
    )
    assert run_python(program).stdout == "288\n[]\n"


def test_a_quick_answer_in_a_fresh_process_imports_next_to_nothing() -> None:
    program = (
        "import sys\n"
        "before = set(sys.modules)\n"
        "from bombe.solvers.native.quick import quick_solver\n"
        "print(len(quick_solver(3, 3)(bytes(81))), *sorted(set(sys.modules) - before))\n"
    )
    cells, *imported = run_python(program).stdout.split()
    ours = {"bombe", "bombe.board", "bombe.boards", "bombe.boards.lazy", "bombe.solvers"}
    ours |= {"bombe.solvers.native", "bombe.solvers.native.quick"}
    ctypes_and_its = {"ctypes", "_ctypes", "ctypes._endian", "struct", "_struct", "types"}
    assert cells == "81"
    assert set(imported) <= ours | ctypes_and_its


def test_a_library_that_is_missing_is_named(tmp_path: Path) -> None:
    program = "from bombe.solvers import native; native.library()"
    error = run_python(program, BOMBE_KERNEL=str(tmp_path / "none.so")).stderr
    assert SolverMissingError.__name__ in error
    assert "none.so does not exist" in error
    (tmp_path / "text.so").write_text("no library")
    assert "does not load" in run_python(program, BOMBE_KERNEL=str(tmp_path / "text.so")).stderr


def test_the_instructions_in_use_have_a_name() -> None:
    assert instructions() in {"avx512", "avx2", "sse", "neon", "generic"}


def test_the_workspace_of_the_largest_board_is_small_enough() -> None:
    size: int = native.library().bombe_workspace_bytes(ctypes.c_int32(6), ctypes.c_int32(6))
    assert size < 100_000_000
