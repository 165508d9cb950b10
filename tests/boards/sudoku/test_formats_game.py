"""The framework's game text: what it accepts, and what it says when it refuses."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from random_states import random_state

from bombe.analysis.generate.kinds import BoardKind, generate
from bombe.boards import Board, Move, Rules, Shape, SudokuState
from bombe.boards.errors import FormatError, UsageError
from bombe.boards.sudoku import formats
from bombe.boards.sudoku.formats.losses import losses
from bombe.boards.sudoku.formats.signs import givens
from bombe.boards.sudoku.reading import read, read_text, write, writer_of

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


AS_SHIPPED = """\
rows = 2
columns = 2
board =
   .   1+   .   2-
   2-   .   3-   .
   4-   .   .   .
   1+   .   2+   4+
moves = [(0,1) -> 1, (2,0) -> 4, (3,2) -> 2, (0,3) -> 2, (3,3) -> 1, (3,0) -> 3, (2,1) -> 2]
taboo-moves = [(3,3) -> 1, (3,0) -> 3]
scores = [0, 1]
"""
"""A board file as the framework ships it; its last move is neither on the board nor taboo."""
MARKED = SudokuState(
    Board(Shape(2, 2), bytes([0, 1, 0, 2, 2, 0, 3, 0, 4, 0, 0, 0, 1, 0, 2, 4])),
    Rules.ROWS,
    frozenset({Move(3, 3, 1), Move(3, 0, 3)}),
    (0, 1),
    1,
    (frozenset(range(4)), frozenset(range(12, 16))),
    (frozenset({1, 12, 14, 15}), frozenset({3, 4, 6, 8})),
    (
        *(Move(0, 1, 1), Move(2, 0, 4), Move(3, 2, 2), Move(0, 3, 2), Move(3, 3, 1)),
        *(Move(3, 0, 3), Move(2, 1, 2)),
    ),
)


def test_signs_without_allowed_squares_mean_the_mode_in_which_the_framework_plays() -> None:
    assert read_game(AS_SHIPPED) == MARKED
    assert read_game(AS_SHIPPED + "current-player = 2\n").to_move == 2
    assert read_game(OWNED).occupied == (frozenset({0}), frozenset({3}))


@pytest.mark.parametrize("format", ["game", "json"])
def test_what_signs_say_survives_writing(format: str) -> None:  # noqa: A002 - the users' word
    assert read(write(MARKED, format)) == MARKED


def test_a_player_who_cannot_move_is_not_to_move() -> None:
    text = HEADER + "board =\n   1+   2-\n   .   .\n" + ALLOWED.replace("(0,0), (0,1)", "(0,0)")
    assert read_game(text).to_move == 1  # next to its own cell
    assert read_game(text.replace("1+", "1-") + "current-player = 1\n").to_move == 2


SHAPES = [Shape(1, 2), Shape(2, 2), Shape(2, 3), Shape(3, 3)]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_signed_givens_are_shared_and_half_a_turn_swaps_the_shares(shape: Shape) -> None:
    full = generate(shape, BoardKind.FULL, 1)
    signed = read(write(full, "game", sign=True))
    assert signed.rules is Rules.ROWS
    assert signed.board == full
    one, two = signed.filled
    last, middle = shape.cells - 1, {shape.cells // 2} if shape.cells % 2 else set()
    assert {last - cell for cell in one} == two - middle
    assert len(one) + len(two) == shape.cells
    assert set(shape.geometry.rows[0]) <= one


@pytest.mark.parametrize("seed", range(20))
def test_signs_change_the_owners_of_givens_only(seed: int) -> None:
    rng = random.Random(seed)
    shape, rules = rng.choice(SHAPES[1:]), rng.choice(list(Rules))
    state = random_state(rng, shape, rules, 6)
    signed = read(write(state, "game", sign=True))
    free = set(givens(state)) - {cell for cells in state.filled for cell in cells}
    for mine, now in zip(state.filled, signed.filled, strict=True):
        assert now - free == mine
    assert not list(givens(signed))
    same = replace(signed, occupied=state.occupied, rules=rules, allowed=state.allowed)
    assert replace(same, to_move=state.to_move) == state


def test_only_the_game_text_has_signs() -> None:
    with pytest.raises(UsageError, match="format json has no signs for givens"):
        write(MARKED, "json", sign=True)


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


def test_signs_for_owners_that_a_newer_mode_has_already_change_the_game() -> None:
    start = read("easy-2x2")
    rows = SudokuState.start(start.board, Rules.ROWS)
    (changed,) = losses(rows, formats.get("game"), is_signed=True)
    (same,) = losses(start, formats.get("game"), is_signed=True)
    assert (
        changed == f"{same}; so this is another game than before, in which more cells may be open"
    )
    (signed,) = read_text(writer_of(formats.get("game"), sign=True)(rows))
    assert len(signed.state.playable()) > len(rows.playable())
