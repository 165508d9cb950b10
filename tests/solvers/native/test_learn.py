"""The native kernel's search that learns: made to take boards over at once, and asked everything.

A board comes to it only after the depth-first search has failed for a while, so no small one would.
`learning` changes that: boards are handed over after so many failures, and clauses have so much
room.
"""

from __future__ import annotations

import contextlib
import ctypes
import random
from typing import TYPE_CHECKING

import pytest
import random_boards
import solver_contract as contract

from bombe.boards import Board, Shape
from bombe.solvers import Budget, Count, Meter, Verdict, get, native

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bombe.solvers import Solver

if not native.is_available():
    pytest.skip(native.problem(), allow_module_level=True)

from bombe.solvers.backends.native import Kernel
from bombe.solvers.native import calls

SHAPES = [
    Shape(m, n)
    for m, n in [(1, 1), (1, 2), (2, 2), (1, 7), (2, 3), (3, 2), (3, 3), (2, 5), (3, 4), (4, 4)]
]
TWO_BY_TWO, TWO_BY_THREE, NINE = Shape(2, 2), Shape(2, 3), Shape(3, 3)
NEVER = 2**40
"""So much patience that no board is handed over."""
ALL_OF_IT = 2**31 - 1
"""Of the room for clauses."""
ROOMS = [0, 100, 1_000, ALL_OF_IT]


@contextlib.contextmanager
def learning(*shapes: Shape, failures: int = 0, room: int = ALL_OF_IT) -> Iterator[None]:
    """Hand boards over after so many failures (9x9: nodes), to a store of so many words."""
    stocks = [calls._idle(shape.m, shape.n) for shape in shapes]
    for shape, idle in zip(shapes, stocks, strict=True):
        idle[:] = [calls.Workspace(shape)]
        native.library().bombe_workspace_learn(
            idle[0].handle, ctypes.c_int64(failures), ctypes.c_int32(room)
        )
    try:
        yield
    finally:
        for idle in stocks:
            idle.clear()


