"""The players of the page: legal moves, what their models in Python choose, a strong champion."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

import pytest
from asking_page import PageError, ask, ask_with_reports

import bombe
from bombe.agents.contract import Clock
from bombe.agents.sudoku.minimax import PrunedAgent, tempo_bomb
from bombe.agents.sudoku.scratch import Scratch
from bombe.agents.sudoku.simple import GreedyAgent
from bombe.boards import Board, Move, Rules, Shape, SudokuState
from bombe.boards.draws import Draws
from bombe.solvers import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

AgentT = TypeVar("AgentT")
ENGINES = ("greedy", "minimax-skip", "champion")
BOARDS = ("easy-2x2", "random-2x2", "easy-2x3", "hard-2x3", "empty-2x2")
QUICK = 0.02
"""Seconds for a move that need not be good."""


def choose(state: SudokuState, engine: str, **options: Any) -> Move:
    """Return the move that a player of the page chooses, which the rules allow."""
    answer = ask("choose", position=state, engine=engine, **options)
    move = Move(*answer["move"])
    assert not state.reasons(move)
    assert answer["bomb"] == is_bomb(state, move)
    assert answer["final"]
    return move


def is_bomb(state: SudokuState, move: Move) -> bool:
    return bombe.audit(state)[move] == Verdict.NO


def after(state: SudokuState, move: Move) -> SudokuState:
    return state.reject(move) if is_bomb(state, move) else state.play(move)


def positions(seed: int) -> Iterator[SudokuState]:
    """Yield positions of a game of random moves, in one of the play modes."""
    rng = random.Random(seed)
    board = bombe.read(BOARDS[seed % len(BOARDS)]).board
    state = SudokuState.start(board, list(Rules)[seed % len(Rules)], seed)
    while not state.is_over:
        yield state
        for _ in range(rng.randint(1, 6)):
            if not state.is_over:
                state = after(state, rng.choice(state.moves()))


def restricted(state: SudokuState) -> SudokuState:
    """Return the position with its bombs taboo, unless the mover has nothing else."""
    audited = bombe.audit(replace(state, rules=Rules.CLASSIC, allowed=None, occupied=None))
    found = replace(state, taboo=state.taboo | set(audited.bombs))
    return found if found.moves() else state


class PageRandom(random.Random):
    """Python's generator with the draws of the page."""

    def __init__(self, seed: int) -> None:
        self._draws = Draws(seed)
        super().__init__(seed)

    def getrandbits(self, k: int) -> int:
        return self._draws.bits(k)

    def sample(self, population: Any, k: int, *, counts: Any = None) -> list[Any]:
        assert counts is None
        return self._draws.sample(population, k)


