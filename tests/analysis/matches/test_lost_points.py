"""Lost points are those of plain minimax, and no other move has any."""

from __future__ import annotations

import pytest
from endgame_positions import at, minimax_of, position_of
from games import random_game, sudoku

from bombe.analysis.endgame.margins import solve
from bombe.analysis.matches.lost_points import losses, lost_points
from bombe.boards import Board, Move, Rules, Shape, SudokuState
from bombe.boards.sudoku.reading import read


def _brute(state: SudokuState, move: Move) -> int:
    """Return what a move lost, by plain minimax."""
    results = minimax_of(state).results(position_of(state))
    return max(results.values()) - results[at(state, move)]


@pytest.mark.parametrize("seed", range(3))
def test_lost_points_are_those_of_plain_minimax(seed: int) -> None:
    start = read("1..4....2..3....")
    record = random_game(start, seed)
    found = lost_points(record)
    judged = [
        (k, s) for k, s in enumerate(map(sudoku, record.states()), 1) if k <= len(record.plies)
    ]
    small = [(k, s) for k, s in judged if s.board.values.count(0) <= 8]
    assert small
    for number, state in small:
        assert found[number] == _brute(state, Move.of(record.plies[number - 1].move))


@pytest.mark.parametrize("rules", list(Rules))
def test_lost_points_explain_the_result_from_the_margin_of_the_start(rules: Rules) -> None:
    start = SudokuState.start(Board.empty(Shape(2, 3)), rules, seed=1)
    record = random_game(start, 11)
    found = lost_points(record)
    assert found
    first = min(found)
    assert list(found) == list(range(first, len(record.plies) + 1))
    states = list(map(sudoku, record.states()))
    margin = solve(states[first - 1]).margin
    assert margin is not None
    lead = margin if states[first - 1].to_move == 1 else -margin
    for number, lost in found.items():
        lead += -lost if record.plies[number - 1].player == 1 else lost
    gained = [now - then for now, then in zip(record.scores, states[first - 1].scores, strict=True)]
    assert lead == gained[0] - gained[1]


@pytest.mark.parametrize("seed", range(4))
def test_a_game_is_called_lost_if_the_best_move_loses_it(seed: int) -> None:
    record = random_game(read("1..4....2..3...."), seed)
    states = list(map(sudoku, record.states()))
    for number, loss in losses(record).items():
        state = states[number - 1]
        margin = solve(state).margin
        assert margin is not None
        mine, others = state.scores if state.to_move == 1 else state.scores[::-1]
        assert loss.is_lost == (mine - others + margin < 0)


def test_with_fewer_nodes_fewer_moves_are_judged() -> None:
    record = random_game(SudokuState.start(Board.empty(Shape(2, 2))), 3)
    assert len(lost_points(record, nodes=1)) < len(lost_points(record))
