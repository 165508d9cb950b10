"""`bombe experiment`: games, logs, tables, intervals and pictures."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING

import pytest
from games import random_game
from plain_games import logged_games
from running import runner

from bombe.agents.arena import experiments
from bombe.agents.arena.experiments import Experiment, Point, win_rates, with_option
from bombe.agents.arena.match import Match
from bombe.agents.sudoku.openings import SudokuOpenings
from bombe.analysis.matches.pairs import Pairs
from bombe.analysis.matches.winrates import ChartLabels, WinRate, draw, table, win_rate
from bombe.boards import Board, Shape, SudokuState
from bombe.boards.record import Termination
from bombe.solvers import Budget

if TYPE_CHECKING:
    from pathlib import Path

    from running import Bombe

    from bombe.boards.record import GameRecord

pytestmark = pytest.mark.usefixtures("in_own_folder")
TINY = ("--generate", "2x2", "--nodes", "1", "--games", "2")
WORDS = ChartLabels("picture", "one against two", "1 node a turn", "c, the weight", "c", "against")


@pytest.fixture
def bombe(capsys: pytest.CaptureFixture[str]) -> Bombe:
    return runner(capsys, "experiment")


def game(number: int, side: str, winner: int, **fields: object) -> GameRecord:
    players = ("one", "two") if side == "a" else ("two", "one")
    names = dict(zip(("first", "second"), players, strict=True))
    start = SudokuState.start(Board.empty(Shape(1, 1)))
    return random_game(start, number, id=f"{number}{side}", winner=winner, **names, **fields)


def rate(value: str, *, series: str = "two", pairs: int = 9, high: float = 0.7) -> WinRate:
    return WinRate(series, value, "one", series, pairs, 0.6 if pairs else None, 0.5, high, 1, 0, 0)


@pytest.mark.parametrize("words", [(), ("mcts-c",), ("mcts-k",), ("sweep",), ("time",)])
def test_every_experiment_has_help(bombe: Bombe, words: tuple[str, ...]) -> None:
    done = bombe(*words, "--help")
    assert done.code == 0
    assert ("Examples:" in done.out) == (not words)


def test_an_experiment_ends_with_a_table_pictures_and_a_log_for_each_value(
    bombe: Bombe, tmp_path: Path
) -> None:
    done = bombe("mcts-c", "greedy", "--values", "0,1.5", *TINY)
    assert done.code == 0
    assert [line.split()[0] for line in done.out.splitlines()] == ["c", "0", "1.5"]
    logs = sorted((tmp_path / "mcts-c").glob("*.jsonl"))
    assert [log.name.rpartition("-")[0] for log in logs] == ["mcts_c=0-greedy", "mcts_c=1.5-greedy"]
    assert [[game["id"] for game in logged_games(log)] for log in logs] == [["1a", "1b"]] * 2
    picture = (tmp_path / "mcts-c" / "mcts-c.svg").read_text(encoding="utf-8")
    for words in (
        "mcts against greedy",
        "improper 2x2 boards, 1 node a turn",
        "1 pair of games",
        "c, the",
    ):
        assert words in picture
    assert (tmp_path / "mcts-c" / "mcts-c.png").stat().st_size > 1000


@pytest.mark.usefixtures("in_process")
def test_the_same_command_resumes_with_more_games_and_other_values(
    bombe: Bombe, tmp_path: Path
) -> None:
    words = ("mcts-k", "random", *TINY[:-2], "-o", "runs")
    assert bombe(*words, "--values", "1", "--games", "2").code == 0
    (log,) = (tmp_path / "runs").glob("*.jsonl")
    first = log.read_bytes()
    again = bombe(*words, "--values", "1,5", "--games", "2")
    assert (again.code, "2 games to play" in again.err) == (0, True)
    assert log.read_bytes() == first
    assert bombe(*words, "--values", "1", "--games", "4").code == 0
    assert log.read_bytes().startswith(first)
    assert len(logged_games(log)) == 4


@pytest.mark.usefixtures("in_process")
def test_draw_only_draws_what_the_logs_hold_and_plays_nothing(bombe: Bombe, tmp_path: Path) -> None:
    words = ("sweep", "minimax", "depth=1,2", "greedy", *TINY)
    played = bombe(*words)
    picture = tmp_path / "sweep-depth" / "sweep-depth.svg"
    drawn = picture.read_bytes()
    picture.unlink()
    again = bombe(*words, "--draw-only")
    assert (again.code, again.out) == (0, played.out)
    assert picture.read_bytes() == drawn
    more = bombe("sweep", "minimax", "depth=1,9", "greedy", *TINY, "--draw-only")
    assert more.code == 0
    assert more.out.splitlines()[-1].split() == ["9", "-", "-", "-", "-", "0", "-", "0"]
    nothing = bombe(*words, "--draw-only", "--seed", "5", "-o", "nowhere")
    assert (nothing.code, nothing.out) == (3, "")
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.usefixtures("in_process")
def test_time_has_a_line_for_each_board(bombe: Bombe) -> None:
    boards = ("--board", "easy-2x2", "--board", "hard-2x2")
    words = ("time", "greedy", "random", *boards, "--nodes", "1,2", "--games", "2", "--json")
    done = bombe(*words)
    assert done.code == 0
    table = json.loads(done.out)
    points = [(point["series"], point["value"]) for point in table["points"]]
    assert points == [(board, nodes) for board in boards[1::2] for nodes in "12"]
    assert {point["pairs"] for point in table["points"]} == {1}


@pytest.mark.usefixtures("in_process")
def test_an_option_may_have_values_that_are_not_numbers(bombe: Bombe, tmp_path: Path) -> None:
    done = bombe("sweep", "mcts-cells:k=3", "selection=max,robust", "random", *TINY)
    assert done.code == 0
    assert {line.split()[0] for line in done.out.splitlines()} == {"selection", "max", "robust"}
    picture = (tmp_path / "sweep-selection" / "sweep-selection.svg").read_text(encoding="utf-8")
    assert "robust" in picture


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("mcts-c", "--values", "0,,1"), 2, "commas"),
        (("mcts-c", "--values", "much"), 2, "c=much"),
        (("mcts-c", "minimox"), 2, "did you mean 'minimax'"),
        (("mcts-c", "greedy", "--agent", "mcts:c=1"), 2, "is named twice"),
        (("mcts-k", "greedy", "--games", "3"), 2, "even number"),
        (("sweep", "greedy", "depth=1", "random"), 2, "depth"),
        (("sweep", "minimax", "depth", "random"), 2, "commas"),
        (("time", "greedy", "random", "--time", "1", "--nodes", "1"), 2, "exclude each other"),
        (("time", "greedy", "random", "--nodes", "0"), 2, "give positive numbers"),
        (("time", "greedy", "random", "--time", "soon"), 2, "give positive numbers"),
        (("mcts-c", "greedy", "--board", "nowhere"), 3, "no such file"),
    ],
)
def test_invalid_options_are_refused_before_anything_is_played(
    bombe: Bombe, tmp_path: Path, words: tuple[str, ...], code: int, message: str
) -> None:
    done = bombe(*words)
    assert (done.code, done.out) == (code, "")
    assert message in done.err
    assert not list(tmp_path.iterdir())


def points_in(folder: Path) -> list[Point]:
    folder.mkdir()
    starts = SudokuOpenings(shape=Shape(2, 2))
    return [
        Point("greedy", other, Match(((other, "greedy"),), starts, budget=Budget(nodes=1)), log)
        for other in ("random", "naive")
        for log in [folder / f"{other}.jsonl"]
    ]


@pytest.mark.usefixtures("in_process")
def test_an_interrupted_experiment_ends_with_the_same_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(experiments, "STEP", 2)
    broken, whole = points_in(tmp_path / "broken"), points_in(tmp_path / "whole")
    stop = threading.Event()
    for number, _ in enumerate(Experiment(broken, games=4).run(1, stop)):
        if number == 2:
            stop.set()
    assert [point.pairs for point in win_rates(broken)] in ([1, 0], [1, 1])
    rest = Experiment(broken, games=4)
    assert (rest.total, rest.left) in ((8, 5), (8, 4))
    assert len(list(rest.run(1, threading.Event()))) in (5, 4)
    assert rest.left == 0
    assert len(list(Experiment(whole, games=4).run(1, threading.Event()))) == 8
    for one, other in zip(broken, whole, strict=True):
        assert logged_games(one.log) == logged_games(other.log)
    assert win_rates(broken) == win_rates(whole)


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        ("mcts", "mcts:c=1"),
        ("mcts:k=5", "mcts:k=5,c=1"),
        ("mine.py:Mine", "mine.py:Mine:c=1"),
        ("mine.py:Mine:k=2", "mine.py:Mine:k=2,c=1"),
        ("oracle:of=mcts:k=1+c=2", "oracle:of=mcts:k=1+c=2,c=1"),
        ("oracle:of=mine.py:Mine", "oracle:of=mine.py:Mine,c=1"),
        ("a=b/mine.py:Mine", "a=b/mine.py:Mine:c=1"),
    ],
)
def test_an_option_is_added_to_any_agent(agent: str, name: str) -> None:
    assert with_option(agent, "c", "1") == name


def test_rates_and_intervals_are_those_of_pairs() -> None:
    worth = {(1, 2): 4, (1, 1): 2, (2, 2): 2, (2, 0): 1, (0, 0): 2}
    records, pairs = [], Pairs()
    for number, (winners, half_points) in enumerate(worth.items()):
        records += [game(number, "a", winners[0]), game(number, "b", winners[1])]
        pairs = pairs.plus(half_points)
    found = win_rate("two", "1", "one", "two", [*records, game(99, "a", 1)])
    low, high = pairs._interval()
    assert found.pairs == 5
    assert found.rate == pairs.score
    assert found.low == pytest.approx(low)
    assert found.high == pytest.approx(high)
    assert found.margin is not None
    assert found.as_first == 3.5 / 6
    assert found.as_second == 3 / 5
    assert "  58.3 %  60.0 %  " in table([found], WORDS)


def test_no_interval_leaves_the_scale() -> None:
    swept = [game(number, side, "ab".index(side) + 1) for number in range(3) for side in "ab"]
    found = win_rate("two", "1", "one", "two", swept)
    assert (found.rate, found.high) == (1.0, 1.0)
    assert 0 < found.low < 1
    one_draw = [*swept, game(3, "a", 1), game(3, "b", 0)]
    assert win_rate("two", "1", "one", "two", one_draw).high == 1.0
    nothing = win_rate("two", "1", "one", "two", [])
    assert (nothing.rate, nothing.low, nothing.high) == (None, 0.0, 1.0)


def test_forfeits_and_void_games_are_counted_and_shown() -> None:
    lost = game(0, "a", 2, termination=Termination.CRASH)
    void = game(0, "b", 0, termination=Termination.VOID)
    found = win_rate("two", "1", "one", "two", [lost, void])
    assert (found.pairs, found.forfeits, found.voids) == (0, 1, 1)
    assert table([found], WORDS).splitlines()[0].endswith("void")
    assert "void" not in table([rate("1")], WORDS)


def test_a_table_names_the_lines_only_if_there_are_several() -> None:
    alone = table([rate("1"), rate("2")], WORDS)
    assert "against" not in alone
    both = table([rate("1"), rate("1", series="three")], WORDS)
    assert [line.split()[0] for line in both.splitlines()] == ["against", "two", "three"]


@pytest.mark.parametrize("values", [("1", "2", "13"), ("max", "robust"), ("1",), ("inf", "1")])
def test_pictures_can_be_drawn_of_any_values(tmp_path: Path, values: tuple[str, ...]) -> None:
    rates = [rate(value, series=series) for series in ("two", "three") for value in values]
    files = draw([*rates, rate(values[0], series="unplayed", pairs=0)], WORDS, tmp_path)
    assert [file.suffix for file in files] == [".png", ".svg"]
    picture = files[1].read_text(encoding="utf-8")
    for text in (*values, "two", "three", WORDS.axis, WORDS.title, "percent"):
        assert text in picture
    assert "unplayed" not in picture


def test_ctrl_c_shows_what_is_known_and_the_same_command_resumes(tmp_path: Path) -> None:
    words = ("experiment", "sweep", "minimax", "depth=1,2", "random", "--generate", "2x2")
    command = [sys.executable, "-m", "bombe", *words, "--nodes", "1", "-o", "runs"]
    pipe = subprocess.PIPE
    playing = subprocess.Popen(
        [*command, "--games", "10000"], stdout=pipe, stderr=pipe, text=True, cwd=tmp_path
    )
    deadline = time.monotonic() + 60
    while not any(log.read_bytes().count(b"\n") > 3 for log in tmp_path.glob("runs/*.jsonl")):
        assert time.monotonic() < deadline, "the games do not begin"
        time.sleep(0.01)
    playing.send_signal(signal.SIGINT)
    out, err = playing.communicate(timeout=60)
    assert playing.returncode == 130
    assert out.split()[:3] == ["depth", "win", "rate"]
    assert "run the same command again to resume" in err
    assert "Traceback" not in err
    assert (tmp_path / "runs" / "sweep-depth.png").exists()
