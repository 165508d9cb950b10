"""Positions of files and games wherever a BOARD is taken: FILE#3, FILE:12, LOG#GAME --ply N."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from board_files import document_in

from bombe.boards.sudoku.reading import read
from bombe.boards.sudoku.symbols import board_line
from bombe.commands import main

if TYPE_CHECKING:
    from pathlib import Path

    from running import Bombe

COMMANDS = ["audit", "solve", "count", "check", "hint", "tempo", "endgame", "show", "why"]
OF_DOTS = ["show", "explain", "solve"]
SMALL = ("--games", "2", "--nodes", "5", "--no-progress")


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the log of a match of each game."""
    folder = tmp_path_factory.mktemp("logs")
    sudoku = ("greedy", "random", "--generate", "2x2", "-o", str(folder / "sudoku.jsonl"))
    dots = ("random", "random", "--game", "dots", "--boxes", "2x2", "-o", str(folder / "d.jsonl"))
    for words in (sudoku, dots):
        assert main(("match", *words, *SMALL)) == 0
    return folder


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_takes_a_position_of_a_file_and_of_a_game(
    bombe: Bombe, logs: Path, command: str
) -> None:
    game = f"{logs}/sudoku.jsonl"
    for word in ("set-easy-2x2#2", "Set-Easy-2x2:4"):
        assert bombe(command, word).code == 0
    assert bombe(command, f"{game}#1", "--ply", "2").code == 0
    assert bombe(command, f"{game}:2", "--ply", "2").code == 0
    for words, message in {
        (f"{game}#3", "--ply", "2"): "has no game '3': give a number from 1 to 2, or an id",
        (f"{game}:3", "--ply", "2"): "has no game on line 3: give a number from 1 to 2",
        (f"{game}#1", "--ply", "99"): "--ply 99: ",
        ("hard-2x2#1", "--ply", "2"): "--ply is for games of match logs",
        (game,): "is the log of a match: name one of its games",
        ("set-easy-2x2#90",): "has no position '90': give a number from 1 to 20",
    }.items():
        done = bombe(command, *words)
        assert (done.code, done.out) == (2, "")
        assert message in done.err
    done = bombe(command, f"{logs}/d.jsonl#1", "--ply", "2")
    assert done.code == 3
    assert "a game of dots, but sudoku is needed" in done.err


def test_a_position_of_a_game_is_the_one_after_its_moves(bombe: Bombe, logs: Path) -> None:
    whole = bombe("convert", f"{logs}/sudoku.jsonl#1", "--to", "line").out.splitlines()
    for ply in (0, 3):
        one = bombe("convert", f"{logs}/sudoku.jsonl#1", "--ply", str(ply), "--to", "line")
        assert one.out.splitlines() == [whole[ply]]


def test_a_benchmark_and_a_study_take_them_too(bombe: Bombe, logs: Path) -> None:
    word = (f"{logs}/sudoku.jsonl#1", "--ply", "2")
    assert bombe("bench", *word, "--solver", "auto", "--task", "first", "--rounds", "1").code == 0
    small = ("--positions", "2", "--games", "0", "--empties", "2", "4", "--no-progress")
    assert bombe("study", "tempo", "set-easy-2x2#1", *small).code == 0


@pytest.mark.parametrize("command", OF_DOTS)
def test_dots_and_boxes_takes_positions_of_games(bombe: Bombe, logs: Path, command: str) -> None:
    game = f"{logs}/d.jsonl#2"
    done = bombe("dots", command, game, "--ply", "8")
    assert done.code == 0
    assert "4 lines left" in done.out or "4 lines" in done.out
    done = bombe("dots", command, game)
    assert done.code == 2
    assert f"{game} has 12 moves: name a position by --ply, from 0 to 12" in done.err
    done = bombe("dots", command, game, "--ply", "3", "--boxes", "2x2")
    assert done.code == 2
    assert "says its grid and rule itself" in done.err
    done = bombe("dots", command, "2x2: h 0 0", "--ply", "3")
    assert done.code == 2
    assert "--ply is for games" in done.err
    done = bombe("dots", command, f"{logs}/d.jsonl")
    assert (done.code, done.out) == (2, "")
    assert f"is the log of a match: name one of its games, such as {logs}/d.jsonl#1" in done.err


def test_a_match_begins_on_the_positions_of_a_game(bombe: Bombe, logs: Path) -> None:
    words = ("match", "random", "random", "--game", "dots", "--board", f"{logs}/d.jsonl#1", *SMALL)
    assert bombe(*words, "-o", str(logs / "again.jsonl")).code == 0


