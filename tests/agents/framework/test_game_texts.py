"""Board files of the framework here, and our texts there: the stand-in starts what we write."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from oracle_program import installed
from stand_in.play import play

import bombe as package
from bombe.agents.sudoku.openings import SudokuOpenings
from bombe.boards import Rules
from bombe.boards.errors import UsageError
from bombe.boards.sudoku.reading import read, write
from bombe.boards.sudoku.state import SudokuState
from bombe.solvers import Verdict, get

if TYPE_CHECKING:
    from pathlib import Path

    from running import Bombe
    from stand_in.play import Played

SHIPPED = """\
rows = 2
columns = 2
board =
   .   1+   .   2-
   2-   .   3-   .
   4-   .   .   .
   1+   .   2+   4+
moves = [(0,1) -> 1, (2,0) -> 4, (3,2) -> 2, (0,3) -> 2, (3,3) -> 1, (3,0) -> 3]
taboo-moves = [(3,3) -> 1, (3,0) -> 3]
scores = [2, 1]
"""
"""A board file as the framework ships it: signs, taboo moves and a history, but no squares."""


def replayed(state: SudokuState, played: Played) -> SudokuState:
    """Play a game of the stand-in by our rules."""
    solver = get("backtracking")
    for turn in played.turns:
        assert turn["player"] == state.to_move
        is_bomb = solver.solvable(state.question(turn["move"])) is Verdict.NO
        assert turn["kind"] == ("taboo" if is_bomb else "scored")
        state = state.reject(turn["move"]) if is_bomb else state.play(turn["move"])
    return state


def starts_there(text: str, tmp_path: Path, playmode: str = "rows") -> SudokuState:
    """Play a game text in the stand-in, and again here; return the last position."""
    program = installed(tmp_path / "framework")
    players = "first_player", "first_player"
    played = play(
        "v14", *players, "", oracle=program, folder=tmp_path, game=text, playmode=playmode
    )
    start = read(text)
    last = replayed(start.under(playmode), played)
    assert not played.is_forfeit, played
    assert last.is_over
    assert (list(last.scores), list(last.board.values)) == (played.scores, played.squares)
    return last


@pytest.mark.parametrize("playmode", ["rows", "border"])
def test_a_shipped_file_plays_here_as_it_does_there(playmode: str, tmp_path: Path) -> None:
    starts_there(SHIPPED, tmp_path, playmode)


@pytest.mark.parametrize("name", ["easy-2x2", "hard-2x3", "empty-2x2"])
def test_a_signed_puzzle_starts_there_in_the_default_mode(name: str, tmp_path: Path) -> None:
    starts_there(write(name, "game", sign=True), tmp_path)


def test_an_unsigned_puzzle_starts_there_in_classic_only(tmp_path: Path) -> None:
    text = write("easy-2x2", "game")
    starts_there(text, tmp_path, "classic")
    with pytest.raises(AssertionError, match="ValueError"):
        starts_there(text, tmp_path / "again")


@pytest.mark.parametrize("rules", [Rules.ROWS, Rules.RANDOM])
def test_a_position_of_the_newer_modes_starts_there_signed(rules: Rules, tmp_path: Path) -> None:
    state = SudokuState.start(read("easy-2x2").board, rules, 3)
    oracle = get("backtracking")
    safe = (m for m in state.moves() if oracle.solvable(state.question(m)) is Verdict.YES)
    starts_there(write(state.play(next(safe)), "game", sign=True), tmp_path, str(rules))


@pytest.mark.parametrize("rules", [None, *Rules])
def test_a_match_continues_from_a_file(rules: Rules | None) -> None:
    state = read(SHIPPED)
    start = SudokuOpenings((state,), rules=rules).position(0, 7)
    assert start.rules is (rules or Rules.ROWS)
    assert (start.taboo, start.history, start.scores) == (state.taboo, state.history, (2, 1))
    assert start.board == state.board
    assert rules is Rules.CLASSIC or start.occupied == state.occupied


def test_a_match_under_rules_rows_begins_on_the_position_of_the_file(
    bombe: Bombe, tmp_path: Path
) -> None:
    board, log = tmp_path / "board.txt", tmp_path / "log.jsonl"
    board.write_text(SHIPPED)
    words = ("greedy", "random", "--board", str(board), "--nodes", "1", "--games", "2")
    assert bombe("match", *words, "--rules", "rows", "-o", str(log)).code == 0
    for line in log.read_text().splitlines():
        start = json.loads(line)["start"]
        assert start["rules"] == "rows"
        assert len(start["taboo"]) == 2
        assert len(start["moves"]) == 6
        assert (start["scores"], start["to_move"]) == ([2, 1], 1)
        assert start["occupied"][0] == [[0, 1], [3, 0], [3, 2], [3, 3]]


def test_commands_keep_what_a_file_says(bombe: Bombe, tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text(SHIPPED)
    shown = bombe("show", str(board)).out
    assert "rows, 2 to 1, player 1 to move, taboo: (3,0) -> 3, (3,3) -> 1" in shown
    assert "filled by player 2" in shown
    assert bombe("convert", str(board), "--to", "json").out == write(SHIPPED)
    assert read(bombe("convert", str(board), "--to", "game").out) == read(SHIPPED)
    audit = json.loads(bombe("audit", str(board), "--json").out)
    assert audit["rules"] == "rows"
    assert len(audit["taboo"]) == 2
    assert json.loads(bombe("tempo", str(board), "--json").out)["rules"] == "rows"
    solved = json.loads(bombe("endgame", str(board), "--json").out)
    assert [3, 0, 3] not in [move["move"] for move in solved["moves"]]
    assert {move["move"][0] for move in solved["moves"]} == {0, 1, 2, 3}


def test_signing_is_for_the_game_text(bombe: Bombe) -> None:
    signed = bombe("convert", "easy-2x2", "--to", "game", "--sign")
    assert read(signed.out) == read(write("easy-2x2", "game", sign=True))
    assert "those of the upper half to player 1" in signed.err
    assert package.write("easy-2x2", "game", sign=True) == signed.out
    with pytest.raises(UsageError, match="sign is for the format game"):
        package.write(package.dots.read("2x2: h 0 0"), sign=True)
    assert bombe("convert", "easy-2x2", "--to", "json", "--sign").code == 2
    assert bombe("convert", "easy-2x2", "--to", "log", "--sign").code == 2
