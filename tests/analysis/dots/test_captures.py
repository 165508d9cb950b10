"""What can be taken in a turn, the choice to leave some of it, and what each line gives away."""

from __future__ import annotations

import random

import pytest
from dots_brute import DotsBrute
from dots_positions import random_dots
from dots_tables import tables
from hypothesis import given, settings
from hypothesis import strategies as st

from bombe.analysis.dots.captures import Captures, MoveKind, captures_of, effects_of
from bombe.boards.dots.state import DotsState, Grid, Line
from bombe.boards.dots.text import read_dots

states = st.builds(
    random_dots, st.builds(Grid, st.integers(1, 4), st.integers(1, 4)), st.integers(0, 10**6)
)
TWO_ENDS = """
+   +---+---+
|           |
+---+---+   +
"""
LOOP = """
+---+---+
|       |
+   +   +
|       |
+---+---+
"""
OPENED = """
+---+---+---+
|
+---+---+---+
"""
OPENED_LOOP = """
+---+---+
|   |   |
+   +   +
|       |
+---+---+
"""
DOMINO = """
+---+---+
|       |
+---+---+
"""
FOUR_IN_A_ROW = """
+---+---+---+---+
|               |
+---+---+---+---+
"""
TWO_BEFORE_A_JOINT = """
+---+---+---+
|           |
+---+   +---+

+---+---+---+
"""


def captures(text: str) -> Captures:
    state = read_dots(text)
    return captures_of(state.grid, state.grid.all_edges & ~state.edges)


@pytest.mark.parametrize(
    ("text", "boxes", "may_leave", "leaving"),
    [
        (TWO_ENDS, 0, 0, ""),
        (OPENED, 3, 2, "v 0 3"),
        (OPENED_LOOP, 4, 4, "v 1 1"),
        (DOMINO, 2, 0, ""),
        ("1x2: h 0 0; h 0 1; h 1 0; h 1 1; v 0 0", 2, 2, "v 0 2"),
        ("1x3: h 0 0; h 0 1; h 0 2; h 1 0; h 1 1; h 1 2; v 0 0; v 0 3", 3, 0, ""),
        (
            "1x4: h 0 0; h 0 1; h 0 2; h 0 3; h 1 0; h 1 1; h 1 2; h 1 3; v 0 0; v 0 4",
            4,
            4,
            "v 0 2",
        ),
        (TWO_BEFORE_A_JOINT, 3, 2, "h 1 1"),
        (
            "1x5: h 0 1; h 0 3; h 0 4; h 1 1; h 1 2; h 1 3; h 1 4; v 0 1; v 0 4; v 0 5",
            3,
            2,
            "h 0 2",
        ),
    ],
)
def test_the_fewest_boxes_that_can_be_left_and_the_line_that_leaves_them(
    text: str, boxes: int, may_leave: int, leaving: str
) -> None:
    found = captures(text)
    lines = "; ".join(map(str, read_dots(text).grid.lines_of(found.leaving)))
    assert (found.boxes, found.may_leave, lines) == (boxes, may_leave, leaving)


def agree(grid: Grid, drawn: int) -> None:
    """Compare captures with the tables: boxes, rest, choice, and the margin that follows."""
    truth, found = tables(grid.rows, grid.columns), captures_of(grid, grid.all_edges & ~drawn)
    assert found.boxes == truth.takes(drawn)
    rest = truth.all_taken(drawn)
    assert found.rest == grid.all_edges & ~rest
    assert found.may_leave == min(truth.may_leave(drawn), default=0)
    assert bool(found.may_leave) == (truth.nimber(drawn) is None)
    assert found.margin(truth.margin(rest)) == truth.margin(drawn)


@pytest.mark.parametrize("grid", [Grid(1, 1), Grid(1, 2), Grid(1, 3), Grid(2, 2)], ids=str)
def test_the_choice_is_that_of_playing_every_position_out(grid: Grid) -> None:
    for drawn in range(1 << grid.edges):
        agree(grid, drawn)


@pytest.mark.parametrize("grid", [Grid(1, 5), Grid(2, 3)], ids=str)
def test_the_choice_is_that_of_playing_random_positions_out(grid: Grid) -> None:
    rng = random.Random(1)
    for _ in range(2000):
        agree(grid, rng.getrandbits(grid.edges) | rng.getrandbits(grid.edges))


@pytest.mark.long
@pytest.mark.parametrize(("grid", "count"), [(Grid(2, 3), 0), (Grid(3, 3), 200_000)], ids=str)
def test_the_choice_is_that_of_playing_many_positions_out(grid: Grid, count: int) -> None:
    rng = random.Random(2)
    random_ones = (rng.getrandbits(24) | rng.getrandbits(24) for _ in range(count))
    for drawn in random_ones if count else range(1 << grid.edges):
        agree(grid, drawn)


@pytest.mark.parametrize(
    ("text", "line", "kind", "takes", "gives"),
    [
        (TWO_ENDS, "v 0 1", MoveKind.LOONY, 0, 3),
        (TWO_ENDS, "h 0 0", MoveKind.LOONY, 0, 3),
        (LOOP, "v 0 1", MoveKind.LOONY, 0, 4),
        (OPENED_LOOP, "h 1 0", MoveKind.CAPTURE, 1, 0),
        (OPENED_LOOP, "v 1 1", MoveKind.HANDOUT, 0, 4),
        (DOMINO, "v 0 1", MoveKind.CAPTURE, 2, 0),
        ("1x2: h 0 0; h 0 1; h 1 0; h 1 1", "v 0 1", MoveKind.HANDOUT, 0, 2),
        ("1x2: h 0 0; h 0 1; h 1 0; h 1 1", "v 0 2", MoveKind.LOONY, 0, 2),
        ("1x1: h 0 0; h 1 0", "v 0 0", MoveKind.HANDOUT, 0, 1),
        ("2x2:", "v 0 0", MoveKind.SAFE, 0, 0),
    ],
)
def test_a_line_captures_is_safe_hands_out_or_is_loony(
    text: str, line: str, kind: MoveKind, takes: int, gives: int
) -> None:
    effects = {effect.line: effect for effect in effects_of(read_dots(text))}
    assert effects[Line.parse(line)][1:] == (kind, takes, gives)


def test_without_the_extra_turn_a_capture_gives_what_follows_it() -> None:
    state = read_dots("1x2: h 0 0; h 0 1; h 1 0; h 1 1; v 0 0", extra_turn=False)
    effects = {str(effect.line): effect for effect in effects_of(state)}
    assert (effects["v 0 1"].takes, effects["v 0 1"].gives) == (1, 1)


@settings(max_examples=100)
@given(state=states)
def test_taking_all_leaves_nothing_to_take(state: DotsState) -> None:
    brute = DotsBrute(state.grid.rows, state.grid.columns)
    taken, left, *_ = captures_of(state.grid, state.grid.all_edges & ~state.edges)
    drawn = state.grid.all_edges & ~left
    full = [sum(edges & box == box for box in brute.boxes) for edges in (state.edges, drawn)]
    assert taken == full[1] - full[0]
    assert not any(brute.completed(drawn, i) for i in range(state.grid.edges) if left >> i & 1)
