"""The native kernel: its answers, its batches, its memory, and what it refuses."""

from __future__ import annotations

import ctypes
import itertools
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import contract
import numpy as np
import pytest
import random_boards

from bombe.boards import Board, Shape
from bombe.boards.errors import BoardError, OutOfBudgetError, SolverMissingError, UsageError
from bombe.solvers import Budget, Count, Meter, Verdict, get, native
from bombe.solvers.native.batch import audit_batch, count_batch, quick_solver
from bombe.solvers.native.interface import (
    AT_LIMIT,
    EXACT,
    NO,
    NOT_CANDIDATE,
    UNFINISHED,
    UNKNOWN,
    YES,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bombe.solvers import Solver

if not native.is_available():
    pytest.skip(native.problem(), allow_module_level=True)

from bombe.solvers.kernel import Kernel

SHAPES = [
    Shape(m, n)
    for m, n in [(1, 1), (1, 2), (2, 2), (1, 7), (2, 3), (3, 2), (3, 3), (2, 5), (3, 4), (4, 4)]
]
LARGE = [Shape(m, n) for m, n in [(5, 5), (4, 7), (2, 16), (3, 11), (6, 6)]]
TWO_BY_TWO = Shape(2, 2)


def few_holes(shape: Shape, seed: int, most: int = 50) -> Board:
    """Draw a board that any solver manages: a full grid with 20 to `most` percent taken away."""
    rng = random_boards.rng_of(f"{shape} {seed}")
    values = random_boards.full_grid(shape, rng)
    holes = max(1, shape.cells * rng.randint(20, most) // 100)
    for cell in rng.sample(range(shape.cells), holes):
        values[cell] = 0
    if seed % 3 == 0:
        random_boards.change(shape, values, rng)
    return Board(shape, bytes(values))


def boards_of(shape: Shape, count: int) -> Iterator[Board]:
    return (few_holes(shape, seed) for seed in range(count))


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
    """Give a board that keeps the search busy for long: nearly empty, all solutions wanted."""
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
        "from bombe.solvers.kernel import Kernel\n"
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


# Batches -----------------------------------------------------------------------------------------


def mixed_boards(shape: Shape, count: int) -> list[Board]:
    """Give boards with none, one and many solutions, and some with clashes."""
    boards = list(boards_of(shape, count))
    rng = random_boards.rng_of(3)
    for at in range(0, count, 5):
        values = list(boards[at].values)
        random_boards.clash(shape, values, rng)
        boards[at] = Board(shape, bytes(values))
    return boards


def joined(boards: list[Board]) -> bytes:
    return b"".join(board.values for board in boards)


@pytest.mark.parametrize("shape", [TWO_BY_TWO, Shape(2, 3), Shape(3, 3), Shape(3, 4)], ids=str)
@pytest.mark.parametrize("threads", [1, 3])
def test_a_batch_counts_as_single_calls_do(shape: Shape, threads: int) -> None:
    boards = mixed_boards(shape, 60)
    answer = count_batch(shape, joined(boards), 5, solutions=True, threads=threads)
    singles = [Kernel().count(board, 5) for board in boards]
    assert list(answer.counts) == [single.value for single in singles]
    assert list(answer.statuses) == [EXACT if each.exact else AT_LIMIT for each in singles]
    assert answer.solutions is not None
    for at, board in enumerate(boards):
        first = bytes(answer.solutions[at * shape.cells : (at + 1) * shape.cells])
        if answer.counts[at]:
            assert board.is_solved_by(Board(shape, first))
        else:
            assert first == bytes(shape.cells)


@pytest.mark.parametrize("shape", [Shape(1, 1), TWO_BY_TWO, Shape(2, 3), Shape(3, 3)], ids=str)
@pytest.mark.parametrize("threads", [1, 2])
def test_a_batch_audits_as_single_calls_do(shape: Shape, threads: int) -> None:
    boards = mixed_boards(shape, 30)
    answer = audit_batch(shape, joined(boards), threads=threads)
    assert set(answer.statuses) == {EXACT}
    names = {YES: Verdict.YES, NO: Verdict.NO}
    for at, board in enumerate(boards):
        wanted = Kernel().true_candidates(board).verdicts
        verdicts = answer.verdicts[at * shape.size**3 : (at + 1) * shape.size**3]
        for (cell, value), verdict in zip(
            itertools.product(range(shape.cells), range(1, shape.size + 1)), verdicts, strict=True
        ):
            move = next(
                (m for m in wanted if shape.cell(*m[:2]) == cell and m.value == value), None
            )
            assert (verdict == NOT_CANDIDATE) == (move is None)
            assert move is None or names[verdict] is wanted[move]


def test_numpy_arrays_go_in_and_come_out_without_a_copy() -> None:
    boards = np.frombuffer(joined(mixed_boards(Shape(3, 3), 20)), "uint8").reshape(20, 81)
    answer = count_batch(Shape(3, 3), boards.copy(), 2)
    assert list(answer.counts) == list(count_batch(Shape(3, 3), boards, 2).counts)
    counts = np.asarray(answer.counts)
    assert counts.dtype == np.int64
    assert np.shares_memory(counts, np.asarray(answer.counts))


def test_an_empty_batch_has_no_answers() -> None:
    assert list(count_batch(Shape(3, 3), b"").counts) == []
    assert list(audit_batch(Shape(3, 3), b"", threads=2).statuses) == []


def test_the_nodes_of_a_batch_are_for_each_board() -> None:
    boards = bytes(3 * 256)
    answer = count_batch(Shape(4, 4), boards, None, budget=Budget(nodes=500))
    assert list(answer.statuses) == [UNFINISHED] * 3
    assert list(answer.nodes) == [500] * 3
    assert len(set(answer.counts)) == 1


@pytest.mark.parametrize("threads", [1, 2])
def test_a_batch_that_is_stopped_says_which_boards_are_unfinished(threads: int) -> None:
    easy, endless = few_holes(Shape(4, 4), 1).values, bytes(256)
    answer = count_batch(
        Shape(4, 4), easy + endless + easy, None, threads=threads, budget=Budget(seconds=0.1)
    )
    assert answer.statuses[0] == EXACT
    assert answer.statuses[1] == UNFINISHED
    audit = audit_batch(Shape(4, 4), easy, budget=Budget(nodes=0))
    assert set(audit.verdicts) <= {NOT_CANDIDATE, NO, UNKNOWN}


def test_threads_of_ones_own_do_not_disturb_each_other() -> None:
    boards = [few_holes(Shape(3, 4), seed) for seed in range(8)]
    wanted = [Kernel().count(board, 50) for board in boards]
    wrong: list[Board] = []

    def ask() -> None:
        for _ in range(20):
            wrong.extend(
                b for b, w in zip(boards, wanted, strict=True) if Kernel().count(b, 50) != w
            )

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_the_quick_way_in_agrees() -> None:
    solve, kernel = quick_solver(Shape(3, 3)), Kernel()
    for board in mixed_boards(Shape(3, 3), 40):
        solution = solve(board.values)
        assert (solution is not None) == (kernel.solvable(board) is Verdict.YES)
        assert solution is None or board.is_solved_by(Board(board.shape, solution))


# What it refuses ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("boards", "error", "message"),
    [
        (bytes(100), BoardError, r"^100 bytes are no 3x3 boards: each has 81, a byte per cell$"),
        (
            bytes(81) + b"\0\x0c" + bytes(79),
            BoardError,
            r"^value 12 at \(0, 1\) of board 1 is over 9, the largest of a 3x3 board$",
        ),
        (np.zeros(81, "int64"), UsageError, r"^boards are contiguous bytes, not items of format"),
        (np.zeros((81, 2), "uint8")[:, 0], UsageError, r"^boards are contiguous bytes"),
    ],
)
def test_what_are_no_boards_is_refused(boards: bytes, error: type[Exception], message: str) -> None:
    for ask in (count_batch, audit_batch):
        with pytest.raises(error, match=message):
            ask(Shape(3, 3), boards)


def test_senseless_wishes_are_refused() -> None:
    with pytest.raises(UsageError, match="limit of 0 solutions"):
        count_batch(Shape(3, 3), bytes(81), 0)
    with pytest.raises(UsageError, match="0 threads"):
        audit_batch(Shape(3, 3), bytes(81), threads=0)
    with pytest.raises(BoardError, match="has 81 cells, not 80"):
        quick_solver(Shape(3, 3))(bytes(80))
    with pytest.raises(BoardError, match="value 10 at"):
        quick_solver(Shape(3, 3))(bytes([10]) + bytes(80))


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
        "from bombe.solvers.kernel import Kernel\n"
        "print(Kernel().count(Board.empty(Shape(2, 2)), None))\n"
        "print(sorted({'numpy', 'ortools'} & sys.modules.keys()))\n"
    )
    assert run_python(program).stdout == "288\n[]\n"


