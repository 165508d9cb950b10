"""Text of logs, files, names and agents steers no terminal, whichever command shows it."""

from __future__ import annotations

import json
import unicodedata
from typing import TYPE_CHECKING

import pytest
from paths import DATA
from running import Bombe, Done, runner

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

DOCUMENTS = DATA / "corpora" / "documents"
HOSTILE = "\x1b[2J\x1b]0;owned\x07\x9b31m\u202e\u2066\nbombe: all is well\r\x08"


def harmless(text: str) -> bool:
    """Return whether nothing in a text steers a terminal, but the colours of our own drawings."""
    return not {unicodedata.category(each) for each in text} & {"Cf", "Cs", "Zl", "Zp"} and not (
        {each for each in text if unicodedata.category(each) == "Cc"} - {"\n"}
    )


@pytest.fixture
def bombe(capsys: pytest.CaptureFixture[str]) -> Bombe:
    return runner(capsys)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Write a log whose players, reasons, outputs and incidents are hostile."""
    path = tmp_path / "log.jsonl"
    lines = []
    for line in (DOCUMENTS / "game.jsonl").read_text("utf-8").splitlines()[:1]:
        for number in range(2):
            game = json.loads(line)
            game |= {"id": f"{number}{HOSTILE}", "first": f"one{HOSTILE}", "match": HOSTILE}
            game |= {"reason": HOSTILE, "termination": "void", "result": "*"} if number else {}
            game["incidents"] = [{"player": 1, "ply": 1, "ending": "crash", "reason": HOSTILE}]
            game["moves"][0] |= {"output": f"clock.note: {HOSTILE}", "notes": {"depth": 3}}
            lines.append(json.dumps(game))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "words",
    [
        ("rate", "{log}", "--trust"),
        ("rate", "{log}"),
        ("verify", "{log}"),
        ("rate", "{log}", "--trust", "--by", "seat,opponent"),
        ("rate", "{log}", "--trust", "--pgn"),
        ("replay", "{log}"),
        ("replay", "{log}#1"),
        ("replay", "{log}#1", "--ply", "1"),
        ("replay", "{log}#9"),
        ("rate", "{log}", "--trust", "--anchor", HOSTILE),
        ("show", "{log}#1", "--ply", "0"),
    ],
)
def test_logs_are_shown_with_their_control_characters_as_escapes(
    bombe: Bombe, log: Path, words: tuple[str, ...]
) -> None:
    done = bombe(*(word.format(log=log) for word in words))
    assert harmless(done.out + done.err), ascii(done.out + done.err)
    assert "\nbombe: all is well" not in done.out + done.err


def test_the_page_of_a_game_is_harmless_and_json_keeps_the_original(
    bombe: Bombe, log: Path, tmp_path: Path
) -> None:
    page, picture = tmp_path / "game.html", tmp_path / "game.svg"
    assert bombe("replay", f"{log}#1", "--html", str(page), "--svg", str(picture)).code == 0
    assert harmless(picture.read_text("utf-8"))
    (data,) = (line for line in page.read_text("utf-8").splitlines() if "owned" in line)
    assert "\\u001b" not in data
    assert "\\\\x1b[2J" in data
    players = {
        each["name"]
        for each in json.loads(bombe("rate", str(log), "--trust", "--json").out)["players"]
    }
    assert f"one{HOSTILE}" in players


def bench_file(tmp_path: Path) -> Path:
    text = (DOCUMENTS / "bench.jsonl").read_text("utf-8")
    path = tmp_path / "bench.jsonl"
    path.write_text(text.replace('"native"', json.dumps(HOSTILE)), encoding="utf-8")
    return path


def test_a_bench_run_is_shown_harmlessly(bombe: Bombe, tmp_path: Path) -> None:
    path = bench_file(tmp_path)
    done = bombe("bench", "--read", str(path))
    assert done.code == 0
    assert harmless(done.out + done.err)
    assert "\nbombe: all is well" not in done.out
    document = json.loads(bombe("bench", "--read", str(path), "--json").out)
    assert HOSTILE in {figures["contestant"] for figures in document["results"]}


@pytest.mark.parametrize("command", [("show",), ("audit",), ("count", "--csv"), ("dots", "show")])
@pytest.mark.parametrize("content", ["", "1...\n", "....2.3..3.1....\n" * 2])
def test_odd_names_of_files_are_shown_harmlessly(
    bombe: Bombe, tmp_path: Path, command: tuple[str, ...], content: str
) -> None:
    path = tmp_path / HOSTILE.replace("/", "")
    path.write_text(content, encoding="utf-8")
    done = bombe(*command, str(path))
    assert harmless(done.err)
    assert harmless(done.out) or "--csv" in command
    assert "\nbombe: all is well" not in done.err


def arguments(bombe: Bombe) -> Iterator[Callable[[], Done]]:
    yield lambda: bombe("show", HOSTILE)
    yield lambda: bombe(HOSTILE)
    yield lambda: bombe("show", f"--{HOSTILE}")
    yield lambda: bombe("solve", "hard-2x2", "--solver", HOSTILE)
    yield lambda: bombe("match", HOSTILE, "random")
    yield lambda: bombe("show", "hard-2x2", "-o", HOSTILE)
    yield lambda: bombe("generate", HOSTILE)


def test_arguments_are_quoted_harmlessly(bombe: Bombe) -> None:
    for call in arguments(bombe):
        done = call()
        assert done.code in (2, 3)
        assert harmless(done.out + done.err), ascii(done.err)
