"""`bombe play`: a person against an agent, by what is typed, through a pipe or in a terminal."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, NamedTuple

import pytest
from paths import ROOT

from bombe.agents.arena.log import read_logs
from bombe.agents.arena.person_game import PersonGame
from bombe.agents.processes.process import Worker
from bombe.boards.errors import IllegalMoveError, InputError
from bombe.boards.game import Termination
from bombe.boards.sudoku.reading import read
from bombe.solvers import Budget

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from running import Bombe, Done

    Typed = Callable[..., Done]

MOCKS = ROOT / "tests" / "support" / "mock_agents.py"
QUICK = ("--nodes", "20", "--seed", "1")
EASY = "easy-2x2"
"""3.4. / .42. / .... / 4.12, of which the solution is 3241 1423 2134 4312."""


@pytest.fixture
def typed(bombe: Bombe, monkeypatch: pytest.MonkeyPatch) -> Typed:
    """Run `bombe play` with these words, while these lines are typed."""

    def run(lines: str, *words: str) -> Done:
        monkeypatch.setattr(sys, "stdin", io.StringIO(lines.replace("; ", "\n")))
        return bombe("play", *words, *QUICK)

    return run


class Ended(NamedTuple):
    termination: Termination
    winner: int
    moves: list[tuple[object, ...]]


def game_in(log: Path) -> Ended:
    (record,) = read_logs((str(log),))
    moves = [tuple(ply.move) for ply in record.plies]
    return Ended(record.termination, record.winner, moves)


def test_both_notations_are_read_and_the_agent_answers(typed: Typed) -> None:
    done = typed("r1c2=2; (1,0) -> 1\n", "greedy", EASY)
    assert done.code == 0
    assert "you are player 1, greedy is player 2" in done.out
    assert "1. human (player 1) plays (0,1) -> 2" in done.out
    assert "2. greedy (player 2) plays " in done.out
    assert "the input has ended\nthe game counts for nobody" in done.out
    other = typed("r1c2=2\n", "greedy", EASY, "--notation", "r1c1")
    assert "1. human (player 1) plays r1c2=2" in other.out


def test_a_game_is_played_to_its_end_and_kept_for_the_other_commands(
    typed: Typed, bombe: Bombe, tmp_path: Path
) -> None:
    log = tmp_path / "games.jsonl"
    line = "1x1: h 0 0; v 0 0; h 1 0"
    done = typed("v 0 1\n", "dots/random", line, "-o", str(log), "--name", "ada")
    assert done.code == 0
    assert "ada wins: played to the end; 1 to 0" in done.out
    assert f"kept as {log}#1" in done.out
    assert game_in(log) == (Termination.SCORE, 1, [("v", 0, 1)])
    again = typed("v 0 1\n", "dots/random", line, "-o", str(log))
    assert f"kept as {log}#2" in again.out
    assert bombe("verify", str(log)).code == 0
    assert "ada (player 1) plays v 0 1 for 1 point" in bombe("replay", f"{log}#1").out
    rated = json.loads(bombe("rate", str(log), "--json").out)
    assert {each["name"] for each in rated["players"]} == {"ada", "human", "dots/random"}


def test_a_bomb_is_reported_and_passes_the_turn(typed: Typed) -> None:
    done = typed("r1c2=1\n", "greedy", EASY)
    assert "human (player 1) plays the bomb (0,1) -> 1, which becomes taboo" in done.out
    assert "taboo: (0,1) -> 1" in done.out


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("r1c1=1", "(0,0) -> 1 is refused: cell (0,0) holds 3 already"),
        ("r1c2=3", "is refused"),
        ("r9c9=1", "is refused"),
        ("nonsense", "'nonsense' is not a move: write (0,3) -> 5 or r1c4=5"),
        ("h 0 1", "is not a move"),
        ("save", "type save and the name of a log"),
        ("save /nowhere/at/all", "cannot write /nowhere/at/all"),
        ("undo", "there is no move of yours to take back"),
        ("help", "take back your last move"),
        ("", "take back your last move"),
        ("?", "take back your last move"),
    ],
)
def test_what_is_no_move_is_reported_and_costs_nothing(typed: Typed, line: str, said: str) -> None:
    done = typed(f"{line}\nquit\n", "greedy", EASY)
    assert done.code == 0
    assert said in done.out
    assert "1. " not in done.out


def test_moves_are_taken_back_with_the_answers_to_them(typed: Typed, tmp_path: Path) -> None:
    log = tmp_path / "a.jsonl"
    done = typed("r1c2=2; r2c1=1; undo; undo; r1c4=1; q\n", "greedy", EASY, "-o", str(log))
    assert done.out.count("1. human") == 2
    (record,) = read_logs((str(log),))
    assert record.plies[0].move == (0, 3, 1)
    assert len(record.plies) == 2
    assert record.extra["taken_back"] == 4
    assert record.termination is Termination.VOID


def test_an_agent_that_forgot_plays_on_after_moves_were_taken_back() -> None:
    with Worker("minimax") as seat:
        person_game = PersonGame(read(EASY), seat, person=1, seed=3, budget=Budget(nodes=30))
        person_game.play((0, 1, 2))
        person_game.answer()
        answer = person_game.plies[1].move
        assert person_game.take_back()
        assert person_game.state == read(EASY)
        with pytest.raises(IllegalMoveError):
            person_game.play((0, 0, 1))
        person_game.play((0, 1, 2))
        person_game.answer()
        assert person_game.plies[1].move == answer


def test_hints_tell_where_to_look_and_then_what_to_play(typed: Typed) -> None:
    done = typed("hint; hint; r1c2=2; hint\n", "greedy", EASY)
    lines = done.out.splitlines()
    first = next(number for number, line in enumerate(lines) if line.endswith(": hint"))
    assert lines[first + 1].startswith(("look at box ", "think of a skip"))
    assert lines[first + 2].endswith(": hint")
    assert lines[first + 3].startswith("champion would play (")
    assert done.out.count("hint again tells what to play") == 2, "a new position, a new hint"
    dots = typed("hint; hint\n", "dots/random", "1x2: h 0 0; v 0 0; h 1 0")
    assert "look at the box in row 0, column 0; hint again" in dots.out
    assert "exact would play v 0 1" in dots.out


def test_resigning_loses_and_the_record_holds(typed: Typed, bombe: Bombe, tmp_path: Path) -> None:
    log = tmp_path / "a.jsonl"
    done = typed(f"r1c2=2; save {log}; resign\n", "greedy", EASY)
    assert "greedy wins: player 1 resigned" in done.out
    ended = game_in(log)
    assert (ended.termination, ended.winner, len(ended.moves)) == (Termination.RESIGNED, 2, 2)
    assert bombe("verify", str(log)).code == 0


def test_the_agent_may_begin(typed: Typed) -> None:
    done = typed("quit\n", "greedy", EASY, "--second")
    assert "you are player 2, greedy is player 1" in done.out
    assert "1. greedy (player 1) plays" in done.out
    assert "2. " not in done.out


def test_a_new_board_follows_from_the_seed(typed: Typed) -> None:
    one, same = (typed("", "greedy", "2x2").out for _ in range(2))
    assert one == same
    assert "start: " in typed("", "dots/random", "2x3").out
    assert "you may play on " in typed("", "greedy", "2x2", "--rules", "border").out
    assert "you may play on " not in one


@pytest.mark.parametrize(
    ("agent", "reason"),
    [
        ("Crash", "player 2 raised ZeroDivisionError: on purpose"),
        ("OsExit", "player 2 "),
        ("NoProposal", "player 2 proposed no move in time"),
        ("Sleep", "player 2 "),
    ],
)
def test_an_agent_that_fails_loses_in_one_line(
    typed: Typed, tmp_path: Path, agent: str, reason: str
) -> None:
    log = tmp_path / "a.jsonl"
    words = (f"{MOCKS}:{agent}:at=0", EASY, "-o", str(log), "--time", "0.05")
    done = typed("r1c2=2\n", *words)
    assert done.code == 0
    (line,) = (line for line in done.out.splitlines() if line.startswith("human wins: "))
    assert reason in line
    assert game_in(log).winner == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("nobody", EASY), "unknown agent 'nobody'"),
        (("greedy", "1234341221434321"), "the game is over"),
        (("greedy", "11.............."), "it has no solution"),
        (("greedy", EASY, "--ply", "1"), "--ply is for games of match logs"),
        (("greedy", "--ply", "1"), "are for a POSITION: give one"),
        (("heuristic", EASY), "heuristic plays dots, but this is a position of sudoku"),
        (("greedy", "1x1: h 0 0"), "greedy plays sudoku, but this is a position of dots"),
        (("greedy", EASY, "--name", "greedy"), "--name greedy is the agent's"),
        ((f"{MOCKS}:Nobody", EASY), "cannot play: "),
        ((f"{MOCKS}:CrashAtConstruction", EASY), "cannot play: raised "),
        (("greedy", EASY, "-o", "/nowhere/at/all"), "cannot write /nowhere/at/all"),
    ],
)
def test_what_cannot_be_played_is_refused_before_it_begins(
    typed: Typed, words: tuple[str, ...], said: str
) -> None:
    done = typed("", *words)
    assert done.code in {2, 3}
    assert done.out == ""
    assert said in done.err


def test_a_start_that_is_none_is_refused_from_python_too() -> None:
    with Worker("greedy") as seat, pytest.raises(InputError, match="the game is over"):
        PersonGame(read("1234341221434321"), seat, person=1, seed=0, budget=Budget(nodes=1))


def test_in_a_terminal_ctrl_c_leaves_the_game_and_keeps_it(tmp_path: Path) -> None:
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    log = tmp_path / "a.jsonl"
    words = ["play", "greedy", EASY, *QUICK, "-o", str(log)]
    running = subprocess.Popen(
        [sys.executable, "-m", "bombe", *words],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    seen = ""
    for line, prompts in (("r1c2=2\n", 1), ("", 2)):
        while seen.count("(or help): ") < prompts:
            seen += os.read(ours, 1 << 16).decode(errors="replace")
        os.write(ours, line.encode())
    time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    assert running.wait(20) == 130
    os.close(ours)
    assert game_in(log).termination is Termination.VOID
    assert len(game_in(log).moves) == 2
