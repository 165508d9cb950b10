"""The log of a match: what remains if its writer is killed, and what it refuses."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from bombe.agents.arena.log import Log, read_logs
from bombe.boards import Board, Shape, SudokuState
from bombe.boards.chain import linked
from bombe.boards.errors import BombeError, FormatError, InputError
from bombe.boards.record import GameRecord, Termination

if TYPE_CHECKING:
    from pathlib import Path

START = SudokuState.start(Board.empty(Shape(2, 2)))


def game(name: str, match: str = "m") -> GameRecord:
    first, second = ("a", "b") if name.endswith("a") else ("b", "a")
    return GameRecord(
        name, START, first, second, (), (0, 0), 0, Termination.VOID, "no reason", match=match
    )


def ids(path: Path) -> list[str]:
    with Log(path, "m") as log:
        return [record.id for record in log.games()]


def test_a_log_holds_what_was_appended(tmp_path: Path) -> None:
    path = tmp_path / "log"
    with Log(path, "m") as log:
        assert list(log.games()) == []
        log.append(game("1a"))
        log.append(game("1b"))
    assert ids(path) == ["1a", "1b"]
    assert [record.id for record in read_logs((str(path), str(path)))] == ["1a", "1b"] * 2


def test_an_incomplete_last_line_is_removed_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "log"
    whole = game("1a").to_json().encode() + b"\n"
    torn = game("1b").to_json().encode()
    for length in range(len(torn) + 1):
        path.write_bytes(whole + torn[:length])
        assert [record.id for record in read_logs((str(path),))] == ["1a"]
        with Log(path, "m") as log:
            assert [record.id for record in log.games()] == ["1a"]
            log.append(game("2a"))
            assert ("removed" in log.mended) == (length > 0)
        assert path.read_bytes() == whole + linked(game("2a").to_json()).encode() + b"\n"


@pytest.mark.parametrize("text", ["# Diary", "# Diary\n", "\n\n# Diary", '{"schema": "x"}\n'])
def test_a_file_that_is_not_a_log_is_left_unchanged(tmp_path: Path, text: str) -> None:
    path = tmp_path / "diary"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError):
        ids(path)
    assert path.read_text(encoding="utf-8") == text


def test_a_game_of_another_match_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_text(f"{game('1a').to_json()}\n{game('1b', 'x').to_json()}\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"log:2: .* another match"):
        ids(path)


def test_a_broken_line_in_the_middle_is_reported_with_its_number(tmp_path: Path) -> None:
    path = tmp_path / "log"
    lines = [game("1a").to_json(), game("1b").to_json()[:40], game("2a").to_json()]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    with pytest.raises(FormatError) as caught:
        ids(path)
    assert caught.value.place.line == 2


def test_a_log_has_one_writer(tmp_path: Path) -> None:
    path = tmp_path / "log"
    code = "import sys; from bombe.agents.arena.log import Log; Log(sys.argv[1], 'm')"
    command = [sys.executable, "-W", "ignore", "-c", code, str(path)]
    with Log(path, "m") as log:
        assert list(log.games()) == []
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert "written by another process" in done.stderr
    assert subprocess.run(command, check=False).returncode == 0


def test_a_log_that_cannot_be_written_or_read_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BombeError, match="cannot write"):
        Log(tmp_path, "m")
    with pytest.raises(InputError, match="give a log"):
        list(read_logs((str(tmp_path / "none"),)))
