"""`bombe experiment grid`: cells, their order, logs that resume, tables for people and programs."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING

import pytest
from plain_games import logged_games
from running import runner

from bombe.agents.arena.match import Match
from bombe.analysis.matches.breakdowns import GroupScore
from bombe.analysis.matches.grid_tables import CellScore, GridResults
from bombe.boards.sudoku.bundled import OFFICIAL, names
from bombe.commands.matches.scoreboard import span
from bombe.commands.shared.groups import split_list

if TYPE_CHECKING:
    from pathlib import Path

    from running import Bombe

pytestmark = pytest.mark.usefixtures("in_own_folder")
GRID = ("minimax-skip", "--against", "greedy,random", "--boards", "easy-2x2,2x2", "--no-progress")


@pytest.fixture
def bombe(capsys: pytest.CaptureFixture[str]) -> Bombe:
    return runner(capsys, "experiment", "grid")


def test_official_boards_are_bundled() -> None:
    assert len(set(OFFICIAL)) == 12
    assert set(OFFICIAL) <= set(names())


@pytest.mark.parametrize(
    ("text", "agents"),
    [
        ("greedy,random", ["greedy", "random"]),
        ("mcts:c=1.5,k=5", ["mcts:c=1.5,k=5"]),
        ("mcts:c=1.5,k=5,greedy,mcts:k=1", ["mcts:c=1.5,k=5", "greedy", "mcts:k=1"]),
        ("greedy, mcts:c=1.5, k=5", ["greedy", "mcts:c=1.5,k=5"]),
        ("oracle:of=mcts:k=1+c=2,greedy", ["oracle:of=mcts:k=1+c=2", "greedy"]),
        ("greedy,a=b/mine.py:Mine,random", ["greedy", "a=b/mine.py:Mine", "random"]),
        ("mine.py:Mine:k=2,c=1,random", ["mine.py:Mine:k=2,c=1", "random"]),
        ("greedy,greedy", ["greedy"]),
    ],
)
def test_a_comma_before_a_name_with_a_value_belongs_to_the_options(
    text: str, agents: list[str]
) -> None:
    assert split_list(text) == agents


@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize(
    ("nodes", "words", "other"),
    [("1,5", " % of the work done, ", "a minute"), ("5", " a minute, ", "of the work")],
)
def test_a_rate_of_games_is_shown_only_where_all_take_about_as_long(
    bombe: Bombe, nodes: str, words: str, other: str
) -> None:
    boards = ("--boards", "easy-2x2")
    done = bombe("greedy", "--against", "random", *boards, "--games", "2", "--nodes", nodes)
    assert done.code == 0
    (line,) = [line for line in done.err.splitlines() if "1 of " in line]
    assert words in line
    assert line.endswith(" left")
    assert other not in line


def test_a_grid_ends_with_tables_and_a_log_for_each_cell(
    bombe: Bombe, tmp_path: Path, in_process: list[str]
) -> None:
    done = bombe(*GRID, "--nodes", "1,5")
    assert done.code == 0
    assert "16 games to play" in done.err
    logs = list((tmp_path / "grid-minimax-skip").glob("*.jsonl"))
    assert len(logs) == 8
    assert all([game["id"] for game in logged_games(log)] == ["1a", "1b"] for log in logs)
    lines = done.out.splitlines()
    assert lines[-1] == "all 8 cells are complete"
    starts = {line.split()[0] for line in lines if line and not line.startswith(" ")}
    assert starts >= {"total", "opponent", "board", "limit", "seat"}
    assert "size" not in starts  # there is only one
    assert [line.split()[:2] for line in lines[-5:-1]] == [
        [opponent, board] for opponent in ("greedy", "random") for board in ("easy-2x2", "2x2")
    ]
    # Every agent was started once to see whether it can play, and once for each cell that it plays.
    assert {name: in_process.count(name) for name in in_process} == {
        "minimax-skip": 1 + 8,
        "greedy": 1 + 4,
        "random": 1 + 4,
    }


@pytest.mark.usefixtures("in_process")
def test_json_and_csv_hold_the_same_figures(bombe: Bombe) -> None:
    words = (*GRID, "--nodes", "1,5")
    document = json.loads(bombe(*words, "--json").out)
    assert document["schema"] == "bombe.grid/1"
    assert (document["opponents"], document["boards"], document["limits"]) == (
        ["greedy", "random"],
        ["easy-2x2", "2x2"],
        ["1 node", "5 nodes"],
    )
    assert document["is_complete"]
    tables = {table["category"]: table["values"] for table in document["breakdowns"]}
    for values in tables.values():
        assert sum(line["games"] for line in values) == 16
        assert sum(line["points"] for line in values) == tables["total"][0]["points"]
    assert [line["value"] for line in tables["seat"]] == ["first", "second"]
    assert [line["value"] for line in tables["board"]] == ["easy-2x2", "2x2"]
    rows = list(csv.DictReader(io.StringIO(bombe(*words, "--draw-only", "--csv").out)))
    cells = [row for row in rows if row["category"] == "cell"]
    assert len(cells) == len(document["cells"]) == 8
    for row, cell in zip(cells, document["cells"], strict=True):
        for key in ("opponent", "board", "limit", "points", "games", "planned"):
            assert row[key] == str(cell[key])


@pytest.mark.usefixtures("in_process")
def test_the_same_command_continues_with_more_games_and_more_cells(
    bombe: Bombe, tmp_path: Path
) -> None:
    assert bombe(*GRID, "--nodes", "1", "-o", "runs").code == 0
    before = {log: log.read_bytes() for log in (tmp_path / "runs").glob("*.jsonl")}
    assert len(before) == 4
    more = bombe(*GRID, "--nodes", "1,5", "--games", "4", "-o", "runs")
    assert "24 games to play" in more.err
    for log, content in before.items():
        assert log.read_bytes().startswith(content)
        assert len(logged_games(log)) == 4
    again = bombe(*GRID, "--nodes", "1,5", "--games", "4", "-o", "runs")
    assert ("0 games to play" in again.err, again.out) == (True, more.out)


@pytest.mark.usefixtures("in_process")
def test_draw_only_says_which_cells_are_complete(bombe: Bombe) -> None:
    assert bombe(*GRID, "--nodes", "1").code == 0
    shown = bombe(*GRID, "--nodes", "1,5", "--draw-only")
    assert shown.code == 0
    assert shown.out.splitlines()[-1] == "4 of 8 cells are complete: all at 1 node"
    more = bombe(*GRID, "--nodes", "1", "--games", "6", "--draw-only").out
    assert " of 6" in more
    assert more.splitlines()[-1] == "0 of 4 cells are complete"
    nothing = bombe(*GRID, "--nodes", "9", "--draw-only")
    assert (nothing.code, nothing.out) == (3, "")


@pytest.mark.usefixtures("in_process")
def test_cheap_cells_are_played_first(bombe: Bombe, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[tuple[float, float]] = []
    original = Match.fixtures

    def fixtures(match: Match, *words: object, **named: object) -> object:
        played.append((match.work, match.budget.nodes or 0))
        return original(match, *words, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(Match, "fixtures", fixtures)
    boards = ("--boards", "random-2x3,easy-2x2")
    assert bombe("greedy", "--against", "random", *boards, "--nodes", "9,1,3").code == 0
    assert [work for work, _ in played] == sorted(work for work, _ in played)
    # 9 cells are empty on easy-2x2, 18 on random-2x3.
    assert [work for work, _ in played] == [9, 18, 27, 54, 81, 162]


@pytest.mark.usefixtures("in_process")
def test_dots_has_sizes(bombe: Bombe) -> None:
    words = ("random", "--against", "first-moves", "--game", "dots", "--nodes", "1", "--json")
    document = json.loads(bombe(*words, "--boards", "1x2,2x2").out)
    assert document["boards"] == ["1x2", "2x2"]
    tables = {table["category"]: table["values"] for table in document["breakdowns"]}
    assert [line["value"] for line in tables["size"]] == ["1x2", "2x2"]
    default = json.loads(bombe(*words).out)
    assert default["boards"] == ["3x3"]


@pytest.mark.usefixtures("in_process")
def test_an_agent_may_be_among_its_opponents(bombe: Bombe) -> None:
    words = ("greedy", "--against", "greedy,random", "--boards", "easy-2x2", "--nodes", "1")
    document = json.loads(bombe(*words, "--json").out)
    tables = {table["category"]: table["values"] for table in document["breakdowns"]}
    assert [(line["value"], line["games"]) for line in tables["opponent"]] == [
        ("greedy#2", 2),
        ("random", 2),
    ]
    assert {table["player"] for table in document["breakdowns"]} == {"greedy"}
    assert [(cell["opponent"], cell["games"]) for cell in document["cells"]] == [
        ("greedy", 2),
        ("random", 2),
    ]


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("greedy", "--against", "random", "--games", "3"), 2, "even number"),
        (("greedy", "--against", "random,,naive"), 2, "separated by commas"),
        (("greedy", "--against", "minimox"), 2, "did you mean 'minimax'"),
        (("greedy", "--against", "random", "--boards", ""), 2, "separated by commas"),
        (("greedy", "--against", "random", "--boards", "nowhere"), 3, "no such file"),
        (("greedy", "--against", "random", "--time", "1", "--nodes", "1"), 2, "exclude each other"),
        (("greedy", "--against", "random", "--nodes", "few"), 2, "give positive numbers"),
        (
            ("random", "--against", "pmcs", "--game", "dots", "--boards", "official"),
            2,
            "give sizes such as 2x2,3x3",
        ),
    ],
)
def test_invalid_options_are_refused_before_anything_is_played(
    bombe: Bombe, tmp_path: Path, words: tuple[str, ...], code: int, message: str
) -> None:
    done = bombe(*words)
    assert (done.code, done.out) == (code, "")
    assert message in done.err
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("in_process")
def test_timed_grids_say_how_long_they_take(bombe: Bombe) -> None:
    words = ("greedy", "--against", "random", "--boards", "easy-2x2", "-j", "1")
    # 9 empty cells: 18 turns of half a second in 2 games, 36 of 60 seconds in 4.
    assert "about 9 s if every turn" in bombe(*words, "--time", "0.5").err
    assert (
        "about 36 min if every turn" in bombe(*words, "--time", "60", "--games", "4", "-o", "x").err
    )
    assert "every turn" not in bombe(*words, "--nodes", "1").err


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.2, "1 s"), (40, "40 s"), (60, "1 min"), (3599, "1 h 0 min"), (19200, "5 h 20 min")],
)
def test_times_are_rounded_in_words(seconds: float, words: str) -> None:
    assert span(seconds) == words


def test_a_cell_shows_how_much_of_it_was_played() -> None:
    half = GroupScore(wins=1, draws=1)
    cells = (
        CellScore("two", "b", "1 s", 2, half),
        CellScore("two", "b", "5 s", 4, half),
        CellScore("two", "c", "5 s", 2, None),
    )
    assert [cell.text for cell in cells] == ["1.5/2", "1.5/2 of 4", "-"]
    standing = GridResults("one", cells, ()).standing
    assert standing == "1 of 3 cells are complete: all at 1 s"