def draw(shape: Shape, seed: int, least: int = 30, most: int = 60) -> Board:
    """Draw a full grid with so many percent taken away; every third one is spoilt."""
    rng = random_boards.rng_of(f"{shape} {seed}")
    values = random_boards.full_grid(shape, rng)
    for cell in rng.sample(range(shape.cells), shape.cells * rng.randint(least, most) // 100):
        values[cell] = 0
    if seed % 3 == 0:
        random_boards.change(shape, values, rng)
    return Board(shape, bytes(values))


def first_ones(board: Board, most: int) -> list[bytes]:
    """Return the first solutions, checked."""
    found = [
        solution.values for solution, _ in zip(Kernel().solutions(board), range(most), strict=False)
    ]
    assert all(board.is_solved_by(Board(board.shape, values)) for values in found)
    assert len(set(found)) == len(found)
    return found


# Answers -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("room", [0, ALL_OF_IT])
@pytest.mark.parametrize("check", contract.BOARD_CHECKS, ids=lambda check: check.__name__)
def test_it_keeps_the_contract_of_all_solvers(
    check: Callable[[Solver, contract.Case], None], room: int
) -> None:
    with learning(*random_boards.HOLES, room=room):
        contract.check_boards(check, Kernel(), map(contract.random_case, range(150)))


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_it_agrees_with_the_reference_on_every_shape(shape: Shape, room: int) -> None:
    kernel, reference = Kernel(), get("backtracking")
    for seed in range(12):
        board = draw(shape, seed, most=50)
        wanted = reference.count(board, 20)
        with learning(shape, room=room, failures=seed % 3):
            assert kernel.count(board, 20) == wanted
            assert len(first_ones(board, 20)) == wanted.value
        verdicts = reference.true_candidates(board).verdicts
        with learning(shape, room=room, failures=seed % 3):
            answer = kernel.true_candidates(board)
        assert answer.verdicts == verdicts
        for move, verdict in verdicts.items():
            assert (answer.witness(move) is not None) == (verdict is Verdict.YES)


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("shape", [TWO_BY_TWO, TWO_BY_THREE, NINE], ids=str)
def test_moves_are_answered_as_by_the_reference(shape: Shape, room: int) -> None:
    # Some are forced by singles at once, and nothing but them may be asked about.
    reference, rng = get("backtracking"), random.Random(f"{shape} {room}")
    for seed in range(6 if shape == NINE else 25):
        board = draw(shape, seed, least=60, most=65 if shape == NINE else 95)
        candidates = board.candidates()
        for count in (2, 2, 3, len(candidates)):
            moves = rng.sample(candidates, min(count, len(candidates)))
            with learning(shape, room=room, failures=seed % 2):
                assert Kernel().solvable_after(board, moves) == reference.solvable_after(
                    board, moves
                )


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize(
    ("shape", "grids"), [(Shape(1, 1), 1), (Shape(1, 3), 12), (TWO_BY_TWO, 288)], ids=str
)
def test_it_finds_all_full_grids_once(shape: Shape, grids: int, room: int) -> None:
    with learning(shape, room=room):
        assert len(first_ones(Board.empty(shape), 2 * grids)) == grids
        assert Kernel().count(Board.empty(shape), None) == Count(grids, exact=True)


@pytest.mark.parametrize("failures", [1, 2, 5, 20, 70])
@pytest.mark.parametrize("room", [0, ALL_OF_IT])
@pytest.mark.parametrize(
    ("shape", "least", "most"), [(TWO_BY_THREE, 60, 75), (NINE, 50, 64)], ids=str
)
def test_solutions_of_before_the_hand_over_do_not_come_again(
    shape: Shape, least: int, most: int, failures: int, room: int
) -> None:
    for seed in range(6):
        board = draw(shape, 3 * seed + 1, least, most)
        wanted = Kernel().count(board, None)
        with learning(shape, failures=failures, room=room):
            assert len(first_ones(board, wanted.value + 1)) == wanted.value
            assert Kernel().count(board, None) == wanted


@pytest.mark.parametrize("shape", [Shape(5, 5), Shape(3, 11), Shape(6, 6)], ids=str)
def test_it_agrees_with_the_other_search_on_large_boards(shape: Shape) -> None:
    for seed in range(3):
        board = draw(shape, seed, 25, 30)
        with learning(shape, failures=NEVER):
            count, verdicts = Kernel().count(board, 2), Kernel().true_candidates(board).verdicts
        with learning(shape):
            assert Kernel().count(board, 2) == count
            assert Kernel().true_candidates(board).verdicts == verdicts


def test_it_fills_large_empty_boards() -> None:
    for shape in (Shape(5, 5), Shape(3, 11)):
        with learning(shape):
            assert Kernel().count(Board.empty(shape), 3) == Count(3, exact=False)


# Budgets -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("room", [0, ALL_OF_IT])
@pytest.mark.parametrize("shape", [TWO_BY_THREE, NINE], ids=str)
def test_nodes_are_the_same_however_the_work_is_cut(shape: Shape, room: int) -> None:
    board = Board.empty(shape)
    efforts = set()
    with learning(shape, failures=3, room=room):
        for budget in (Budget(), Budget(seconds=60), Budget(stop=lambda: False)):
            meter = Meter(budget)
            assert Kernel().count(board, 2_000, meter) == Count(2_000, exact=False)
            efforts.add(meter.nodes)
    assert len(efforts) == 1


@pytest.mark.parametrize("shape", [NINE, Shape(3, 4)], ids=str)
def test_a_budget_may_end_anywhere(shape: Shape) -> None:
    for seed in (1, 3):
        board = draw(shape, seed, 60, 60)
        with learning(shape):
            whole, audit = Meter(), Meter()
            count = Kernel().count(board, 50, whole)
            truth = Kernel().true_candidates(board, audit).verdicts
            for nodes in range(1, whole.nodes, max(1, whole.nodes // 12)):
                cut = Kernel().count(board, 50, Budget(nodes=nodes))
                assert cut.value <= count.value
                assert not cut.exact
            for nodes in range(1, audit.nodes, max(1, audit.nodes // 12)):
                answer = Kernel().true_candidates(board, Budget(nodes=nodes))
                for move, verdict in answer.verdicts.items():
                    assert verdict in (truth[move], Verdict.UNKNOWN)
                    assert (answer.witness(move) is not None) == (verdict is Verdict.YES)


def test_seconds_end_it() -> None:
    shape = Shape(4, 4)
    with learning(shape):
        assert not Kernel().count(Board.empty(shape), None, Budget(seconds=0.05)).exact
