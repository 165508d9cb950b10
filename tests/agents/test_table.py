"""The table of agents, and the clock of a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bombe.agents import AGENTS, Clock, get
from bombe.agents.loading import game_for, games_of
from bombe.boards import Board, Move, SudokuState
from bombe.boards.errors import OutOfBudgetError, UnknownNameError, UsageError

if TYPE_CHECKING:
    from pathlib import Path


def test_greedy_takes_the_most_points() -> None:
    board = Board([[1, 2, 3, 0], [3, 4, 1, 2], [2, 1, 4, 3], [4, 0, 0, 1]])
    (move,) = get("greedy").choose(SudokuState.start(board), Clock())
    assert move == Move(0, 3, 4)


def test_a_clock_is_over_when_its_time_is_up() -> None:
    now = [10.0]
    clock = Clock(2.0, now=lambda: now[0])
    clock.spend(1000)
    seen = []
    for now[0] in (11.5, 12.0):
        seen.append((clock.seconds, clock.is_over))
    assert seen == [(1.5, False), (2.0, True)]
    with pytest.raises(OutOfBudgetError):
        clock.spend()


def test_a_clock_is_over_when_its_nodes_are_used_up() -> None:
    clock = Clock(nodes=2)
    seen = []
    for _ in range(2):
        clock.spend()
        seen.append(clock.is_over)
    assert seen == [False, True]
    with pytest.raises(OutOfBudgetError):
        clock.spend()
    assert clock.nodes == 2


def test_take_grants_no_more_nodes_than_the_clock_has() -> None:
    clock = Clock(nodes=10)
    assert [clock.take(7), clock.take(7), clock.take(7)] == [7, 3, 0]
    assert clock.nodes == 10
    assert Clock().take(5) == 5


def test_a_clock_without_limits_is_never_over() -> None:
    clock = Clock()
    clock.spend(10**9)
    assert not clock.is_over


def test_a_clock_keeps_the_latest_note_of_each_name() -> None:
    clock = Clock()
    assert not clock.notes
    clock.note(depth=1, nodes=7)
    clock.note(depth=2)
    assert clock.notes == (("depth", 2), ("nodes", 7))


def test_a_wrong_note_is_dropped_with_one_remark(capsys: pytest.CaptureFixture[str]) -> None:
    clock = Clock()
    for _ in range(100):
        clock.note(depth="deep")  # type: ignore[arg-type] # on purpose
        clock.note(**{"no name": 1})
    Clock().note(depth="deep")  # type: ignore[arg-type] # on purpose
    assert clock.notes == ()
    said = capsys.readouterr().err
    assert said == "clock.note: depth is of type str, not a number; it is dropped\n"


def test_a_spec_tells_the_games_that_its_agent_plays(tmp_path: Path) -> None:
    team = tmp_path / "team"
    team.mkdir()
    (team / "sudokuai.py").touch()
    for spec, games in (
        ("greedy", ("sudoku",)),
        ("alphabeta:depth=2", ("dots",)),
        ("dots/random", ("dots",)),
        ("mcts", ("sudoku", "dots")),
        (str(team), ("sudoku",)),
        ("player.py:play@notebook", ("dots",)),
        ("mine.py:Mine", ("sudoku", "dots")),
        ("nobody", ("sudoku", "dots")),
    ):
        played = [game for game in games_of(spec) if game in ("sudoku", "dots")]
        assert (*played,) == games, spec
    assert game_for(["mcts", "random"]) == "sudoku"
    assert game_for(["mcts", "mine.py:Mine", "exact"]) == "dots"


def test_an_unknown_agent_is_an_error_that_suggests_a_known_one() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'greedy'"):
        get("gredy")


def test_invalid_options_are_rejected() -> None:
    for name, words in (
        ("random:c=1", "agent random has no options"),
        ("greedy:c", "'c' has no value; write greedy:option=value"),
        ("greedy:c=1,c=2", "'c' is named twice"),
    ):
        with pytest.raises(UsageError, match=words):
            get(name)


def test_the_table_names_each_agent_once() -> None:
    names = [entrant.spec for entrant in AGENTS]
    assert len(names) == len(set(names))
