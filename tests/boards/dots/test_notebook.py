"""The dictionary of a course notebook: what it keeps, what is refused, and its helpers."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import Any

import pytest
from dots_positions import random_dots
from hypothesis import given, settings
from hypothesis import strategies as st

import bombe
from bombe.boards.dots import notebook
from bombe.boards.dots.notebook import actions, new_board, result, terminal, utility
from bombe.boards.dots.state import DotsState, Grid, Line
from bombe.boards.errors import BoardError, FormatError, IllegalMoveError, UsageError

states = st.builds(
    random_dots,
    st.builds(Grid, st.integers(1, 5), st.integers(1, 5)),
    st.integers(0, 10**6),
    extra_turn=st.booleans(),
)
BOX: dict[Any, Any] = {"n": 2, "m": 3} | dict.fromkeys(
    [("h", 1, 1), ("h", 2, 1), ("v", 1, 1), ("v", 1, 2)], True
)
"""2 x 3 dots, where the box (1, 1) is complete."""


@settings(max_examples=80)
@given(state=states)
def test_all_but_mover_rule_and_history_is_kept(state: DotsState) -> None:
    board = bombe.dots.write(state, "notebook")
    player = {1: 1, 2: -1}[state.to_move]
    found = bombe.dots.read(board, player=player, extra_turn=state.extra_turn)
    assert found == replace(state, history=())
    assert bombe.dots.write(found, "notebook") == board


@settings(max_examples=40)
@given(state=states)
def test_owners_may_be_left_to_the_scores_where_one_player_has_all_boxes(state: DotsState) -> None:
    only = replace(state, owners=tuple(2 if owner else 0 for owner in state.owners), history=())
    board = {
        k: v for k, v in notebook.write(only).items() if not (type(k) is tuple and len(k) == 2)
    }
    assert notebook.read(board).owners == only.owners


def test_a_board_looks_like_this() -> None:
    state = bombe.dots.read("1x2: P1(h,0,0) P2(h,1,0) P1(v,0,0) P2(v,0,1)", extra_turn=False)
    assert bombe.dots.write(state, "notebook") == {**BOX, "score1": 0, "score-1": 1, (1, 1): -1}
    found = bombe.dots.read(BOX | {("v", 1, 3): False, (1, 2): None, (1, 1): -1})
    assert (found.scores, found.to_move, found.extra_turn) == ((0, 1), 1, False)
    assert found.moves() == [Line("h", 0, 1), Line("h", 1, 1), Line("v", 0, 2)]
    assert bombe.dots.read(BOX, player=-1, extra_turn=True).status == "0 to 0, player 2 to move"


def test_n_is_the_rows_of_dots() -> None:
    assert bombe.dots.read({"n": 3, "m": 5, ("v", 2, 5): True}).grid == Grid(2, 4)
    with pytest.raises(BoardError, match=r"no line \('v', 2, 5\): n=5 rows of m=3 dots"):
        bombe.dots.read({"n": 5, "m": 3, ("v", 2, 5): True})


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"n": None}, "'n' is None: give a whole number"),
        ({"n": 1}, "1 x 3 dots make no board: give 2 to 37"),
        (
            {"score1": 1, "score-1": 1},
            "'score1' is 1 and 'score-1' is 1, but of the 1 complete boxes 0 belong",
        ),
        ({"score1": 2}, "'score1' is 2, but of the 1 complete boxes 0 belong to 1 and 0 to -1"),
        ({"score1": 0, (1, 1): 1}, "'score1' is 0, but of the 1 complete boxes 1 belong to 1"),
        ({(1, 2): 1}, "box (1, 2) has an owner but is not complete"),
        ({(1, 1): 2}, "box (1, 1) belongs to 2: give 1 or -1"),
        ({(0, 1): 1}, "there is no box (0, 1): the boxes are (1, 1) to (1, 2)"),
        ({("h", 1, 0): True}, "there is no line ('h', 1, 0)"),
        ({("h", 1, 2): "yes"}, "line ('h', 1, 2) is 'yes': write True"),
        ({"player": 1}, "'player' is no key of a board"),
    ],
)
def test_contradictions_get_one_line(changes: dict[Any, Any], words: str) -> None:
    with pytest.raises(BoardError, match=re.escape(words)) as caught:
        bombe.dots.read(BOX | changes)
    assert "\n" not in str(caught.value)


def test_scores_that_do_not_say_whose_boxes_are_refused() -> None:
    both = {("h", 1, 2): True, ("h", 2, 2): True, ("v", 1, 3): True, "score1": 1, "score-1": 1}
    with pytest.raises(BoardError, match="count 2 of the 2 complete boxes that belong to nobody"):
        bombe.dots.read(BOX | both)
    assert bombe.dots.read(BOX | both | {(1, 2): -1}).owners == (1, 2)


def test_what_is_not_for_a_board_is_refused() -> None:
    for wrong in (0, 2, "1"):
        with pytest.raises(UsageError, match="is not a player: give 1 or -1"):
            bombe.dots.read(BOX, player=wrong)  # type: ignore[arg-type] # on purpose
    with pytest.raises(UsageError, match="a text says itself who is to move"):
        bombe.dots.read("1x1:", player=1)
    with pytest.raises(UsageError, match="has 1x2 boxes, not 2x2"):
        bombe.dots.read(BOX, grid="2x2")
    with pytest.raises(BoardError, match="the board has no 'm'"):
        bombe.dots.read({"n": 2})


def test_the_helpers_play_by_the_rules_without_the_extra_turn() -> None:
    for seed in range(20):
        rng, grid = random.Random(seed), Grid(1 + seed % 3, 1 + seed % 4)
        state, player = DotsState.start(grid, extra_turn=False), 1
        board = new_board(grid.rows + 1, grid.columns + 1)
        while not terminal(board):
            assert actions(board) == [notebook.write_line(line) for line in state.moves()]
            line, before = rng.choice(actions(board)), dict(board)
            after = result(board, line, player)
            assert board == before
            board, state, player = after, state.play(notebook.read_line(line)), -player
            assert board == notebook.write(state)
            first, second = state.scores
            assert utility(board) == -utility(board, -1) == (first > second) - (first < second)
        assert state.is_over


def test_the_helpers_refuse_what_is_drawn_and_what_is_no_line() -> None:
    with pytest.raises(IllegalMoveError, match="drawn already"):
        result(BOX, ("h", 1, 1), 1)
    with pytest.raises(IllegalMoveError, match="2 x 3 dots have no such line"):
        result(BOX, ("h", 1, 3), 1)
    with pytest.raises(UsageError, match="0 is not a player"):
        result(BOX, ("h", 1, 2), 0)
    with pytest.raises(BoardError, match="the board has no 'n'"):
        actions({})
    for wrong in (None, "v", ("x", 1, 1), ("v", 1), ("v", 1, 1.5)):
        with pytest.raises(UsageError, match="is not a line"):
            notebook.read_line(wrong)


def test_a_new_board_has_four_by_four_dots() -> None:
    assert new_board() == {"n": 4, "m": 4, "score1": 0, "score-1": 0}
    assert bombe.dots.read(new_board(3, 5)).grid == Grid(2, 4)


def test_the_text_of_a_dictionary_is_a_form_like_others() -> None:
    text = "# my board\n{'n': 2, 'm': 3,\n ('h', 1, 1): True, ('h', 2, 1): True,\n"
    text += " ('v', 1, 1): True, ('v', 1, 2): True, (1, 1): -1}\n"
    state = bombe.dots.read(text)
    assert state == bombe.dots.read({**BOX, (1, 1): -1})
    assert bombe.write(state, "notebook") == f"{bombe.dots.write(state, 'notebook')}\n"
    assert bombe.dots.read("{\n('h', 1, 1): True, 'n': 2, 'm': 3}").edges == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{'n': 2,\n 'm': }", "<position>:1:1: this is no dictionary of Python: "),
        ("{'n', 'm'}", "<position>:1:1: this is no dictionary of Python: it has more"),
        ("{'n': 2, ['m']: 2}", "<position>:1:1: this is no dictionary of Python: it has more"),
        ("{'n': 2, 'm': dots}", "<position>:1:1: this is no dictionary of Python: it has more"),
        ("{'n': 2, 'm': 1}", "<position>:1:1: the board cannot be read; 2 x 1 dots make no board"),
    ],
)
def test_a_text_that_is_no_dictionary_is_refused(text: str, words: str) -> None:
    with pytest.raises(FormatError, match=re.escape(words)) as caught:
        bombe.dots.read(text)
    assert "\n" not in str(caught.value)
