"""The options of `mcts-cells` that its report is about: whose reward counts, and transpositions."""

from __future__ import annotations

import functools
import random

import pytest
from cell_endgames import cells, endgame, exact, exact_after, grown

from bombe.agents import Clock, get
from bombe.agents.search.shared_tree import SharedTree
from bombe.agents.search.uct import Backpropagation, Reward, Selection, Tree
from bombe.agents.sudoku.mcts import cells_key, play_to_end
from bombe.agents.sudoku.scratch import Scratch
from bombe.boards import Move, Rules, SudokuState


def shared(position: Scratch, reward: Reward = Reward.MARGIN) -> SharedTree[Scratch]:
    rng = random.Random(1)
    finish = functools.partial(play_to_end, rng=rng, k=5)
    return SharedTree(position, rng, cells, finish, c=0.5, reward=reward, key=cells_key)


def last(options: str, state: SudokuState, nodes: int = 80) -> Move:
    *_, move = get(f"mcts-cells:{options}", 1).choose(state, Clock(nodes=nodes))
    return Move.of(move)


def test_positions_that_differ_only_in_the_order_of_moves_have_one_key() -> None:
    for rules in Rules:
        position = Scratch(endgame(1, 8, rules))
        seen: dict[object, object] = {}
        for order in range(200):
            rng, copy = random.Random(order), position.copy()
            for _ in range(4):
                copy.play(rng.choice(cells(copy))[0])
            rest = copy.to_move, tuple(sorted(cells(copy))), exact(copy) - copy.margin
            assert seen.setdefault(cells_key(copy), rest) == rest
        assert len(seen) < 200


@pytest.mark.parametrize("rules", [Rules.CLASSIC, Rules.RANDOM])
@pytest.mark.parametrize("reward", list(Reward))
def test_a_shared_tree_finds_the_best_cell_of_an_endgame(reward: Reward, rules: Rules) -> None:
    right = 0
    first = 12 if rules is Rules.RANDOM else 0
    for seed in range(first, first + 12):
        position = Scratch(endgame(seed, 6, rules))
        best = grown(shared(position, reward), 600).best(Selection.ROBUST)
        assert best is not None
        value, wanted = exact_after(position, best[0]), exact(position)
        if reward is Reward.RESULT:
            value, wanted = (value > 0) - (value < 0), (wanted > 0) - (wanted < 0)
        right += value == wanted
    assert right >= 11


def test_a_small_game_is_known_exactly_after_many_playouts() -> None:
    for seed in range(6):
        position = Scratch(endgame(seed, 3))
        tree = grown(shared(position), 3000)
        chosen = tree.best(Selection.MAX)
        assert chosen
        (link,) = (node for node in tree.roots if node.action == chosen)
        sign = 1 if position.to_move == 1 else -1
        assert abs(sign * tree.mean(link) - exact(position)) < 0.5


def test_a_shared_tree_holds_fewer_positions_than_a_tree_has_nodes() -> None:
    tree = grown(shared(Scratch(endgame(2, 7))), 800)
    assert len(tree._places) <= 2**7
    visits = sum(link.visits for link in tree.roots)
    assert visits == 800
    below = [link for place in tree._places.values() for link in place.links]
    assert any(link.place.visits > link.visits for link in below)


def test_a_place_counts_the_playouts_of_all_moves_that_lead_to_it() -> None:
    tree = grown(shared(Scratch(endgame(4, 7))), 500)
    for place in tree._places.values():
        into = [link for one in tree._places.values() for link in one.links if link.place is place]
        if into:
            assert sum(link.visits for link in into) == place.visits


def test_with_the_wrong_credit_the_tree_prefers_bad_moves() -> None:
    scored = {Backpropagation.MOVER: 0, Backpropagation.OPPONENT: 0}
    for seed in range(12):
        position = Scratch(endgame(seed, 5))
        for credit in Backpropagation:
            rng = random.Random(1)
            finish = functools.partial(play_to_end, rng=rng, k=99)
            tree = Tree(position, rng, cells, finish, c=0.5, reward=Reward.MARGIN, credit=credit)
            best = grown(tree, 400).best(Selection.MAX)
            assert best is not None
            scored[credit] += exact_after(position, best[0]) == exact(position)
    assert scored[Backpropagation.MOVER] >= 11
    assert scored[Backpropagation.OPPONENT] <= 6


@pytest.mark.parametrize("option", ["credit=opponent", "table=yes", "table=yes,reward=result"])
def test_each_option_changes_moves(option: str) -> None:
    plain = option.removeprefix("table=yes").removeprefix("credit=opponent").strip(",")
    states = [endgame(seed, empties) for seed in range(10) for empties in (10, 16)]
    changed = sum(last(option, state) != last(plain, state) for state in states)
    assert changed >= 3


def test_the_wrong_credit_is_wrong_with_a_table_too() -> None:
    states = [endgame(seed, 12) for seed in range(10)]
    both = "table=yes,credit=opponent"
    assert sum(last(both, state) != last("table=yes", state) for state in states) >= 3
