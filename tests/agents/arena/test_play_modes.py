"""The play mode of a match that names none: that in which the course plays."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from folder_agents import agent_folder, written
from games import sudoku

import bombe as package
from bombe.agents.arena.match import Match
from bombe.agents.arena.openings import Openings
from bombe.agents.arena.play_modes import in_usual_mode
from bombe.agents.arena.schedule import pairings
from bombe.agents.sudoku.openings import SudokuOpenings
from bombe.boards import Rules, Shape, SudokuState
from bombe.boards.game import game_named
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
        "--rules classic is the older game"
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