def drawing(agent: Callable[..., AgentT], seed: int, **options: Any) -> AgentT:
    """Make an agent of Python that draws as the page does."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(random, "Random", PageRandom)
        return agent(seed, **options)


@pytest.mark.parametrize("seed", range(10))
def test_greedy_draws_what_python_draws_among_the_safe_moves(seed: int) -> None:
    for state in positions(seed):
        (expected,) = drawing(GreedyAgent, seed).choose(restricted(state), Clock())
        assert choose(state, "greedy", seed=seed) == expected


@pytest.mark.parametrize("seed", range(10))
def test_the_skip_rule_chooses_what_python_chooses(seed: int) -> None:
    for state in positions(seed):
        if bomb := tempo_bomb(Scratch(state)):
            expected = Scratch(state).move(bomb)
        else:
            agent = drawing(PrunedAgent, seed, depth=2)
            *_, expected = agent.choose(restricted(state), Clock())
        assert choose(state, "minimax-skip", seed=seed, seconds=20, depth=2) == expected


@pytest.mark.parametrize("rules", Rules)
@pytest.mark.parametrize("engine", ENGINES)
def test_games_are_legal_to_the_end_in_every_mode(engine: str, rules: Rules) -> None:
    state = SudokuState.start(bombe.read("easy-2x3").board, rules, seed=3)
    for seed in range(2 * len(state.board.values)):
        if state.is_over:
            return
        state = after(state, choose(state, engine, seed=seed, seconds=QUICK))
    pytest.fail("the game does not end")


def test_a_bomb_of_the_champion_is_meant_as_a_skip() -> None:
    skips = 0
    for seed in (0, 4, 8):
        for state in positions(seed):
            move = choose(state, "champion", seed=seed, seconds=QUICK)
            if not is_bomb(state, move):
                continue
            skips += 1
            answer = ask("values", position=state, seconds=1)
            kinds = {tuple(each["move"]): each for each in answer["moves"]}
            tempo = bombe.tempo(state, exact=0)
            is_proven = kinds[tuple(move)]["value"] == answer["margin"] is not None
            assert is_proven or tempo.empties % 2 == 0
    assert skips


def test_greedy_never_steps_on_a_bomb_while_there_is_a_safe_move() -> None:
    for seed in range(5):
        for state in positions(seed):
            move = choose(state, "greedy", seed=seed)
            assert is_bomb(state, move) <= (not bombe.audit(state).safe)


@pytest.mark.parametrize(
    ("board", "rules"), [("easy-2x3", "classic"), ("hard-2x3", "classic"), ("easy-2x3", "border")]
)
def test_the_champion_beats_greedy(board: str, rules: str) -> None:
    leads = [lead_of_champion(board, rules, seed) for seed in range(4)]
    assert sum(leads) > 4 * len(leads)
    assert sum(lead > 0 for lead in leads) >= 3


def lead_of_champion(board: str, rules: str, seed: int) -> int:
    """Play a game against greedy, with the colors by the seed; return how far it leads."""
    engines = ("champion", "greedy") if seed % 2 == 0 else ("greedy", "champion")
    state = SudokuState.start(bombe.read(board).board, rules, seed)
    for ply in range(10 * len(state.board.values)):
        if state.is_over:
            break
        engine = engines[state.to_move - 1]
        state = after(state, choose(state, engine, seed=100 * seed + ply, seconds=0.05))
    first, second = state.scores
    return first - second if seed % 2 == 0 else second - first


def test_the_champion_proves_the_end_of_a_game() -> None:
    state = bombe.read("easy-2x2")
    answer, reports = ask_with_reports("choose", position=state, engine="champion", seed=1)
    solved = bombe.endgame(state)
    assert answer["proven"] == solved.margin
    assert solved.margin is not None
    assert solved.margin <= 0 or Move(*answer["move"]) in solved.best
    last = reports[-1]
    assert {**last, "final": True} == answer
    assert len(reports) > 1


def test_a_lost_position_is_played_for_errors_and_never_worse_than_lost() -> None:
    for seed in range(8):
        state = SudokuState.start(bombe.read("hard-2x2").board, "classic")
        for _ in range(seed % 3):
            state = after(state, state.moves()[seed % len(state.moves())])
        solved = bombe.endgame(state)
        answer = ask("choose", position=state, engine="champion", seed=seed, seconds=2)
        values = {value.move: value.low for value in solved.moves}
        lead = state.scores[state.to_move - 1] - state.scores[2 - state.to_move]
        best, own = solved.low + lead, values[Move(*answer["move"])] + lead
        assert (own > 0, own < 0) == (best > 0, best < 0)
        assert answer["proven"] == own


def test_the_same_seed_gives_the_same_move() -> None:
    state = bombe.read("hard-3x3")
    moves = {choose(state, "greedy", seed=seed) for seed in range(12)}
    assert len(moves) > 6
    again = [choose(state, "greedy", seed=5) for _ in range(3)]
    assert len(set(again)) == 1


def test_a_turn_keeps_to_its_time_on_a_large_board() -> None:
    state = bombe.read("empty-4x4")
    answer, reports = ask_with_reports(
        "choose", position=state, engine="champion", seed=1, seconds=0.3
    )
    assert answer["move"]
    assert answer["bomb"] is False
    assert reports


def test_engines_are_listed_with_what_they_do() -> None:
    listed = ask("engines", position=bombe.read("easy-2x2"))
    assert [each["name"] for each in listed] == list(ENGINES)
    assert all(each["summary"] and each["available"] for each in listed)
    full = Board(Shape(1, 1), b"\1")
    assert {each["why_not"] for each in ask("engines", position=full)} == {"the game is over"}
    assert ask("choose", position=full, engine="greedy", seed=0)["move"] is None


def test_an_unknown_engine_is_refused_with_the_known_names() -> None:
    with pytest.raises(PageError, match="greedy, minimax-skip, champion"):
        ask("choose", position=bombe.read("easy-2x2"), engine="stockfish", seed=0)
