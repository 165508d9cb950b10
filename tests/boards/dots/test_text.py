"""The forms of a Dots and Boxes position: what each keeps, and where it says what is wrong."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from dots_positions import random_dots
from hypothesis import given, settings
from hypothesis import strategies as st

from bombe.boards.dots.state import DotsState, Grid, Line
from bombe.boards.dots.text import FORMS, read_dots, read_edges, write_dots
from bombe.boards.errors import FormatError, UnknownNameError, UnsupportedError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

states = st.builds(
    random_dots,
    st.builds(Grid, st.integers(1, 5), st.integers(1, 5)),
    st.integers(0, 10**6),
    extra_turn=st.booleans(),
)
KEPT: dict[str, Callable[[DotsState], DotsState]] = {
    "drawing": lambda state: replace(state, history=()),
    "edges": lambda state: DotsState(state.grid, state.edges, extra_turn=state.extra_turn),
    "moves": lambda state: state,
    "json": lambda state: state,
    "notebook": lambda state: replace(state, history=(), to_move=1),
}


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=60)
@given(state=states)
def test_what_is_written_is_read_again(form: str, state: DotsState) -> None:
    text = write_dots(state, form)
    assert text.endswith("\n")
    told = form in ("drawing", "json")
    rule = None if told else state.extra_turn
    assert read_dots(text, extra_turn=rule) == KEPT[form](state)


@settings(max_examples=60)
@given(state=states)
def test_moves_tell_the_rule_by_who_moves_after_a_box(state: DotsState) -> None:
    found = read_dots(write_dots(state, "moves"))
    shows = found.extra_turn == state.extra_turn
    assert shows or len(set(state.owners)) == 1 or state.owners.count(0) >= state.grid.boxes - 2
    assert (found.edges, found.history) == (state.edges, state.history)


def test_a_drawing_looks_like_this() -> None:
    state = read_dots("2x2: P1(h,0,0) P2(v,0,0) P1(v,0,1) P2(h,1,0) P2(v,1,2)")
    assert write_dots(state, "drawing") == ("+---+   +\n| 2 |\n+---+   +\n        |\n+   +   +\n")
    assert write_dots(replace(state, to_move=2, extra_turn=False), "drawing").startswith(
        "player 2 to move\nno extra turn\n+---+"
    )


def test_drawings_may_be_indented_have_other_dots_and_comments_around_them() -> None:
    text = "# a corner\n\n   •───•   ·\n   │\n   +   +   +\n\n# the end\n\n"
    assert read_dots(text) == read_dots("1x2: h 0 0; v 0 0")


def test_a_blank_line_inside_a_drawing_has_no_walls() -> None:
    assert read_dots("+---+\n\n+---+\n") == read_dots("1x1: h 0 0; h 1 0")


def test_lists_may_run_over_lines_and_have_commas_or_none_between_moves() -> None:
    edges = "# drawn so far\n2x3: h 0 0;v 1 2 ;\n# and\nh 2 1\n"
    assert read_dots(edges).grid.lines_of(read_dots(edges).edges) == [
        Line("h", 0, 0),
        Line("h", 2, 1),
        Line("v", 1, 2),
    ]
    moves = "1x1: P1(h,0,0), P2( h , 1 , 0 )\nP1(v,0,0)P2(v,0,1);"
    assert read_dots(moves).owners == (2,)


def test_a_list_without_a_grid_takes_the_one_that_is_asked_for() -> None:
    grid = Grid(1, 2)
    assert read_dots("h 0 1", grid=grid) == read_edges("h 0 1", grid) == read_dots("1x2: h 0 1")
    assert read_edges("", grid, extra_turn=False) == DotsState.start(grid, extra_turn=False)
    assert read_dots("3x3:").edges == 0


def test_a_position_that_did_not_come_from_the_empty_grid_cannot_be_written_as_moves() -> None:
    with pytest.raises(UnsupportedError, match="write it as json"):
        write_dots(read_dots("1x2: h 0 1"), "moves")


def test_an_unknown_form_lists_the_known_ones() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'json'"):
        write_dots(DotsState.start(Grid(1, 1)), "jsn")


@pytest.mark.parametrize("text", ["h 0", "x 0 0", "h 0 0 0", "", "h -1 0"])
def test_what_is_no_line_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="is not a line; write h or v, a row and a column"):
        Line.parse(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "t:1: the text holds no position; give it one"),
        ("# nothing\n\n", "t:1: the text holds no position"),
        ("1x1: hello", "t:1:6: 'hello' is not a line; write lines as h 0 1"),
        ("hello", "t:1:1: 'hello' begins no position; write a drawing"),
        ("h 0 0", "t:1:1: the list does not say its grid; begin it with the boxes, such as 3x4:"),
        ("2x2: h 0 0; h 0 9", "t:1:13: there is no line h 0 9: on 2x2 boxes h has rows 0 to 2"),
        ("2x2: h 0 0;\n v 1 2; h 0 0", "t:2:9: h 0 0 stands there twice; keep one of the two"),
        ("99x2: h 0 0", "t:1:1: 99 x 2 boxes make no grid; give 1 to 36 rows and columns"),
        ("1x1: P1(h,0,0) P1(h,1,0)", "t:1:16: player 1 moves, but it is player 2's turn"),
        ("1x1: P1(h,0,0) P3(h,1,0)", "t:1:16: 'P3(h,1,0)' is not a move; write moves as P1(h,0,1)"),
        ("1x1: P1(h,0,0) P2(h,2,0)", "t:1:16: there is no line h 2 0"),
        ("player 2 to move\n", "t:1:1: the text has no drawing; add it"),
        ("player 3 to move\n+   +\n\n+   +", "t:1:1: 'player 3 to move' begins no position"),
        ("+---+\n| 1 |\n+   +", "t:2:3: a box with an owner that is not complete; draw its four"),
        ("+---+\n|   |\n", "t:2:1: the drawing ends without a line of dots; add it"),
        ("+-- +\n|   |\n+---+", "t:1:2: a line with a gap; draw it as ---"),
        ("+---+\n|  1|\n+---+", "t:2:4: '1' is out of place; that is where a blank belongs"),
        ("+---+\n|   |  x\n+---+", "t:2:8: text to the right of the drawing; cut it off"),
        (" +---+\n |   |\nx+---+", "t:3:1: text to the left of the drawing"),
        ("+---+\n|   |\n+---*", "t:3:5: '*' is out of place; that is where a dot belongs"),
        ("+\n", "t:1:1: 0 x 0 boxes make no grid"),
        ('{"rows": 1}', "t:1:1: columns is missing; a position needs rows, columns and edges"),
        ('{"rows": 1, "columns": 0, "edges": []}', "t:1:13: columns is 0; write a whole number"),
        ('{"rows": 1, "columns": 1, "edges": ["h 0"]}', 't:1:27: edges[0] is "h 0"; write a line'),
        ('{"rows": 1, "columns": 1, "edges": ["h 9 0"]}', "t:1:27: edges[0] there is no line h 9"),
        (
            '{"rows": 1, "columns": 1, "edges": ["h 0 0", "h 0 0"]}',
            "t:1:27: edges[1] is h 0 0 once more; correct it",
        ),
        (
            '{"rows": 1, "columns": 1, "edges": [], "moves": ["h 0 0"]}',
            "t:1:40: moves has h 0 0, which edges have not; add it there",
        ),
        (
            '{"rows": 1, "columns": 1, "edges": [], "owners": [[1]]}',
            "t:1:40: owners[0][0] is 1, but the box is not complete",
        ),
        ('{"rows": 1, "columns": 1, "edges": [], "extra_turn": 1}', "is not true or false"),
        ('{"rows": 1, "columns": 1, "edges": [], "schema": "x/1"}', "schema is 'x/1'; this reads"),
        ('{"rows": 1, "columns": 1, "edges": [], "row": 1}', "did you mean 'rows'?"),
        ('{"rows": 1, "columns": 1, "edges": []} {}', "follows what is complete"),
        ("[]", "t:1:1: 0 positions where one was wanted"),
    ],
)
def test_a_text_that_cannot_be_read_says_what_is_wrong_and_where(text: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_dots(text, "t")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2x2: h 0 0", "the text has 2x2 boxes, but 3x3 was asked for"),
        ("+   +\n\n+   +", "the text has 1x1 boxes, but 3x3 was asked for"),
        ('{"rows": 3, "columns": 3, "edges": [], "extra_turn": true}', "has an extra turn"),
        ("no extra turn\n" + "+   +   +   +\n\n" * 3 + "+   +   +   +", ""),
    ],
)
def test_what_is_asked_for_must_agree_with_the_text(text: str, message: str) -> None:
    if not message:
        assert not read_dots(text, grid=Grid(3, 3), extra_turn=False).extra_turn
        return
    with pytest.raises(FormatError, match=message):
        read_dots(text, grid=Grid(3, 3), extra_turn=False)


@settings(max_examples=300)
@given(text=st.text(alphabet='+-| 12x:;hvP(),\n{}[]"#0·─│', max_size=60))
def test_any_text_is_read_or_refused_with_its_place(text: str) -> None:
    try:
        state = read_dots(text, grid=Grid(2, 2))
    except FormatError as error:
        line = error.place.line
    else:
        line = state.grid.rows
    assert line >= 1
