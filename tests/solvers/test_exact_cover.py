"""The exact cover backends: the table of a board, and the two ways to store it."""

from __future__ import annotations

import copy
from collections import Counter

import pytest
import random_boards
import solver_contract as contract

from bombe.boards import Board, Shape
from bombe.boards.errors import OutOfBudgetError
from bombe.solvers import Budget, Meter, Solver
from bombe.solvers.backends.algorithm_x import AlgorithmX, SetMatrix
from bombe.solvers.backends.dancing_links import DancingLinks, LinkedMatrix
from bombe.solvers.backends.exact_cover import columns_of, legal_rows, open_columns

SHAPES = [Shape(1, 1), Shape(1, 4), Shape(2, 2), Shape(2, 3), Shape(3, 2), Shape(3, 3)]
both = pytest.mark.parametrize("solver", [AlgorithmX(), DancingLinks()], ids=lambda s: s.name)
matrices = pytest.mark.parametrize("matrix_of", [SetMatrix, LinkedMatrix])


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_every_condition_can_be_met_in_as_many_ways_as_there_are_values(shape: Shape) -> None:
    ways = Counter(column for columns in columns_of(shape) for column in columns)
    assert ways == dict.fromkeys(range(4 * shape.cells), shape.size)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_a_full_grid_meets_every_condition_once(shape: Shape) -> None:
    grid = random_boards.full_grid(shape, random_boards.rng_of(3))
    rows = [cell * shape.size + value - 1 for cell, value in enumerate(grid)]
    met = sorted(column for row in rows for column in columns_of(shape)[row])
    assert met == list(range(4 * shape.cells))
    assert open_columns(Board(shape, bytes(grid))) == []


def test_only_candidates_become_rows_and_they_meet_only_open_conditions() -> None:
    for seed in range(60):
        board = random_boards.random_board(seed)
        if board.clashes():
            continue
        size, cell = board.shape.size, board.shape.cell
        rows = legal_rows(board)
        assert rows == [cell(r, c) * size + v - 1 for r, c, v in board.candidates()]
        table = columns_of(board.shape)
        assert {column for row in rows for column in table[row]} <= set(open_columns(board))
        assert len(open_columns(board)) == 4 * len(board.empty_cells())


def test_sets_and_links_search_the_same_tree() -> None:
    for seed in range(400):
        board = random_boards.random_board(seed)
        runs = []
        for solver in (AlgorithmX(), DancingLinks()):
            meter = Meter()
            solutions = list(solver.solutions(board, meter))
            runs.append((solutions, solver.true_candidates(board, meter), meter.nodes))
        assert runs[0] == runs[1]


@matrices
def test_deselecting_rows_restores_the_matrix(
    matrix_of: type[SetMatrix | LinkedMatrix],
) -> None:
    rng = random_boards.rng_of(1)
    for seed in range(100):
        board = random_boards.random_board(seed)
        if board.clashes():
            continue
        matrix = matrix_of(board)
        before = copy.deepcopy(vars(matrix))
        taken: list[int] = []
        while len(taken) < board.values.count(0) and (rows := matrix.branch()):
            taken.append(rng.choice(rows))
            if not matrix.select(taken[-1]):
                break
        for row in reversed(taken):
            matrix.deselect(row)
        after = vars(matrix)
        assert {**after, "_next": 0} == {**before, "_next": 0}


@both
def test_one_table_for_all_candidates_agrees_with_one_search_for_each(solver: Solver) -> None:
    for seed in range(200):
        board = random_boards.random_board(seed)
        plainly = type("Plain", (type(solver),), {"decide": Solver.decide})()
        expected = plainly.true_candidates(board).verdicts
        assert solver.true_candidates(board).verdicts == expected


@both
def test_what_is_forced_takes_one_node_a_cell(solver: Solver) -> None:
    grid = random_boards.full_grid(Shape(3, 3), random_boards.rng_of(1))
    grid[:9] = bytes(9)
    meter = Meter()
    assert len(list(solver.solutions(Board(Shape(3, 3), bytes(grid)), meter))) == 1
    assert meter.nodes == 9


@both
def test_a_condition_that_nothing_can_meet_costs_no_node(solver: Solver) -> None:
    board = Board(Shape(2, 2), bytes([1, 2, 3, 0, 0, 0, 0, 4]) + bytes(8))
    assert list(solver.solutions(board, Budget(nodes=0))) == []


@both
def test_a_thousand_levels_are_not_too_deep(solver: Solver) -> None:
    board = Board.empty(Shape(6, 6))
    try:
        solution = next(solver.solutions(board, Budget(nodes=50_000)))
    except OutOfBudgetError:  # pragma: no cover - it takes about 6,000
        pytest.fail("the empty 36x36 board needs over 50,000 nodes")
    assert board.is_solved_by(solution)


@both
def test_each_of_the_288_grids_of_the_empty_2x2_board_is_found_once(solver: Solver) -> None:
    grids = {solution.values for solution in solver.solutions(contract.EMPTY)}
    assert len(grids) == contract.EMPTY_SOLUTIONS
