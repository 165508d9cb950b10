"""The suffix of -o says what is written; an unknown one is refused before there is a file."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from running import Bombe

BOARD, OTHER = "1...2..3....4...", "132442..31.22..1"
QUESTIONS = ("audit", "count", "check", "solve", "why", "hint", "tempo", "endgame")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a board, three boards, and a log of two games."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "one.txt").write_text(f"{BOARD}\n")
    (tmp_path / "three.txt").write_text(f"{BOARD}\n{OTHER}\n{BOARD}\n")
    return tmp_path


@pytest.mark.parametrize("suffix", ["xlsx", "log", "jsnol", "feather"])
@pytest.mark.parametrize(
    "words",
    [
        *((question, boards) for question in QUESTIONS for boards in ("one.txt", "three.txt")),
        ("generate", "2x2"),
        ("generate", "2x2", "--count", "3"),
        ("convert", "one.txt"),
        ("convert", "three.txt"),
        ("rate", "log.jsonl"),
    ],
    ids=" ".join,
)
def test_an_unknown_suffix_is_refused_with_those_that_are_known(
    bombe: Bombe, folder: Path, words: tuple[str, ...], suffix: str
) -> None:
    before = sorted(folder.iterdir())
    done = bombe(*words, "-o", f"out.{suffix}")
    assert (done.code, done.out) == (2, "")
    assert f"nothing is written with the suffix .{suffix}; give one of ." in done.err
    assert ".json" in done.err
    assert sorted(folder.iterdir()) == before


@pytest.mark.parametrize("name", ["out", "out.txt", "out.TXT", "/dev/stdout"])
def test_lines_that_people_read_need_no_suffix(bombe: Bombe, folder: Path, name: str) -> None:
    assert bombe("check", "three.txt", "-o", name).code == 0
    assert bombe("generate", "2x2", "-o", name).code == 0
    assert name == "/dev/stdout" or (folder / name).read_text()


def test_an_option_that_names_the_form_allows_any_suffix(bombe: Bombe, folder: Path) -> None:
    assert bombe("count", "three.txt", "--csv", "-o", "out.data").code == 0
    assert bombe("generate", "2x2", "--format", "json", "-o", "board.data").code == 0
    assert json.loads((folder / "board.data").read_text())["m"] == 2


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_json_is_one_document_and_lines_are_lines(bombe: Bombe, folder: Path, jobs: str) -> None:
    writes = {
        "converted": ("convert", "three.txt", "-j", jobs),
        "named": ("convert", "three.txt", "--to", "json", "-j", jobs),
        "made": ("generate", "2x2", "--count", "3", "-j", jobs),
    }
    for name, words in writes.items():
        assert bombe(*words, "-o", f"{name}.json").code == 0
        assert bombe(*words, "-o", f"{name}.jsonl").code == 0
        document = json.loads((folder / f"{name}.json").read_text())
        lines = (folder / f"{name}.jsonl").read_text().splitlines()
        assert [json.loads(line) for line in lines] == document
        assert len(document) == 3
        back = [
            bombe("convert", f"{name}.{suffix}", "--to", "line") for suffix in ("json", "jsonl")
        ]
        assert back[0].out == back[1].out
    assert bombe("convert", "one.txt", "-o", "one.json").code == 0
    assert json.loads((folder / "one.json").read_text())["cells"][0] == [1, 0, 0, 0]
    assert len(bombe("convert", "three.txt", "--to", "json").out.splitlines()) == 3


def test_shards_of_a_document_join_to_a_document(bombe: Bombe, folder: Path) -> None:
    for number in ("1", "2"):
        words = ("generate", "2x2", "--count", "40", "--shard", f"{number}/2")
        assert bombe(*words, "-o", f"{number}.json").code == 0
    assert bombe("merge", "-o", "all.json", "2.json", "1.json").code == 0
    assert bombe("generate", "2x2", "--count", "40", "-o", "whole.json").code == 0
    assert (folder / "all.json").read_text() == (folder / "whole.json").read_text()
    assert len(json.loads((folder / "all.json").read_text())) == 40


def test_the_suffix_selects_the_format_of_made_boards(bombe: Bombe, folder: Path) -> None:
    assert bombe("generate", "2x2", "--seed", "3", "-o", "made.sdk").code == 0
    assert (
        bombe("convert", "made.sdk", "--to", "line").out
        == bombe("generate", "2x2", "--seed", "3").out
    )
    assert "[Puzzle]" in (folder / "made.sdk").read_text()
    done = bombe("generate", "2x2", "--count", "3", "-o", "more.sdk")
    assert (done.code, "holds one board, not 3" in done.err) == (2, True)


def test_no_option_is_ignored_in_silence(bombe: Bombe, folder: Path) -> None:
    assert (
        bombe(
            "match", "random", "random", "--games", "2", "--board", "random-2x2", "-o", "log.jsonl"
        ).code
        == 0
    )
    for board, problem in (
        ("hard-3x3", "hard-3x3 is a bundled board, whose format is known: leave out --format"),
        ("set-easy-2x2", "set-easy-2x2 is a bundled board"),
        ("set-easy-2x2#2", "set-easy-2x2 is a bundled board"),
        ("log.jsonl#1", "log.jsonl#1 is a game of a log: leave out --format"),
    ):
        for command in ("audit", "count", "show"):
            done = bombe(command, board, "--format", "sdk")
            assert (done.code, done.out) == (2, ""), board
            assert problem in done.err
    done = bombe("count", "one.txt", "one.txt", "set-easy-2x2", "--format", "line")
    assert done.code == 2
    assert "set-easy-2x2 is a bundled board" in done.err
    assert "leave out --shape" in bombe("count", "log.jsonl#1", "--shape", "2x2").err
    assert folder.is_dir()
