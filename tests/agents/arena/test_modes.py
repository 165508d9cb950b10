"""`bombe experiment modes`: cells by play mode and size, what the tables say of shut-outs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from plain_games import logged_games
from running import runner

from bombe.analysis.matches.territory import shut_outs
from bombe.boards.record import read_records

if TYPE_CHECKING:
    from pathlib import Path

    from running import Bombe

pytestmark = pytest.mark.usefixtures("in_own_folder", "in_process")
WORDS = ("greedy:reach=yes", "--against", "greedy,random", "--nodes", "1", "--no-progress")


@pytest.fixture
def bombe(capsys: pytest.CaptureFixture[str]) -> Bombe:
    return runner(capsys, "experiment", "modes")


def test_each_mode_and_size_is_a_cell_in_which_the_boards_of_the_size_take_turns(
    bombe: Bombe, tmp_path: Path
) -> None:
    done = bombe(*WORDS, "--boards", "2x2,easy-2x3", "--games", "8", "-o", "runs")
    assert done.code == 0
    assert done.out.splitlines()[-1] == "all 12 cells are complete"
    logs = list((tmp_path / "runs").glob("*.jsonl"))
    assert len(logs) == 12
    for log in logs:
        games = logged_games(log)
        assert len(games) == 8
        assert {game["rules"] for game in games} == {log.name.split("-")[2].split("_")[0]}
        assert len({game["board"] for game in games}) == (4 if "2x2" in log.name else 1)
    starts = {line.split()[0] for line in done.out.splitlines() if line and line[0] != " "}
    assert starts >= {"total", "rules", "size", "rules+size", "opponent", "rules+size+opponent"}


def test_shut_outs_are_counted_by_mode(bombe: Bombe, tmp_path: Path) -> None:
    words = (*WORDS, "--boards", "easy-3x3", "--games", "4", "-o", "runs")
    document = json.loads(bombe(*words, "--json").out)
    (table,) = [each for each in document["breakdowns"] if each["category"] == "rules"]
    assert [line["value"] for line in table["values"]] == ["rows", "border", "random"]
    for line in table["values"]:
        own = others = 0
        for log in (tmp_path / "runs").glob(f"*-{line['value']}_*.jsonl"):
            for record in read_records(log.read_text().splitlines()):
                outs = shut_outs(record)
                seat = 1 + (record.second == "greedy:reach=yes")
                own, others = own + (seat in outs), others + (3 - seat in outs)
        assert (line["shut_out"], line["shuts_out"]) == (own, others)
        assert line["restricted"] == 8
    assert sum(line["shuts_out"] for line in table["values"]) > 3


def test_rules_leave_one_mode_and_the_same_command_continues(bombe: Bombe) -> None:
    words = (*WORDS, "--boards", "2x2", "--rules", "border")
    first = bombe(*words)
    assert "4 games to play" in first.err
    more = bombe(*words, "--games", "4")
    assert "4 games to play" in more.err
    assert {line.split()[1] for line in more.out.splitlines() if " border " in line}
    assert "rows" not in more.out


def test_a_kind_asks_for_new_boards_of_the_size(bombe: Bombe, tmp_path: Path) -> None:
    words = (*WORDS, "--boards", "2x2", "--kind", "easy", "--rules", "rows", "--games", "8")
    assert bombe(*words, "-o", "runs").code == 0
    for log in (tmp_path / "runs").glob("*.jsonl"):
        assert len({game["board"] for game in logged_games(log)}) == 4


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--boards", "7x7"), "unknown size of bundled boards '7x7'"),
        (("--generate", "2x2"), "--generate is not for this experiment: give the size in --boards"),
        (("--games", "3"), "give an even number"),
    ],
)
def test_what_cannot_be_measured_is_refused(
    bombe: Bombe, words: tuple[str, ...], message: str
) -> None:
    done = bombe(*WORDS, *words)
    assert done.code == 2
    assert message in done.err
