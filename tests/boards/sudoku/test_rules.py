"""Competitive Sudoku's rules: who may play where, what counts, what is refused and why."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_states import SHAPES, random_state

from bombe.boards import Board, Move, Refusal, Rules, Shape, SudokuState
from bombe.boards.errors import IllegalMoveError, UsageError

SMALL = [shape for shape in SHAPES if 2 <= shape.size <= 9]
ALMOST = Board([[1, 2, 3, 0], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 0]])
states = st.builds(
    random_state,
    st.integers(0, 10**6).map(random.Random),
    st.sampled_from(SMALL),
    st.sampled_from(list(Rules)),
    st.integers(0, 20),
)


def refusals(state: SudokuState, move: Move) -> list[Refusal]:
    return [reason.refusal for reason in state.reasons(move)]


@pytest.mark.parametrize(
    ("empty", "points"),
    [
        ([(0, 0), (0, 1), (1, 0), (3, 0), (0, 2)], 0),
        ([(0, 0), (1, 0), (2, 1)], 1),
        ([(0, 0), (1, 1)], 3),
    ],
)
def test_points_go_by_the_regions_that_a_move_completes(
    empty: list[tuple[int, int]], points: int
) -> None:
    board = Board([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]])
    for row, column in empty:
        board = board.place(Move(row, column, 0))
    assert SudokuState.start(board).points(Move(0, 0, 1)) == points


def test_the_last_cell_completes_three_regions() -> None:
    state = SudokuState.start(ALMOST).play(Move(3, 3, 1)).play(Move(0, 3, 4))
    assert state.scores == (3, 7)
    assert state.is_over


def test_a_move_scores_passes_the_turn_and_is_remembered() -> None:
    state = SudokuState.start(ALMOST).play(Move(0, 3, 4))
    assert (state.to_move, state.history, state.board[0, 3]) == (2, (Move(0, 3, 4),), 4)
    assert state.initial_board == ALMOST


def test_a_bomb_places_nothing_scores_nothing_and_becomes_taboo() -> None:
    state = SudokuState.start(Board.empty(Shape(2, 2))).play(Move(0, 0, 1))
    after = state.reject(Move(1, 2, 1))
    assert (after.board, after.scores, after.to_move) == (state.board, (0, 0), 1)
    assert after.taboo == {Move(1, 2, 1)}
    assert refusals(after, Move(1, 2, 1)) == [Refusal.TABOO]
    assert Move(1, 2, 1) not in after.moves()


def test_all_reasons_are_given_and_not_the_first_alone() -> None:
    state = SudokuState.start(ALMOST).reject(Move(0, 3, 4))
    assert [str(reason) for reason in state.reasons(Move(0, 0, 2))] == [
        "cell (0,0) holds 1 already",
        "2 stands in its row already, at (0,1)",
        "2 stands in its column already, at (2,0)",
        "2 stands in its box already, at (0,1)",
    ]
    assert refusals(state, Move(4, 0, 5)) == [Refusal.OUT_OF_RANGE, Refusal.OUT_OF_RANGE]
    rows = SudokuState.start(Board.empty(Shape(2, 2)), "rows").reject(Move(0, 0, 1))
    assert refusals(rows, Move(0, 0, 1)) == [Refusal.TABOO, Refusal.NOT_PLAYABLE]


def test_that_the_game_is_over_is_a_reason_like_others() -> None:
    full = SudokuState.start(ALMOST).play(Move(0, 3, 4)).play(Move(3, 3, 1))
    assert refusals(full, Move(0, 0, 3))[:2] == [Refusal.GAME_OVER, Refusal.FILLED]


def test_a_refused_move_raises_with_its_reasons() -> None:
    state = SudokuState.start(ALMOST)
    with pytest.raises(IllegalMoveError, match=r"\(0,0\) -> 4 is refused: cell \(0,0\) holds 1"):
        state.play(Move(0, 0, 4))
    with pytest.raises(IllegalMoveError):
        state.reject(Move(0, 0, 4))
    with pytest.raises(IllegalMoveError):
        state.question(Move(9, 9, 4))


def test_the_question_is_the_board_with_the_move() -> None:
    assert SudokuState.start(ALMOST).question(Move(0, 3, 4)) == ALMOST.place(Move(0, 3, 4))


def test_rows_begin_at_the_top_and_at_the_bottom() -> None:
    state = SudokuState.start(Board.empty(Shape(2, 2)), "rows")
    assert state.playable(1) == {0, 1, 2, 3}
    assert state.playable(2) == {12, 13, 14, 15}


def test_border_begins_on_the_border_for_both() -> None:
    state = SudokuState.start(Board.empty(Shape(2, 2)), Rules.BORDER)
    assert state.playable(1) == state.playable(2) == set(range(16)) - {5, 6, 9, 10}


def test_random_cells_are_disjoint_n_each_and_come_from_the_seed() -> None:
    empty = Board.empty(Shape(2, 3))
    state = SudokuState.start(empty, Rules.RANDOM, seed=3)
    assert len(state.playable(1)) == len(state.playable(2)) == 6
    assert not state.playable(1) & state.playable(2)
    assert state == SudokuState.start(empty, Rules.RANDOM, seed=3)
    assert state != SudokuState.start(empty, Rules.RANDOM, seed=4)
    with pytest.raises(UsageError, match="give a seed"):
        SudokuState.start(empty, Rules.RANDOM)


def test_a_filled_cell_opens_its_eight_neighbours_to_the_player_who_filled_it() -> None:
    state = SudokuState.start(Board.empty(Shape(2, 2)), "rows").play(Move(0, 1, 1))
    assert state.playable(1) == {0, 2, 3, 4, 5, 6}
    assert state.playable(2) == {12, 13, 14, 15}


def test_a_player_without_a_cell_is_skipped() -> None:
    board = Board([[0, 0, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]])
    state = SudokuState.start(board, "rows")
    assert state.play(Move(0, 0, 1)).to_move == 1


def test_a_player_without_a_cell_at_the_start_lets_the_other_begin() -> None:
    board = Board([[1, 2, 3, 4], [0] * 4, [0] * 4, [0] * 4])
    assert SudokuState.start(board, "rows").to_move == 2


def test_the_game_ends_where_neither_player_has_a_cell() -> None:
    board = Board([[1, 2, 3, 4], [3, 4, 0, 2], [2, 1, 4, 3], [4, 3, 2, 1]])
    state = SudokuState.start(board, "rows")
    assert state.is_over
    assert refusals(state, Move(1, 2, 1))[0] is Refusal.GAME_OVER


def test_unknown_rules_are_answered_with_the_known_ones() -> None:
    with pytest.raises(UsageError, match="known are border, classic, random, rows"):
        SudokuState.start(ALMOST, "blitz")
    with pytest.raises(UsageError, match="need allowed and occupied cells"):
        SudokuState(ALMOST, Rules.ROWS)


@settings(max_examples=150)
@given(states, st.sampled_from(Rules))
def test_another_play_mode_keeps_the_game(state: SudokuState, rules: Rules) -> None:
    other = state.under(rules, seed=1)
    assert other.rules is rules
    for name in ("board", "taboo", "scores", "history"):
        assert getattr(other, name) == getattr(state, name)
    if rules is state.rules:
        assert other == state
    if rules is not Rules.CLASSIC:
        assert other.occupied == state.filled
        assert other.is_over or other.playable()
        assert other.to_move == state.to_move or not replace(other, to_move=state.to_move).moves()


def test_who_filled_a_cell_is_known_from_the_history_of_a_classic_game() -> None:
    state = SudokuState(Board.empty(Shape(2, 2)), to_move=2)
    state = state.play(Move(0, 0, 1)).reject(Move(3, 3, 1)).play(Move(1, 1, 2)).play(Move(2, 2, 3))
    assert state.filled == (frozenset({10}), frozenset({0, 5}))
    rows = state.under(Rules.ROWS)
    assert rows.playable() == {1, 2, 4, 6, 8, 9, 12, 13, 14, 15}


@settings(max_examples=150)
@given(states)
def test_legal_moves_are_those_without_a_reason_against_them(state: SudokuState) -> None:
    size = state.board.shape.size
    every = [Move(r, c, v) for r in range(size) for c in range(size) for v in range(1, size + 1)]
    legal = [] if state.is_over else state.moves()
    assert legal == [move for move in every if not state.reasons(move)]


@settings(max_examples=150)
@given(states)
def test_play_keeps_the_books(state: SudokuState) -> None:
    assert len(state.taboo) <= len(state.history)
    for move in state.moves()[:3]:
        if state.is_over:
            break
        after, rejected = state.play(move), state.reject(move)
        assert after.board.givens == state.board.givens + 1
        assert sum(after.scores) - sum(state.scores) in (0, 1, 3, 7)
        assert rejected.taboo == state.taboo | {move}
        assert rejected.board == state.board
        for later in (after, rejected):
            assert later.is_over or later.playable()
