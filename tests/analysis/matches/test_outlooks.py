"""Who wins by theory: the tempo law in Sudoku, exact values in other games, from both seats."""

from __future__ import annotations

import random

import pytest
from games import random_game

from bombe.agents.games import players_of
from bombe.analysis.any_game import MemoSolver
from bombe.analysis.endgame.margins import solve
from bombe.analysis.matches.categories import categories_named
from bombe.analysis.matches.outlooks import (
    DRAWN,
    LOST,
    OPEN,
    WON,
    exact_outlook,
    for_opponent,
    outlook,
    solved,
)
from bombe.analysis.verdicts.report import tempo
from bombe.boards import Rules, SudokuState
from bombe.boards.dots.state import DotsState, Grid
from bombe.boards.game import GAMES, game_named
from bombe.boards.sudoku.reading import read


def played(state: DotsState, moves: int, seed: int) -> DotsState:
    rng = random.Random(seed)
    for _ in range(moves):
        state = state.play(rng.choice(state.moves()))
    return state


@pytest.mark.parametrize("name", ["easy-2x2", "hard-2x2", "hard-2x3", "random-2x3", "empty-2x2"])
def test_the_outlook_of_a_sudoku_is_the_verdict_of_the_tempo_law(name: str) -> None:
    assert outlook(read(name)) == str(tempo(read(name), exact=0).verdict)


@pytest.mark.parametrize("extra_turn", [True, False])
@pytest.mark.parametrize("seed", range(12))
def test_the_outlook_of_dots_counts_the_boxes_taken_before(seed: int, *, extra_turn: bool) -> None:
    state = played(DotsState.start(Grid(2, 2), extra_turn=extra_turn), 6, seed)
    mover = state.to_move - 1
    final = state.scores[mover] - state.scores[1 - mover] + MemoSolver().margin(state)
    assert exact_outlook(state) == (DRAWN if final == 0 else WON if final > 0 else LOST)


def test_a_game_too_long_to_solve_is_open() -> None:
    assert outlook(DotsState.start(Grid(6, 6))) == OPEN


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_game_has_an_outlook_for_its_smallest_start(name: str) -> None:
    size = {"sudoku": "2x2", "dots": "1x2"}.get(name) or players_of(name).size
    assert outlook(game_named(name).start(size)) in (WON, LOST, DRAWN, OPEN)


def test_the_category_is_the_outlook_of_the_seat() -> None:
    (category,) = categories_named("outlook")
    for name, first in (("hard-2x2", LOST), ("hard-2x3", WON)):
        record = random_game(read(name), 1)
        assert [category.value(record, seat) for seat in (1, 2)] == [first, for_opponent(first)]


@pytest.mark.parametrize(
    ("name", "rules", "first"),
    [
        ("easy-2x2", Rules.ROWS, LOST),
        ("hard-2x2", Rules.ROWS, DRAWN),
        ("random-2x2", Rules.ROWS, WON),
        ("random-2x2", Rules.CLASSIC, None),
        ("random-3x3", Rules.ROWS, OPEN),
    ],
)
def test_solved_is_by_exact_values_in_every_play_mode(
    name: str, rules: Rules, first: str | None
) -> None:
    start = SudokuState.start(read(name).board, rules)
    if first is None:
        margin = solve(start).low
        first = DRAWN if not margin else WON if margin > 0 else LOST
    (category,) = categories_named("solved")
    record = random_game(start, 1)
    assert [category.value(record, seat) for seat in (1, 2)] == [first, for_opponent(first)]


def test_the_empty_2x2_board_in_rows_is_within_reach() -> None:
    assert solved(SudokuState.start(read("empty-2x2").board, Rules.ROWS)) == LOST
