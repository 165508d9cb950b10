"""Playouts over moves: the k best are those of the definition, and a playout ends the game."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice

import pytest
from random_states import random_state

from bombe.agents import Clock, get
from bombe.agents.sudoku.mcts import Rollout
from bombe.agents.sudoku.minimax import sure_bomb
from bombe.agents.sudoku.rollouts import MovePlayout, MoveScratch
from bombe.agents.sudoku.scratch import Scratch
from bombe.boards import Move, Rules, Shape, SudokuState
from bombe.boards.sudoku.state import POINTS

SHAPES = [Shape(2, 2), Shape(2, 3)]


def states(count: int, rules: Rules = Rules.CLASSIC) -> list[SudokuState]:
    """Return random states with many and with few empty cells, all with a legal move."""
    rng = random.Random(count)
    drawn = (random_state(rng, rng.choice(SHAPES), rules, rng.randrange(30)) for _ in range(9**9))
    return list(islice(filter(SudokuState.moves, drawn), count))


def empties(state: SudokuState, cells: tuple[int, ...]) -> list[int]:
    return [cell for cell in cells if not state.board.values[cell]]


def score(state: SudokuState, move: Move, *, penalise: bool) -> int:
    """Return the score of a move by its definition, from the state alone."""
    shape, points = state.board.shape, state.points(move)
    if not penalise:
        return points
    cell, opponent, lost = shape.cell(move.row, move.column), Scratch(state), 0
    opponent.to_move = 3 - opponent.to_move
    for region in shape.geometry.regions_of[cell]:
        left = [c for c in empties(state, shape.geometry.regions[region]) if c != cell]
        if len(left) == 1 and opponent.candidates(left[0]) and opponent.playable >> left[0] & 1:
            crossed = shape.geometry.regions_of[left[0]]
            completed = [set(empties(state, shape.geometry.regions[r])) for r in crossed]
            lost = max(lost, POINTS[sum(cells <= {cell, left[0]} for cells in completed)])
    return points - lost


@pytest.mark.parametrize("rules", list(Rules))
@pytest.mark.parametrize("penalise", [True, False])
def test_each_of_the_k_best_moves_is_picked_and_no_other(*, rules: Rules, penalise: bool) -> None:
    sizes = set()
    for seed, state in enumerate(states(60, rules)):
        k, moves = 1 + seed % 6, state.moves()
        scores = {move: score(state, move, penalise=penalise) for move in moves}
        worst = sorted(scores.values(), reverse=True)[:k][-1]
        position = MoveScratch(state)
        playout = MovePlayout(position, random.Random(seed), k, penalise=penalise)
        drawn = [playout.first(position) for _ in range(400)]
        seen = Counter(scores[position.move(action)] for action in drawn if action)
        assert min(seen) >= worst
        # Which scores are picked, and how often: ties share the places that are left.
        for points in set(scores.values()):
            above = sum(other > points for other in scores.values())
            equal = sum(other == points for other in scores.values())
            share = max(0, min(k, above + equal) - above) / min(k, len(moves))
            assert abs(seen[points] / len(drawn) - share) < 0.12
            sizes.add(share)
    assert len(sizes) > 5


@pytest.mark.parametrize("rules", list(Rules))
def test_the_legal_moves_are_kept_up_to_date(rules: Rules) -> None:
    rng = random.Random(1)
    for state in states(30, rules):
        position, played = MoveScratch(state), 0
        before = position.legal
        while (actions := list(position.actions())) and played < 8:
            expected = {
                (cell, 1 << value)
                for cell in range(state.board.shape.cells)
                if position.playable >> cell & 1
                for value in range(1, state.board.shape.size + 1)
                if position.candidates(cell) >> value & 1
            }
            assert set(actions) == expected
            assert position.copy().legal == position.legal
            position.skip() if rng.random() < 0.2 else position.play(*rng.choice(actions))
            played += 1
        for _ in range(played):
            position.undo()
        assert position.legal == before


@pytest.mark.parametrize("rules", list(Rules))
@pytest.mark.parametrize("penalise", [True, False])
def test_a_playout_ends_where_no_legal_move_is_left(*, rules: Rules, penalise: bool) -> None:
    for seed, state in enumerate(states(30, rules)):
        root = MoveScratch(state)
        position = root.copy()
        margin = MovePlayout(root, random.Random(seed), 3, penalise=penalise)(position)
        assert margin == position.margin
        assert not list(position.actions())
        assert list(root.actions())


def last_move(agent: str, state: SudokuState) -> Move:
    *_, move = get(agent, 1).choose(state, Clock(nodes=60))
    return move


@pytest.mark.parametrize("options", ["rollout=points", "rollout=cells", "skip=yes", "k=1", "c=0"])
def test_each_option_changes_the_move_on_some_state(options: str) -> None:
    changed = [
        last_move("mcts", state) != last_move(f"mcts:{options}", state) for state in states(30)
    ]
    assert 2 < sum(changed) < 30


def test_skips_are_the_bombs_of_the_skip_rule_at_an_even_number_of_empty_cells() -> None:
    skips = 0
    for state in states(60):
        position = Scratch(state)
        bomb = sure_bomb(position)
        if bomb and position.moves_left % 2 == 0:
            proposals = list(get("mcts:skip=yes", 1).choose(state, Clock(nodes=20)))
            assert proposals == [position.move(bomb)]
            skips += 1
        else:
            assert last_move("mcts:skip=yes", state) == last_move("mcts", state)
    assert skips > 5


@pytest.mark.parametrize("rollout", list(Rollout))
def test_the_first_proposal_scores_most(rollout: Rollout) -> None:
    differing = 0
    for state in states(60):
        penalise = rollout is Rollout.PENALISED
        scores = {move: score(state, move, penalise=penalise) for move in state.moves()}
        first = next(iter(get(f"mcts:rollout={rollout}", 1).choose(state, Clock(nodes=0))))
        assert scores[first] == max(scores.values())
        differing += state.points(first) < max(map(state.points, state.moves()))
    assert (differing > 0) == (rollout is Rollout.PENALISED)
