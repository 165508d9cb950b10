"""Exact endgames in the newer play modes against plain minimax: values, lines, and every bound."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from endgame_positions import at, endgames, minimax_of, played, position_of, random_move

import bombe
from bombe.analysis.endgame import kernel as native
from bombe.analysis.endgame.margins import Endgame, Table, solve
from bombe.boards import Board, Rules, Shape, SudokuState
from bombe.boards.errors import UsageError
from bombe.boards.game import opponent
from bombe.boards.sudoku.reading import read
from bombe.solvers import Budget

if TYPE_CHECKING:
    from endgame_brute import Minimax


MODES = [Rules.ROWS, Rules.BORDER, Rules.RANDOM]
BUDGETS = (0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144)
"""Nodes: the bounds on the way are those that such budgets give."""

pytestmark = pytest.mark.skipif(not native.is_available(), reason="no kernel")


def check(state: SudokuState, minimax: Minimax) -> None:
    """Compare the margin, every move and the line with minimax, and every bound on the way."""
    wanted = minimax.results(position_of(state))
    found = solve(state)
    assert {at(state, value.move): value.low for value in found.moves} == wanted, state
    assert all(value.exact for value in found.moves), state
    margin = max(wanted.values(), default=0)
    assert (found.margin, found.final) == (margin, True), state
    check_line(state, minimax, found)
    for nodes in BUDGETS:
        check_bounds(state, solve(state, Budget(nodes=nodes)), wanted, margin)


def check_line(state: SudokuState, minimax: Minimax, found: Endgame) -> None:
    """Play the line, and compare the scores with the margin."""
    mover, before = state.to_move, state.scores
    for move in found.line:
        state = played(state, move, minimax)
    assert state.is_over
    gains = [after - old for after, old in zip(state.scores, before, strict=True)]
    assert found.margin == gains[mover - 1] - gains[2 - mover]


def check_bounds(
    state: SudokuState, found: Endgame, wanted: dict[tuple[int, int], int], margin: int
) -> None:
    assert found.low <= margin <= found.high, state
    assert not found.moves or len(found.moves) == len(wanted)
    for value in found.moves:
        assert value.low <= wanted[at(state, value.move)] <= value.high, state


@pytest.mark.parametrize("rules", MODES)
@pytest.mark.parametrize("seed", range(40, 42))
def test_endgames_of_the_modes_and_all_bounds_agree_with_minimax(rules: Rules, seed: int) -> None:
    for state, minimax in endgames(seed, 40, 6, rules):
        check(state, minimax)


@pytest.mark.long
@pytest.mark.parametrize("rules", MODES)
@pytest.mark.parametrize("seed", range(200, 217))
def test_5000_endgames_of_the_modes_agree_with_minimax(rules: Rules, seed: int) -> None:
    most_empty = 8 if seed < 205 else 7  # minimax takes most of the time
    for state, minimax in endgames(seed, 100, most_empty, rules):
        check(state, minimax)


@pytest.mark.parametrize("rules", MODES)
def test_bombs_on_private_cells_are_skips_of_one_player(rules: Rules) -> None:
    found = [pair for pair in endgames(46, 500, 6, rules) if has_private_bomb(*pair)]
    assert len(found) >= 4
    for state, minimax in found:
        check(state, minimax)


def has_private_bomb(state: SudokuState, minimax: Minimax) -> bool:
    """Return whether both can play, and the mover has a bomb where the opponent cannot."""
    theirs, position = state.playable(opponent(state.to_move)), position_of(state)
    moves = [at(state, move) for move in state.moves()] if theirs else []
    return any(cell not in theirs and not minimax.stands(position, cell, v) for cell, v in moves)


def test_the_positions_hold_what_makes_the_modes_different() -> None:
    found = dict.fromkeys(("several solutions", "shut out", "private", "nobody's"), 0)
    for rules in MODES:
        for state, minimax in endgames(40, 60, 6, rules):
            mine, theirs = state.playable(), state.playable(opponent(state.to_move))
            found["several solutions"] += len(minimax.solutions) > 1
            found["shut out"] += bool(mine) and not theirs
            found["private"] += bool(mine - theirs) and bool(theirs)
            found["nobody's"] += bool(set(state.board.empty_cells()) - mine - theirs)
    assert min(found.values()) >= 10, found


def test_a_table_of_the_modes_answers_for_all_later_positions() -> None:
    rng = random.Random(3)
    for rules in MODES:
        for state, minimax in endgames(43, 15, 7, rules):
            table, later = Table(state), state
            while not later.is_over:
                wanted = minimax.results(position_of(later))
                values = table.values(later)
                assert {at(later, value.move): value.low for value in values} == wanted
                assert table.margin(later) == (max(wanted.values()),) * 2
                later = played(later, rng.choice(values).move, minimax)


def test_the_work_can_be_cut_anywhere() -> None:
    for rules in MODES:
        for state, _ in endgames(44, 10, 8, rules):
            table, whole = Table(state), Table(state)
            asked = 0
            while not table.solve(budget=Budget(nodes=40)).final:
                asked += 1
                assert asked < 10_000
            assert table.solve().moves == whole.solve().moves


@pytest.mark.parametrize("rules", MODES)
def test_the_empty_2x2_board_is_solved_from_all_its_sides(rules: Rules) -> None:
    rng = random.Random(7)
    start = SudokuState.start(Board.empty(Shape(2, 2)), rules, seed=1)
    table = Table(start)
    minimax = minimax_of(start)
    for _ in range(12):
        later = start
        for _ in range(rng.randint(5, 9)):
            later = random_move(rng, later, minimax)
        if not later.is_over:
            alone = solve(later)  # whose board is not empty: it has no other sides
            assert table.values(later) == alone.moves


@pytest.mark.parametrize(
    ("rules", "skips", "margin"),
    [
        (Rules.ROWS, True, -8),
        (Rules.ROWS, False, -8),
        pytest.param(Rules.BORDER, True, -8, marks=pytest.mark.long),
        (Rules.BORDER, False, -12),
    ],
)
def test_the_margin_of_the_empty_2x2_board(rules: Rules, margin: int, *, skips: bool) -> None:
    start = SudokuState.start(Board.empty(Shape(2, 2)), rules)
    assert Table(start, skips=skips).margin(start) == (margin, margin)


def test_little_memory_changes_no_value() -> None:
    for rules in MODES:
        for state, _ in endgames(45, 5, 9, rules):
            assert solve(state, memory=400_000).moves == solve(state).moves


def test_the_heading_says_whose_bombs_are_counted() -> None:
    for rules in (Rules.ROWS, Rules.BORDER):
        found = solve(SudokuState.start(read("132442..31.22..1").board, rules), Budget(nodes=1000))
        count = sum(value.kind == "skip" for value in found.moves)
        bombs = f"{count} bomb{'s' * (count != 1)} that player {found.state.to_move} can play now"
        assert found.heading().endswith(f"5 empty cells, {bombs}")
    assert solve(read("132442..31.22..1")).heading().endswith("5 empty cells, 2 bombs")


def test_a_table_does_not_hold_where_cells_were_given_by_hand() -> None:
    solution = bombe.solve("hard-3x3").solution
    assert solution is not None
    start = SudokuState.start(solution.clear([0, 1, 9, 40, 41, 80]), Rules.ROWS)
    given = replace(start, occupied=(frozenset({39}), frozenset()))
    table = Table(start)
    assert table.covers(start.play(start.moves()[0]))
    assert not table.covers(given)
    with pytest.raises(UsageError):
        table.margin(given)
    assert Table(given).covers(given)
