"""The options of `minimax-even`: the even bonus, the term at the horizon, the valued skip."""

from __future__ import annotations

import functools
import math
import random

import pytest
from random_boards import full_grid

from bombe.agents import Clock, get
from bombe.agents.sudoku.minimax_cells import Even, EvenSearch, worth_of_skip
from bombe.agents.sudoku.scratch import Scratch
from bombe.agents.sudoku.solution import Solution
from bombe.boards import Board, Move, Rules, Shape, SudokuState
from bombe.boards.bits import bit_list
from bombe.solvers import Verdict, as_solver

SOLVER = as_solver("backtracking")


@functools.cache
def dug(seed: int, empties: int, rules: Rules = Rules.CLASSIC) -> SudokuState:
    """Return the start on a 2x3 board with this number of empty cells and at least one solution."""
    rng = random.Random(seed)
    values = full_grid(Shape(2, 3), rng)
    for cell in rng.sample(range(36), empties):
        values[cell] = 0
    return SudokuState.start(Board(Shape(2, 3), bytes(values)), rules, seed=seed)


def last(options: str, state: SudokuState) -> Move:
    *_, move = get(f"minimax-even:{options}", 1).choose(state, Clock())
    return Move.of(move)


def brute(position: Scratch, depth: int, bonus: float) -> float:
    """Return the value of a position with the bonus for touched regions, by trying everything."""
    if not depth:
        return 0.0
    worth = []
    for cell in bit_list(position.playable):
        mover = position.to_move
        points = position.play(cell)
        left = [position.left[region] for region in position.tables.regions_of[cell]]
        sign = 1 if position.to_move == mover else -1
        evens = sum(number % 2 == 0 for number in left)
        worth.append(points + bonus * evens + sign * brute(position, depth - 1, bonus))
        position.undo()
    return max(worth, default=0.0)


@pytest.mark.parametrize("rules", [Rules.CLASSIC, Rules.RANDOM])
@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_every_move_of_the_search_earns_the_bonus_for_its_regions(depth: int, rules: Rules) -> None:
    for seed in range(4):
        position = Scratch(dug(seed, 8, rules))
        search = EvenSearch(position, Clock(), bonus=0.25)
        expected = brute(position.copy(), depth, 0.25)
        assert search.value(depth, -math.inf, math.inf) == expected


def test_the_bonus_at_the_horizon_is_for_all_regions() -> None:
    board = Board([[0, 2, 0, 4], [3, 4, 1, 2], [0, 1, 0, 3], [4, 3, 2, 1]])
    position = Scratch(SudokuState.start(board))
    # Two rows and two columns hold two empty cells each, the boxes one: the mover takes a box.
    plain = EvenSearch(position, Clock(), even=Even.HORIZON)
    assert plain.evaluate() == pytest.approx(-4 * 0.01, abs=1e-5)
    ahead = EvenSearch(position, Clock(), even=Even.HORIZON, ahead=True)
    assert ahead.evaluate() == pytest.approx(1 - 4 * 0.01, abs=1e-5)
    assert EvenSearch(position, Clock(), even=Even.NONE).evaluate() == 0


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("even=touched", "even=none"),
        ("even=touched", "even=horizon"),
        ("even=horizon", "even=none"),
        ("bonus=0", "bonus=0.01"),
        ("ahead=yes", "ahead=no"),
        ("skip=valued", "skip=none"),
    ],
)
def test_each_option_changes_moves(one: str, other: str) -> None:
    changed = 0
    for seed in range(12):
        for empties in (10, 14, 18):
            state = dug(seed, empties)
            changed += last(f"depth=2,{one}", state) != last(f"depth=2,{other}", state)
    assert changed >= 3


def test_a_bonus_decides_only_between_moves_of_equal_value() -> None:
    for seed in range(10):
        state = dug(seed, 10)
        position = Scratch(state)
        plain = EvenSearch(position, Clock(), even=Even.NONE)
        values = {
            cell: plain.action_value((cell, 0), 2, -math.inf, math.inf)
            for cell in bit_list(position.playable)
        }
        for even in Even:
            move = last(f"depth=3,even={even}", state)
            assert values[state.board.shape.cell(move.row, move.column)] == max(values.values())


def test_sums_of_bonuses_are_exact() -> None:
    position = Scratch(dug(1, 8))
    search = EvenSearch(position, Clock(), bonus=0.1)
    sums = {(search._touched * 3 + 7) - search._touched * count for count in range(4)}
    assert all(float(one * (1 << 20)).is_integer() for one in sums)


# The valued skip ----------------------------------------------------------------------------------


def conceding() -> list[tuple[SudokuState, float]]:
    """Return positions where every move lets the opponent score, with the worth of a skip."""
    states = [dug(seed, empties) for seed in range(60) for empties in (6, 8, 10, 12)]
    rated = [(state, worth_of_skip(Scratch(state))) for state in states]
    return [(state, worth) for state, worth in rated if worth]


def test_a_skip_is_worth_4_or_2_5_where_every_move_concedes() -> None:
    assert {worth for _, worth in conceding()} == {4.0, 2.5}
    for state, worth in conceding():
        solution = dict(Solution("backtracking").actions(state, Scratch(state), Clock()))
        gains = []
        for cell in state.playable():
            after = state.play(Scratch(state).move((cell, solution[cell])))
            gains.append(max(map(after.points, after.moves()), default=0))
        assert min(gains) > 0
        assert (min(gains) >= 3) == (worth == 4.0)


def test_a_valued_skip_is_a_bomb_that_was_not_used_before() -> None:
    skips = 0
    for state, _ in conceding():
        current = state
        for _ in range(3):
            move = last("depth=1,skip=valued", current)
            if SOLVER.solvable(current.question(move)) is not Verdict.NO:
                break
            skips += 1
            assert not current.reasons(move)
            current = current.reject(move)
    assert skips >= 10


def test_a_skip_loses_against_a_move_of_more_value() -> None:
    declined = 0
    for state, worth in conceding():
        best = max(map(state.points, state.moves()))
        if best > worth:
            declined += 1
            assert state.points(last("depth=1,skip=valued", state)) == best
    assert declined


def test_only_a_single_solution_makes_every_other_value_a_bomb() -> None:
    state = SudokuState.start(Board.empty(Shape(2, 2)))
    assert not Solution("auto").bombs(state, Scratch(state), Clock())
    for seed in range(5):
        state = dug(seed, 16)
        position = Scratch(state)
        found = set(map(position.move, Solution("auto").bombs(state, position, Clock())))
        verdicts = SOLVER.true_candidates(state.board).verdicts
        assert found == {move for move in state.moves() if verdicts[move] is Verdict.NO}
