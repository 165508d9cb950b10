"""What a match from Python returns and shows while it is played."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import pytest
from folder_agents import agent_folder

import bombe
from bombe.boards.errors import UnknownNameError, UnsupportedError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from bombe.agents.match_result import MatchResult
    from bombe.boards.record import GameRecord

TINY = bombe.Budget(nodes=1)


@pytest.fixture(scope="module")
def result() -> MatchResult:
    return bombe.match("greedy", "random", games=4, start="2x2", budget=TINY, jobs=1)


def test_a_result_a_game_and_an_outcome_are_shown_on_one_line(result: MatchResult) -> None:
    """All their moves would fill the screen."""
    score = result.tally.pairings()[0]
    expected = f"<MatchResult: greedy against random: {score.points:g} : {4 - score.points:g} "
    assert repr(result).startswith(expected)
    assert repr(result.records[0]).startswith("<GameRecord 1a: greedy against random ")
    outcome = bombe.play("hard-2x2", "greedy", "random", budget=TINY)
    assert repr(outcome) == f"<Outcome: {outcome}; {len(outcome.plies)} moves>"
    assert max(map(len, map(repr, (result, result.records[0], outcome)))) < 120


def test_every_game_is_watched_as_soon_as_it_is_played(tmp_path: Path) -> None:
    seen: list[GameRecord] = []
    log = tmp_path / "log.jsonl"

    def watch(record: GameRecord) -> None:
        seen.append(record)
        assert len(log.read_text().splitlines()) == len(seen)  # each is logged by then

    result = bombe.match(
        "greedy", "random", games=4, start="2x2", budget=TINY, jobs=1, log=log, watch=watch
    )
    assert [each.id for each in seen] == [each.id for each in result.records]
    again = bombe.match("greedy", "random", games=6, start="2x2", budget=TINY, log=log, watch=watch)
    assert len(again.records) == len(seen) == 6


def test_an_error_of_the_watcher_ends_the_match(tmp_path: Path) -> None:
    def stop(record: GameRecord) -> None:
        raise KeyError(record.id)

    log = tmp_path / "log.jsonl"
    with pytest.raises(KeyError, match="1a"):
        bombe.match(
            "greedy", "random", games=4, start="2x2", budget=TINY, jobs=1, log=log, watch=stop
        )
    result = bombe.match("greedy", "random", games=4, start="2x2", budget=TINY, log=log)
    assert len(result.records) == 4


def test_progress_is_a_line_on_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    how: dict[str, Any] = {"games": 2, "start": "2x2", "budget": TINY, "jobs": 1}
    bombe.match("greedy", "random", **how)
    assert capsys.readouterr().err == ""
    bombe.match("greedy", "random", progress=True, **how)
    err = capsys.readouterr().err
    assert [part[:12] for part in err.split("\r")[1:]] == [f"{n} of 2 games" for n in range(3)]
    assert err.count("\n") == 1


def test_games_and_players_become_data_frames(result: MatchResult) -> None:
    pytest.importorskip("pandas")
    games, players = result.to_pandas(), result.to_pandas("players")
    assert list(games["id"]) == [record.id for record in result.records]
    assert list(games["points_first"]) == [record.scores[0] for record in result.records]
    assert list(players["name"]) == ["greedy", "random"]
    assert list(players["points"]) == [each.points for each in result.tally.players.values()]
    assert {"first_rate", "ms_median", "forfeits"} <= {*players.columns}
    wrong: Any = "moves"
    with pytest.raises(UnknownNameError, match="known are games, players"):
        result.to_pandas(wrong)


def test_without_pandas_it_says_how_to_get_it(
    result: MatchResult, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    for frame in (result.to_pandas, next(bombe.audits("easy-2x2")).to_pandas):
        with pytest.raises(UnsupportedError, match="pip install pandas"):
            frame()


def test_two_agents_that_cannot_play_are_both_in_the_text_of_the_error() -> None:
    with pytest.raises(UsageError) as caught:
        bombe.match("nobody:a=1", "dots/nobody", games=2)
    words = str(caught.value)
    assert words.startswith("2 agents cannot play: ")
    assert "'nobody'" in words
    assert "unknown agent of dots" in words
    assert len(words.splitlines()) == 1
    assert len(caught.value.lines) == 3


def test_agents_that_do_not_play_the_game_of_the_start_are_named() -> None:
    dots = bombe.dots.read("1x2:")
    for call, words in (
        (
            lambda: bombe.match("dots/exact", "dots/mcts"),
            "dots/exact plays dots, dots/mcts plays dots, but",
        ),
        (lambda: bombe.match("greedy", "random", start=dots), "greedy plays sudoku, but"),
        (lambda: bombe.play("2x2", "random", "dots/exact"), "dots/exact plays dots, but"),
        (lambda: bombe.play(dots, "greedy", "exact"), "greedy plays sudoku, but"),
    ):
        with pytest.raises(UsageError) as caught:
            call()
        assert str(caught.value).startswith(words)
        assert str(caught.value).endswith("give agents and a start of one game")


@pytest.mark.parametrize("seed", ["x", 1.5, None, True, [1]])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    asked = (
        lambda: bombe.generate("2x2", seed=seed),
        lambda: bombe.play("hard-2x2", "greedy", "random", seed=seed),
        lambda: bombe.match("greedy", "random", games=2, start="2x2", seed=seed),
        lambda: bombe.agents.get("greedy", seed),
        lambda: bombe.bench("easy-2x2", "auto", rounds=1, seed=seed),
        lambda: bombe.dots.as_notebook_player("random", seed=seed),
        lambda: bombe.SudokuState.start(bombe.Board.empty("2x2"), "random", seed),
    )
    for ask in asked:
        with pytest.raises(UsageError, match=r"a seed of .*: give a whole number|give a seed"):
            ask()


def test_a_seed_of_numpy_is_a_whole_number() -> None:
    numpy = pytest.importorskip("numpy")
    assert bombe.generate("2x2", seed=numpy.int64(7)) == bombe.generate("2x2", seed=7)
    assert bombe.generate("2x2", seed=-(10**30)) == bombe.generate("2x2", seed=-(10**30))


def test_errors_and_results_of_python_name_no_options_of_the_command_line(tmp_path: Path) -> None:
    log, team = tmp_path / "log", agent_folder(tmp_path, "first", "v13")
    bombe.match("greedy", "random", games=2, start="2x2", budget=TINY, log=log)
    said = [str(bombe.explain(bombe.dots.read("5x5: h 0 0"), budget=bombe.Budget(nodes=1)))]
    calls: tuple[Callable[[], object], ...] = (
        lambda: bombe.match("greedy", "random", games=2, start="2x2", seed=1, budget=TINY, log=log),
        lambda: bombe.match(team, "random", games=2, start="2x2", budget=TINY),
        lambda: bombe.match("mine.py:play@notebook", "random", games=2, start="2x2", budget=TINY),
    )
    for call in calls:
        with pytest.raises(bombe.BombeError) as caught:
            call()
        said.append(str(caught.value))
    assert "another seed: give another log" in said[1]
    assert not [text for text in said if " --" in text]