def test_what_is_asked_of_a_game_without_a_ply_is_reported(bombe: Bombe, logs: Path) -> None:
    game = f"{logs}/sudoku.jsonl#1"
    for words in ([], ["r1c1=1"]):
        done = bombe("why", game, *words)
        assert (done.code, done.out) == (2, "")
        assert f"{game} has many positions: name one by --ply, or give --bombs" in done.err
    assert "bombs" in bombe("why", game, "--bombs").out
    assert bombe("why", game, "--jsonl").code == 0


def test_a_game_of_a_log_in_utf_16_is_found(bombe: Bombe, logs: Path) -> None:
    text = (logs / "sudoku.jsonl").read_text()
    (logs / "wide.jsonl").write_text(text, encoding="utf-16")
    done = bombe("show", f"{logs}/wide.jsonl#1", "--ply", "1")
    assert done.out == bombe("show", f"{logs}/sudoku.jsonl#1", "--ply", "1").out


@pytest.mark.parametrize("command", ["show", "tempo", "endgame"])
def test_a_position_continues_in_a_play_mode(bombe: Bombe, command: str) -> None:
    first, *others = (
        bombe(command, "random-2x2", *words).out
        for words in ([], ["--rules", "rows"], ["--rules", "random", "--seed", "3"])
    )
    for mode, other in zip(["rows", "random"], others, strict=True):
        assert other != first
        assert mode in other or command != "show"


def test_names_of_bundled_boards_may_have_capitals(bombe: Bombe) -> None:
    assert bombe("show", "Hard-3x3").out == bombe("show", "hard-3x3").out
    assert board_line(read("HARD-3X3").board) == board_line(read("hard-3x3").board)
    assert "did you mean hard-3x3" in bombe("show", "Hrad-3x3").err


def test_generate_says_that_a_shape_is_that_of_a_box(bombe: Bombe) -> None:
    done = bombe("generate", "9x9")
    assert (done.code, done.out) == (2, "")
    assert "a 9x9 board has boxes of 3x3; write 3x3" in done.err
    done = bombe("generate", "4x4", "--kind", "full")
    assert done.code == 0
    assert "boxes of 4x4 make a board of 16 rows; for a board of 4 rows write 2x2" in done.err
    assert bombe("generate", "3x3", "--kind", "full").err == ""


@pytest.mark.parametrize(
    ("words", "zero", "one"),
    [
        (
            ("audit", "11.............."),
            "in one row, at (0,0) and (0,1)",
            "in one row, at r1c1 and r1c2",
        ),
        (("check", "empty-2x2"), " at (2,0)", " at r3c1"),
        (("endgame", "hard-2x2"), ": (0,0) -> 1, or", ": r1c1=1, or"),
        (("endgame", "hard-2x2"), "\n 0 \u2502", "\nr1 \u2502"),
        (("tempo", "hard-2x2"), "\n 3 \u2502", "\nr4 \u2502"),
        (("show", "hard-4x4"), "\n15 \u2502", "\nr16 \u2502"),
        (("agent", "move", "greedy", "hard-2x2", "--nodes", "9"), "plays (", "plays r"),
    ],
)
def test_cells_are_counted_as_people_want(
    bombe: Bombe, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], zero: str, one: str
) -> None:
    usual = bombe(*words).out
    other = bombe(*words, "--notation", "r1c1").out
    assert zero in usual
    assert one in other
    assert (zero in other, one in usual) == (False, False)
    monkeypatch.setenv("BOMBE_NOTATION", "r1c1")
    assert one in bombe(*words).out


def test_results_for_programs_keep_their_notation(bombe: Bombe) -> None:
    one, other = (
        json.loads(bombe("audit", "hard-2x2", "--json", *words).out)
        for words in ((), ("--notation", "r1c1"))
    )
    assert one["safe"] == other["safe"]


def test_pictures_and_replays_count_so_too(bombe: Bombe, logs: Path, tmp_path: Path) -> None:
    drawn, page = tmp_path / "drawn.svg", tmp_path / "game.html"
    assert bombe("endgame", "hard-2x2", "--svg", str(drawn), "--notation", "r1c1").code == 0
    assert ">r4<" in drawn.read_text()
    words = ("replay", f"{logs}/sudoku.jsonl#1", "--html", str(page), "--notation", "r1c1")
    assert " plays r" in bombe(*words).out
    found = document_in(page.read_text())
    assert found["show"] == {"notation": "r1c1"}
    # Captions are in both notations, of which the page shows one.
    for part in (found, *found["plies"]):
        del part["caption"]["framework"]
    assert " -> " not in json.dumps(found)
