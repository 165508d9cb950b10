"""Whether a log holds: every edit of one character is found, and all faults are told."""

from __future__ import annotations

import dataclasses
import io
import random
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from played_logs import log_of, random_games, tampered

from bombe.agents.arena.log import faults_of, read_logs
from bombe.analysis.matches.verification.logs import LogCheck, summary, verified_games
from bombe.boards.errors import FormatError, InputError
from bombe.boards.record import SCHEMA

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.boards.record import GameRecord

DATA = Path(__file__).parents[3] / "data" / "release_0_2" / "logs"
GAMES = random_games(11)
LOG = log_of(GAMES)
LINES = LOG.splitlines()


def faults(text: str) -> list[str]:
    check = LogCheck("log")
    found = [str(fault) for fault in check.faults(io.StringIO(text, newline="\n"))]
    assert check.faulty == len(found)
    return found


@given(st.integers(0, 10**6))
@settings(max_examples=20)
def test_logs_of_random_games_hold_alone_and_after_each_other(seed: int) -> None:
    one, other = log_of(random_games(seed)), log_of(random_games(seed + 1)[:2])
    for text in (one, other + one, one[: one.index("\n") + 1] + other):
        assert faults(text) == []
        assert list(verified_games(text.splitlines()))


def of_match(match: str) -> list[GameRecord]:
    return [dataclasses.replace(game, match=match, id=f"{n}a") for n, game in enumerate(GAMES)]


@pytest.mark.parametrize("match", ["", "m"])
def test_a_game_that_is_in_a_log_twice_is_a_fault(match: str) -> None:
    log = log_of(of_match(match))
    first, *_ = log.splitlines(keepends=True)
    assert faults(log + first) == [f"log:{len(GAMES) + 1}: game 0a: line 1 has this game already"]
    again = [int(fault.split(":")[1]) for fault in faults(log + log)]
    assert again == [*range(len(GAMES) + 1, 2 * len(GAMES) + 1)]
    with pytest.raises(FormatError, match="line 1 has this game already"):
        list(verified_games((log + first).splitlines()))


def test_a_game_that_is_there_twice_is_a_fault_without_hashes_too() -> None:
    lines = [game.to_json() + "\n" for game in of_match("m")]
    assert faults("".join(lines)) == []
    assert len(faults("".join([*lines, lines[2]]))) == 1


def test_games_of_two_matches_may_have_one_id() -> None:
    assert faults(log_of(of_match("m")) + log_of(of_match("other"))) == []


def test_a_line_whose_hash_was_removed_is_a_fault_among_lines_with_one() -> None:
    *lines, last = of_match("m")
    bare = last.to_json() + "\n"
    found = faults(log_of(lines) + bare)
    assert [fault.split(": ", 2)[2] for fault in found] == [
        "the line has no hash, but the games of its match before it have one"
    ]
    assert faults(bare + log_of(lines)) == []  # an old log that a new version resumed


@st.composite
def edits(draw: st.DrawFn) -> str:
    """Return the log with one character replaced, removed or put in."""
    at = draw(st.integers(0, len(LOG) - 1))
    one = st.sampled_from('0123456789abcdef"\\ ,:[]{}\n\r\0\ufeff')
    new = draw(one | st.characters(exclude_categories=["Cs"]))
    kind = draw(st.sampled_from(["replace", "remove", "insert"]))
    if kind == "insert":
        return LOG[:at] + new + LOG[at:] if at else draw(st.sampled_from([new + LOG, LOG + new]))
    return LOG[:at] + (new if kind == "replace" else "") + LOG[at + 1 :]


@given(edits())
@settings(max_examples=400)
def test_any_edit_of_one_character_is_found(text: str) -> None:
    if text != LOG:
        assert faults(text)


@pytest.mark.long
@given(edits())
@settings(max_examples=20_000)
def test_any_edit_of_one_character_is_found_in_many_more(text: str) -> None:
    if text != LOG:
        assert faults(text)


def places_near_line_ends() -> Iterator[int]:
    place = 0
    for line in LINES:
        yield from (place, place + 1, place + len(line) - 1, place + len(line))
        place += len(line) + 1


