"""Chains, loops and joints of drawings."""

from __future__ import annotations

import networkx as nx
import pytest
from dots_positions import random_dots
from hypothesis import given, settings
from hypothesis import strategies as st

from bombe.analysis.dots.explain import describe_string
from bombe.analysis.dots.strings import (
    GROUND,
    String,
    StringEnd,
    StringKind,
    coins,
    strings_of,
)
from bombe.boards.dots.state import DotsState, Grid
from bombe.boards.dots.text import read_dots

states = st.builds(
    random_dots, st.builds(Grid, st.integers(1, 4), st.integers(1, 4)), st.integers(0, 10**6)
)
LONG_CHAIN = """
+---+---+---+
|           |
+---+---+   +
|   |   |   |
+---+---+   +
"""
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
DIPPER = """
+---+---+---+
|       | 1 |
+   +   +---+
|
+---+---+---+
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


def only(text: str) -> String:
    (found,) = strings_of(read_dots(text)).strings
    return found


def test_the_graph_has_a_coin_for_each_open_box_and_a_string_for_each_line_to_draw() -> None:
    graph = coins(read_dots("1x2: h 0 0; v 0 0"))
    assert sorted((*sorted((a, b)), edge) for a, b, edge in graph.edges(keys=True)) == [
        (GROUND, 0, 2),
        (GROUND, 1, 1),
        (GROUND, 1, 3),
        (GROUND, 1, 6),
        (0, 1, 5),
    ]


def test_a_chain_runs_from_the_ground_to_the_ground() -> None:
    found = only(TWO_ENDS)
    assert (found.kind, found.boxes, found.ends) == (
        StringKind.CHAIN,
        (0, 1, 2),
        (StringEnd.GROUND, StringEnd.GROUND),
    )
    assert [str(Grid(1, 3).lines[edge]) for edge in found.edges] == [
        "h 0 0",
        "v 0 1",
        "v 0 2",
        "h 1 2",
    ]
    assert found.is_long
    assert found.is_independent
    assert not found.is_opened


def test_a_chain_may_bend_and_begin_at_its_opened_end() -> None:
    found = only(LONG_CHAIN)
    assert (found.boxes, found.ends) == ((0, 1, 2, 5), (StringEnd.OPEN, StringEnd.GROUND))
    assert found.is_opened


def test_a_loop_has_no_ends() -> None:
    found = only(LOOP)
    assert (found.kind, sorted(found.boxes), found.ends) == (StringKind.LOOP, [0, 1, 2, 3], ())
    assert len(set(found.edges)) == 4
    assert not found.is_opened


def test_an_opened_loop_has_two_open_ends_side_by_side() -> None:
    found = only(OPENED_LOOP)
    assert (found.kind, found.boxes, found.ends) == (
        StringKind.LOOP,
        (0, 2, 3, 1),
        (StringEnd.OPEN, StringEnd.OPEN),
    )
    assert describe_string(found) == "loop of 4 boxes, opened"


@pytest.mark.parametrize("boxes", [3, 4, 5, 7])
def test_a_chain_that_is_opened_at_both_ends_is_no_loop(boxes: int) -> None:
    grid = Grid(1, boxes)
    walls = [line for line in grid.lines if line.kind == "h" or line.column in (0, boxes)]
    (found,) = strings_of(DotsState(grid, grid.edge_set(walls))).strings
    assert (found.kind, found.ends) == (StringKind.CHAIN, (StringEnd.OPEN, StringEnd.OPEN))
    assert describe_string(found) == f"long chain of {boxes} boxes, opened at both ends"


def test_a_bent_chain_of_three_in_a_square_is_no_loop() -> None:
    found = only("2x2: h 0 0; h 0 1; h 2 0; h 2 1; v 0 0; v 1 0; v 0 2; v 1 2; v 1 1; h 1 1")
    assert describe_string(found) == "long chain of 3 boxes, opened at both ends"


def test_a_dipper_is_a_joint_with_a_handle_and_a_chain_from_joint_to_joint() -> None:
    found = strings_of(read_dots(DIPPER))
    assert found.joints == (4,)
    assert [(one.name, len(one.boxes), one.ends) for one in found.strings] == [
        ("A", 3, (StringEnd.JOINT, StringEnd.JOINT)),
        ("B", 1, (StringEnd.JOINT, StringEnd.GROUND)),
    ]
    assert found.components == ((0, 1, 3, 4, 5),)
    assert not found.is_simple
    assert found.long_chains == ()


def test_a_domino_is_taken_by_one_line() -> None:
    assert (
        describe_string(only("1x2: h 0 0; h 0 1; h 1 0; h 1 1; v 0 0"))
        == "chain of 2 boxes, opened"
    )
    domino = only(DOMINO)
    assert (domino.kind, domino.ends) == (StringKind.CHAIN, (StringEnd.OPEN, StringEnd.OPEN))
    assert describe_string(domino) == "chain of 2 boxes, one line takes both"


def test_long_chains_are_counted_when_nobody_has_opened_them() -> None:
    assert len(strings_of(read_dots(TWO_ENDS)).long_chains) == 1
    assert strings_of(read_dots(OPENED)).long_chains == ()
    assert strings_of(read_dots(LOOP)).long_chains == ()


def test_more_than_26_strings_get_names_of_two_letters() -> None:
    grid = Grid(6, 10)
    walls = [line for line in grid.lines if line.kind == "v"]
    odd = [line for line in grid.lines if line.kind == "h" and line.row % 2 == 0]
    found = strings_of(DotsState(grid, grid.edge_set([*walls, *odd])))
    assert [one.name for one in found.strings][-5:] == ["Z", "AA", "AB", "AC", "AD"]


@settings(max_examples=100)
@given(state=states)
def test_boxes_that_are_not_complete_are_joints_or_in_one_string(state: DotsState) -> None:
    found = strings_of(state)
    open_boxes = [b for b, sides in enumerate(state.grid.box_edges) if sides & ~state.edges]
    parts = [*found.joints, *(box for one in found.strings for box in one.boxes)]
    assert sorted(parts) == open_boxes
    assert sorted(box for group in found.components for box in group) == open_boxes


@settings(max_examples=100)
@given(state=states)
def test_the_lines_of_a_string_are_those_around_its_boxes_in_order(state: DotsState) -> None:
    graph = coins(state)
    for one in strings_of(state).strings:
        around = {edge for box in one.boxes for *_, edge in graph.edges(box, keys=True)}
        assert sorted(one.edges) == sorted(around)
        shift = 0 if one.is_opened or one.kind is StringKind.LOOP else 1
        for index, (box, after) in enumerate(zip(one.boxes, one.boxes[1:], strict=False)):
            assert graph.has_edge(box, after, key=one.edges[index + shift])
        assert one.is_opened == any(graph.degree(box) == 1 for box in one.boxes)
        if one.kind is StringKind.LOOP and not one.is_opened:
            assert nx.is_isomorphic(graph.subgraph(one.boxes), nx.cycle_graph(len(one.boxes)))
