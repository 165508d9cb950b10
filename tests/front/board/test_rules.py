"""What only the page's rules do, and refusals of moves; tests/corpus has whole games."""

from __future__ import annotations

import json
from typing import Any

import pytest
from page_boards import page_boards

from bombe.boards import Board, Move, SudokuState
from bombe.boards.sudoku.reading import write


def plain(state: SudokuState) -> Any:
    return json.loads(write(state))


def test_a_board_is_set_up_cell_by_cell() -> None:
    state = SudokuState.start(Board.empty("2x2"), "rows").play((0, 0, 1)).reject((3, 3, 2))
    (answer,) = page_boards(
        [{"do": "setUp", "position": plain(state), "cells": [[0, 2], [5, 3], [5, 0], [6, 4]]}]
    )
    assert answer["cells"] == [[2, 0, 0, 0], [0, 0, 4, 0], [0, 0, 0, 0], [0, 0, 0, 0]]
    assert answer["taboo"] == [[3, 3, 2]]
    assert "moves" not in answer  # it did not come from there by moves
    assert "occupied" not in answer  # what is set up is nobody's


def test_an_illegal_move_is_refused_with_all_the_reasons() -> None:
    state = SudokuState.start(Board("1..............."), "rows").reject((0, 1, 2))
    for move in ((0, 0, 1), (0, 1, 2), (3, 3, 9)):
        (answer,) = page_boards(
            [{"do": "play", "game": "sudoku", "position": plain(state), "move": move}]
        )
        with pytest.raises(ValueError, match="refused") as refused:
            state.play(Move(*move))
        assert answer["refused"]["kind"] == "IllegalMoveError"
        assert answer["refused"]["message"] == str(refused.value)
