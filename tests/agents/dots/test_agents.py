"""The agents of Dots and Boxes, one by one: each does what its summary says."""

from __future__ import annotations

import random

import numpy as np
import pytest
from dots_brute import DotsBrute

from bombe.agents import Clock, get
from bombe.agents.dots.chains import chain_estimate, chains_of
from bombe.agents.dots.exact import ExactAgent
from bombe.agents.dots.mcts import PmcsAgent
from bombe.agents.dots.playouts import play_out
from bombe.agents.dots.scratch import DotsScratch
from bombe.analysis.dots import kernel as native
from bombe.analysis.dots.exact import DotsTable
from bombe.boards.dots.state import DotsState, Grid, Line
from bombe.boards.dots.text import read_dots
from bombe.boards.errors import UnknownNameError, UsageError

LADDER = "1x4: h 0 0; h 0 1; h 0 2; h 0 3; h 1 0; h 1 1; h 1 2; h 1 3"
"""One chain of four boxes, open at both ends."""
RING = "2x2: h 0 0; h 0 1; h 2 0; h 2 1; v 0 0; v 1 0; v 0 2; v 1 2"
"""One loop of four boxes."""


def random_positions(count: int, *, extra_turn: bool, seed: int = 7) -> list[DotsState]:
    """Return positions of 2x2 boxes."""
    rng, found = random.Random(seed), []
    for _ in range(count):
        state = DotsState.start(Grid(2, 2), extra_turn=extra_turn)
        for _ in range(rng.randrange(5, 11)):
            state = state.play(rng.choice(state.moves()))
        found.append(state)
    return found


def last_proposal(name: str, state: DotsState, nodes: int | None = None, seed: int = 1) -> Line:
    line: Line
    *_, line = get(name, seed).choose(state, Clock(nodes=nodes))
    return line


def test_a_scratch_agrees_with_the_rules_and_undoes_its_lines() -> None:
    rng = random.Random(5)
    for extra_turn in (True, False):
        state = DotsState.start(Grid(3, 2), extra_turn=extra_turn)
        position, marks = DotsScratch(state), []
        while not state.is_over:
            line = rng.choice(state.moves())
            edge = state.grid.edge(line)
            marks.append((position.empty, bytes(position.left), position.to_move, position.margin))
            assert position.points(edge) == position.scoring().get(edge, 0) == state.completes(line)
            position.play(edge)
            state = state.play(line)
            first, second = state.scores
            assert (position.to_move, position.margin) == (state.to_move, first - second)
            assert position.empty == state.grid.all_edges & ~state.edges
        for mark in reversed(marks):
            position.undo()
            assert mark == (position.empty, bytes(position.left), position.to_move, position.margin)


@pytest.mark.parametrize("extra_turn", [True, False])
@pytest.mark.parametrize("order", ["border", "random", "captures"])
def test_alphabeta_without_a_clock_plays_a_best_line(order: str, extra_turn: bool) -> None:  # noqa: FBT001 - pytest names it
    brute = DotsBrute(2, 2, extra_turn=extra_turn)
    for state in random_positions(8, extra_turn=extra_turn):
        values = brute.values(brute.drawn(state.grid.lines_of(state.edges)))
        for options in ("judge=score", "judge=chains", "entries=0", "entries=20"):
            line = last_proposal(f"dots/alphabeta:order={order},{options}", state)
            assert values[line] == max(values.values()), state


def test_a_depth_ends_the_search_of_alphabeta() -> None:
    state = DotsState.start(Grid(2, 2))
    spent = []
    for depth in (1, 2, 3):
        clock = Clock()
        assert list(get(f"dots/alphabeta:depth={depth}", 1).choose(state, clock))
        spent.append(clock.nodes)
    assert spent[0] == 12
    assert spent == sorted(set(spent))


