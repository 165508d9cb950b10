"""When a game's board was last solvable, and which move ended that."""

from __future__ import annotations

import random

import pytest

import bombe
from bombe.analysis.why.history import last_solvable
from bombe.boards import Board, Move, SudokuState
from bombe.boards.errors import OutOfBudgetError
from bombe.solvers import Budget

HARD = bombe.read("hard-2x2")
AUDIT = bombe.audit(HARD)


def with_bomb(seed: int) -> tuple[SudokuState, int, Move]:
    """Return a game in which somebody's bomb was placed, the ply before it, and the bomb."""
    rng, state = random.Random(seed), HARD
    for _ in range(rng.randint(0, 4)):
        state = state.play(rng.choice(bombe.audit(state).safe))
    if rng.random() < 0.5:
        state = state.reject(rng.choice(bombe.audit(state).bombs))
    bomb = rng.choice(bombe.audit(state).bombs)
    ply = len(state.history)
    state = state.play(bomb)
    for _ in range(rng.randint(0, 2)):
        if moves := state.moves():
            state = state.play(rng.choice(moves))
    return state, ply, bomb


@pytest.mark.parametrize("seed", range(12))
def test_the_bomb_of_a_game_is_found(seed: int) -> None:
    state, ply, bomb = with_bomb(seed)
    found = last_solvable(state)
    assert found is not None
    assert (found.ply, found.move) == (ply, bomb)
    assert bombe.solve(found.board).solution is not None
    assert found.why().is_bomb


def test_a_game_that_is_solvable_has_no_such_move() -> None:
    assert last_solvable(HARD) is None
    assert last_solvable(HARD.reject(AUDIT.bombs[0]).play(AUDIT.safe[0])) is None


def test_a_board_that_never_had_a_solution_says_so() -> None:
    clash = Board("2x2", [1, 1, *[0] * 14])
    found = last_solvable(clash)
    assert found is not None
    assert tuple(found) == (0, clash, None)
    assert "twice" in found.why().text


def test_an_unsolvable_game_says_in_why_which_move_it_was() -> None:
    state, ply, bomb = with_bomb(4)
    assert ply > 1
    remark = f"After {ply} moves it had a solution; move {ply + 1}, {bomb.value} at"
    assert any(each.startswith(remark) for each in bombe.why(state).remarks)


def test_a_budget_that_ends_leaves_it_unknown() -> None:
    with pytest.raises(OutOfBudgetError, match="when the board was solvable"):
        last_solvable(with_bomb(1)[0], budget=Budget(nodes=0))
