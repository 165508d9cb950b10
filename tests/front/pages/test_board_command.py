"""`bombe board`: what it writes, where, and what it refuses."""

from __future__ import annotations

import io
import json
import sys
import webbrowser
from typing import TYPE_CHECKING, Any

import pytest
from board_files import document_in
from games import random_game

from bombe.boards.dots.text import read_dots
from bombe.boards.game import game_named
from bombe.boards.sudoku.reading import read
from bombe.commands import board as command
from bombe.commands.shared import pages

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from running import Bombe

    OutputState = Callable[..., Any]

GAME = random_game(read("hard-2x2"), 1)
LETTERS = "A" + "." * 255
"""A in a 16x16 board: 10 or 1, as --symbols says."""


@pytest.fixture
def written(bombe: Bombe, tmp_path: Path) -> OutputState:
    """Return the document of the page that `bombe board` writes for these words."""

    def run(*words: str) -> Any:
        path = tmp_path / "board.html"
        done = bombe("board", *words, "-o", str(path))
        assert (done.code, done.out) == (0, ""), done.err
        assert done.err.endswith(f"page written to {path}: open it in a browser\n")
        return document_in(path.read_text(encoding="utf-8"))

    return run


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note which addresses would be opened in a browser."""
    addresses: list[str] = []

    def note(address: str) -> bool:
        addresses.append(address)
        return True

    monkeypatch.setattr(webbrowser, "open", note)
    monkeypatch.setenv("DISPLAY", ":0")
    return addresses


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "log.jsonl"
    games = [GAME, random_game(read("easy-2x2"), 3)]
    path.write_text("".join(f"{game.to_json()}\n" for game in games), encoding="utf-8")
    return path


def state_in(document: Any) -> object:
    return game_named(document["game"]).from_json(document["position"])


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["hard-3x3"], read("hard-3x3")),
        (["1...4...2.....3."], read("1...4...2.....3.")),
        (["set-easy-2x2#2"], read("set-easy-2x2#2")),
        (["hard-2x2", "--rules", "rows"], read("hard-2x2").under("rows", 0)),
        (["2x3: h 0 0; v 1 2"], read_dots("2x3: h 0 0; v 1 2")),
        (["1x1: P1(h,0,0)"], read_dots("1x1: P1(h,0,0)")),
        ([LETTERS, "--symbols", "letters"], read(f"4x4:1{LETTERS[1:]}")),
        (['{"rows": 1, "columns": 2, "edges": ["h 0 0"]}'], read_dots("1x2: h 0 0")),
    ],
    ids=str,
)
def test_a_position_of_either_game_is_known_by_its_text(
    written: OutputState, words: list[str], expected: object
) -> None:
    document = written(*words)
    assert document["kind"] == "position"
    assert state_in(document) == expected


@pytest.mark.parametrize(
    ("text", "game"), [("1...4...2.....3.\n", "sudoku"), ("+---+\n|   |\n+   +\n", "dots")]
)
def test_a_position_is_read_from_a_file_and_from_standard_input(
    written: OutputState, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, game: str
) -> None:
    path = tmp_path / "position.txt"
    path.write_text(text, encoding="utf-8")
    document = written(str(path))
    assert (document["game"], document["name"]) == (game, "position.txt")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert state_in(written("-")) == state_in(document)


def test_a_board_without_anything_is_empty_and_a_bundled_one_has_its_name(
    written: OutputState,
) -> None:
    assert written()["kind"] == "empty"
    assert written("hard-3x3")["name"] == "hard-3x3"
    assert "name" not in written("1...4...2.....3.")


def test_a_game_is_shown_from_the_ply_that_is_asked_for(written: OutputState, log: Path) -> None:
    document = written(f"{log}#1")
    assert (document["kind"], document["id"]) == ("game", GAME.id)
    assert len(document["plies"]) == len(GAME.plies)
    assert any(ply.get("better") for ply in document["plies"])
    assert "ply" not in document
    assert written(f"{log}#1", "--ply", "3")["ply"] == 3
    position = written(f"{log}#1", "--ply", "0", "--rules", "rows")
    assert position["kind"] == "position"


def test_a_log_is_a_table_of_games(
    written: OutputState, log: Path, monkeypatch: pytest.MonkeyPatch, bombe: Bombe
) -> None:
    document = written(str(log))
    assert [game["id"] for game in document["games"]] == ["1a", "3a"]
    monkeypatch.setattr(command, "_MOST_GAMES", 1)
    done = bombe("board", str(log), "-o", str(log.with_name("a.html")))
    assert "the page holds the first 1 games" in done.err


def test_without_a_name_the_page_opens_from_a_temporary_file(
    bombe: Bombe, opened: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    done = bombe("board", "hard-2x2")
    assert done.code == 0
    (path,) = tmp_path.glob("bombe-board-*.html")
    assert opened == [path.as_uri()]
    assert f"page written to {path}: it opens in the browser" in done.err
    bombe("board", "hard-2x2", "-o", str(tmp_path / "a.html"))
    assert len(opened) == 1
    bombe("board", "hard-2x2", "-o", str(tmp_path / "a.html"), "--open")
    assert opened[1:] == [(tmp_path / "a.html").as_uri()]


def test_without_a_screen_no_browser_is_started(
    opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert not pages.open_in_browser("file:///a.html")
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert pages.open_in_browser("file:///a.html")
    assert opened == ["file:///a.html"]


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["hard-2x2", "-o", "a.png"], 2, "end the name in .html or .htm"),
        (["no-such-board"], 3, "no-such-board"),
        (["2x3: h 0 9"], 3, "h 0 9"),
        (["--rules", "rows"], 2, "--rules need a POSITION"),
        (["--symbols", "letters"], 2, "are for a POSITION: give one"),
        (["hard-2x2", "--ply", "3"], 2, "--ply is for games of match logs"),
        (["set-easy-2x2"], 2, "holds several positions: name one"),
        (["2x3: h 0 0", "--game", "sudoku"], 3, "2x3: h 0 0"),
        (["hard-2x2", "-o", "/nowhere/at/all.html"], 2, "cannot write /nowhere/at/all.html"),
    ],
    ids=str,
)
def test_what_cannot_be_shown_is_refused_in_one_line(
    bombe: Bombe, opened: list[str], words: list[str], code: int, said: str
) -> None:
    done = bombe("board", *words)
    assert (done.code, done.out) == (code, "")
    assert said in done.err
    assert done.err.count("\n") == 1
    assert not opened


def test_a_ply_beyond_the_end_is_refused(bombe: Bombe, log: Path) -> None:
    done = bombe("board", f"{log}#1", "--ply", "99", "-o", str(log.with_name("a.html")))
    assert done.code == 2
    assert f"the game has {len(GAME.plies)} moves" in done.err


def test_a_replay_writes_the_same_page(bombe: Bombe, log: Path, written: OutputState) -> None:
    path = log.with_name("replay.html")
    assert bombe("replay", f"{log}#1", "--html", str(path)).code == 0
    document = document_in(path.read_text(encoding="utf-8"))
    assert document == written(f"{log}#1")
    assert json.dumps(document).count("lost against best play")
