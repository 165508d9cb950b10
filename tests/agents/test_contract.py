"""The contract of all agents of all games: legal proposals, at once, in time, reproducible.

An agent that breaks a rule on purpose is listed in a dictionary below, with the reason. The effect
of an option is tested with the agent; options are listed here if they change how it searches.
"""

from __future__ import annotations

import math
import random
from itertools import islice

import pytest
from any_game import GAME_NAMES, is_bomb, large_start, playout, position_of, start_of
from random_states import random_state

from bombe.agents import AGENTS, Clock, get
from bombe.agents.table import agents_of, specs
from bombe.boards import Rules, Shape, SudokuState
from bombe.boards.dots.state import DotsState
from bombe.boards.errors import UnsupportedError
from bombe.boards.game import DEFAULT_GAME, AnyMove, AnyState, Termination

WITH_OPTIONS = {
    "sudoku": [
        "minimax:penalty=1",
        "minimax-pruned:penalty=0.5,prune=no",
        "minimax-pruned:penalise=every",
        "mcts:rollout=points,skip=yes",
        "mcts:rollout=cells",
        "minimax-skip:box=yes",
        "minimax-even:solver=human",
        "minimax-even:even=horizon,ahead=yes,skip=valued",
        "transposition:solver=auto,entries=30",
        "mcts-cells:table=yes,credit=opponent,reward=result",
        "oracle:of=minimax-even:solver=human+bonus=0,bombs=yes",
        "oracle:of=minimax-skip,bombs=even",
    ],
    "dots": [
        "dots/heuristic:judge=chains",
        "dots/alphabeta:depth=2,order=random,judge=chains",
        "dots/alphabeta:order=border",
        "dots/first-moves:of=alphabeta:order=border+depth=3",
        "dots/first-moves:of=pmcs",
        "dots/pmcs:playouts=7",
        "dots/mcts:reward=result,selection=max",
    ],
}
BREAKS = {"naive": {Termination.BREAKS_C0}}
"""The rules that an agent may break: naive ignores C0 on purpose."""
EXTRA_TURN_ONLY = {"dots/open-spiel"}
"""OpenSpiel has no game without the extra turn."""
MAX_PROPOSALS = 2000
"""More than any agent makes with the nodes of these tests."""
SHAPES = [Shape(1, 1), Shape(2, 2), Shape(1, 4), Shape(2, 3), Shape(3, 3)]


def _cases() -> list[object]:
    listed = [
        pytest.param(
            game,
            entrant.spec,
            marks=[] if entrant.is_available else pytest.mark.skip(f"{entrant.needs} is missing"),
        )
        for game in GAME_NAMES
        for entrant in agents_of(game)
    ]
    more = [pytest.param(game, name) for game, names in WITH_OPTIONS.items() for name in names]
    return [*listed, *more]


every_agent = pytest.mark.parametrize(("game", "name"), _cases())


def proposals(name: str, state: AnyState, nodes: int = 40, seed: int = 1) -> list[AnyMove]:
    found = list(islice(get(name, seed).choose(state, Clock(nodes=nodes)), MAX_PROPOSALS))
    assert len(found) < MAX_PROPOSALS, f"{name} goes on after its turn: look at clock.is_over"
    return found


def is_for(name: str, state: AnyState) -> bool:
    """Return whether the agent supports the variant of the game."""
    return name not in EXTRA_TURN_ONLY or not isinstance(state, DotsState) or state.extra_turn


def states(game: str, name: str, count: int) -> list[AnyState]:
    """Return positions from games; for Sudoku also boards that no game can reach."""
    found = [position_of(game, seed) for seed in range(count)]
    if game == DEFAULT_GAME:
        rng = random.Random(name)
        found += [
            random_state(rng, shape, rules, rng.randrange(20))
            for shape in SHAPES
            for rules in Rules
            for _ in range(2)
        ]
    return [state for state in found if is_for(name, state)]


def objections(name: str, state: AnyState, moves: list[AnyMove]) -> list[object]:
    refused = (state.game.refusal(state, move) for move in moves)
    return [one for one in refused if one and one.termination not in BREAKS.get(name, set())]


@every_agent
def test_every_proposal_is_legal_in_every_position(game: str, name: str) -> None:
    asked = 0
    for state in states(game, name, 15):
        found = proposals(name, state)
        assert not objections(name, state, found), f"{state}"
        asked += bool(found)
    assert asked >= 5


@every_agent
def test_a_first_proposal_comes_before_any_search(game: str, name: str) -> None:
    for state in states(game, name, 10):
        clock = Clock(nodes=0)
        first = list(islice(get(name, 1).choose(state, clock), 1))
        if not state.is_over and state.moves():
            assert first
            assert not objections(name, state, first)
        assert clock.nodes == 0


