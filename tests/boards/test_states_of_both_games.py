"""What states of both games do alike: they print themselves, and take moves back."""

from __future__ import annotations

import itertools
import random

import pytest
from random_states import SHAPES, random_state

import bombe
from bombe.boards import Rules, SudokuState
from bombe.boards.errors import UsageError

LINES = "2x2: P1(h,0,0) P2(v,1,1) P1(h,1,0) P2(v,0,0) P1(v,0,1)"


@pytest.mark.parametrize("rules", ["classic", "rows", "border"])
def test_undo_is_the_way_back_to_the_start(rules: str) -> None:
    rng = random.Random(14)
    states = [SudokuState.start(bombe.Board.empty("2x2"), rules)]
    while not states[-1].is_over and (moves := states[-1].moves()) and len(states) < 12:
        step = states[-1].reject if rng.random() < 0.3 else states[-1].play
        states.append(step(rng.choice(moves)))
    for before, after in itertools.pairwise(states):
        assert after.undo() == before


def test_undo_takes_boxes_and_turns_back() -> None:
    state = bombe.dots.read(LINES)
    assert state.scores == (1, 0)
    assert state.to_move == 1
    assert state.undo().scores == (0, 0)
    assert state.undo().play("v 0 1") == state
    while state.history:
        state = state.undo()
    assert state == bombe.dots.DotsState.start("2x2")


def test_what_has_no_history_cannot_be_undone() -> None:
    for start in (bombe.read("hard-2x2"), bombe.dots.read("2x2: h 0 0")):
        with pytest.raises(UsageError, match="the history is empty"):
            start.undo()


def test_a_history_that_leads_elsewhere_is_refused() -> None:
    text = '{"m": 2, "n": 2, "cells": [[1,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]], "to_move": 2, '
    assert bombe.read(f'{text}"moves": [[0, 0, 1]]}}').undo().board.givens == 0
    with pytest.raises(UsageError, match="the history does not lead to this position"):
        bombe.read(f'{text}"moves": [[0, 0, 2]]}}').undo()


def test_a_printed_state_says_the_score() -> None:
    state = SudokuState.start(bombe.Board.empty("1x2"), "rows").reject((0, 0, 1))
    assert str(state) == ". .\n. .\nrows, 0 to 0, player 2 to move, taboo: (0,0) -> 1"
    assert repr(state) == f"<SudokuState 1x2 ....: {state.status}>"
    dots = bombe.dots.read("1x1: P1(h,0,0) P2(h,1,0)", extra_turn=False)
    assert str(dots) == "+---+\n\n+---+\n0 to 0, player 1 to move, no extra turn"
    assert repr(dots) == f"<DotsState 1x1: h 0 0; h 1 0: {dots.status}>"


@pytest.mark.parametrize("seed", range(20))
def test_the_board_of_a_printed_state_can_be_read(seed: int) -> None:
    rng = random.Random(seed)
    state = random_state(rng, rng.choice(SHAPES), rng.choice([*Rules]), 3)
    if state.board.shape.size > 1:
        board = str(state).removesuffix(state.status)
        assert bombe.Board(board, shape=state.board.shape) == state.board


@pytest.mark.parametrize(
    ("source", "words"),
    [(3, "a int cannot be read"), ("nowhere.txt", "No such file"), ("2x2: h 9 9", "no line h 9 9")],
)
def test_what_is_no_position_of_dots_is_refused(source: object, words: str) -> None:
    with pytest.raises(bombe.BombeError, match=words):
        bombe.dots.read(source)  # type: ignore[arg-type] # that is the point


def test_a_list_of_lines_is_a_text_where_the_grid_is_given() -> None:
    assert bombe.dots.read("h 0 0; v 1 1", grid="2x2") == bombe.dots.read("2x2: h 0 0; v 1 1")
