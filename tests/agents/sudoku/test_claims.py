"""Claims on cells: counted as distances say; agents that know of them, and those that do not."""

from __future__ import annotations

import random
from itertools import product
from typing import TYPE_CHECKING

import pytest
from random_boards import full_grid
from random_states import random_state

from bombe.agents import Clock, get, play
from bombe.agents.sudoku.claims import front, territory, territory_after
from bombe.agents.sudoku.scratch import Scratch
from bombe.boards import Board, Move, Rules, Shape, SudokuState
from bombe.boards.bits import bit_list
from bombe.solvers import Budget

if TYPE_CHECKING:
    from bombe.boards.game import Player

MODES = [rules for rules in Rules if rules is not Rules.CLASSIC]
SHAPES = (Shape(2, 2), Shape(2, 3), Shape(3, 2), Shape(3, 3), Shape(1, 5))
NODES = {"greedy": 1, "minimax": 30, "minimax-pruned": 30, "minimax-skip": 30, "mcts": 12}
each_agent = pytest.mark.parametrize("name", NODES)


def states(rules: Rules, count: int, seed: int = 0) -> list[SudokuState]:
    """Return positions in which the game is not over and the mover has a legal move."""
    rng, found = random.Random(f"{seed}{rules}"), list[SudokuState]()
    while len(found) < count:
        state = random_state(rng, rng.choice(SHAPES), rules, rng.randrange(25))
        if not state.is_over and state.moves():
            found.append(state)
    return found


def proposals(name: str, state: SudokuState) -> list[Move]:
    plain, _, _ = name.partition(":")
    return list(get(name, 1).choose(state, Clock(nodes=NODES[plain])))


def dug_board(seed: int) -> Board:
    """Return a 3x3 board with 40 empty cells and a solution."""
    rng, shape = random.Random(seed), Shape(3, 3)
    values = full_grid(shape, rng)
    for cell in rng.sample(range(shape.cells), 40):
        values[cell] = 0
    return Board(shape, bytes(values))


def opponent(state: SudokuState) -> Player:
    return 2 if state.to_move == 1 else 1


def distances(state: SudokuState, player: Player) -> dict[int, int]:
    """Return the fills until a player may play on each empty cell that it can reach."""
    near = state.board.shape.geometry.neighbours
    empty = set(state.board.empty_cells())
    layer, found, steps = set(state.playable(player)), dict[int, int](), 0
    while layer:
        found |= dict.fromkeys(layer, steps)
        steps += 1
        layer = {other for cell in layer for other in near[cell]} & empty - found.keys()
    return found


@pytest.mark.parametrize("rules", MODES)
def test_territory_is_what_distances_say(rules: Rules) -> None:
    values = set()
    for state in states(rules, 60):
        mine, theirs = distances(state, state.to_move), distances(state, opponent(state))
        claims = sum(mine[cell] < theirs.get(cell, 99) for cell in mine) + len(mine - theirs.keys())
        other = sum(theirs[cell] < mine.get(cell, 99) for cell in theirs)
        other += len(theirs - mine.keys())
        assert territory(Scratch(state)) == claims - other
        values.add(claims - other)
    assert len(values) > 5


@pytest.mark.parametrize("rules", MODES)
def test_the_front_are_the_own_cells_nearest_to_the_opponent(rules: Rules) -> None:
    sizes = set()
    for state in states(rules, 60):
        theirs = distances(state, opponent(state))
        own = state.playable() & theirs.keys()
        least = min((theirs[cell] for cell in own), default=0)
        nearest = {cell for cell in own if theirs[cell] == least}
        assert set(bit_list(front(Scratch(state)))) == nearest
        sizes.add(len(nearest))
    assert len(sizes) > 2


def test_there_is_no_territory_where_every_cell_is_open_to_both() -> None:
    assert {territory(Scratch(state)) for state in states(Rules.CLASSIC, 20)} == {0}


@each_agent
def test_reach_changes_no_proposal_in_classic_play(name: str) -> None:
    for state in states(Rules.CLASSIC, 25):
        assert proposals(f"{name}:reach=yes", state) == proposals(name, state)


@pytest.mark.parametrize("rules", MODES)
@each_agent
def test_reach_changes_the_move_in_the_newer_modes(name: str, rules: Rules) -> None:
    changed = 0
    for state in states(rules, 25):
        *_, aware = proposals(f"{name}:reach=yes", state)
        assert not state.reasons(aware)
        changed += aware != proposals(name, state)[-1]
    assert changed > 2


@pytest.mark.parametrize("rules", MODES)
def test_reach_aware_greed_takes_the_most_points_and_then_the_most_territory(rules: Rules) -> None:
    for state in states(rules, 40):
        (move,) = proposals("greedy:reach=yes", state)
        position = Scratch(state)
        ranks = {
            other: (
                state.points(other),
                territory_after(position, state.board.shape.cell(*other[:2])),
            )
            for other in state.moves()
        }
        assert ranks[move] == max(ranks.values())


@pytest.mark.parametrize("rules", MODES)
@pytest.mark.parametrize("name", ["greedy", "minimax", "mcts"])
def test_who_knows_reach_beats_who_does_not(name: str, rules: Rules) -> None:
    points = 0.0
    for seed, side in product(range(8), (1, 2)):
        start = SudokuState.start(dug_board(seed), rules, seed=seed)
        pair = get(f"{name}:reach=yes", 2 * seed), get(name, 2 * seed + 1)
        outcome = play(start, *pair[:: 3 - 2 * side], budget=Budget(nodes=NODES[name]))
        points += 0.5 if not outcome.winner else outcome.winner == side
    assert points > 10