def test_first_moves_completes_boxes_and_draws_no_third_side_while_it_can() -> None:
    for number, state in enumerate(random_positions(60, extra_turn=True)):
        position = DotsScratch(state)
        of = ("random", "alphabeta", "mcts")[number % 3]
        for line in get(f"dots/first-moves:of={of}", number).choose(state, Clock(nodes=30)):
            edge = state.grid.edge(line)
            if best := max(position.scoring().values(), default=0):
                assert position.points(edge) == best
            elif safe := position.safe():
                assert edge in safe
            lacking = [position.left[box] for box in state.grid.boxes_of[edge]]
            assert (edge in position.safe()) == (min(lacking) > 2)


def test_first_moves_lets_the_other_agent_choose_what_to_give_away() -> None:
    state = read_dots(LADDER)
    line = last_proposal("dots/first-moves:of=alphabeta", state, seed=3)
    brute = DotsBrute(1, 4)
    values = brute.values(brute.drawn(state.grid.lines_of(state.edges)))
    assert values[line] == max(values.values())


def test_first_moves_accepts_only_agents_of_its_own_game() -> None:
    with pytest.raises(UnknownNameError, match="unknown agent of dots 'greedy'"):
        get("dots/first-moves:of=greedy")


@pytest.mark.parametrize("extra_turn", [True, False])
def test_playouts_agree_with_games_played_in_the_same_order(extra_turn: bool) -> None:  # noqa: FBT001 - pytest names it
    for seed, state in enumerate(random_positions(5, extra_turn=extra_turn)):
        position = DotsScratch(state)
        edges, mover = position.edges(), position.to_move
        found = play_out(position, 50, np.random.default_rng(seed))
        orders = np.random.default_rng(seed).random((50, len(edges))).argsort(axis=1)
        for when, first, margin in zip(orders, found.first, found.margins, strict=True):
            played = position.copy()
            before = played.margin
            for place in when.argsort():
                played.play(edges[place])
            assert edges[first] == edges[when.argmin()]
            assert (played.margin - before) * (1 if mover == 1 else -1) == margin


def test_pmcs_estimates_the_mean_margin_after_each_line() -> None:
    state = read_dots("1x2: h 0 0; h 1 0; v 0 0; h 0 1")
    *_, values = PmcsAgent(1, playouts=4000).values(DotsScratch(state), Clock())
    brute = DotsBrute(1, 2)
    means = {}
    for side in brute.open(brute.drawn(state.grid.lines_of(state.edges))):
        after = DotsScratch(state.play(Line(*side)))  # type: ignore[arg-type] # h or v
        means[state.grid.edge(Line(*side))] = mean_margin(after)  # type: ignore[arg-type] # h or v
    assert values.keys() == means.keys()
    for edge, mean in means.items():
        assert abs(values[edge] - mean) < 0.15


def mean_margin(position: DotsScratch) -> float:
    """Return player 1's mean margin over all orders of the remaining lines."""
    found = []
    for edge in position.edges():
        position.play(edge)
        found.append(mean_margin(position))
        position.undo()
    return sum(found) / len(found) if found else position.margin


def test_pmcs_plays_the_given_number_of_games() -> None:
    for playouts in (1, 300, 1000):
        clock = Clock()
        assert list(
            get(f"dots/pmcs:playouts={playouts}", 1).choose(DotsState.start(Grid(2, 2)), clock)
        )
        assert clock.nodes == playouts


@pytest.mark.parametrize("reward", ["margin", "result"])
def test_mcts_finds_the_line_that_keeps_control(reward: str) -> None:
    # Two boxes of a chain of four are open: taking all and having to open the other chain loses.
    state = read_dots("1x3: h 0 0; h 1 0; h 0 1; h 1 1; h 0 2; h 1 2; v 0 0")
    brute = DotsBrute(1, 3)
    values = brute.values(brute.drawn(state.grid.lines_of(state.edges)))
    line = last_proposal(f"dots/mcts:reward={reward}", state, nodes=800)
    assert values[line] == max(values.values())