NOTES = {
    "depth": ("minimax", "transposition", "alphabeta", "heuristic", "champion"),
    "nodes": ("minimax", "transposition", "alphabeta", "heuristic", "exact"),
    "playouts": ("mcts", "pmcs"),
    "exact": ("exact", "champion"),
}
"""What agents note of their turns, by the beginning of their names."""


@every_agent
def test_a_search_notes_what_it_did_and_no_less_with_more_nodes(game: str, name: str) -> None:
    kind = name.partition("/")[2] or name
    wanted = [note for note, kinds in NOTES.items() if kind.startswith(kinds)]
    if "of=" in name:
        wanted = []
    sums = {nodes: dict.fromkeys(wanted, 0.0) for nodes in (20, 200)}
    for nodes, found in sums.items():
        for state in states(game, name, 6):
            clock = Clock(nodes=nodes)
            list(islice(get(name, 1).choose(state, clock), MAX_PROPOSALS))
            noted = dict(clock.notes)
            assert all(math.isfinite(number) for number in noted.values())
            for note in wanted:
                found[note] += noted.get(note, 0)
    assert all(sums[200][note] >= sums[20][note] for note in wanted)
    assert all(sums[200][note] > 0 for note in wanted)


@every_agent
def test_the_first_proposal_is_immediate_in_large_positions(game: str, name: str) -> None:
    state = large_start(game)
    first = list(islice(get(name, 1).choose(state, Clock(nodes=1)), 1))
    assert first
    assert not objections(name, state, first)


@every_agent
def test_nothing_is_proposed_after_the_end_of_the_game(game: str, name: str) -> None:
    ends = [list(playout(game, seed))[-1][0] for seed in range(4)]
    assert [proposals(name, end) for end in ends if is_for(name, end)].count([]) >= 2
    assert not any(proposals(name, end) for end in ends if is_for(name, end))


@every_agent
def test_the_same_seed_and_nodes_give_the_same_proposals(game: str, name: str) -> None:
    for seed, state in enumerate(states(game, name, 6)[:6]):
        assert proposals(name, state, 100, seed) == proposals(name, state, 100, seed)


@every_agent
def test_a_budget_of_nodes_is_respected(game: str, name: str) -> None:
    state = next(one for one in states(game, name, 10) if not one.is_over)
    for nodes in (0, 1, 7, 50):
        clock = Clock(nodes=nodes)
        assert list(get(name, 1).choose(state, clock))
        assert clock.nodes <= nodes


@every_agent
def test_an_agent_stops_when_the_clock_does(game: str, name: str) -> None:
    checks = [0.0]

    def check() -> float:
        checks[0] += 1.0
        return checks[0]

    clock = Clock(30.0, now=check)
    for _ in get(name, 1).choose(large_start(game), clock):
        pass
    assert checks[0] < 60, "the clock was checked many times after it had run out"


@every_agent
def test_an_agent_does_not_affect_the_state_or_other_agents(game: str, name: str) -> None:
    state = next(one for one in states(game, name, 10) if len(one.moves()) > 1)
    before = state.game.write(state)
    one, two = (get(name, 1).choose(state, Clock(nodes=60)) for _ in "ab")
    together = [move for pair in zip(one, two, strict=True) for move in pair]
    assert together[::2] == together[1::2] == proposals(name, state, 60)
    assert state.game.write(state) == before


@every_agent
def test_every_agent_plays_whole_games(game: str, name: str) -> None:
    if name in BREAKS:
        pytest.skip("it soon loses by breaking a rule")
    for seed in range(8):
        state = start_of(game, seed)
        if not is_for(name, state):
            with pytest.raises(UnsupportedError):
                proposals(name, state)
            continue
        assert play_out(state, [get(name, seed), get(f"{game}/random", seed)], seed).is_over


def play_out(state: AnyState, players: list[object], seed: int) -> AnyState:
    """Return the end of a game between the players, played without the referee."""
    while not state.is_over:
        player = players[(state.to_move + seed) % 2]
        *_, move = player.choose(state, Clock(nodes=15))  # type: ignore[attr-defined]
        state = state.game.after(state, move, is_bomb=is_bomb(state, move))
    return state


def test_sudoku_games_never_lead_to_clashes() -> None:
    for seed in range(4):
        end = play_out(start_of("sudoku", seed), [get("mcts", seed), get("greedy", seed)], seed)
        assert isinstance(end, SudokuState)
        assert not end.board.clashes()


def test_the_table_names_each_agent_of_a_game_once() -> None:
    names = [(entrant.game, entrant.name) for entrant in AGENTS]
    assert len(names) == len(set(names))
    assert len(specs()) == len(set(specs()))