def test_a_library_that_is_missing_is_named(tmp_path: Path) -> None:
    program = "from bombe.solvers import native; native.library()"
    error = run_python(program, BOMBE_KERNEL=str(tmp_path / "none.so")).stderr
    assert SolverMissingError.__name__ in error
    assert "there is no" in error
    (tmp_path / "text.so").write_text("no library")
    assert "does not load" in run_python(program, BOMBE_KERNEL=str(tmp_path / "text.so")).stderr


def test_the_instructions_in_use_have_a_name() -> None:
    assert native.instructions()


def test_the_workspace_of_the_largest_board_is_small_enough() -> None:
    size: int = native.library().bombe_workspace_bytes(ctypes.c_int32(6), ctypes.c_int32(6))
    assert size < 100_000_000


# Sanitizers --------------------------------------------------------------------------------------

DRIVER = """
import random_boards, threading
from bombe.boards import Board, Shape
from bombe.solvers import Budget
from bombe.solvers.kernel import Kernel
from bombe.solvers.native.batch import audit_batch, count_batch

def work(seeds):
    for seed in seeds:
        board = random_boards.random_board(seed)
        Kernel().count(board, 30)
        list(Kernel().true_candidates(board).verdicts)

for m, n in [(1, 1), (2, 2), (2, 3), (3, 3), (4, 4), (3, 11), (6, 6)]:
    shape = Shape(m, n)
    count_batch(shape, bytes(8 * shape.cells), 20, solutions=True, threads=2)
    audit_batch(shape, bytes(2 * shape.cells), threads=2, budget=Budget(nodes=2_000))
threads = [threading.Thread(target=work, args=[range(i, 160, 4)]) for i in range(4)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print("done")
"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("flags", "runtime"),
    [("address,undefined", "libasan.so"), ("thread", "libtsan.so")],
)
def test_sanitizers_find_nothing(flags: str, runtime: str, tmp_path: Path) -> None:
    sources = sorted(Path(native.__file__).parent.glob("*.cpp"))
    if not sources:
        pytest.skip("the kernel's sources are not where Bombe is installed")
    library = tmp_path / "_kernel.so"
    build = [
        *("g++", "-std=c++17", "-O1", "-g", "-fno-exceptions", "-fno-rtti", "-march=x86-64-v2"),
        *(f"-fsanitize={flags}", "-fno-sanitize-recover=all", "-shared", "-fPIC"),
        *map(str, sources),
        *("-o", str(library)),
    ]
    subprocess.run(build, check=True, timeout=600)
    found = subprocess.run(
        ["g++", f"-print-file-name={runtime}"], check=True, capture_output=True, text=True
    )
    done = run_python(
        DRIVER,
        BOMBE_KERNEL=str(library),
        LD_PRELOAD=found.stdout.strip(),
        PYTHONPATH=str(Path(__file__).parent),
        ASAN_OPTIONS="detect_leaks=0",  # Python itself leaves some
    )
    assert done.stdout == "done\n", done.stderr
    assert "Sanitizer" not in done.stderr