def test_invalid_options_are_rejected() -> None:
    for name in ("dots/mcts:c=-1", "dots/pmcs:playouts=0", "dots/alphabeta:order=none"):
        with pytest.raises(UsageError):
            get(name)


def test_chains_and_loops_are_counted_by_their_boxes() -> None:
    for text, chains, loops in (
        (LADDER, [4], []),
        (RING, [], [4]),
        ("1x2: h 0 0; h 0 1; h 1 0; h 1 1", [], []),
        ("2x3: h 0 0; h 0 1; h 0 2; h 1 0; h 1 1; h 1 2; h 2 0; h 2 1; h 2 2", [3, 3], []),
        ("3x3:", [], []),
    ):
        found = chains_of(DotsScratch(read_dots(text)))
        assert (sorted(found.chains), found.loops) == (chains, loops), text


def test_the_estimate_by_chains_shows_who_must_open_the_long_chain() -> None:
    two_rows = "2x3: h 0 0; h 0 1; h 0 2; h 1 0; h 1 1; h 1 2; h 2 0; h 2 1; h 2 2"
    for text in (LADDER, RING, two_rows, f"{two_rows}; v 1 0; v 1 1; v 1 2; v 1 3"):
        state = read_dots(text)
        brute = DotsBrute(state.grid.rows, state.grid.columns)
        value = brute.margin(brute.drawn(state.grid.lines_of(state.edges)))
        assert (chain_estimate(DotsScratch(state)) > 0) == (value > 0), text


@pytest.mark.parametrize("extra_turn", [True, False])
def test_exact_plays_a_best_line_if_given_time(extra_turn: bool) -> None:  # noqa: FBT001 - pytest names it
    brute = DotsBrute(2, 2, extra_turn=extra_turn)
    agent = get("dots/exact:memory=4", 3)
    for state in random_positions(25, extra_turn=extra_turn, seed=11):
        values = brute.values(brute.drawn(state.grid.lines_of(state.edges)))
        *_, line = agent.choose(state, Clock())
        assert values[line] == max(values.values()), state


def test_exact_never_loses_a_won_endgame() -> None:
    for seed in range(4):
        rng, state = random.Random(seed), DotsState.start(Grid(3, 3))
        for _ in range(12):
            state = state.play(rng.choice(state.moves()))
        table = DotsTable(state, memory=4 << 20)
        exact, other = get("dots/exact:memory=4", seed), get("dots/alphabeta:depth=2", seed)
        mover, margin = state.to_move, table.margin(state)[0]
        lead = state.scores[mover - 1] - state.scores[2 - mover] + margin
        while not state.is_over:
            player = exact if state.to_move == mover else other
            *_, line = player.choose(state, Clock(nodes=400))
            state = state.play(line)
        assert state.scores[mover - 1] - state.scores[2 - mover] >= lead


def test_exact_keeps_its_table_for_one_game() -> None:
    agent = ExactAgent(1, memory=4)
    start = DotsState.start(Grid(2, 2))
    assert list(agent.choose(start, Clock()))
    table = agent._table
    assert list(agent.choose(start.play(Line("h", 0, 0)), Clock()))
    assert agent._table is table
    assert list(agent.choose(DotsState.start(Grid(2, 1)), Clock()))
    assert agent._table is not table


def test_exact_plays_on_grids_that_are_too_large_to_solve() -> None:
    state = DotsState.start(Grid(9, 9))
    lines = list(get("dots/exact", 1).choose(state, Clock(nodes=3)))
    assert lines
    assert not state.reasons(lines[-1])


def test_exact_works_without_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "is_available", lambda: False)
    brute = DotsBrute(1, 4)
    state = read_dots(LADDER)
    values = brute.values(brute.drawn(state.grid.lines_of(state.edges)))
    agent = ExactAgent(1)
    *_, line = agent.choose(state, Clock())
    assert agent._table is not None
    assert agent._table.solver == "plain"
    assert values[line] == max(values.values())
