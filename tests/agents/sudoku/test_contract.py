"""What every agent of Sudoku is held to: legal, at once, on time, reproducible, in every mode.

Those of Dots and Boxes are held to the same in tests/agents/dots.

An agent that breaks a rule on purpose stands in a dictionary below, with the reason.
"""

from __future__ import annotations

import random
from itertools import islice
from typing import TYPE_CHECKING

import pytest
from random_boards import full_grid
from random_states import random_state

from bombe.agents import AGENTS, Clock, get
from bombe.boards import Board, Move, Rules, Shape, SudokuState
from bombe.boards.sudoku.game import SUDOKU
from bombe.boards.sudoku.state import Refusal
from bombe.solvers import Verdict, as_solver

if TYPE_CHECKING:
    from bombe.agents.contract import AnyAgent

NAMES = [
    *(entrant.name for entrant in AGENTS if entrant.game == SUDOKU.name),
    "minimax-pruned:penalty=0.5,prune=no",
    "minimax-skip:box=yes",
    "minimax-even:solver=human",
    "transposition:solver=auto,entries=30",
    "oracle:of=minimax-even:solver=human+bonus=0,bombs=yes",
    "oracle:of=minimax-skip,bombs=even",
]
"""Every agent of Sudoku with its defaults, and some with options that change what they do."""
SHAPES = [Shape(1, 1), Shape(2, 2), Shape(1, 4), Shape(2, 3), Shape(3, 3)]
BREAKS = {"naive": {Refusal.BREAKS_C0}}
"""What an agent may be refused for: naive ignores C0 on purpose."""


def proposals(name: str, state: SudokuState, nodes: int = 40, seed: int = 1) -> list[Move]:
    return list(get(name, seed).choose(state, Clock(nodes=nodes)))


def dug_state(seed: int, shape: Shape, rules: Rules, share: float = 0.5) -> SudokuState:
    """A game on a board that has a solution."""
    rng = random.Random(seed)
    values = [v if rng.random() > share else 0 for v in full_grid(shape, rng)]
    return SudokuState.start(Board(shape, bytes(values)), rules, seed=seed)


def refusals(state: SudokuState, move: Move) -> set[Refusal]:
    return {reason.refusal for reason in state.reasons(move)}


@pytest.mark.parametrize("rules", list(Rules))
@pytest.mark.parametrize("name", NAMES)
def test_every_proposal_is_legal_whatever_the_position(name: str, rules: Rules) -> None:
    rng = random.Random(f"{name} {rules}")
    for seed in range(12):
        state = random_state(rng, SHAPES[seed % len(SHAPES)], rules, rng.randrange(20))
        for move in proposals(name, state):
            assert refusals(state, move) <= BREAKS.get(name, set()), f"{state} {move}"


@pytest.mark.parametrize("rules", list(Rules))
@pytest.mark.parametrize("name", NAMES)
def test_a_first_proposal_comes_before_any_search(name: str, rules: Rules) -> None:
    for seed, shape in enumerate(SHAPES):
        state = dug_state(seed, shape, rules)
        clock = Clock(nodes=0)
        if state.moves():
            first = next(iter(get(name, 1).choose(state, clock)))
            assert refusals(state, first) <= BREAKS.get(name, set())
            assert clock.nodes == 0


@pytest.mark.parametrize("name", NAMES)
def test_large_boards_are_played_at_once_too(name: str) -> None:
    state = SudokuState.start(Board.empty(Shape(5, 5)))
    (first,) = islice(get(name, 1).choose(state, Clock(nodes=1)), 1)
    assert refusals(state, first) <= BREAKS.get(name, set())


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_proposed_where_nothing_is_legal(name: str) -> None:
    full = SudokuState.start(Board(Shape(2, 2), bytes(full_grid(Shape(2, 2), random.Random(1)))))
    assert proposals(name, full) == []


@pytest.mark.parametrize("rules", [Rules.CLASSIC, Rules.RANDOM])
@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_and_nodes_give_the_same_proposals(name: str, rules: Rules) -> None:
    for seed in range(3):
        state = dug_state(seed, Shape(2, 3), rules)
        assert proposals(name, state, 100, seed) == proposals(name, state, 100, seed)


@pytest.mark.parametrize("name", NAMES)
def test_a_budget_of_nodes_is_kept(name: str) -> None:
    state = dug_state(2, Shape(3, 3), Rules.CLASSIC)
    for nodes in (0, 1, 7, 50):
        clock = Clock(nodes=nodes)
        assert list(get(name, 1).choose(state, clock))
        assert clock.nodes <= nodes


@pytest.mark.parametrize("name", NAMES)
def test_an_agent_stops_when_the_clock_does(name: str) -> None:
    looks = [0.0]

    def look() -> float:
        looks[0] += 1.0
        return looks[0]

    clock = Clock(200.0, now=look)
    state = dug_state(3, Shape(3, 3), Rules.CLASSIC, share=0.8)
    for _ in get(name, 1).choose(state, clock):
        pass
    assert looks[0] < 300, "the clock was looked at over and over after it had run out"


@pytest.mark.parametrize("name", NAMES)
def test_an_agent_leaves_the_state_and_other_agents_alone(name: str) -> None:
    state = dug_state(4, Shape(2, 3), Rules.ROWS)
    before = (state.board, state.taboo, state.allowed, state.occupied, state.history)
    one, two = (get(name, 1).choose(state, Clock(nodes=60)) for _ in "ab")
    together = [move for pair in zip(one, two, strict=True) for move in pair]
    assert together[::2] == together[1::2] == proposals(name, state, 60)
    assert before == (state.board, state.taboo, state.allowed, state.occupied, state.history)


@pytest.mark.parametrize("rules", list(Rules))
@pytest.mark.parametrize("name", [name for name in NAMES if name not in BREAKS])
def test_every_agent_plays_whole_games(name: str, rules: Rules) -> None:
    for seed, shape in enumerate([Shape(2, 2), Shape(2, 3)]):
        state = dug_state(seed, shape, rules, share=0.9)
        players = [get(name, seed), get("greedy", seed)]
        end = play_out(state, players if seed % 2 else players[::-1])
        assert end.is_over
        assert not end.board.clashes()


def play_out(state: SudokuState, players: list[AnyAgent]) -> SudokuState:
    """Referee a game, without the referee; a bomb passes the turn."""
    oracle = as_solver("backtracking")
    while not state.is_over:
        *_, move = players[state.to_move - 1].choose(state, Clock(nodes=15))
        stands = oracle.solvable(state.question(move)) is Verdict.YES
        state = state.play(move) if stands else state.reject(move)
    return state