def test_edits_near_the_ends_of_lines_are_found_in_a_file_of_any_length(tmp_path: Path) -> None:
    path = tmp_path / "log"
    for lines in (1, len(LINES)):
        whole = "".join(f"{line}\n" for line in LINES[:lines])
        for at in (*(each for each in places_near_line_ends() if each < len(whole)), len(whole)):
            for new in ("", "\n", "\r", " ", "x", "\0", "}", "\ufeff"):
                for text in (whole[:at] + new + whole[at:], whole[:at] + new + whole[at + 1 :]):
                    if text == whole:
                        continue
                    path.write_bytes(text.encode())
                    assert is_faulty(path), (lines, at, new)


def is_faulty(path: Path) -> bool:
    try:
        return bool(list(faults_of(str(path), LogCheck(str(path)))))
    except InputError:
        return not path.read_bytes().startswith(b"{")


@given(st.integers(0, 10**6))
@settings(max_examples=40)
def test_a_game_that_was_changed_is_found_although_its_hash_is_right(seed: int) -> None:
    rng = random.Random(seed)
    at = rng.randrange(len(GAMES))
    record = tampered(GAMES[at], rng)
    if record.to_json() != GAMES[at].to_json():
        found = faults(log_of([*GAMES[:at], record, *GAMES[at + 1 :]]))
        assert all(each.startswith(f"log:{at + 1}: game ") for each in found)
        assert found


def test_all_faults_of_a_log_are_reported_each_with_its_line() -> None:
    texts = [
        LINES[0].replace('"result": "', '"result" : "'),
        LINES[1][:-1],
        "{",
        dataclasses.replace(GAMES[3], scores=(99, 0), winner=2).to_json(),
        LINES[4],
    ]
    found = faults("\n".join(texts) + "\n")
    lines = [int(fault.split(":")[1]) for fault in found]
    assert sorted(set(lines)) == [1, 2, 3, 4, 5]
    with pytest.raises(FormatError, match=r"log:1: game .* was edited.*`bombe verify`"):
        list(verified_games(texts, "log"))


def test_an_end_that_a_crash_left_is_reported() -> None:
    assert "the last line is not complete: 20 characters" in faults(LOG + LINES[0][:20])[0]
    assert "7 NUL bytes at the end" in faults(LOG + "\0" * 7)[0]
    assert "an empty line" in faults("\n" + LOG)[0]
    assert "byte order mark" in faults("\ufeff" + LOG)[0]
    assert "line ends were changed (CRLF)" in faults(LOG.replace("\n", "\r\n"))[0]


def test_logs_of_earlier_versions_stay_readable_and_hold() -> None:
    checks = []
    for path in sorted(DATA.glob("*.jsonl")):
        check = LogCheck(str(path))
        assert list(faults_of(str(path), check)) == []
        assert len(list(read_logs((str(path),)))) == check.games == check.unchained > 0
        checks.append(check)
    assert summary(checks) == (
        "4 logs, 34 games: no fault; 34 games without a hash: whether lines were edited, removed "
        "or moved was not checked"
    )


def test_a_log_of_an_earlier_version_is_checked_too(tmp_path: Path) -> None:
    for path in DATA.glob("*.jsonl"):
        text = path.read_text(encoding="utf-8")
        assert SCHEMA in text
        other = text.replace('"result": "1-0"', '"result": "0-1"', 1)
        if other == text:
            other = text.replace('"result": "0-1"', '"result": "1-0"', 1)
        (tmp_path / "log").write_text(other, encoding="utf-8")
        assert len(list(faults_of(str(tmp_path / "log"), LogCheck("log")))) >= 1


def test_a_summary_is_one_line_about_all_logs(tmp_path: Path) -> None:
    shutil.copy(DATA / "dots.jsonl", tmp_path / "dots.jsonl")
    check, other = LogCheck("dots.jsonl"), LogCheck("b")
    list(check.faults(["{\n"]))
    list(other.faults(io.StringIO(LOG, newline="\n")))
    assert summary([check, other]) == f"2 logs, {len(GAMES)} games: 1 fault in dots.jsonl"
