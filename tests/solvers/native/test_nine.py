"""The kernel's 9x9 search, at every vector width that this machine has.

An answer does not show the width of a vector, so all widths are held to the same: the reference
solver for verdicts and counts, each other for order, witnesses and nodes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import brute
import pytest
import random_boards
from sparse_boards import sparse_board

from bombe.boards import Board, Shape
from bombe.solvers import Budget, Count, Verdict, get, native
from bombe.solvers.codes import NO, NOT_CANDIDATE, UNKNOWN, YES
from bombe.solvers.native.batch import audit_batch, count_batch
from bombe.solvers.native.calls import EXACT, workspace

if TYPE_CHECKING:
    from collections.abc import Iterator

if not native.is_available():
    pytest.skip(native.problem(), allow_module_level=True)

from bombe.solvers.backends.native import Kernel

NINE = Shape(3, 3)
WIDTHS = [128, 256, 512]

CLASHES = {
    "in a row": {0: 5, 8: 5},
    "in a column": {0: 5, 72: 5},
    "in a box and in no line": {0: 5, 10: 5},
    "everywhere": dict.fromkeys(range(81), 5),
}
DEAD_ENDS = {
    "a cell that takes no value": {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 9: 6, 18: 7, 10: 8, 27: 9},
    "a box that takes no 1": {3: 1, 15: 1, 18: 2, 19: 3, 20: 4},
    "a row that takes no 1": {12: 1, 24: 1, 0: 2, 1: 3, 2: 4},
    "a column that takes no 1": {28: 1, 56: 1, 0: 2, 9: 3, 18: 4},
}


def narrow(bits: int) -> int:
    """Limit the next workspace to vectors of so many bits; return how wide they are."""
    with workspace(NINE) as space:
        used: int = native.library().bombe_workspace_narrow(space.handle, bits)
    return used


@pytest.fixture(params=WIDTHS)
def width(request: pytest.FixtureRequest) -> Iterator[int]:
    """Bind the search to vectors of a width for the length of a test."""
    bits: int = request.param
    used = narrow(bits)
    if used != bits:
        narrow(WIDTHS[-1])
        pytest.skip(f"no vectors of {bits} bits here, {used} are the widest")
    yield bits
    narrow(WIDTHS[-1])


def board_of(givens: dict[int, int]) -> Board:
    return Board(NINE, bytes(givens.get(cell, 0) for cell in range(NINE.cells)))


def grid_without(seed: int, holes: int) -> list[int]:
    """Take values out of a random full grid."""
    rng = random_boards.rng_of(seed)
    values = random_boards.full_grid(NINE, rng)
    for cell in rng.sample(range(NINE.cells), holes):
        values[cell] = 0
    return values


def loose(seed: int) -> Board:
    """Draw a board that has solutions, few or many."""
    return Board(NINE, bytes(grid_without(seed, 35 + seed % 22)))


def perturbed(seed: int) -> Board:
    """Draw a board with some values that fit for now: often it has no solution."""
    rng = random_boards.rng_of(f"perturbed {seed}")
    values = grid_without(seed, 40 + seed % 15)
    random_boards.change(NINE, values, rng)
    return Board(NINE, bytes(values))


def clashing(seed: int) -> Board:
    rng = random_boards.rng_of(f"clash {seed}")
    values = grid_without(seed, 45)
    random_boards.clash(NINE, values, rng)
    return Board(NINE, bytes(values))


def minimal(seed: int) -> Board:
    """Draw a proper board that needs every given."""
    rng = random_boards.rng_of(seed)
    values = random_boards.full_grid(NINE, rng)
    for cell in rng.sample(range(NINE.cells), NINE.cells):
        value, values[cell] = values[cell], 0
        if count_batch(NINE, bytes(values)).counts[0] != 1:
            values[cell] = value
    return Board(NINE, bytes(values))


def joined(boards: list[Board]) -> bytes:
    return b"".join(board.values for board in boards)


def verdicts_by_brute_force(board: Board) -> list[int]:
    """Ask the reference for each candidate, as an audit of the kernel would answer."""
    reference = get("backtracking")
    answer = []
    for cell in range(NINE.cells):
        for value in range(1, 10):
            if board.values[cell] or not brute.fits(3, 3, board.values, cell, value):
                answer.append(NOT_CANDIDATE)
            else:
                placed = bytearray(board.values)
                placed[cell] = value
                verdict = reference.solvable(Board(NINE, bytes(placed)))
                answer.append(YES if verdict is Verdict.YES else NO)
    return answer


# Counts ------------------------------------------------------------------------------------------


def test_it_counts_as_the_reference_does(width: int) -> None:
    boards = [*map(loose, range(60)), *map(perturbed, range(100)), *map(clashing, range(20))]
    reference = get("backtracking")
    answer = count_batch(NINE, joined(boards), 50, solutions=True)
    assert answer.solutions is not None
    for number, board in enumerate(boards):
        expected = reference.count(board, 50)
        got = Count(answer.counts[number], exact=answer.statuses[number] == EXACT)
        assert got == expected, (width, str(board))
        solution = bytes(answer.solutions[81 * number : 81 * number + 81])
        if expected.value:
            assert board.is_solved_by(Board(NINE, solution))
        else:
            assert not any(solution)


@pytest.mark.parametrize("name", CLASHES)
def test_givens_that_clash_have_no_solution_and_no_long_search(width: int, name: str) -> None:
    answer = count_batch(NINE, board_of(CLASHES[name]).values, 2, budget=Budget(nodes=100))
    assert (width, answer.counts[0], answer.statuses[0]) == (width, 0, EXACT)


@pytest.mark.parametrize("name", DEAD_ENDS)
def test_a_dead_end_is_seen_without_a_guess(width: int, name: str) -> None:
    board = board_of(DEAD_ENDS[name])
    answer = count_batch(NINE, board.values, 2)
    assert not board.clashes()
    assert (width, answer.counts[0], answer.nodes[0]) == (width, 0, 0)


def test_a_full_grid_is_its_own_only_solution(width: int) -> None:
    grids = [Board(NINE, bytes(grid_without(seed, 0))) for seed in range(20)]
    answer = count_batch(NINE, joined(grids), 2, solutions=True)
    assert bytes(answer.solutions or b"") == joined(grids)
    assert set(answer.counts) == {1}, width
    assert not any(answer.nodes)


def test_a_full_grid_with_two_values_exchanged_has_none(width: int) -> None:
    boards = []
    for seed in range(60):
        values = grid_without(seed, 0)
        a, b = random_boards.rng_of(seed).sample(range(81), 2)
        values[a], values[b] = values[b], values[a]
        boards.append(bytes(values))
    counts = list(count_batch(NINE, b"".join(boards), 2).counts)
    values_differ = [board != bytes(grid_without(seed, 0)) for seed, board in enumerate(boards)]
    assert counts == [0 if differ else 1 for differ in values_differ], width


def test_solutions_that_come_in_two_colours_are_all_found(width: int) -> None:
    """Without the values 1, 2, 5 and 6 every open cell is a pair: the search answers by halves."""
    values = [(3 * (r % 3) + r // 3 + c) % 9 + 1 for r in range(9) for c in range(9)]
    board = Board(NINE, bytes(0 if value in {1, 2, 5, 6} else value for value in values))
    expected = get("backtracking").count(board, None)
    found = {solution.values for solution in Kernel().solutions(board)}
    assert len(found) == expected.value == Kernel().count(board, None).value > 1, width


# Enumeration -------------------------------------------------------------------------------------


def test_every_solution_comes_once_and_solves_the_board(width: int) -> None:
    for seed in range(30):
        board = Board(NINE, bytes(grid_without(seed, 50)))
        found = [solution.values for solution in Kernel().solutions(board)]
        expected = {solution.values for solution in get("backtracking").solutions(board)}
        assert len(found) == len(expected), (width, seed)
        assert set(found) == expected


def test_20_000_full_grids_are_all_different(width: int) -> None:
    empty, found = Board.empty(NINE), set()
    for number, solution in enumerate(Kernel().solutions(empty)):
        found.add(solution.values)
        if number % 1000 == 0:
            assert empty.is_solved_by(solution)
        if number == 20_000:
            break
    assert len(found) == 20_001, width


def test_a_budget_in_small_pieces_changes_neither_order_nor_nodes(width: int) -> None:
    board = Board(NINE, bytes(grid_without(3, 55)))
    whole = [solution.values for solution in Kernel().solutions(board)]
    asked = 0

    def never() -> bool:  # asks for slices of 1, 2, 4 ... nodes
        nonlocal asked
        asked += 1
        return False

    pieces = Kernel().solutions(board, Budget(stop=never))
    assert [solution.values for solution in pieces] == whole
    assert asked > 5, width


# Audits ------------------------------------------------------------------------------------------


def test_audits_agree_with_one_question_per_candidate(width: int) -> None:
    boards = [*map(loose, range(6)), *map(perturbed, range(6)), *map(minimal, range(3))]
    answer = audit_batch(NINE, joined(boards))
    for number, board in enumerate(boards):
        got = list(answer.verdicts[729 * number : 729 * number + 729])
        assert got == verdicts_by_brute_force(board), (width, str(board))


def test_a_board_without_a_solution_has_only_bombs(width: int) -> None:
    board = next(b for b in map(perturbed, range(99)) if not Kernel().count(b, 1).value)
    verdicts = audit_batch(NINE, board.values).verdicts
    assert set(verdicts) == {NOT_CANDIDATE, NO}, width
    assert sum(v == NO for v in verdicts) == len(board.candidates())


def test_every_true_candidate_has_its_witness(width: int) -> None:
    for board in [Board.empty(NINE), *map(loose, range(10))]:
        known = Kernel().true_candidates(board)
        for move, verdict in known.verdicts.items():
            if verdict is Verdict.YES:
                witness = known.witness(move)
                assert witness is not None, (width, move)
                assert board.is_solved_by(witness)


def test_an_audit_that_is_cut_short_leaves_candidates_open_and_never_errs(width: int) -> None:
    board = Board(NINE, bytes(grid_without(7, 58)))
    full = audit_batch(NINE, board.values)
    assert full.nodes[0] > 20
    for nodes in range(0, int(full.nodes[0]), 7):
        part = audit_batch(NINE, board.values, budget=Budget(nodes=nodes))
        assert part.nodes[0] <= nodes
        for got, expected in zip(part.verdicts, full.verdicts, strict=True):
            assert got == expected or (got == UNKNOWN and expected in {YES, NO}), width


# The widths among each other ---------------------------------------------------------------------


def test_all_widths_give_the_same_answers_in_the_same_order_at_the_same_price() -> None:
    boards = [*map(loose, range(100)), *map(perturbed, range(100)), *map(minimal, range(30))]
    answers = []
    for bits in WIDTHS:
        narrow(bits)
        counted = count_batch(NINE, joined(boards), 30, solutions=True)
        audited = audit_batch(NINE, joined(boards))
        buffers = (counted.counts, counted.statuses, counted.nodes, counted.solutions)
        answers.append([bytes(b or b"") for b in (*buffers, audited.verdicts, audited.nodes)])
    assert answers[0] == answers[1] == answers[2]


def test_all_widths_leave_a_board_to_the_search_that_learns_at_the_same_node() -> None:
    boards = [*map(sparse_nine, range(60))]
    answers = []
    for bits in WIDTHS:
        narrow(bits)
        counted = count_batch(NINE, joined(boards), 2, solutions=True)
        audited = audit_batch(NINE, joined(boards))
        buffers = (counted.counts, counted.nodes, counted.solutions)
        answers.append([bytes(b or b"") for b in (*buffers, audited.verdicts, audited.nodes)])
    assert max(audited.nodes) > 2_000
    assert answers[0] == answers[1] == answers[2]


def sparse_nine(seed: int) -> Board:
    return sparse_board(NINE, 4 * seed + 2)


def test_a_workspace_for_another_shape_has_no_width() -> None:
    with workspace(Shape(2, 2)) as space:
        assert native.library().bombe_workspace_narrow(space.handle, 128) == 0


@pytest.mark.long
def test_thousands_of_boards_are_counted_as_the_reference_does(width: int) -> None:
    boards = [*map(loose, range(3000)), *map(perturbed, range(6000))]
    answer = count_batch(NINE, joined(boards), 3)
    reference = get("backtracking")
    expected = [reference.count(board, 3).value for board in boards]
    assert list(answer.counts) == expected, width
