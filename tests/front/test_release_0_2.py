"""Files that Bombe 0.2 wrote are read: outputs of shards, studies, logs, links, exported agents."""

from __future__ import annotations

import json
import shutil
import sqlite3
from typing import TYPE_CHECKING

import pytest
from board_pages import Reader, board_page
from paths import DATA
from running import runner

if TYPE_CHECKING:
    from pathlib import Path

    from browsing import Opener

OLD = DATA / "release_0_2"
LOGS = sorted((OLD / "logs").iterdir())


@pytest.mark.parametrize("output", sorted((OLD / "merged").iterdir()), ids=lambda path: path.name)
def test_shards_are_merged(
    output: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    merged = tmp_path / output.name
    for path in OLD.glob(f"{output.stem}-*"):
        shutil.copy(path, tmp_path)
    parts = [str(tmp_path / f"{output.stem}-{part}{output.suffix}") for part in (1, 2)]
    assert runner(capsys)("merge", "-o", str(merged), *parts).code == 0
    if output.suffix == ".sqlite":
        assert rows(merged) == rows(output)
    else:
        assert merged.read_bytes() == output.read_bytes()


def rows(path: Path) -> list[tuple[object, ...]]:
    with sqlite3.connect(path) as database:
        return database.execute("SELECT * FROM counts ORDER BY rowid").fetchall()


@pytest.mark.parametrize("name", ["endings", "tempo", "modes", "why"])
def test_a_study_is_shown(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    shown = runner(capsys)("study", name, "--read", str(OLD / f"{name}.jsonl"))
    assert (shown.code, shown.err) == (0, "")
    assert figures(shown.out) == figures((OLD / f"{name}.txt").read_text("utf-8"))


def figures(text: str) -> list[str]:
    """Keep the numbers of a text, whose words may improve."""
    return [word for word in text.split() if any(letter.isdigit() for letter in word)]


def test_a_comparison_of_solvers_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    shown = runner(capsys)("bench", "--read", str(OLD / "bench.jsonl"))
    assert shown.code == 0
    assert "backtracking" in shown.out


@pytest.mark.parametrize("log", LOGS, ids=lambda path: path.name)
def test_a_log_is_replayed(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = runner(capsys)("replay", f"{log}#1")
    assert (shown.code, shown.err) == (0, "")
    assert shown.out


def test_an_exported_agent_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    agents = [str(OLD / f"team00_A{number}.zip") for number in (1, 2)]
    log = tmp_path / "match.jsonl"
    options = ("--board", "easy-2x2", "--games", "2", "--time", "1", "-o", str(log))
    played = runner(capsys)("match", *agents, *options)
    assert played.code == 0
    games = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    assert [game["termination"] for game in games] == ["score", "score"]


def test_a_link_to_a_study_is_opened(open_page: Opener) -> None:
    link = json.loads((OLD / "link.json").read_text("utf-8"))
    reader = Reader.of(open_page, board_page("hard-3x3"), fragment=link["fragment"])
    assert reader.run("({ ...bombe.store.study, at: bombe.store.node.id })") == link["study"]
