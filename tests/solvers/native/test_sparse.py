"""The native kernel on boards with few givens: as `sat` says, and never at great length.

Most such boards have a solution at once. A few hide a contradiction in a mass of choices: a search
that forgets goes through them for hours, so the number of nodes is tested, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sparse_boards import sparse_board

from bombe.boards import Board, Shape
from bombe.solvers import Budget, Count, get, is_available, native

if TYPE_CHECKING:
    from bombe.solvers import TrueCandidates

if not native.is_available():
    pytest.skip(native.problem(), allow_module_level=True)

NINE = Shape(3, 3)
SMALL = [Shape(m, n) for m in range(1, 10) for n in range(1, 10) if m * n in {4, 6, 8, 9}]
MOST_NODES = {9: 10_000, 16: 100_000, 25: 400_000}
"""By the length of a row; most audits take a tenth of that, and counts much less."""
HUNG = [
    ".......4.......8..............................78.................................",
    "...6..2.........82....6......13..............................3.26................",
]
"""The audit of the first took more than a minute, that of the second half a second."""


def most_nodes(shape: Shape) -> int:
    return next(nodes for size, nodes in MOST_NODES.items() if shape.size <= size)


def ask_kernel(board: Board) -> tuple[TrueCandidates, Count]:
    """Audit a board, count to 2 and find a first solution, each in few nodes."""
    kernel, budget = get("native"), Budget(nodes=most_nodes(board.shape))
    truth = kernel.true_candidates(board, budget)
    assert not any(truth.undecided)
    count = kernel.count(board, 2, budget)
    assert count.exact or count.value == 2
    found = list(kernel.first_solutions(board, 1, budget))
    assert len(found) == min(1, count.value)
    assert all(map(board.is_solved_by, found))
    return truth, count


def compare(board: Board) -> None:
    """Ask `sat`, too; it is not always as quick as the kernel."""
    truth, count = ask_kernel(board)
    if not is_available("sat"):
        pytest.skip("python-sat is not installed")
    sat, budget = get("sat"), Budget(seconds=30)
    wanted = sat.true_candidates(board, budget)
    for cell, true in enumerate(wanted.true):
        assert truth.true[cell] & ~wanted.undecided[cell] == true
    counted = sat.count(board, 2, budget)
    assert counted == count if counted.exact else counted.value <= count.value


def compare_seeds(shape: Shape, seeds: range) -> None:
    for seed in seeds:
        try:
            compare(sparse_board(shape, seed))
        except Exception as error:
            error.add_note(f"sparse_board(Shape{shape.m, shape.n}, {seed})")
            raise


@pytest.mark.parametrize("text", HUNG)
def test_an_audit_that_took_hours_ends(text: str) -> None:
    compare(Board(NINE, bytes(int(value) for value in text.replace(".", "0"))))


@pytest.mark.parametrize("shape", SMALL, ids=str)
def test_small_boards_with_few_givens_are_answered_as_by_sat(shape: Shape) -> None:
    compare_seeds(shape, range(40))


@pytest.mark.parametrize(("shape", "boards"), [(NINE, 1_000), (Shape(4, 4), 60), (Shape(5, 5), 8)])
def test_no_board_with_few_givens_takes_many_nodes(shape: Shape, boards: int) -> None:
    for seed in range(boards):
        ask_kernel(sparse_board(shape, seed))


def test_five_values_for_four_cells_of_a_large_board_are_a_contradiction() -> None:
    for seed in (366, 398):
        truth, count = ask_kernel(sparse_board(Shape(4, 4), seed))
        assert count == Count(0, exact=True)
        assert not any(truth.true)


@pytest.mark.long
@pytest.mark.parametrize("part", range(20))
@pytest.mark.parametrize(
    ("shape", "boards"),
    [*((shape, 5_000) for shape in SMALL if shape != NINE), (NINE, 50_000)],
    ids=str,
)
def test_many_small_boards_are_answered_as_by_sat(shape: Shape, boards: int, part: int) -> None:
    compare_seeds(shape, range(part * boards // 20, (part + 1) * boards // 20))


@pytest.mark.long
@pytest.mark.parametrize("part", range(50))
@pytest.mark.parametrize(("shape", "boards"), [(Shape(4, 4), 10_000), (Shape(5, 5), 1_000)])
def test_many_large_boards_are_answered_as_by_sat(shape: Shape, boards: int, part: int) -> None:
    compare_seeds(shape, range(part * boards // 50, (part + 1) * boards // 50))
