"""`bombe verify`, and what logs that do not hold do to the commands that read them."""

from __future__ import annotations

import dataclasses
import json
from typing import TYPE_CHECKING

import pytest
from console_logs import LOOKS, console
from played_logs import log_of, random_games

if TYPE_CHECKING:
    from pathlib import Path

    from running import Bombe

pytestmark = pytest.mark.usefixtures("in_own_folder")
GAMES = [game for game in random_games(5) if game.game.name == "sudoku"]
FALSE = dataclasses.replace(GAMES[1], scores=(99, 0), winner=1)


@pytest.fixture(autouse=True)
def logs(tmp_path: Path) -> None:
    (tmp_path / "good.jsonl").write_text(log_of(GAMES), encoding="utf-8")
    (tmp_path / "bad.jsonl").write_text(log_of([GAMES[0], FALSE, GAMES[2]]), encoding="utf-8")
    lines = log_of(GAMES).splitlines(keepends=True)
    (tmp_path / "cut.jsonl").write_text("".join([lines[0], *lines[2:]]), encoding="utf-8")


def test_a_log_that_holds_is_one_line_and_exit_code_0(bombe: Bombe) -> None:
    done = bombe("verify", "good.jsonl", "good.jsonl")
    assert (done.code, done.out) == (0, "2 logs, 8 games: all hold\n")
    assert bombe("rate", "good.jsonl").code == 0


def test_every_fault_is_a_line_and_the_exit_code_is_3(bombe: Bombe) -> None:
    done = bombe("verify", "good.jsonl", "bad.jsonl", "cut.jsonl")
    *faults, summary = done.out.splitlines()
    assert done.code == 3
    assert [fault.split(": ")[0] for fault in faults][-1] == "cut.jsonl:2"
    assert faults[0].startswith(f"bad.jsonl:2: game {FALSE.id}: the scores are 99 to 0, but ")
    assert summary == f"3 logs, 10 games: {len(faults)} faults in 2 logs"


def test_the_json_of_it_has_each_log_with_its_faults(bombe: Bombe) -> None:
    done = bombe("verify", "good.jsonl", "bad.jsonl", "--json")
    document = json.loads(done.out)
    assert (done.code, document["schema"], document["holds"]) == (3, "bombe.verification/1", False)
    good, bad = document["logs"]
    assert (good["games"], good["unchained"], good["undecided"], good["faults"]) == (4, 0, 0, [])
    assert {(fault["line"], fault["game"]) for fault in bad["faults"]} == {(2, FALSE.id)}


@pytest.mark.parametrize("log", ["bad.jsonl", "cut.jsonl"])
@pytest.mark.parametrize(
    "words",
    [
        ("rate", "{}"),
        ("rate", "{}", "--by", "seat"),
        ("rate", "{}", "--pgn"),
        ("replay", "{}"),
        ("replay", "{}#3"),
    ],
)
def test_a_log_that_does_not_hold_ends_what_reads_it(
    bombe: Bombe, words: tuple[str, ...], log: str
) -> None:
    done = bombe(*(word.format(log) for word in words))
    assert done.code == 3
    assert done.err.startswith(f"bombe: {log}:2: game ")
    assert "`bombe verify` lists all that is wrong" in done.err
    assert len(done.err.splitlines()) == 1


def test_a_log_may_be_trusted(bombe: Bombe) -> None:
    trusted = bombe("rate", "bad.jsonl", "--trust")
    assert (trusted.code, trusted.err) == (0, "bombe: --trust: nothing in these logs was checked\n")


CONVERTED: dict[str, tuple[bytes, bytes]] = {
    "line ends were changed (CRLF)": (b"}\n", b"}\r\n"),
    "the line begins with a byte order mark": (b'{"schema"', b'\xef\xbb\xbf{"schema"'),
    "an empty line was put there": (b'{"schema"', b'\n{"schema"'),
}


@pytest.mark.parametrize("words", CONVERTED)
def test_all_that_reads_a_converted_log_says_the_same_of_it(
    bombe: Bombe, tmp_path: Path, words: str
) -> None:
    words_of_play = "match greedy random --generate 2x2 --nodes 1 --games 2 -o log.jsonl"
    play = tuple(words_of_play.split())
    assert bombe(*play).code == 0
    path = tmp_path / "log.jsonl"
    path.write_bytes(path.read_bytes().replace(*CONVERTED[words], 1))
    for command in (
        ("verify", "log.jsonl"),
        ("rate", "log.jsonl"),
        ("replay", "log.jsonl#1"),
        play,
    ):
        done = bombe(*command)
        assert (done.code, f"log.jsonl:1: {words}" in done.out + done.err) == (3, True), done
    assert bombe("rate", "log.jsonl", "--trust").code == 0


@pytest.mark.parametrize("words", CONVERTED)
def test_a_converted_log_without_hashes_holds(bombe: Bombe, tmp_path: Path, words: str) -> None:
    text = "".join(game.to_json() + "\n" for game in GAMES).encode()
    (tmp_path / "log.jsonl").write_bytes(text.replace(*CONVERTED[words], 1))
    assert (bombe("rate", "log.jsonl").code, bombe("verify", "log.jsonl").code) == (0, 4)


def test_a_log_whose_hashes_were_removed_does_not_pass(bombe: Bombe, tmp_path: Path) -> None:
    text = "".join(game.to_json() + "\n" for game in GAMES)
    (tmp_path / "bare.jsonl").write_text(text, encoding="utf-8")
    for words in ("bare.jsonl",), ("good.jsonl", "bare.jsonl"), ("bare.jsonl", "--json"):
        done = bombe("verify", *words)
        assert done.code == 4
    done = bombe("verify", "bare.jsonl")
    assert "4 games without a hash: whether lines were edited, removed or moved" in done.out
    assert bombe("verify", "bare.jsonl", "cut.jsonl").code == 3


def test_a_log_without_games_is_said_to_have_none(bombe: Bombe, tmp_path: Path) -> None:
    (tmp_path / "none.jsonl").touch()
    done = bombe("verify", "none.jsonl")
    assert (done.code, done.out) == (0, "1 log, 0 games; none.jsonl holds no games\n")


def test_a_log_of_the_course_framework_is_checked_as_far_as_it_says_anything(
    bombe: Bombe, tmp_path: Path
) -> None:
    game = next(each for each in GAMES if any(ply.is_bomb for ply in each.plies))
    text = console(game, LOOKS[0])
    (tmp_path / "log.txt").write_text(text, encoding="utf-8")
    done = bombe("verify", "log.txt")
    assert (done.code, done.out.partition(";")[0]) == (4, "1 log, 1 game: no fault"), done.out
    bomb = next(line for line in text.splitlines() if "has no solution after" in line)
    (tmp_path / "log.txt").write_text(text.replace(bomb, "", 1), encoding="utf-8")
    for words in (("verify",), ("rate",), ("replay",)):
        assert bombe(*words, "log.txt").code == 3


def test_a_log_that_cannot_be_read_is_an_error(bombe: Bombe, tmp_path: Path) -> None:
    done = bombe("verify", "none.jsonl")
    assert (done.code, done.err) == (
        3,
        "bombe: none.jsonl: No such file or directory; give a log of `bombe match`\n",
    )
    (tmp_path / "diary").write_text("Monday\n", encoding="utf-8")
    assert bombe("verify", "diary").code == 3
