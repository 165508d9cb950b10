"""The champion: it keeps the tempo by the law, and never loses a game that it has solved as won."""

from __future__ import annotations

import contextlib
import math
import random
from typing import TYPE_CHECKING, Any

import pytest
from random_boards import full_grid

from bombe.agents import Clock, get
from bombe.agents.sudoku.champion import ChampionAgent
from bombe.agents.sudoku.exact import SLICE, EndgamePlayer, lead
from bombe.agents.sudoku.knowledge import Knowledge, SkipRates
from bombe.agents.sudoku.scratch import Scratch
from bombe.analysis.endgame import kernel as native
from bombe.analysis.endgame.margins import Table
from bombe.analysis.tempo import kernel
from bombe.boards import Board, Move, Rules, Shape, SudokuState
from bombe.boards.errors import OutOfBudgetError
from bombe.solvers import Meter, Verdict, as_solver

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.agents.contract import Agent

SOLVER = as_solver("backtracking")
SHAPES = [Shape(2, 2), Shape(2, 3), Shape(3, 2), Shape(3, 3)]
NODES = 60

needs_kernel = pytest.mark.skipif(not native.is_available(), reason="the native kernel is missing")


def endgame(seed: int, shape: Shape, empties: int, rules: Rules = Rules.CLASSIC) -> SudokuState:
    rng = random.Random(seed)
    values = full_grid(shape, rng)
    for cell in rng.sample(range(shape.cells), empties):
        values[cell] = 0
    return SudokuState.start(Board(shape, bytes(values)), rules, seed=seed)


def play(state: SudokuState, move: Move) -> SudokuState:
    is_safe = SOLVER.solvable(state.question(move)) is Verdict.YES
    return state.play(move) if is_safe else state.reject(move)


def last_proposal(agent: Agent[SudokuState, Move], state: SudokuState, nodes: int = NODES) -> Move:
    move: Move
    *_, move = agent.choose(state, Clock(nodes=nodes))
    return move


def game(
    state: SudokuState, champion: ChampionAgent, other: Agent[SudokuState, Move], side: int
) -> Iterator[int]:
    """Play to the end; yield the final margins that were proven, and then the actual one."""
    while not state.is_over:
        is_ours = state.to_move == side
        state = play(state, last_proposal(champion if is_ours else other, state))
        if is_ours and champion.proven is not None:
            yield champion.proven
    yield state.scores[side - 1] - state.scores[2 - side]


def is_kept(proven: list[int], margin: int) -> bool:
    """Return whether the margin is as good as proven; in lost games swindles may do better."""
    return all(known <= margin for known in proven if known >= 0)


def known_of(state: SudokuState) -> Knowledge:
    return Knowledge(state, Scratch(state), SOLVER.true_candidates(state.board), SOLVER)


def bombs(state: SudokuState) -> list[Move]:
    return [m for m in state.moves() if SOLVER.solvable(state.question(m)) is Verdict.NO]


