"""Dots and Boxes: the numbering of edges, and the rules against a second writing of them."""

from __future__ import annotations

import pickle
import random

import pytest
from dots_brute import DotsBrute

from bombe.boards.dots.state import DotsState, Grid, Line
from bombe.boards.errors import BoardError, IllegalMoveError, UsageError

GRIDS = [Grid(1, 1), Grid(1, 4), Grid(2, 2), Grid(2, 3), Grid(3, 2), Grid(3, 3), Grid(4, 5)]


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_edges_are_numbered_horizontals_first_and_row_by_row(grid: Grid) -> None:
    assert list(grid.lines) == DotsBrute(grid.rows, grid.columns).sides
    assert [grid.edge(line) for line in grid.lines] == list(range(grid.edges))
    assert grid.horizontals == sum(line.kind == "h" for line in grid.lines)
    assert grid.edge_set(grid.lines) == grid.all_edges
    assert grid.lines_of(0b1001) == [grid.lines[0], grid.lines[3]]


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_boxes_and_edges_know_each_other(grid: Grid) -> None:
    assert list(grid.box_edges) == DotsBrute(grid.rows, grid.columns).boxes
    for edge, boxes in enumerate(grid.boxes_of):
        assert list(boxes) == [b for b, sides in enumerate(grid.box_edges) if sides >> edge & 1]


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_symmetries_are_different_and_carry_boxes_to_boxes(grid: Grid) -> None:
    symmetries = grid.symmetries()
    assert symmetries[0] == tuple(range(grid.edges))
    assert len(set(symmetries)) == len(symmetries) == (8 if grid.rows == grid.columns else 4)
    for symmetry in symmetries:
        images = {
            sum(1 << symmetry[edge] for edge in range(grid.edges) if sides >> edge & 1)
            for sides in grid.box_edges
        }
        assert images == set(grid.box_edges)


@pytest.mark.parametrize("extra_turn", [True, False])
@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_random_games_score_and_pass_the_turn_as_a_second_writing_of_the_rules(
    grid: Grid, *, extra_turn: bool
) -> None:
    brute = DotsBrute(grid.rows, grid.columns)
    for seed in range(10):
        state, rng = DotsState.start(grid, extra_turn=extra_turn), random.Random(seed)
        drawn, mover, points = 0, 1, [0, 0]
        while not state.is_over:
            assert (state.to_move, state.scores, state.edges) == (mover, tuple(points), drawn)
            assert state.moves() == list(brute.open(drawn))
            line = rng.choice(state.moves())
            boxes = brute.completed(drawn, brute.sides.index(line))
            assert state.completes(line) == boxes
            state = state.play(line)
            drawn |= brute.drawn([line])
            points[mover - 1] += boxes
            mover = mover if boxes and extra_turn else 3 - mover
        assert sum(state.scores) == grid.boxes
        assert len(state.history) == len(set(state.history)) == grid.edges
        assert state.moves() == []


def test_a_line_between_two_boxes_may_complete_both() -> None:
    grid = Grid(1, 2)
    state = DotsState(grid, grid.all_edges & ~(1 << grid.edge(Line("v", 0, 1))), to_move=2)
    assert state.completes(Line("v", 0, 1)) == 2
    done = state.play(Line("v", 0, 1))
    assert (done.owners, done.scores, done.to_move, done.is_over) == ((2, 2), (0, 2), 2, True)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (Line("h", 0, 0), "h 0 0 is drawn already"),
        (Line("h", 3, 0), "there is no line h 3 0: on 2x3 boxes h has rows 0 to 2 and columns"),
        (Line("v", 2, 0), "there is no line v 2 0: on 2x3 boxes v has rows 0 to 1 and columns"),
        (Line("v", 0, -1), "there is no line v 0 -1"),
        (Line("x", 0, 0), "lines are h or v"),  # type: ignore[arg-type]  # a wrong kind, on purpose
    ],
)
def test_a_line_that_cannot_be_drawn_is_refused_with_the_reason(line: Line, reason: str) -> None:
    state = DotsState.start(Grid(2, 3)).play(Line("h", 0, 0))
    assert reason in " ".join(state.reasons(line))
    with pytest.raises(IllegalMoveError, match="is refused"):
        state.play(line)


def test_a_finished_game_refuses_every_line_and_says_so_first() -> None:
    state = DotsState(Grid(1, 1), Grid(1, 1).all_edges)
    assert state.reasons(Line("h", 0, 0)) == ("the game is over", "h 0 0 is drawn already")


def test_a_position_of_edges_alone_counts_no_box_for_anybody() -> None:
    assert DotsState(Grid(1, 1), Grid(1, 1).all_edges).scores == (0, 0)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Grid(0, 3),
        lambda: Grid(3, 99),
        lambda: DotsState(Grid(1, 1), 1 << 4),
        lambda: DotsState(Grid(1, 1), -1),
        lambda: DotsState(Grid(1, 2), 0, (1,)),
        lambda: DotsState(Grid(1, 1), 15, (3,)),
        lambda: DotsState(Grid(1, 1), 14, (1,)),
    ],
)
def test_positions_that_cannot_be_are_refused(make: object) -> None:
    with pytest.raises(BoardError):
        make()  # type: ignore[operator]  # a table of functions of different types


def test_grids_are_read_and_written_as_rows_times_columns() -> None:
    assert Grid.parse(" 3X4 ") == Grid(3, 4)
    assert str(Grid(3, 4)) == "3x4"
    with pytest.raises(
        UsageError, match="is not a grid; write rows x columns of boxes, such as 3x4"
    ):
        Grid.parse("3")


def test_positions_survive_pickling() -> None:
    state = DotsState.start(Grid(2, 2), extra_turn=False).play(Line("v", 1, 2))
    assert pickle.loads(pickle.dumps(state)) == state  # noqa: S301 - our own bytes
