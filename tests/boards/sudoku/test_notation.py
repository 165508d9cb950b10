"""Texts in the notation that people asked for, and moves that are read in both."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bombe
from bombe.boards import Move
from bombe.boards.sudoku.notation import Notation, counts_from_1, for_people, notation

CELLS = st.integers(0, 35)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plays (0,2) -> 5 for 3 points", "plays r1c3=5 for 3 points"),
        ("with 2 or 4 at (2,0)", "with 2 or 4 at r3c1"),
        (
            "1 stands 2 times in one row, at (0,0) and (0,1)",
            "1 stands 2 times in one row, at r1c1 and r1c2",
        ),
        ("( 0, 2) x1 5", "r1c3 x1 5"),
        # What is no cell, or counts from 1 already, stays as it is.
        ("at r1c1, row 1 has no place for 3", "at r1c1, row 1 has no place for 3"),
        ("plot(1,2) and a.txt(3,4)", "plot(1,2) and a.txt(3,4)"),
        ("0 to 3; depth=4 (exact)", "0 to 3; depth=4 (exact)"),
    ],
)
def test_cells_moves_and_regions_are_counted_from_1(text: str, expected: str) -> None:
    assert for_people(text) == text
    with notation("r1c1"):
        assert counts_from_1()
        assert for_people(text) == expected
    assert for_people(text) == text


@given(CELLS, CELLS, st.integers(1, 36))
def test_a_move_is_read_back_from_either_notation(row: int, column: int, value: int) -> None:
    move = Move(row, column, value)
    with notation(Notation.R1C1):
        shown = for_people(str(move))
    assert Move.parse(shown) == Move.parse(str(move)) == move


def test_a_position_plays_moves_in_either_notation() -> None:
    state = bombe.read("hard-2x2")
    (move,) = [move for move in state.moves() if str(move) == "(0,0) -> 3"]
    assert state.play("r1c1=3") == state.play("(0,0) -> 3") == state.play(move)
    assert re.fullmatch(r"\(0,0\) -> 3", str(move))
