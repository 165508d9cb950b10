"""The native kernel on boards with few givens: as `sat` says, and never at great length.

Most such boards have a solution at once. A few hide a contradiction in a mass of choices: a search
that forgets goes through them for hours, so the number of nodes is tested, too.
"""

from __future__ import annotations

import pytest
from sparse_boards import sparse_board

from bombe.boards import Board, Shape
from bombe.solvers import Budget, Meter, get, is_available, native

if not native.is_available():
    pytest.skip(native.problem(), allow_module_level=True)

NINE = Shape(3, 3)
SMALL = [Shape(m, n) for m in range(1, 10) for n in range(1, 10) if m * n in (4, 6, 8, 9)]
HUNG = [
    ".......4.......8..............................78.................................",
    "...6..2.........82....6......13..............................3.26................",
]
"""The audit of the first took more than a minute, that of the second half a second."""
MOST_NODES = 10_000


def check(board: Board, nodes: int = MOST_NODES) -> None:
    """Ask for an audit, a count to 2 and a first solution, all as `sat` answers."""
    kernel, sat = get("native"), get("sat")
    truth = kernel.true_candidates(board, Budget(nodes=nodes))
    assert truth.verdicts == sat.true_candidates(board).verdicts
    count = kernel.count(board, 2, Budget(nodes=nodes))
    assert count == sat.count(board, 2)
    found = list(kernel.first_solutions(board, 1, Budget(nodes=nodes)))
    assert len(found) == min(1, count.value)
    assert all(map(board.is_solved_by, found))


def check_seeds(shape: Shape, seeds: range, nodes: int) -> None:
    if not is_available("sat"):
        pytest.skip("python-sat is not installed")
    for seed in seeds:
        try:
            check(sparse_board(shape, seed), nodes)
        except Exception as error:
            error.add_note(f"the board of seed {seed}")
            raise


@pytest.mark.parametrize("text", HUNG)
def test_an_audit_that_took_hours_ends(text: str) -> None:
    board = Board(NINE, bytes(int(value) for value in text.replace(".", "0")))
    truth = get("native").true_candidates(board, Budget(nodes=MOST_NODES))
    assert not any(truth.undecided)
    if is_available("sat"):
        check(board)


@pytest.mark.parametrize("shape", SMALL, ids=str)
def test_small_boards_with_few_givens_are_answered_as_by_sat(shape: Shape) -> None:
    check_seeds(shape, range(40), MOST_NODES)


def test_no_9x9_board_with_few_givens_takes_many_nodes() -> None:
    kernel = get("native")
    for seed in range(1_000):
        board, budget = sparse_board(NINE, seed), Budget(nodes=MOST_NODES)
        audit, count = Meter(budget), Meter(budget)
        assert not any(kernel.true_candidates(board, audit).undecided), seed
        kernel.count(board, 2, count)
        assert max(audit.nodes, count.nodes) < MOST_NODES, seed