@pytest.mark.parametrize("rules", list(Rules))
@pytest.mark.parametrize("opponent", ["greedy", "minimax-skip", "random", "champion"])
def test_it_wins_what_it_has_solved_as_won(opponent: str, rules: Rules) -> None:
    solved = 0
    for seed in range(8):
        state = endgame(seed, SHAPES[seed % 4], 8, rules)
        champion = ChampionAgent(seed)
        *proven, margin = game(state, champion, get(opponent, seed), 1 + seed // 4)
        assert is_kept(proven, margin), f"seed {seed}: {proven}, then {margin}"
        solved += any(known > 0 for known in proven)
    assert solved


def test_it_skips_with_even_cells_and_odd_bombs() -> None:
    tested = 0
    for seed in range(30):
        state = endgame(seed, Shape(3, 3), 40)
        if len(usable := bombs(state)) % 2:
            tested += 1
            assert last_proposal(ChampionAgent(seed), state, 2) in usable
    assert tested >= 10


@pytest.mark.parametrize("empties", [33, 35])
@pytest.mark.parametrize("nodes", [30, 100])
def test_with_odd_cells_its_fill_leaves_even_bombs(empties: int, nodes: int) -> None:
    for seed in range(5):
        state = endgame(seed, Shape(3, 3), empties)
        after = play(state, last_proposal(ChampionAgent(seed), state, nodes))
        assert after.board != state.board, "it skipped"
        assert len(bombs(after)) % 2 == 0


def test_the_only_solution_is_searched_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    state = endgame(4, Shape(3, 3), 41)
    champion = ChampionAgent(1)
    state = play(state, last_proposal(champion, state, 2))
    state = play(state, last_proposal(get("greedy", 1), state))
    usable = bombs(state)
    monkeypatch.setattr(champion._audits, "_audited", None)
    move = last_proposal(champion, state, 2)
    assert (move in usable) == (state.board.values.count(0) % 2 == 0 and len(usable) % 2 == 1)


def test_a_new_game_is_not_mistaken_for_the_last_one() -> None:
    champion = ChampionAgent(1)
    for seed in range(6):
        state = endgame(seed, Shape(2, 3), 11)
        move = last_proposal(champion, state)
        assert move == last_proposal(ChampionAgent(1), state) or not state.reasons(move)
        *proven, margin = game(state, champion, get("greedy", seed), 1)
        assert is_kept(proven, margin)


@pytest.mark.parametrize("rules", [Rules.CLASSIC, Rules.ROWS])
def test_the_same_nodes_lead_to_the_same_game(rules: Rules) -> None:
    state = endgame(3, Shape(2, 3), 20, rules)
    one, two = (list(game(state, ChampionAgent(5), get("minimax-skip", 5), 1)) for _ in range(2))
    assert one == two


def test_it_plays_exactly_without_the_native_kernel(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for module in (native, kernel):
        monkeypatch.setattr(module, "is_available", lambda: False)
    solved = 0
    for seed in range(4):
        champion = ChampionAgent(seed, solver="backtracking")
        state = endgame(seed, SHAPES[seed % 4], 7)
        *proven, margin = game(state, champion, get("greedy", seed), 1)
        assert is_kept(proven, margin)
        solved += bool(proven)
    assert solved == 4


def test_without_the_native_kernel_it_searches_the_fills_that_keep_the_tempo(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for module in (native, kernel):
        monkeypatch.setattr(module, "is_available", lambda: False)
    state = endgame(2, Shape(3, 3), 33)
    clock = Clock(nodes=300)
    *_, move = ChampionAgent(1).choose(state, clock)
    assert len(bombs(play(state, move))) % 2 == 0
    assert clock.nodes == 300


def test_it_wins_some_lost_games_against_opponents_that_err() -> None:
    lost = won = 0
    for seed in range(40):
        state = endgame(seed, Shape(2, 3), 8)
        player = EndgamePlayer("auto", 1 << 26)
        list(player.moves(state, known_of(state), Clock(nodes=NODES)))
        if player.proven is not None and player.proven < 0:
            lost += 1
            *_, margin = game(state, ChampionAgent(seed), get("oracle", seed), 1)
            won += margin > 0
    assert lost >= 10
    assert won >= lost / 4


def test_skip_rates_count_the_opponents_moves() -> None:
    state = endgame(4, Shape(3, 3), 41)
    unknown = SkipRates.of(state)
    state = state.reject(bombs(state)[0])
    state = state.reject(bombs(state)[0])
    assert SkipRates.of(state).odd > unknown.odd
    assert SkipRates.of(state).even == unknown.even


def test_the_lead_is_that_of_the_mover() -> None:
    state = endgame(1, Shape(2, 2), 6)
    assert lead(state) == 0
    while not state.scores[0]:
        state = play(state, last_proposal(get("oracle", 1), state))
        if state.scores[1]:
            break
    assert lead(state) == state.scores[state.to_move - 1] - state.scores[2 - state.to_move]


def proper_state(seed: int, empties: int, shape: Shape) -> SudokuState:
    """Return a position of a classic game on a board with one solution."""
    seeds = range(100 * seed, 100 * seed + 100)
    states = (endgame(each, shape, empties) for each in seeds)
    return next(state for state in states if known_of(state).is_proper)


@needs_kernel
@pytest.mark.parametrize("empties", [15, 17, 19])
@pytest.mark.parametrize("shape", [Shape(2, 3), Shape(3, 3)])
def test_the_slices_of_a_table_are_estimated(shape: Shape, empties: int) -> None:
    empties -= 4 * (shape.size == 6)
    for seed in range(4):
        state = proper_state(seed, empties, shape)
        meter = Meter()
        assert Table(state).fill(meter)
        estimate = SLICE * EndgamePlayer("auto", 1 << 28).estimated_slices(
            known_of(state), state.rules
        )
        assert estimate / 3 - SLICE < meter.nodes < 3 * estimate + SLICE


@needs_kernel
def test_a_table_is_filled_over_several_turns() -> None:
    state = proper_state(1, 22, Shape(3, 3))
    known, player = known_of(state), EndgamePlayer("auto", 1 << 28)
    turns, estimated_slices = 0, player.estimated_slices(known, state.rules)
    assert estimated_slices > 10
    while player.proven is None and turns < 4 * estimated_slices:
        assert player.kept_move(state, Clock()) is None or player.proven is not None
        with contextlib.suppress(OutOfBudgetError):
            list(player.moves(state, known, Clock(nodes=5)))
        turns += 1
    assert turns > 1
    assert player.proven == Table(state).margin(state)[0]


@pytest.mark.parametrize("rules", [Rules.CLASSIC, Rules.ROWS])
def test_what_is_known_after_the_turn_is_not_proven(
    rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, times = endgame(1, Shape(2, 3), 6, rules), [0.0]
    for delay in (0.5, 2.0):
        player, times[0] = EndgamePlayer("auto", 1 << 26), 0.0

        def values(*question: Any, known: Any = player._values, delay: float = delay) -> Any:
            times[0] = delay
            return known(*question)

        monkeypatch.setattr(player, "_values", values)
        with contextlib.suppress(OutOfBudgetError):
            list(player.moves(state, known_of(state), Clock(1.0, now=lambda: times[0])))
        assert (player.proven is None) == (delay > 1)


@needs_kernel
def test_a_table_that_does_not_fit_into_memory_is_not_started() -> None:
    state = proper_state(1, 22, Shape(3, 3))
    known = known_of(state)
    assert EndgamePlayer("auto", 1 << 28).estimated_slices(known, state.rules) < math.inf
    assert EndgamePlayer("auto", 1 << 20).estimated_slices(known, state.rules) == math.inf


@pytest.mark.parametrize("rules", list(Rules))
@pytest.mark.parametrize("shape", [Shape(2, 2), Shape(3, 3), Shape(4, 4), Shape(5, 5)])
def test_a_move_is_proposed_before_any_search(shape: Shape, rules: Rules) -> None:
    state = SudokuState.start(Board.empty(shape), rules, seed=1)
    clock = Clock(nodes=1)
    move = next(ChampionAgent(1).choose(state, clock))
    assert clock.nodes == 0
    assert not state.reasons(move)


def test_with_several_solutions_a_fill_that_keeps_the_tempo_comes_at_once() -> None:
    checked = 0
    for seed in range(30):
        state = endgame(seed, Shape(3, 3), 51)
        known = known_of(state)
        move = last_proposal(ChampionAgent(seed), state, 40)
        if not known.is_proper and any(known.tempo_keeping(known.fills[:1], Clock())):
            checked += 1
            assert len(bombs(play(state, move))) % 2 == 0
    assert checked >= 5
