"""The file of a log: what a crash leaves, what others do to it, and a disk that is full."""

from __future__ import annotations

import dataclasses
import errno
import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from played_logs import random_games

from bombe.agents.arena.log import Log, faults_of, read_logs, set_aside
from bombe.analysis.matches.verification.logs import LogCheck
from bombe.boards.errors import InputError, UsageError
from bombe.boards.record import GameRecord

if TYPE_CHECKING:
    from collections.abc import Callable

GAMES = [game for game in random_games(3) if game.game.name == "sudoku"]


def ids(path: Path) -> list[str]:
    assert not list(faults_of(str(path), LogCheck(str(path))))
    return [record.id for record in read_logs((str(path),))]


def opened(path: Path) -> Log:
    log = Log(path, "")
    assert list(log.games()) is not None
    return log


@pytest.mark.parametrize("nuls", [1, 4096, 200_000])
@pytest.mark.parametrize("torn", ["", '{"schema": "bombe.ga', "all"])
def test_an_end_of_nuls_is_repaired_and_reported(tmp_path: Path, nuls: int, torn: str) -> None:
    path = tmp_path / "log"
    with opened(path) as log:
        log.append(GAMES[0])
    tail = GAMES[1].to_json() if torn == "all" else torn
    path.write_bytes(path.read_bytes() + tail.encode() + bytes(nuls))
    with opened(path) as log:
        assert "from its end, as left by a crash" in log.mended
        log.append(GAMES[2])
    assert ids(path) == [GAMES[0].id, GAMES[2].id]


def test_a_file_of_nuls_is_an_empty_log(tmp_path: Path) -> None:
    (tmp_path / "log").write_bytes(bytes(5000))
    with opened(tmp_path / "log") as log:
        log.append(GAMES[0])
    assert ids(tmp_path / "log") == [GAMES[0].id]


@pytest.mark.parametrize("text", ["diary\0\0", "diary", "\n\n\0"])
def test_a_file_that_is_no_log_is_not_mended(tmp_path: Path, text: str) -> None:
    (tmp_path / "log").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match="not a log of games"):
        Log(tmp_path / "log", "")
    assert (tmp_path / "log").read_text(encoding="utf-8") == text


def emptied(path: Path) -> None:
    os.truncate(path, 0)


def replaced(path: Path) -> None:
    path.with_name("new").write_bytes(path.read_bytes())
    path.with_name("new").replace(path)


def lengthened(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"{}\n")


def rewritten(path: Path) -> None:
    """Change a character in place, as through /proc/PID/fd."""
    with path.open("r+b") as file:
        file.seek(20)
        file.write(b"X")


def failure(path: Path, *steps: GameRecord | Callable[[Path], Any]) -> str:
    """Append games to a log, and do things to its file; return the error that comes of it."""

    def run() -> None:
        with opened(path) as log:
            for step in steps:
                log.append(step) if isinstance(step, GameRecord) else step(path)

    with pytest.raises(InputError) as caught:
        run()
    return str(caught.value)


@pytest.mark.parametrize(
    ("do", "words"),
    [
        (Path.unlink, "was deleted"),
        (emptied, "was emptied"),
        (replaced, "was replaced by another file"),
        (lengthened, "was written to by another program"),
    ],
)
def test_a_log_that_others_touch_is_an_error_and_no_game_is_lost(
    tmp_path: Path, do: Callable[[Path], Any], words: str
) -> None:
    path = tmp_path / "log"
    message = failure(path, GAMES[0], GAMES[1], do, GAMES[2])
    assert message.startswith(f"{path} {words} while its match was running; its 3 games are in ")
    assert f"{path}.rescued: find out what did that" in message
    assert ids(tmp_path / "log.rescued") == [game.id for game in GAMES[:3]]


