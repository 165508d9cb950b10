"""Games of the course's agents, here and in the stand-in of the framework: the same games."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import stand_in.play
from folder_agents import agent_folder
from oracle_program import installed, text_of

from bombe.agents.arena.playing import play
from bombe.agents.processes.process import Worker
from bombe.boards import Rules, SudokuState
from bombe.boards.record import Termination
from bombe.boards.sudoku.reading import read
from bombe.solvers import Budget

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bombe.agents.arena.referee import Outcome

STAND_IN = Path(stand_in.play.__file__).parent
LONG = Budget(seconds=30.0)
BOARD = read("random-2x2").board


def play_here(start: SudokuState, *folders: str) -> Outcome[SudokuState]:
    with Worker(folders[0]) as one, Worker(folders[1]) as two:
        one.open_game(1)
        two.open_game(2)
        return play(start, one, two, budget=LONG, rules=start.rules)


def play_there(
    edition: str, start: SudokuState, tmp_path: Path, first: str, second: str
) -> stand_in.play.Played:
    allowed: Sequence[Sequence[int]] | None = start.allowed and [*map(sorted, start.allowed)]
    board = text_of(start.board.shape.m, start.board.shape.n, start.board.values)
    return stand_in.play.play(
        edition,
        first,
        second,
        board,
        oracle=installed(tmp_path / "framework"),
        folder=tmp_path,
        allowed=allowed,
    )


def assert_same_game(outcome: Outcome[SudokuState], played: stand_in.play.Played) -> None:
    assert outcome.termination is Termination.SCORE, outcome.reason
    assert not played.is_forfeit, played
    assert [[ply.player, *ply.move] for ply in outcome.plies] == [
        [turn["player"], *turn["move"]] for turn in played.turns
    ]
    assert [ply.is_bomb for ply in outcome.plies] == [
        turn["kind"] == "taboo" for turn in played.turns
    ]
    assert list(outcome.state.scores) == played.scores
    assert list(outcome.state.board.values) == played.squares


@pytest.mark.parametrize("edition", ["v13", "v14"])
def test_a_game_here_goes_as_it_does_in_the_framework(tmp_path: Path, edition: str) -> None:
    folders = str(STAND_IN / edition / "first_player"), agent_folder(tmp_path, "saves", edition)
    start = SudokuState.start(BOARD)
    there = play_there(edition, start, tmp_path, *folders)
    here = play_here(start, *folders)
    assert_same_game(here, there)
    printed = [line for ply in here.plies for line in ply.output.splitlines()]
    assert sorted(printed) == sorted(there.output.splitlines())


@pytest.mark.parametrize("rules", [Rules.ROWS, Rules.RANDOM])
def test_so_does_a_game_in_the_newer_play_modes(tmp_path: Path, rules: Rules) -> None:
    folders = str(STAND_IN / "v14" / "first_player"), agent_folder(tmp_path, "first", "v14")
    start = SudokuState.start(BOARD, rules, 2)
    assert_same_game(play_here(start, *folders), play_there("v14", start, tmp_path, *folders))


@pytest.mark.parametrize("edition", ["v13", "v14"])
def test_the_frameworks_own_players_find_the_oracle_program(
    tmp_path: Path, edition: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = installed(tmp_path / "a framework")
    monkeypatch.setenv("PATH", str(program.parent), prepend=":")
    stock = tmp_path / "greedy_player"
    shutil.copytree(STAND_IN / edition / "asking_player", stock)
    start = SudokuState.start(BOARD)
    with Worker(str(stock)) as worker:
        worker.open_game(1)
        answer = worker.turn(start, LONG)
    assert answer.ending is None, answer
    assert not start.reasons(answer.proposals[-1].move)
