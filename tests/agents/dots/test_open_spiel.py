"""OpenSpiel: positions both ways, its bots as our agents, ours as its bots."""

from __future__ import annotations

import random

import pytest

from bombe.agents import Clock, get
from bombe.agents.arena.playing import play
from bombe.agents.dots.open_spiel import bot_of, from_spiel, spiel, to_spiel
from bombe.boards.dots.state import DotsState, Grid, Line
from bombe.boards.dots.text import read_dots
from bombe.boards.errors import BombeError, SolverMissingError, UnsupportedError, UsageError
from bombe.boards.record import Termination
from bombe.solvers import Budget


def random_state(grid: Grid, lines: int, seed: int) -> DotsState:
    rng, state = random.Random(seed), DotsState.start(grid)
    for _ in range(lines):
        state = state.play(rng.choice(state.moves()))
    return state


def test_without_the_package_the_error_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyspiel", None)
    with pytest.raises(SolverMissingError, match=r"pip install 'bombe\[spiel\]'"):
        get("dots/open-spiel")


def test_positions_that_open_spiel_cannot_represent_are_rejected() -> None:
    for state, words in (
        (DotsState.start(Grid(1, 1), extra_turn=False), "no game without the extra turn"),
        (read_dots("1x1: h 0 0"), "needs the moves from the empty grid"),
        (DotsState(Grid(1, 1), 15, (2,), 1), "needs the moves from the empty grid"),
    ):
        with pytest.raises(UnsupportedError, match=words):
            to_spiel(state)


class TestWithOpenSpiel:
    """Tests that need the package."""

    @pytest.fixture(autouse=True)
    def _needs_open_spiel(self) -> None:
        pytest.importorskip("pyspiel", reason="open-spiel is missing: the extra `spiel`")

    def test_positions_are_converted_both_ways(self) -> None:
        for seed in range(30):
            grid = (Grid(1, 1), Grid(2, 3), Grid(3, 2), Grid(3, 3))[seed % 4]
            state = random_state(grid, seed % (grid.edges + 1), seed)
            given = to_spiel(state)
            assert from_spiel(given) == state
            assert given.is_terminal() == state.is_over
            if not state.is_over:
                assert given.current_player() == state.to_move - 1
                assert [grid.lines[a] for a in given.legal_actions()] == state.moves()
            else:
                first, second = state.scores
                assert (given.returns()[0] > 0) == (first > second)

    def test_a_state_of_another_game_is_rejected(self) -> None:
        state = spiel().load_game("tic_tac_toe").new_initial_state()
        with pytest.raises(UsageError, match="is not dots_and_boxes"):
            from_spiel(state)

    @pytest.mark.parametrize("bot", ["random", "mcts:simulations=50", "alphabeta,depth=1"])
    def test_its_bots_play_whole_games_here(self, bot: str) -> None:
        name = f"dots/open-spiel:bot={bot.replace(':', ',')}"
        start = DotsState.start(Grid(2, 2))
        outcome = play(start, get(name, 1), get("dots/random", 2), budget=Budget(nodes=60))
        assert outcome.termination is Termination.SCORE
        assert not outcome.incidents

    def test_its_alphabeta_takes_a_box(self) -> None:
        state = read_dots("1x2: P1(h,0,0) P2(h,1,0) P1(v,0,0)")
        *_, line = get("dots/open-spiel:bot=alphabeta,depth=2", 1).choose(state, Clock())
        assert line == Line("v", 0, 1)

    def test_our_agents_play_whole_games_there(self) -> None:
        pyspiel = spiel()
        state = to_spiel(DotsState.start(Grid(2, 2)))
        ours = bot_of("dots/alphabeta", seed=1, budget=Budget(nodes=400))
        theirs = pyspiel.make_uniform_random_bot(1, 3)
        returns = pyspiel.evaluate_bots(state, [ours, theirs], 5)
        assert state.is_terminal()
        assert sum(from_spiel(state).scores) == 4
        assert returns[0] == -returns[1]

    def test_an_agent_that_fails_there_is_named(self) -> None:
        bot = bot_of("naive")
        with pytest.raises(BombeError, match="agent 'naive'"):
            bot.step(to_spiel(DotsState.start(Grid(1, 1))))
