"""Boards from texts, rows and arrays; what a board is as a value; what is refused at the border."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from random_boards import random_board

import bombe
from bombe.boards import Board, Shape, SudokuState
from bombe.boards.errors import BombeError, InputError

if TYPE_CHECKING:
    from pathlib import Path

LINE = "1...4...2.....3."
ROWS = [[1, 0, 0, 0], [4, 0, 0, 0], [2, 0, 0, 0], [0, 0, 3, 0]]
SMALL = Board("2x2", [value for row in ROWS for value in row])
JSON = '{"m": 2, "n": 2, "cells": [[1, 0, 0, 0], [4, 0, 0, 0], [2, 0, 0, 0], [0, 0, 3, 0]]}'
TEXTS = {
    "one line": LINE,
    "a shape and one line": f"2x2:{LINE}",
    "rows of symbols": "1...\n4...\n2...\n..3.",
    "rows of symbols that might be four small boards": "1...\n....\n....\n....",
    "rows of cells": "1 . . .\n4 0 . .\n2 . . .\n\n. . 3 .\n",
    "indented": "\n    1...\n    4...\n    2...\n    ..3.\n",
    "a board of the course": "2 2\n1 . . . 4 . . .\n2 . . . . . 3 .\n",
    "a game of the course": "rows=2\ncolumns=2\nboard=\n 1 . . .\n 4 . . .\n 2 . . .\n . . 3 .\n",
    "json": JSON,
    "json on several lines": JSON.replace(", ", ",\n"),
    "json in an array": f"[{JSON}]",
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_every_kind_of_text_makes_a_board_and_can_be_read(text: str) -> None:
    wanted = SMALL.clear([4, 8, 14]) if text.endswith("1...\n....\n....\n....") else SMALL
    assert Board(text) == bombe.read(text).board == wanted


def test_rows_tuples_and_arrays_make_boards() -> None:
    assert Board(ROWS) == Board(map(tuple, ROWS)) == Board(np.array(ROWS)) == Board(SMALL) == SMALL
    assert Board("2x2", np.array(ROWS).ravel()) == SMALL
    assert Board(np.array(ROWS, dtype=np.int8), shape=Shape(2, 2)) == SMALL


def test_where_n_does_not_say_the_shape_it_can_be_given() -> None:
    values = [[0] * 6] * 6
    assert Board(values).shape == Shape(2, 3)
    assert Board(values, shape="3x2").shape == bombe.read("." * 36, shape="3x2").board.shape
    assert Board("." * 36, shape=Shape(3, 2)) == Board.empty("3x2")


def test_a_board_is_rows_cells_and_an_array() -> None:
    assert [list(row) for row in SMALL] == ROWS
    assert SMALL[3, 2] == 3
    assert np.array(SMALL).tolist() == ROWS
    assert np.asarray(SMALL, dtype=np.int8).dtype == np.int8
    assert (np.array(SMALL) * 100).max() == 400


@pytest.mark.parametrize("seed", range(40))
def test_what_a_board_prints_is_read_as_that_board(seed: int) -> None:
    board = random_board(seed)
    if board.shape.size > 1:
        assert Board(str(board), shape=board.shape) == board
        assert bombe.read(bombe.write(board, "rows")).board == board


REFUSED: dict[str, tuple[object, ...]] = {
    "cannot make a board from an object of type int": (3,),
    "3 is not a shape; give '3x3' or Shape(3, 3)": (3, 3),
    "'9x9' is not a shape: it is rows x columns of a box, and a 9x9 board has boxes of 3x3; write "
    "3x3": ("9x9", bytes(81)),
    "'6' is not a shape: it is rows x columns of a box, and a 6x6 board has boxes of 2x3": (
        "6",
        bytes(36),
    ),
    "'40' is not a shape; write rows x columns of a box, such as 3x3": ("40", bytes(36)),
    "'nine' is not a shape; write rows x columns of a box, such as 3x3": ("nine", bytes(81)),
    "cannot make a board from an object of type NoneType": (None,),
    "cannot make a board from an object of type bytes": (bytes(16),),
    "row 0 is [1.5, 0]: give whole numbers": ([[1.5, 0], [0, 0]],),
    "row 1 is [None, 0]: give whole numbers": ([[1, 0], [None, 0]],),
    "row 0 is '12': give whole numbers": (["12", "21"],),
    "row 0 is 1: give whole numbers": ([1, 0, 0, 1],),
    "row 1 has 1 values, not 2": ([[1, 2], [2]],),
    "value -1 in row 0 is not between 0 and 2": ([[-1, 2], [2, 1]],),
    "a board of 0 rows": ([],),
    "values are whole numbers": ("2x2", "1234123412341234"),
    "a 2x2 board has 16 cells, not 4": (Shape(2, 2), b"\1\2\3\4"),
    "is not the beginning of any format": ("hello, world",),
}


@pytest.mark.parametrize("message", REFUSED)
def test_other_things_are_refused_in_one_line(message: str) -> None:
    with pytest.raises(BombeError) as caught:
        Board(*REFUSED[message])  # type: ignore[call-overload] # that is the point
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("place", [0, (0,), (0, 1, 2), ("0", "1"), (0.0, 1.0), None])
def test_a_cell_is_two_numbers(place: object) -> None:
    with pytest.raises(InputError, match=r"a cell is a row and a column, board\[0, 3\], not"):
        SMALL[place]  # type: ignore[index] # that is the point


def test_a_text_of_two_boards_is_not_one() -> None:
    with pytest.raises(InputError, match="a second board where one was expected"):
        Board(f"{LINE}\n{LINE}")


def test_a_file_is_a_file_even_if_its_name_looks_like_a_text(tmp_path: Path) -> None:
    path = tmp_path / "[1] board"
    path.write_text(LINE)
    assert bombe.read(str(path)) == bombe.read(path) == SudokuState.start(SMALL)


@pytest.mark.parametrize("thing", ["hard-2x2", 3, None, [[1, 0], [0, 1]]])
def test_a_state_needs_a_board(thing: object) -> None:
    with pytest.raises(BombeError, match="needs a Board") as caught:
        SudokuState.start(thing)  # type: ignore[arg-type] # that is the point
    assert "\n" not in str(caught.value)
