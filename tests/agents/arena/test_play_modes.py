"""The play mode of a match that names none: that in which the course plays."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING

import pytest
from folder_agents import CLASS, HEADS, agent_folder, written
from games import sudoku

import bombe as package
from bombe.agents.arena.match import Match
from bombe.agents.arena.play_modes import in_usual_mode
from bombe.agents.arena.schedule import pairings
from bombe.agents.openings import Openings
from bombe.agents.processes.process import Worker
from bombe.agents.sudoku.openings import SudokuOpenings, in_mode
from bombe.boards import Rules, Shape, SudokuState
from bombe.boards.errors import UsageError
from bombe.boards.game import Termination, game_named
from bombe.boards.sudoku.reading import read

if TYPE_CHECKING:
    from pathlib import Path

    from running import Bombe

SIZE = SudokuOpenings(shape=Shape(2, 2))
BOARD = SudokuState.start(read("easy-2x2").board)
FAST = ("--time", "20", "--games", "2", "--no-progress", "-j", "1")


@pytest.fixture
def old(tmp_path: Path) -> str:
    """An agent of v13."""
    return agent_folder(tmp_path, "first", "v13")


@pytest.fixture
def new(tmp_path: Path) -> str:
    """An agent of v14."""
    return agent_folder(tmp_path, "first", "v14")


@pytest.fixture
def other(tmp_path: Path) -> str:
    """Another agent of v14."""
    return agent_folder(tmp_path, "random", "v14")


def usual(players: list[str], openings: Openings = SIZE) -> Match:
    return in_usual_mode(Match(tuple(pairings(players)), openings))


def test_folders_of_v14_play_rows_and_a_line_says_so(new: str, other: str) -> None:
    match = usual([new, other])
    assert match.openings == SudokuOpenings(shape=Shape(2, 2), rules=Rules.ROWS)
    assert match.remark == (
        f"play mode rows: {new} and {other} are of edition v14, with which the course plays it; "
        "name the rules classic to play the older game"
    )
    asked = Match(
        tuple(pairings([new, other])), SudokuOpenings(shape=Shape(2, 2), rules=Rules.ROWS)
    )
    assert match.fingerprint == asked.fingerprint
    assert usual([new, new]).openings == match.openings


def test_three_folders_are_listed_with_a_comma(tmp_path: Path) -> None:
    names = sorted(agent_folder(tmp_path, "first", "v14", name) for name in "abc")
    one, two, three = names
    assert f"rows: {one}, {two} and {three} are of edition v14" in usual(names).remark


def test_a_folder_of_v14_plays_rows_against_one_of_ours(new: str) -> None:
    match = usual([new, "greedy"])
    assert match.openings == SudokuOpenings(shape=Shape(2, 2), rules=Rules.ROWS)
    assert f"{new} is of edition v14" in match.remark


def test_a_folder_of_v13_makes_it_classic_for_all(old: str, new: str, other: str) -> None:
    for players in ([old, new], [new, other, "greedy", old]):
        match = usual(players)
        assert match.openings is SIZE
        assert match.remark.startswith(f"play mode classic: {old} is of edition v13, which has no")
    assert usual([old, "greedy"]) == Match(tuple(pairings([old, "greedy"])), SIZE)
    assert usual(["random", "greedy"]).remark == ""


def test_what_is_named_stays(new: str, other: str, tmp_path: Path) -> None:
    named = SudokuOpenings(shape=Shape(2, 2), rules=Rules.CLASSIC)
    assert usual([new, other], named) == Match(((new, other),), named)
    border = BOARD.under(Rules.BORDER)
    own = SudokuOpenings((border,))
    assert usual([new, other], own) == Match(((new, other),), own)
    mixed = usual([new, other], SudokuOpenings((border, BOARD))).openings
    assert [sudoku(mixed.start(n, 0)).rules for n in (0, 1)] == [Rules.BORDER, Rules.ROWS]
    dots = Openings((game_named("dots").start("2x2"),))
    assert usual([new, other], dots).openings is dots
    broken = written(tmp_path / "broken", {"sudokuai.py": "x = 1"})
    assert usual([broken, "greedy"]).remark == ""


def test_a_match_says_its_mode_and_logs_it(
    bombe: Bombe, tmp_path: Path, new: str, other: str
) -> None:
    log = tmp_path / "log.jsonl"
    words = ("match", new, other, "--generate", "2x2", *FAST)
    done = bombe(*words, "-o", str(log))
    assert done.code == 0
    assert "bombe: play mode rows: " in done.err
    assert done.out.endswith("play mode rows\n")
    assert [json.loads(line)["rules"] for line in log.read_text().splitlines()] == ["rows"] * 2
    assert bombe("rate", str(log)).out.endswith("play mode rows\n")
    classic = tmp_path / "classic.jsonl"
    done = bombe(*words, "--rules", "classic", "-o", str(classic))
    assert "play mode" not in done.err + done.out
    rated = bombe("rate", str(log), str(classic)).out
    assert rated.endswith("play modes: classic 2 games, rows 2 games\n")


def test_tournaments_and_experiments_say_it_once(
    bombe: Bombe, tmp_path: Path, new: str, other: str
) -> None:
    folder = str(tmp_path / "out")
    done = bombe("tournament", new, other, "random", "--generate", "2x2", *FAST, "-o", folder + "l")
    assert done.err.count("play mode rows: ") == 1
    words = ("--against", f"{other},random", "--boards", "2x2", *FAST, "-o", folder)
    done = bombe("experiment", "grid", new, *words)
    assert done.err.count("play mode rows: ") == 2  # once with each opponent
    done = bombe("experiment", "time", new, other, "--generate", "2x2", *FAST, "-o", folder + "2")
    assert done.err.count("play mode rows: ") == 1


def test_python_plays_it_too(new: str, other: str) -> None:
    result = package.match(new, other, games=2, start="2x2", budget=20.0, jobs=1)
    assert {sudoku(record.start).rules for record in result.records} == {Rules.ROWS}
    assert str(result).endswith("play mode rows")
    result = package.match(new, other, games=2, start="2x2", budget=20.0, jobs=1, rules="classic")
    assert result.to_dict()["rules"] == {"classic": 2}
    result = package.match("random", "greedy", games=2, start="2x2", rules="border")
    assert result.to_dict()["rules"] == {"border": 2}


def asking(home: Path) -> str:
    """Write an agent of v14 that needs its allowed squares, which classic play has not."""
    text = f"{HEADS['v14']}{CLASS}        assert (0, 0) in game_state.allowed_squares1\n"
    body = "        self.propose_move(next(legal(game_state)))\n"
    return written(home / "asking", {"sudokuai.py": text + body})


def test_one_move_of_an_agent_of_v14_is_asked_for_in_rows(bombe: Bombe, tmp_path: Path) -> None:
    agent = asking(tmp_path)
    words = ("agent", "move", agent, "hard-2x2", "--time", "20", "--json")
    done = bombe(*words)
    assert json.loads(done.out)["position"]["rules"] == "rows"
    assert f"play mode rows: {agent} is of edition v14" in done.err
    classic = bombe(*words, "--rules", "classic")
    assert (classic.code, "NoneType" in classic.out) == (1, True)
    assert "play mode" not in classic.err
    assert "play mode" not in bombe("agent", "move", "greedy", "hard-2x2").err


def test_a_classic_game_in_progress_stays_classic(bombe: Bombe, tmp_path: Path, new: str) -> None:
    log = str(tmp_path / "log.jsonl")
    words = ("match", "greedy", "random", "--generate", "2x2", "--nodes", "1", "--games", "2")
    assert bombe(*words, "--no-progress", "-o", log).code == 0
    for ply in ("0", "2"):
        done = bombe("agent", "move", new, f"{log}#1", "--ply", ply, "--time", "20", "--json")
        assert json.loads(done.out)["position"].get("rules", "classic") == "classic"
    begun = BOARD.play(BOARD.moves()[0])
    assert in_mode(begun, Rules.ROWS) is begun
    assert in_mode(BOARD, Rules.ROWS).rules is Rules.ROWS


@pytest.mark.parametrize("words", [("2x2",), ("hard-2x2",), ("2x2", "--rules", "classic")])
def test_a_person_plays_an_agent_of_v14_in_rows(
    words: tuple[str, ...], bombe: Bombe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    done = bombe("play", asking(tmp_path), *words, "--second", "--time", "20", "--seed", "1")
    is_named = "--rules" in words
    assert ("play mode rows: " in done.err) is not is_named
    assert ("NoneType" in done.out) is is_named


def test_python_plays_one_game_in_that_mode_too(tmp_path: Path, old: str) -> None:
    agent = asking(tmp_path)
    with Worker(agent) as worker:
        worker.open_game(1)
        outcome = package.play("hard-2x2", worker, "greedy", budget=20.0)
    assert sudoku(outcome.state).rules is Rules.ROWS
    assert outcome.termination is Termination.SCORE
    with Worker(agent) as worker:
        worker.open_game(1)
        outcome = package.play("hard-2x2", worker, "greedy", budget=20.0, rules="classic")
    assert outcome.termination is Termination.CRASH
    with Worker(agent) as first, Worker(old) as second:
        first.open_game(1)
        second.open_game(2)
        with pytest.warns(UserWarning, match=r"play mode classic: .* of edition v13"):
            assert sudoku(package.play("easy-2x2", first, second).state).rules is Rules.CLASSIC
    with pytest.raises(UsageError, match="rules rows are a play mode of Competitive Sudoku"):
        package.play(package.dots.read("2x2: h 0 0"), "random", "random", rules="rows")


def test_python_says_before_a_match_which_mode_two_editions_play(old: str, new: str) -> None:
    with pytest.warns(UserWarning, match=f"play mode classic: {old} is of edition v13"):
        result = package.match(old, new, games=2, start="2x2", budget=20.0, jobs=1)
    assert result.to_dict()["rules"] == {"classic": 2}
