"""The framework's game text: what it accepts, and what it says when it refuses."""

from __future__ import annotations

import pytest

from bombe.boards import Board, Move, Rules, Shape, SudokuState
from bombe.boards.errors import FormatError
from bombe.boards.sudoku.reading import read_text

HEADER = "rows = 1\ncolumns = 2\n"
BOARD = HEADER + "board =\n   1   .\n   .   .\n"
OWNED = HEADER + "board =\n   1+   .\n   .   2-\n"
ALLOWED = "allowed-squares1 = (0,0), (0,1)\nallowed-squares2 = [(1,0), (1,1)]\n"


def read_game(text: str) -> SudokuState:
    (entry,) = read_text(text, "x.txt")
    return entry.state


def refusal(text: str) -> str:
    with pytest.raises(FormatError) as caught:
        read_game(text)
    return str(caught.value)


def test_signs_without_allowed_squares_are_dropped() -> None:
    assert read_game(OWNED) == SudokuState(Board(Shape(1, 2), bytes([1, 0, 0, 2])))


def test_owners_come_from_signs_or_from_lists() -> None:
    lists = "occupied-squares1 = [(0,0)]\noccupied-squares2 = (1,1)\n"
    unsigned = OWNED.replace("+", "").replace("-", "")
    states = [read_game(text) for text in (OWNED + ALLOWED, OWNED + ALLOWED + lists)]
    states.append(read_game(unsigned + ALLOWED + lists))
    assert all(state.occupied == (frozenset({0}), frozenset({3})) for state in states)
    assert all(state.rules is Rules.ROWS for state in states)


def test_an_unsigned_cell_is_a_given_that_nobody_owns() -> None:
    assert read_game(BOARD + ALLOWED).occupied == (frozenset(), frozenset())


def test_the_framework_writes_a_minus_on_givens() -> None:
    lists = "occupied-squares1 = (0,0)\noccupied-squares2 =\n"
    assert read_game(OWNED + ALLOWED + lists).occupied == (frozenset({0}), frozenset())


def test_moves_scores_and_the_player_are_read() -> None:
    state = read_game(
        "# a game\n" + BOARD + "taboo-moves = [(0,1) -> 1,\n  (1,0)->1]\nmoves = (0, 0) -> 1\n"
        "scores = [3, 7]\ncurrent-player = 2\n"
    )
    assert state.taboo == {Move(0, 1, 1), Move(1, 0, 1)}
    assert state.history == (Move(0, 0, 1),)
    assert (state.scores, state.to_move) == ((3, 7), 2)


def test_an_initial_board_that_board_and_moves_imply_is_accepted() -> None:
    text = BOARD + "moves = [(0,0) -> 1]\ninitial-board =\n  . .\n  . .\n"
    assert read_game(text).initial_board == Board.empty(Shape(1, 2))


def test_allowed_squares_may_be_empty() -> None:
    state = read_game(BOARD + "allowed-squares1 =\nallowed-squares2 = []\n")
    assert state.allowed == (frozenset(), frozenset())
    assert state.rules is Rules.RANDOM


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            BOARD + "initial-board =\n  . .\n  . .\n",
            (
                "x.txt:7:3: initial-board has nothing at (0,0), but board and moves imply 1; drop "
                "initial-board and its lines"
            ),
        ),
        ("rows = 1\nboard = 1\n", "x.txt:1: columns is missing; add `columns = ...`"),
        (
            "rows = 1\ncolumn = 1\n",
            (
                "x.txt:2:1: unknown key 'column'; did you mean 'columns'? known are rows, columns, "
                "board, initial-board, taboo-moves, moves, scores, current-player, "
                "allowed-squares1, allowed-squares2, occupied-squares1, occupied-squares2"
            ),
        ),
        (BOARD + "rows = 1\n", "x.txt:6:1: rows stands on line 1 already; keep one of the two"),
        (
            BOARD + "moves\n",
            (
                "x.txt:6:1: 'moves' has no '='; write `key = value`, or begin a continuation with "
                "a blank"
            ),
        ),
        (
            BOARD + "moves = [(0,2) -> 1]\n",
            "x.txt:6:13: column is '2'; write a whole number from 0 to 1",
        ),
        (
            BOARD + "moves = [(0,1) -> 3]\n",
            "x.txt:6:19: value is '3'; write a whole number from 1 to 2",
        ),
        (
            BOARD + "moves = [(0,1) -> 1 (0,0) -> 1]\n",
            (
                "x.txt:6:21: '(' where ']' belongs; write squares as (0,1), moves as (0,1) -> 3, "
                "with commas between them"
            ),
        ),
        (
            BOARD + "moves = [(0,1)\n",
            (
                "x.txt:6:15: the end of the list where '->' belongs; write squares as (0,1), moves "
                "as (0,1) -> 3, with commas between them"
            ),
        ),
        (BOARD + "scores = [1]\n", "x.txt:6:1: scores has 1 numbers; give two, as in [3, 0]"),
        (
            BOARD + "scores = [1, -2]\n",
            "x.txt:6:14: score is '-'; write a whole number from 0 to 999999999",
        ),
        (
            BOARD + "current-player = 3\n",
            "x.txt:6:18: current-player is '3'; write a whole number from 1 to 2",
        ),
        (
            HEADER + "board = 1 .\n .\n",
            (
                "x.txt:4:2: board has 3 cells, but a 1x2 board has 4; give all cells, or correct "
                "rows and columns, which are those of a box"
            ),
        ),
        (
            HEADER + "board = 1 .\n . .+\n",
            "x.txt:4:4: an empty cell has no owner; drop the '+'",
        ),
        (
            BOARD + "allowed-squares1 = (0,0)\n",
            "x.txt:6:1: allowed-squares2 is missing; add `allowed-squares2 = []`",
        ),
        (
            BOARD + "occupied-squares1 =\noccupied-squares2 =\n",
            (
                "x.txt:6:1: occupied squares without allowed squares; add allowed-squares1 and "
                "allowed-squares2, or drop both lines for a classic game"
            ),
        ),
        (
            BOARD + ALLOWED + "occupied-squares1 = (1,0)\noccupied-squares2 =\n",
            "x.txt:8:1: square (1,0) is empty on the board; take it out of the list",
        ),
        (
            BOARD + ALLOWED + "occupied-squares1 = (0,0)\noccupied-squares2 = (0,0)\n",
            "x.txt:8:1: square (0,0) is in both lists; take it out of the list",
        ),
        (
            OWNED + ALLOWED + "occupied-squares1 =\noccupied-squares2 = (1,1)\n",
            (
                "x.txt:4:4: '1+' does not agree with the occupied squares; correct the sign or the "
                "lists, or drop one of the two"
            ),
        ),
    ],
)
def test_nonsense_is_refused(text: str, message: str) -> None:
    assert refusal(text) == message
