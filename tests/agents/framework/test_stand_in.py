"""Full games in the stand-in of the course framework, with our oracle program as its judge."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from oracle_program import installed, text_of
from stand_in.play import play

from bombe.boards import Board, Move, Rules, Shape, SudokuState
from bombe.solvers import Verdict, get

if TYPE_CHECKING:
    from pathlib import Path

    from stand_in.play import Played

EDITIONS = ["v13", "v14"]
FULL = bytes([1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1])
OPEN = Board(Shape(2, 2), FULL[:3] + bytes(1) + FULL[4:6] + bytes(2) + FULL[8:9] + bytes(7))
TOP_HALF = Board(Shape(2, 2), FULL[:8] + bytes(8))
NEARLY_FULL = Board(Shape(2, 2), FULL[:12] + bytes(4))
LAST_CELL = Board(Shape(2, 2), FULL[:15] + bytes(1))
ROWS = [[0, 1, 2, 3], [12, 13, 14, 15]]

AGENT = """\
import sys, time
import competitive_sudoku.sudokuai
from competitive_sudoku.sudoku import GameState, Move, SudokuBoard, TabooMove

class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    def compute_best_move(self, game_state):
        {body}
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """The oracle program, installed in a checkout of the framework."""
    return installed(tmp_path / "a framework")


def text(board: Board) -> str:
    return text_of(board.shape.m, board.shape.n, board.values)


def agent(folder: Path, body: str) -> Path:
    """Write an agent whose turn is `body`."""
    (folder / "team01").mkdir()
    (folder / "team01" / "sudokuai.py").write_text(AGENT.format(body=body), encoding="utf-8")
    return folder / "team01"


def replayed(start: SudokuState, played: Played) -> SudokuState:
    """Play a game again by our rules and a solver; every turn must come out the same."""
    state, solver = start, get("backtracking")
    for turn in played.turns:
        assert turn["player"] == state.to_move
        move = Move(*turn["move"])
        is_bomb = solver.solvable(state.question(move)) is Verdict.NO
        assert turn["kind"] == ("taboo" if is_bomb else "scored")
        state = state.reject(move) if is_bomb else state.play(move)
    return state


# Full games ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [("first_player", "asking_player"), ("asking_player",) * 2])
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_game_goes_as_our_rules_say(
    edition: str, players: tuple[str, str], program: Path, tmp_path: Path
) -> None:
    played = play(edition, *players, text(OPEN), oracle=program, folder=tmp_path)
    state = replayed(SudokuState.start(OPEN), played)
    assert (list(state.board.values), list(state.scores)) == (played.squares, played.scores)
    assert state.is_over
    assert not played.is_forfeit


@pytest.mark.parametrize("start", ["fork", "spawn"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_forked_and_spawned_turns_lead_to_the_same_end(
    edition: str, start: str, program: Path, tmp_path: Path
) -> None:
    board = text(NEARLY_FULL)
    players = "first_player", "asking_player"
    played = play(edition, *players, board, oracle=program, folder=tmp_path, start=start)
    state = replayed(SudokuState.start(NEARLY_FULL), played)
    assert (list(state.board.values), list(state.scores)) == (played.squares, played.scores)
    assert state.is_over
    assert played.winner == (played.scores[0] > played.scores[1]) + 2 * (
        played.scores[1] > played.scores[0]
    )


@pytest.mark.parametrize("board", [OPEN, TOP_HALF], ids=["both-can-play", "player-1-never-can"])
def test_the_newer_play_modes_skip_a_player_without_a_square(
    board: Board, program: Path, tmp_path: Path
) -> None:
    players = "first_player", "asking_player"
    played = play("v14", *players, text(board), oracle=program, folder=tmp_path, allowed=ROWS)
    state = replayed(SudokuState.start(board, Rules.ROWS), played)
    assert (list(state.board.values), list(state.scores)) == (played.squares, played.scores)
    assert state.is_over
    assert not played.is_forfeit
    assert {turn["player"] for turn in played.turns} == ({2} if board == TOP_HALF else {1, 2})


def test_what_is_saved_is_there_in_the_next_turn(program: Path, tmp_path: Path) -> None:
    players = "first_player", "first_player"
    played = play("v13", *players, text(OPEN), oracle=program, folder=tmp_path)
    turns = [turn["player"] for turn in played.turns]
    for player in (1, 2):
        for number in range(turns.count(player)):
            assert f"player {player}, turn {number}\n" in played.output


# Games that are lost by a move --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "body", "kind"),
    [
        ("v13", "pass", "an invalid move"),
        ("v14", "1 / 0", "an invalid move"),
        ("v13", "sys.exit()", "an invalid move"),
        ("v13", "self.propose_move(Move(3, 3, 2))", "an illegal move"),
        ("v14", "self.propose_move(Move((0, 0), 1))", "an illegal move"),
        ("v14", "self.propose_move(Move((4, 0), 1))", "an invalid move"),
    ],
)
def test_a_bad_proposal_or_none_loses(
    edition: str, body: str, kind: str, program: Path, tmp_path: Path
) -> None:
    bad = agent(tmp_path, body)
    played = play(edition, bad, "first_player", text(LAST_CELL), oracle=program, folder=tmp_path)
    assert (played.winner, played.turns[-1]["kind"]) == (2, kind)
    assert played.is_forfeit
    assert ("ZeroDivisionError" in played.output) == (body == "1 / 0")


@pytest.mark.parametrize(("start", "limit"), [("fork", 1), ("spawn", 3)])
def test_the_last_proposal_before_the_kill_counts(
    start: str, limit: int, program: Path, tmp_path: Path
) -> None:
    propose = "self.propose_move(Move(3, 3, {}))".format
    slow = agent(tmp_path, f"{propose(2)}; {propose(1)}; time.sleep(1000)")
    players, board = (slow, "first_player"), text(LAST_CELL)
    played = play("v13", *players, board, oracle=program, folder=tmp_path, start=start, limit=limit)
    assert (played.winner, played.scores) == (1, [7, 0])


def test_a_taboo_move_loses_where_it_was_a_bomb_before(program: Path, tmp_path: Path) -> None:
    stubborn = agent(tmp_path, "self.propose_move(Move(2, 3, 4))")
    played = play("v13", stubborn, stubborn, text(OPEN), oracle=program, folder=tmp_path)
    assert [turn["kind"] for turn in played.turns] == ["taboo", "a taboo move"]
    assert played.winner == 1
