"""Players of a Dots and Boxes notebook in our games, and our agents as such players."""

from __future__ import annotations

from typing import TYPE_CHECKING

import notebook_players
import pytest
from dots_positions import random_dots

import bombe
from bombe import agents
from bombe.agents.arena.playing import play
from bombe.agents.arena.referee import referee
from bombe.agents.loading import load, refuse, resolve
from bombe.agents.processes.process import Settings, Worker
from bombe.agents.seats import InProcess
from bombe.boards.dots.notebook import actions, new_board, read_line, result, terminal, utility
from bombe.boards.dots.state import DotsState, Grid
from bombe.boards.errors import BombeError, UnknownNameError, UsageError
from bombe.boards.record import Termination
from bombe.solvers import Budget

if TYPE_CHECKING:
    from pathlib import Path

    from running import Bombe

FILE = notebook_players.__file__
START = DotsState.start("2x2", extra_turn=False)


def spec(name: str) -> str:
    return f"{FILE}:{name}@notebook"


@pytest.mark.parametrize("extra_turn", [False, True])
@pytest.mark.parametrize("name", ["random_player", "last_line", "says_who_it_is"])
def test_a_player_plays_whole_games_by_both_rules(name: str, *, extra_turn: bool) -> None:
    start = DotsState.start("2x3", extra_turn=extra_turn)
    for first, second in ((spec(name), "random"), ("random", spec(name))):
        outcome = play(start, first, second, seed=3, budget=1.0)
        assert outcome.termination is Termination.SCORE, outcome.reason
        assert not outcome.incidents


def test_a_player_plays_the_same_game_for_the_same_seed() -> None:
    def game(seed: int) -> DotsState:
        return play(START, spec("random_player"), "random", seed=seed, budget=1.0).state

    assert game(1).history == game(1).history
    assert len({game(seed).history for seed in range(4)}) > 1


@pytest.mark.parametrize(
    ("name", "ending", "words"),
    [
        ("plays_a_drawn_line", Termination.DRAWN_ALREADY, "h 0 0 is drawn already"),
        ("plays_beside_the_board", Termination.OUT_OF_RANGE, "there is no line v 2 0"),
        ("forgets_the_dictionary", Termination.NO_MOVE, "('h', 1, 1) (a player returns {'move'"),
        ("returns_nothing", Termination.NO_MOVE, "None (a player returns {'move'"),
        ("crashes", Termination.CRASH, "KeyError: ('move', 1), in line"),
        ("runs_out_of_lines", Termination.CRASH, f"StopIteration, in line 61 of {FILE}"),
        ("hangs", Termination.HANG, "ran past its deadline"),
    ],
)
def test_a_player_that_misbehaves_loses_with_a_clear_reason(
    name: str, ending: Termination, words: str
) -> None:
    seat, other = Worker(spec(name), Settings(grace=0.2)), InProcess(load("dots/random"))
    try:
        seat.open_game(1)
        other.open_game(2)
        outcome = referee(START, seat, other, budget=Budget(0.2))
    finally:
        seat.close()
    assert (outcome.termination, outcome.winner) == (ending, 2), outcome.reason
    assert words in outcome.reason
    if ending is Termination.OUT_OF_RANGE:
        assert outcome.refused is not None
        assert "returned {'move': ('v', 3, 1)}" in outcome.refused.output


def test_a_match_from_the_command(
    bombe: Bombe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    players = (spec("random_player"), "exact")
    words = ("--game", "dots", "--boxes", "1x2", "--games", "2", "--time", "0.05", "--no-progress")
    done = bombe("match", *players, *words)
    assert done.code == 0, done.err
    assert "1 pair, worth" in done.out


def test_names_that_are_no_players_are_refused() -> None:
    with pytest.raises(UnknownNameError, match="unknown kind of player 'note'"):
        resolve(f"{FILE}:random_player@note")
    with pytest.raises(UsageError, match="has no options"):
        resolve(f"{spec('random_player')}:c=1")
    with pytest.raises(UsageError, match="plays dots only, not sudoku: choose the game dots"):
        refuse(spec("random_player"), "sudoku", [], 1.0)
    for name in ("NOT_A_PLAYER", "absent"):
        with pytest.raises(UsageError, match="has no function"):
            load(spec(name))
    assert resolve("notebook_players:random_player@notebook")
    assert load("notebook_players:random_player@notebook")(1)


def test_a_misspelt_agent_is_answered_with_those_of_the_game() -> None:
    with pytest.raises(UnknownNameError, match="agent of dots 'exct': did you mean 'exact'") as one:
        bombe.dots.as_notebook_player("exct")
    assert "exact" in one.value.known
    assert "champion" not in one.value.known
    with pytest.raises(UnknownNameError, match="did you mean 'exact'"):
        load("dots/first-moves:of=exct")(1)


def test_ours_play_as_a_notebooks_players() -> None:
    players = {
        1: bombe.dots.as_notebook_player("exact", budget=Budget(nodes=200), seed=1),
        -1: notebook_players.random_player,
    }
    for _ in range(3):
        board, player = new_board(3, 3), 1
        while not terminal(board):
            line = players[player](board, player)["move"]
            assert line in actions(board)
            board, player = result(board, line, player), -player
        assert utility(board, 1) in (1, 0, -1)
        assert board["score1"] + board["score-1"] == 4


def test_as_a_notebooks_player_ours_thinks_by_the_rule_that_is_asked_for() -> None:
    """On some boards no line is best by both rules: there the two rules' moves differ."""
    differ = 0
    for seed in range(30):
        board = bombe.dots.write(random_dots(Grid(1, 3), seed, left=6), "notebook")
        bests = []
        for rule in (False, True):
            player = bombe.dots.as_notebook_player("exact", budget=1.0, extra_turn=rule)
            best = bombe.dots.solve(bombe.dots.read(board, extra_turn=rule)).best
            assert read_line(player(board, 1)["move"]) in best
            bests.append(best)
        differ += not {*bests[0]} & {*bests[1]}
    assert differ


def test_ours_refuse_a_board_without_a_move_and_a_wrong_player() -> None:
    play_ = bombe.dots.as_notebook_player("random")
    board = new_board(2, 2)
    for line in actions(board):
        board = result(board, line, 1)
    with pytest.raises(UsageError, match="the game is over"):
        play_(board, -1)
    with pytest.raises(UsageError, match="is not a player"):
        play_(new_board(), 0)
    with pytest.raises(UnknownNameError):
        bombe.dots.as_notebook_player("greedy")
    with pytest.raises(BombeError, match="crashes@notebook': raised KeyError"):
        bombe.dots.as_notebook_player("notebook_players:crashes@notebook")(new_board(), 1)
    assert agents.get("notebook_players:random_player@notebook")
