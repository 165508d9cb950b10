"""What every agent of Dots and Boxes is held to: legal, at once, on time, reproducible."""

from __future__ import annotations

import random
from itertools import islice
from typing import TYPE_CHECKING

import pytest

from bombe.agents import AGENTS, Clock, get
from bombe.boards.dots.game import DOTS
from bombe.boards.dots.state import DotsState, Grid
from bombe.boards.errors import UnsupportedError

if TYPE_CHECKING:
    from bombe.boards.dots.state import Line

NAMES = [
    *(
        pytest.param(
            entrant.spec,
            marks=[] if entrant.is_available else pytest.mark.skip(f"{entrant.needs} is missing"),
        )
        for entrant in AGENTS
        if entrant.game == DOTS.name
    ),
    "dots/heuristic:judge=chains",
    "dots/alphabeta:depth=2,order=random,judge=chains",
    "dots/alphabeta:order=border",
    "dots/first-moves:of=alphabeta:order=border+depth=3",
    "dots/first-moves:of=pmcs",
    "dots/pmcs:playouts=7",
    "dots/mcts:reward=result,selection=max",
]
"""Every agent with its defaults, and some with options that change what they do."""
EXTRA_TURN_ONLY = {"dots/open-spiel"}
"""OpenSpiel has no game without the extra turn."""
GRIDS = [Grid(1, 1), Grid(1, 3), Grid(2, 2), Grid(2, 3), Grid(3, 3)]


def proposals(name: str, state: DotsState, nodes: int = 40, seed: int = 1) -> list[Line]:
    return list(get(name, seed).choose(state, Clock(nodes=nodes)))


def state_after(grid: Grid, lines: int, seed: int, *, extra_turn: bool = True) -> DotsState:
    """A game after so many random lines."""
    rng, state = random.Random(seed), DotsState.start(grid, extra_turn=extra_turn)
    for _ in range(min(lines, grid.edges)):
        state = state.play(rng.choice(state.moves()))
    return state


@pytest.mark.parametrize("name", NAMES)
def test_every_proposal_is_legal_whatever_the_position(name: str) -> None:
    for seed in range(20):
        grid = GRIDS[seed % len(GRIDS)]
        state = state_after(
            grid, seed % grid.edges, seed, extra_turn=seed % 2 == 0 or name in EXTRA_TURN_ONLY
        )
        found = proposals(name, state)
        assert found
        assert not [line for line in found if state.reasons(line)]


@pytest.mark.parametrize("name", NAMES)
def test_a_first_proposal_comes_before_any_search(name: str) -> None:
    for seed, grid in enumerate(GRIDS):
        clock = Clock(nodes=0)
        (first,) = islice(get(name, 1).choose(state_after(grid, 2, seed), clock), 1)
        assert first in grid.lines
        assert clock.nodes == 0


@pytest.mark.parametrize("name", NAMES)
def test_large_grids_are_played_at_once_too(name: str) -> None:
    state = DotsState.start(Grid(12, 9))
    (first,) = islice(get(name, 1).choose(state, Clock(nodes=1)), 1)
    assert first in state.moves()


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_proposed_where_all_is_drawn(name: str) -> None:
    assert proposals(name, DotsState(Grid(1, 2), Grid(1, 2).all_edges)) == []


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_and_nodes_give_the_same_proposals(name: str) -> None:
    for seed in range(3):
        state = state_after(Grid(2, 3), 3 * seed, seed)
        assert proposals(name, state, 100, seed) == proposals(name, state, 100, seed)


@pytest.mark.parametrize("name", NAMES)
def test_a_budget_of_nodes_is_kept(name: str) -> None:
    state = state_after(Grid(3, 3), 4, 1)
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

    for _ in get(name, 1).choose(state_after(Grid(4, 4), 3, 1), Clock(30.0, now=look)):
        pass
    assert looks[0] < 60, "the clock was looked at over and over after it had run out"


@pytest.mark.parametrize("name", NAMES)
def test_an_agent_leaves_the_state_and_other_agents_alone(name: str) -> None:
    state = state_after(Grid(2, 3), 5, 4)
    before = (state.edges, state.owners, state.to_move, state.history)
    one, two = (get(name, 1).choose(state, Clock(nodes=60)) for _ in "ab")
    together = [line for pair in zip(one, two, strict=True) for line in pair]
    assert together[::2] == together[1::2] == proposals(name, state, 60)
    assert before == (state.edges, state.owners, state.to_move, state.history)


@pytest.mark.parametrize("extra_turn", [True, False])
@pytest.mark.parametrize("name", NAMES)
def test_every_agent_plays_whole_games(name: str, extra_turn: bool) -> None:  # noqa: FBT001 - pytest names it
    if not extra_turn and name in EXTRA_TURN_ONLY:
        with pytest.raises(UnsupportedError):
            proposals(name, DotsState.start(Grid(2, 2), extra_turn=False))
        return
    for seed, grid in enumerate([Grid(1, 2), Grid(2, 2)]):
        players = [get(name, seed), get("dots/random", seed)]
        state = DotsState.start(grid, extra_turn=extra_turn)
        while not state.is_over:
            player = players[(state.to_move + seed) % 2]
            *_, line = player.choose(state, Clock(nodes=15))
            state = state.play(line)
        assert sum(state.scores) == grid.boxes
