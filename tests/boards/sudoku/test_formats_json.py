"""Bombe's JSON: what it accepts, and what it says when it refuses."""

from __future__ import annotations

import pytest

from bombe.boards import Board, Rules, Shape, SudokuState
from bombe.boards.errors import FormatError
from bombe.boards.sudoku.reading import read_text, write


def only(text: str) -> SudokuState:
    (entry,) = read_text(text, "x.txt")
    return entry.state


def refusal(text: str) -> str:
    with pytest.raises(FormatError) as caught:
        only(text)
    return str(caught.value)


def test_json_may_follow_json_line_by_line_or_be_in_an_array() -> None:
    one = '{"m": 1, "n": 1, "cells": [[1]]}'
    for text in (f"{one}\n{one}\n", f"[{one},\n {one}]", f"\n[{one}]\n\n{one}"):
        assert [entry.state.board.values for entry in read_text(text)] == [b"\1", b"\1"]


def test_each_json_object_has_its_own_place() -> None:
    one = '{"m": 1,\n "n": 1, "cells": [[1]]}'
    assert [entry.place.line for entry in read_text(f"[\n{one},\n\n{one}]\n{one}")] == [2, 5, 7]


def test_json_derives_the_start_of_rows_and_border() -> None:
    text = '{"m": 1, "n": 2, "cells": [[0, 0], [0, 0]], "rules": "border"}'
    assert only(text) == SudokuState.start(Board.empty(Shape(1, 2)), Rules.BORDER)


def test_json_keeps_a_drawn_start() -> None:
    state = SudokuState.start(Board.empty(Shape(2, 2)), Rules.RANDOM, seed=3)
    assert only(write(state, "json")) == state


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        (
            '"cels": [[1]]',
            (
                "x.txt:1:18: cels is not a key of a position; did you mean 'cells'? known are m, "
                "n, cells, taboo, rules, scores, to_move, allowed, occupied, moves"
            ),
        ),
        (
            '"cells": [[1]], "": 2',
            (
                "x.txt:1:34: '' is not a key of a position; known are m, n, cells, taboo, rules, "
                "scores, to_move, allowed, occupied, moves"
            ),
        ),
        ('"taboo": []', "x.txt:1:1: cells is missing; a position needs m, n and cells"),
        ('"cells": [[2]]', "x.txt:1:18: cells[0][0] is 2; write a whole number from 0 to 1"),
        ('"cells": [[true]]', "x.txt:1:18: cells[0][0] is true; write a whole number from 0 to 1"),
        ('"cells": [[NaN]]', "x.txt:1:18: cells[0][0] is NaN; write a whole number from 0 to 1"),
        ('"cells": [1]', "x.txt:1:18: cells[0] is 1; give an array of 1"),
        ('"cells": [[]]', "x.txt:1:18: cells[0] has 0 items; give an array of 1"),
        ('"cells": [[0]], "n": 1', "x.txt:1:1: key 'n' stands twice; keep one of the two"),
        (
            '"cells": [[0]], "rules": "row"',
            (
                "x.txt:1:34: rules is 'row'; did you mean 'rows'? known are classic, rows, border, "
                "random"
            ),
        ),
        (
            '"cells": [[0]], "rules": "random"',
            "x.txt:1:1: allowed is missing; rules random need the cells of each player",
        ),
        (
            '"cells": [[0]], "rules": "rows", "occupied": [[[0, 0]], []]',
            (
                "x.txt:1:51: occupied has (0,0), which is empty or both players'; list the cells "
                "that each player filled"
            ),
        ),
        (
            '"cells": [[0]], "taboo": [[0, 0, 9]]',
            "x.txt:1:34: taboo[0][2] is 9; write a whole number from 1 to 1",
        ),
        ('"cells": [[0] "', "x.txt:1:34: the text ends before the bracket of 1:1 is closed; add "),
        ('"cells": [[0] 1]', "x.txt:1:32: JSON: expecting ',' delimiter; correct the JSON there"),
        (
            '"cells": [[[[[[[[[[[',
            "x.txt:1:34: brackets nested more than 8 deep; no position needs that",
        ),
        (
            f'"cells": [[{"9" * 5000}]]',
            "x.txt:1:18: cells[0][0] is Infinity; write a whole number from 0 to 1",
        ),
    ],
)
def test_json_that_is_no_position_is_refused(keys: str, message: str) -> None:
    assert refusal('{"m": 1, "n": 1, ' + keys + "}").startswith(message)


def test_an_object_that_is_left_open_is_noticed_on_the_next_line() -> None:
    one = '{"m": 1, "n": 1, "cells": [[1]]}\n'
    assert refusal(one + one[:-2] + "\n" + one * 3) == (
        "x.txt:3:1: an object inside what begins at 2:1; close that first; no position holds "
        "another object"
    )
