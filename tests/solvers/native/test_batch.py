"""The native kernel's batches and quick calls: their answers, and what they refuse."""

from __future__ import annotations

import itertools
import threading
from typing import TYPE_CHECKING

import numpy as np
import pytest
from native_boards import few_holes, joined, mixed_boards

from bombe.boards import Board, Move, Shape
from bombe.boards.errors import BoardError, UsageError
from bombe.solvers import Budget, Meter, Verdict, native
from bombe.solvers.codes import NO, NOT_CANDIDATE, UNKNOWN, YES
from bombe.solvers.native.batch import audit_batch, count_batch
from bombe.solvers.native.calls import AT_LIMIT, EXACT, UNFINISHED
from bombe.solvers.native.quick import quick_counter, quick_solver

if TYPE_CHECKING:
    from collections.abc import Callable

if not native.is_available():
    pytest.skip(native.problem(), allow_module_level=True)

from bombe.solvers.backends.native import Kernel

TWO_BY_TWO = Shape(2, 2)
SHAPES = [Shape(2, 2), Shape(1, 7), Shape(2, 3), Shape(3, 2), Shape(3, 3), Shape(2, 5)]


# Batches -----------------------------------------------------------------------------------------


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


def test_threads_of_the_caller_do_not_disturb_each_other() -> None:
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


@pytest.mark.parametrize("shape", [Shape(1, 1), TWO_BY_TWO, Shape(3, 3), Shape(3, 4)], ids=str)
def test_quick_calls_agree_with_the_solver(shape: Shape) -> None:
    kernel = Kernel()
    solve, count = quick_solver(shape.m, shape.n), quick_counter(shape.m, shape.n)
    count_to_30 = quick_counter(shape.m, shape.n, 30)
    for board in [Board.empty(shape), *mixed_boards(shape, 40)]:
        solution = solve(board.values)
        assert (solution is not None) == (kernel.solvable(board) is Verdict.YES)
        assert solution is None or board.is_solved_by(Board(shape, solution))
        assert count(board.values) == kernel.count(board).value
        assert count_to_30(board.values) == kernel.count(board, 30).value


def test_a_quick_call_leaves_a_long_search_to_a_batch() -> None:
    assert quick_counter(4, 4, 100_000)(bytes(256)) == 100_000
    assert native.library().bombe_quick_count(native.workspace(4, 4), bytes(256), 100_000) == -1


def test_a_batch_of_boards_of_several_shapes_keeps_their_order() -> None:
    boards = [b for pair in zip(*map(mixed_boards, SHAPES, [9] * 6), strict=True) for b in pair]
    meter, alone = Meter(), Meter()
    assert Kernel().counts(boards, 5, meter) == [Kernel().count(b, 5, alone) for b in boards]
    assert meter.nodes == alone.nodes


def test_moves_of_a_large_board_are_decided_as_the_board_with_each_of_them() -> None:
    kernel = Kernel()
    for board in [few_holes(Shape(4, 4), 1), few_holes(Shape(3, 4), 3)]:
        empties = board.empty_cells()[:6]
        moves = [Move(*board.shape.coordinates(at), v) for at in empties for v in range(1, 13)]
        single = {move: kernel.solvable(board.place(move)) for move in moves}
        assert kernel.solvable_after(board, moves) == single
        assert all(kernel.solvable_after(board, [m]) == {m: single[m]} for m in moves[:20])


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
def test_bytes_that_are_no_boards_are_refused(
    boards: bytes, error: type[Exception], message: str
) -> None:
    for ask in (count_batch, audit_batch):
        with pytest.raises(error, match=message):
            ask(Shape(3, 3), boards)


def test_limits_and_threads_below_1_are_refused() -> None:
    with pytest.raises(UsageError, match="limit of 0 solutions"):
        count_batch(Shape(3, 3), bytes(81), 0)
    with pytest.raises(UsageError, match="0 threads"):
        audit_batch(Shape(3, 3), bytes(81), threads=0)
    with pytest.raises(UsageError, match="limit of 0 solutions"):
        quick_counter(3, 3, 0)


@pytest.mark.parametrize("make", [quick_solver, quick_counter])
def test_quick_calls_refuse_bytes_that_are_no_board(
    make: Callable[[int, int], Callable[[bytes], object]],
) -> None:
    with pytest.raises(BoardError, match="has 81 cells, not 80"):
        make(3, 3)(bytes(80))
    with pytest.raises(BoardError, match="value 10 at"):
        make(3, 3)(bytes([10]) + bytes(80))
    with pytest.raises(BoardError, match="boxes of 0 x 3 make no board"):
        make(0, 3)