@pytest.mark.parametrize("do", [Path.unlink, emptied, replaced, lengthened, rewritten])
def test_what_happens_after_the_last_game_is_an_error_too(
    tmp_path: Path, do: Callable[[Path], Any]
) -> None:
    path = tmp_path / "log"
    assert "while its match was running" in failure(path, GAMES[0], GAMES[1], do)
    assert ids(tmp_path / "log.rescued") == [game.id for game in GAMES[:2]]


def test_a_rescue_never_overwrites(tmp_path: Path) -> None:
    for number in (1, 2):
        failure(tmp_path / "log", GAMES[number], Path.unlink)
    assert ids(tmp_path / "log.rescued") == [GAMES[1].id]
    assert ids(tmp_path / "log.rescued-2") == [GAMES[2].id]


def test_a_folder_that_is_gone_leaves_the_games_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "run").mkdir()
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    path = tmp_path / "run" / "log"
    message = failure(path, GAMES[0], lambda path: shutil.rmtree(path.parent), GAMES[1])
    assert f"{tmp_path}/temporary/log.rescued" in message
    assert ids(tmp_path / "temporary" / "log.rescued") == [GAMES[0].id, GAMES[1].id]


def test_a_full_disk_is_reported_and_leaves_whole_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "log"
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    write, left = os.write, [len(GAMES[0].to_json()) + 200]

    def limited(number: int, data: bytes) -> int:
        if not left[0]:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        part = data[: left[0]]
        left[0] -= len(part)
        return write(number, part)

    with opened(path) as log:
        monkeypatch.setattr(os, "write", limited)
        log.append(GAMES[0])
        with pytest.raises(InputError) as caught:
            log.append(GAMES[1])
        monkeypatch.undo()
    message = str(caught.value)
    assert message.startswith(f"cannot write {path}: No space left on device; make room and run ")
    assert f"for game {GAMES[1].id}: it is in {tmp_path}/temporary/log.rescued" in message
    assert ids(path) == [GAMES[0].id]
    with path.open("ab") as file:
        file.write((tmp_path / "temporary" / "log.rescued").read_bytes())
    assert ids(path) == [GAMES[0].id, GAMES[1].id]


def test_a_disk_on_which_nothing_can_be_rescued_keeps_no_empty_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("run", "temporary"):
        (tmp_path / name).mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))

    def full(number: int) -> None:
        del number
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with opened(tmp_path / "run" / "log") as log:
        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(InputError, match="it will be played again"):
            log.append(GAMES[0])
        monkeypatch.undo()
    files = [path.name for path in tmp_path.rglob("*") if path.is_file()]
    assert files == ["log"]


def test_a_log_is_set_aside_under_the_first_free_name(tmp_path: Path) -> None:
    path = tmp_path / "log"
    assert set_aside(path) is None
    for number in (1, 2, 3):
        path.write_text("", encoding="utf-8")
        assert set_aside(path) == tmp_path / f"log.{number}"
    with opened(path) as log:
        log.append(GAMES[0])


def test_a_player_that_has_changed_is_named_with_both_versions(tmp_path: Path) -> None:
    path = tmp_path / "log"
    extra = {"player_versions": ["1", "2"]}
    with Log(path, "old") as log:
        log.append(dataclasses.replace(GAMES[0], match="old", extra=extra))
    words = r"two has changed .* version 2 then, 3 now: give another log"
    with Log(path, "new", {"one": "1", "two": "3"}) as log, pytest.raises(UsageError, match=words):
        list(log.games())
    words = "a game of another match"
    with Log(path, "new", {"one": "1", "two": "2"}) as log, pytest.raises(InputError, match=words):
        list(log.games())


def test_a_device_that_is_full_has_no_end_and_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with Log("/dev/full", "") as log:
        assert list(log.games()) == []
        with pytest.raises(InputError, match="cannot write /dev/full: No space left on device"):
            log.append(GAMES[0])


def test_a_device_is_written_without_being_watched() -> None:
    with Log("/dev/null", "") as log:
        assert list(log.games()) == []
        log.append(GAMES[0])
