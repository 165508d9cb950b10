"""Shapes and boards: geometry, candidates, clashes, and what is refused."""

from __future__ import annotations

import copy
import dataclasses
import pickle

import brute
import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_boards import random_board
from random_states import SHAPES

from bombe.boards import Board, Move, Shape, SudokuState
from bombe.boards.errors import BoardError, UsageError
from bombe.boards.sudoku.board import all_moves

every_shape = pytest.mark.parametrize("shape", SHAPES, ids=str)
boards = st.integers(0, 10**6).map(random_board)


@every_shape
def test_every_cell_is_in_one_row_one_column_and_one_box(shape: Shape) -> None:
    geometry = shape.geometry
    for kind in (geometry.rows, geometry.columns, geometry.boxes):
        assert sorted(cell for region in kind for cell in region) == list(range(shape.cells))
    for cell, regions in enumerate(geometry.regions_of):
        assert all(cell in geometry.regions[region] for region in regions)
        assert [region // shape.size for region in regions] == [0, 1, 2]


@every_shape
def test_peers_are_the_rivals_of_the_definition(shape: Shape) -> None:
    assert [list(peers) for peers in shape.geometry.peers] == brute.rivals(shape.m, shape.n)


def test_boxes_have_m_rows_and_n_columns() -> None:
    assert Shape(2, 3).geometry.boxes[3] == (15, 16, 17, 21, 22, 23)


def test_neighbours_are_the_cells_around() -> None:
    assert Shape(2, 2).geometry.neighbours[0] == (1, 4, 5)
    assert Shape(2, 2).geometry.neighbours[5] == (0, 1, 2, 4, 6, 8, 9, 10)


@pytest.mark.parametrize(
    ("size", "shape"), [(1, "1x1"), (6, "2x3"), (7, "1x7"), (12, "3x4"), (16, "4x4"), (36, "6x6")]
)
def test_the_shape_of_a_size_is_as_square_as_can_be(size: int, shape: str) -> None:
    assert Shape.of_size(size) == Shape.parse(shape)


@pytest.mark.parametrize("m_n", [(0, 3), (3, 0), (6, 7), (-2, -2)])
def test_impossible_shapes_are_refused(m_n: tuple[int, int]) -> None:
    with pytest.raises(BoardError, match="m and n are at least 1 and m \\* n at most 36"):
        Shape(*m_n)


def test_a_shape_is_parsed_or_the_remedy_named() -> None:
    assert Shape.parse(" 3X4 ") == Shape(3, 4)
    with pytest.raises(UsageError, match="such as 3x3"):
        Shape.parse("nine")


@given(boards)
def test_candidates_and_clashes_follow_the_definition(board: Board) -> None:
    m, n = board.shape.m, board.shape.n
    assert {tuple(move) for move in board.candidates()} == brute.candidates(m, n, board.values)
    assert bool(board.clashes()) == brute.has_clash(m, n, board.values)


def test_a_clash_names_region_value_and_cells() -> None:
    board = Board([[1, 0, 0, 1], [0] * 4, [0] * 4, [0] * 4])
    (clash,) = board.clashes()
    assert str(clash) == "1 stands 2 times in one row, at (0,0) and (0,3)"


@given(boards)
def test_a_solution_is_full_keeps_the_givens_and_has_no_clash(board: Board) -> None:
    truth = set(brute.solutions(board.shape.m, board.shape.n, board.values))
    for values in truth:
        assert board.is_solved_by(Board(board.shape, values))
    assert board.is_solved_by(board) == (board.values in truth)


def test_placing_gives_another_board_and_leaves_the_first_alone() -> None:
    empty = Board.empty(Shape(2, 2))
    placed = empty.place(Move(1, 2, 3))
    assert placed[1, 2] == 3
    assert empty.givens == 0
    assert placed.place(Move(1, 2, 0)) == empty
    assert len({empty, placed, Board.empty(Shape(2, 2))}) == 2


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([[1, 2, 3]] * 4, "row 0 has 3 values, not 4"),
        ([[0, 0, 0, 5]] * 4, "value 5 in row 0 is not between 0 and 4"),
        ([[0] * 4] * 3, "a 2x2 board has 4 rows, not 3"),
    ],
)
def test_rows_that_do_not_fit_are_refused(rows: list[list[int]], message: str) -> None:
    with pytest.raises(BoardError, match=message):
        Board(rows, shape="2x2")


def test_a_value_over_n_is_refused_with_its_cell() -> None:
    with pytest.raises(BoardError, match=r"value 5 at \(1, 0\) is over 4"):
        Board(Shape(2, 2), bytes([0, 0, 0, 0, 5]) + bytes(11))


def test_numbers_in_any_sequence_make_a_board() -> None:
    assert Board(Shape(1, 2), [0, 1, 0, 0]) == Board(Shape(1, 2), bytes([0, 1, 0, 0]))
    with pytest.raises(BoardError, match="whole numbers"):
        Board(Shape(1, 2), [0, -1, 0, 0])


@pytest.mark.parametrize("place", [(0, 9), (-1, 0), (4, 0)])
def test_cells_outside_the_board_are_refused(place: tuple[int, int]) -> None:
    with pytest.raises(BoardError, match="the board has 4 rows and columns"):
        Board.empty(Shape(2, 2))[place]
    with pytest.raises(BoardError, match="the board has 4 rows and columns"):
        Board.empty(Shape(2, 2)).place(Move(*place, 1))


def test_boards_travel_between_processes() -> None:
    board = random_board(7)
    assert pickle.loads(pickle.dumps(board)) == board  # noqa: S301 - our own pickle


def test_shapes_are_ordered_by_rows_and_columns_of_their_boxes() -> None:
    ordered = [(shape.m, shape.n) for shape in sorted(SHAPES)]
    assert ordered == sorted((shape.m, shape.n) for shape in SHAPES)
    assert Shape(2, 3) < Shape(3, 2) >= Shape(3, 2) > Shape(3, 1)
    with pytest.raises(TypeError, match="not supported"):
        assert Shape(2, 3) < (3, 2)


@every_shape
def test_all_moves_of_a_board_stand_in_order(shape: Shape) -> None:
    moves, size = all_moves(shape.size), shape.size
    assert [*moves] == Board.empty(shape).candidates()
    assert all(moves[(r * size + c) * size + v - 1] == (r, c, v) for r, c, v in moves)


def test_boards_and_positions_are_frozen_and_taken_by_the_functions_of_dataclasses() -> None:
    board = Board("1...4...2.....3.")
    state = SudokuState.start(board, "rows").play(Move(0, 1, 2))
    for value, name in ((board.shape, "m"), (board, "values"), (state, "board")):
        assert name in [field.name for field in dataclasses.fields(value)]
        assert copy.copy(value) == copy.deepcopy(value) == value
        assert pickle.loads(pickle.dumps(value)) == value  # noqa: S301 - our own
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(value, name, 1)
    assert dataclasses.replace(state, taboo=frozenset({Move(0, 0, 1)})).taboo == {(0, 0, 1)}
    assert state != dataclasses.replace(state, to_move=1)
    assert hash(state) == hash(dataclasses.replace(state))
