"""The searches agree with brute force; windows, depth, tables and clocks limit them."""

from __future__ import annotations

import functools
import itertools
import math
import random
from dataclasses import replace

import pytest
from random_boards import full_grid

from bombe.agents import Clock
from bombe.agents.sudoku.scratch import Scratch
from bombe.agents.sudoku.search import (
    CellSearch,
    MoveSearch,
    PenalisedMoves,
    TableSearch,
    points_given,
)
from bombe.boards import Board, Move, Rules, Shape, SudokuState


def endgame(seed: int, rules: Rules, empties: int = 6, shape: Shape = Shape(2, 3)) -> SudokuState:  # noqa: B008 - immutable
    """Return a position near the end of a game, in every play mode."""
    rng = random.Random(seed)
    grid = full_grid(shape, rng)
    state = SudokuState.start(Board.empty(shape), rules, seed=seed)
    while not state.is_over and len(state.board.empty_cells()) > empties:
        state = state.play(move_on(state, rng.choice(sorted(state.playable())), grid))
    return state


def move_on(state: SudokuState, cell: int, grid: list[int]) -> Move:
    row, column = state.board.shape.coordinates(cell)
    return Move(row, column, grid[cell])


def brute_value(state: SudokuState, grid: list[int]) -> int:
    """Return the value of a state by the rules alone, if both play the values of the grid."""

    @functools.cache
    def value(state: SudokuState) -> int:
        worth = []
        for cell in state.playable():
            move = move_on(state, cell, grid)
            after = state.play(move)
            sign = 1 if after.to_move == state.to_move else -1
            plain = replace(after, history=(), scores=(0, 0))
            worth.append(state.points(move) + sign * value(plain))
        return max(worth, default=0)

    return value(state)


@functools.cache
def seeded(seed: int, rules: Rules) -> tuple[SudokuState, int]:
    state = endgame(seed, rules)
    return state, brute_value(state, full_grid(state.board.shape, random.Random(seed)))


@pytest.mark.parametrize("rules", list(Rules))
@pytest.mark.parametrize("seed", range(6))
def test_searches_over_cells_find_the_exact_value(seed: int, rules: Rules) -> None:
    state, exact = seeded(seed, rules)
    for kind in (CellSearch, TableSearch):
        search = kind(Scratch(state), Clock())
        for depth in range(5, 9):
            assert search.value(depth, -math.inf, math.inf) == exact


@pytest.mark.parametrize("rules", list(Rules))
@pytest.mark.parametrize("seed", range(6))
def test_the_last_proposal_is_a_best_cell(seed: int, rules: Rules) -> None:
    state, exact = seeded(seed, rules)
    for kind in (CellSearch, TableSearch):
        search = kind(Scratch(state), Clock())
        *_, best = search.deepen(search.actions())
        assert search.action_value(best, 9, -math.inf, math.inf) == exact


@pytest.mark.parametrize("seed", range(4))
def test_a_window_gives_a_bound_on_the_right_side(seed: int) -> None:
    state, exact = seeded(seed, Rules.CLASSIC)
    for kind in (CellSearch, TableSearch):
        for bound in (exact - 1.5, exact - 0.5, exact + 0.5, exact + 1.5):
            found = kind(Scratch(state), Clock()).value(9, bound - 0.25, bound + 0.25)
            assert (found > bound) == (exact > bound)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("depth", range(4))
def test_a_table_changes_no_value_at_any_depth(seed: int, depth: int) -> None:
    state = endgame(seed, Rules.CLASSIC, 8)
    plain = CellSearch(Scratch(state), Clock()).value(depth, -math.inf, math.inf)
    assert TableSearch(Scratch(state), Clock()).value(depth, -math.inf, math.inf) == plain


def test_a_table_saves_nodes_and_a_small_one_is_cleared() -> None:
    state = endgame(1, Rules.CLASSIC, 8)
    clocks = [Clock() for _ in range(3)]
    searches = [
        CellSearch(Scratch(state), clocks[0]),
        TableSearch(Scratch(state), clocks[1]),
        TableSearch(Scratch(state), clocks[2], entries=20),
    ]
    assert len({search.value(8, -math.inf, math.inf) for search in searches}) == 1
    assert clocks[1].nodes < clocks[2].nodes < clocks[0].nodes


def test_a_search_over_moves_knows_what_the_values_rule_out() -> None:
    # With 1 or 2 in the one cell that is left to both, the other cell cannot be filled.
    board = Board([[0, 0, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]])
    search = MoveSearch(Scratch(SudokuState.start(board)), Clock())
    assert {cell for cell, _ in search.actions()} == {0, 1}
    assert len(list(search.actions())) == 2
    assert search.value(4, -math.inf, math.inf) == 1 - 7


def test_unknown_cells_are_pruned_while_there_are_others() -> None:
    rows = [[1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]
    position = Scratch(SudokuState.start(Board(rows)))
    pruned = MoveSearch(position, Clock(), prune=True)
    assert {cell for cell, _ in pruned.actions()} == {1, 2, 3, 4, 5, 8, 12}
    assert len({cell for cell, _ in MoveSearch(position, Clock()).actions()}) == 15
    empty = Scratch(SudokuState.start(Board.empty(Shape(2, 2))))
    assert len(set(MoveSearch(empty, Clock(), prune=True).actions())) == 64


def test_the_penalty_is_for_the_opponents_next_points() -> None:
    board = Board([[1, 2, 0, 0], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]])
    position = Scratch(SudokuState.start(board))
    for penalty in (0.0, 0.5, 1.0):
        for penalise, paid in ((PenalisedMoves.LAST, 0.0), (PenalisedMoves.EVERY, 7 * penalty)):
            search = MoveSearch(position, Clock(), penalty=penalty, penalise=penalise)
            assert search.value(1, -math.inf, math.inf) == 1 - 7 * penalty
            assert search.value(2, -math.inf, math.inf) == 1 - paid - 7


@pytest.mark.parametrize("rules", list(Rules))
def test_the_penalty_of_every_move_is_the_best_answer_in_its_regions(rules: Rules) -> None:
    given = set()
    for seed in range(30):
        state = endgame(seed, rules, 9)
        position = Scratch(state)
        for cell in state.playable():
            after = Scratch(state)
            after.play(cell)
            after.to_move = 3 - state.to_move
            near = {region for region in after.tables.regions_of[cell] if after.left[region] == 1}
            answers = [
                points
                for last, points in after.scoring().items()
                if near & set(after.tables.regions_of[last]) and position.candidates(last)
            ]
            assert points_given(position, cell) == max(answers, default=0)
            given.add(points_given(position, cell))
    assert given == {0, 1, 3, 7}


def test_deepening_ends_with_the_clock_and_yields_each_change_once() -> None:
    state = endgame(3, Rules.CLASSIC, 8)
    for nodes in (0, 1, 10, 1000):
        clock = Clock(nodes=nodes)
        search = CellSearch(Scratch(state), clock)
        found = list(search.deepen(search.actions()))
        assert bool(found) == (nodes > 0)
        assert clock.nodes <= nodes
        assert all(one != next_one for one, next_one in itertools.pairwise(found))
    assert list(search.deepen([])) == []
