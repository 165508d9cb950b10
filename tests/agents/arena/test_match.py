"""Matches: the same games for any number of lanes and any number of interruptions."""

from __future__ import annotations

import dataclasses
import threading
from typing import TYPE_CHECKING, Any

import pytest
from plain_games import plain_games

import bombe
from bombe import agents
from bombe.agents.arena.contest import Contest
from bombe.agents.arena.log import Log
from bombe.agents.arena.match import Match
from bombe.agents.arena.schedule import pairings
from bombe.agents.openings import Openings
from bombe.agents.processes.process import Settings
from bombe.agents.seats import InProcess, Seat
from bombe.agents.sudoku.openings import SudokuOpenings
from bombe.analysis.generate.kinds import BoardKind
from bombe.analysis.matches.pairs import Sprt
from bombe.boards import Shape
from bombe.boards.errors import BombeError, UsageError
from bombe.boards.record import GameRecord, read_records
from bombe.boards.sudoku.reading import read
from bombe.solvers import Budget

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from bombe.agents.contract import Clock
    from bombe.boards import Move, SudokuState

NODES = Budget(nodes=1)


class InHouse(Match):
    """A match whose agents play in this process, which is faster than starting others."""

    def seat(self, name: str) -> Seat:
        return InProcess(lambda seed: agents.get(name, seed), name)


def match_of(*names: str, **options: Any) -> InHouse:
    names = names or ("greedy", "random")
    starts = options.pop("openings", SudokuOpenings(shape=Shape(2, 2)))
    return InHouse(tuple(pairings(names)), starts, budget=NODES, **options)


def run(
    match: Match, path: Path, *, games: int = 8, jobs: int = 1, most: int = 10_000, **options: Any
) -> list[GameRecord]:
    """Play up to `most` games, as if killed after them; return the games in the log."""
    with Log(path, match.fingerprint) as log:
        contest = Contest(match, log, games=games, **options)
        for number, _ in enumerate(contest.run(jobs, threading.Event()), 1):
            if number == most:
                break
    with path.open(encoding="utf-8") as lines:
        return list(read_records(lines))


def test_a_match_has_the_same_games_each_time_and_in_any_number_of_lanes(tmp_path: Path) -> None:
    logs = [run(match_of(), tmp_path / f"{jobs}{n}", jobs=jobs) for jobs in (1, 3) for n in "xy"]
    first = plain_games(logs[0])
    assert len(first) == 8
    assert all(plain_games(log) == first for log in logs)


def test_a_match_that_is_interrupted_repeatedly_has_the_same_games(tmp_path: Path) -> None:
    whole = run(match_of(), tmp_path / "whole")
    path = tmp_path / "pieces"
    for jobs in (1, 2, 3, 1):
        held = len(run(match_of(), path, jobs=jobs, most=1))
        assert held >= 1
        with path.open("ab") as torn:
            torn.write(whole[-1].to_json().encode()[: 30 * jobs])
    assert plain_games(run(match_of(), path)) == plain_games(whole)


def test_more_games_extend_a_match(tmp_path: Path) -> None:
    short = run(match_of(), tmp_path / "log", games=4)
    longer = run(match_of(), tmp_path / "log", games=8)
    assert longer[:4] == short
    assert plain_games(longer) == plain_games(run(match_of(), tmp_path / "other", games=8))


def test_a_record_says_how_it_was_played_and_can_be_replayed(tmp_path: Path) -> None:
    match = match_of(openings=Openings((read("random-2x2"),)), seed=5)
    record = run(match, tmp_path / "log", facts={"versions": {"bombe": "1"}})[0]
    *_, last = record.states()
    assert last.scores == record.scores
    assert last.is_over
    assert record.match == match.fingerprint
    assert record.extra["limit"] == {"seconds": None, "nodes": 1}
    assert record.extra["oracle"]["solver"] == "auto"
    assert record.extra["versions"] == {"bombe": "1"}
    assert record.players == ("greedy", "random")


def test_the_seed_of_a_record_makes_its_agents_again(tmp_path: Path) -> None:
    record = run(match_of(), tmp_path / "log")[2]
    assert record.seeds is not None
    players = [agents.get(*each) for each in zip(record.players, record.seeds, strict=True)]
    for state, ply in zip(record.states(), record.plies, strict=False):
        move = next(players[ply.player - 1].choose(state, agents.Clock(nodes=1)))
        assert ply.move == move


def test_a_drawn_salt_is_in_the_log_and_serves_those_who_continue(tmp_path: Path) -> None:
    match, path = match_of(salt=None), tmp_path / "log"
    run(match, path, most=3)
    (salt,) = {record.extra["salt"] for record in run(match, path)}
    whole = run(dataclasses.replace(match, salt=salt), tmp_path / "whole")
    assert plain_games(run(match, path)) == plain_games(whole)
    assert run(match, tmp_path / "other")[0].extra["salt"] != salt
    with pytest.raises(UsageError, match="salt"):
        run(dataclasses.replace(match, salt="another"), path)


def test_every_setting_that_decides_a_game_is_in_the_fingerprint() -> None:
    match = match_of()
    others = [
        dataclasses.replace(match, seed=1),
        dataclasses.replace(match, budget=Budget(0.1)),
        dataclasses.replace(match, oracle="backtracking"),
        dataclasses.replace(match, oracle_seconds=1.0),
        dataclasses.replace(match, settings=Settings(fresh=True)),
        dataclasses.replace(match, settings=Settings(memory=None)),
        match_of("random", "greedy"),
        match_of(openings=SudokuOpenings(shape=Shape(2, 3))),
        match_of(openings=Openings((read("random-2x2"),))),
        match_of(openings=Openings((read("easy-2x2"),))),
    ]
    assert len({match.fingerprint, *(other.fingerprint for other in others)}) == len(others) + 1
    assert match_of().fingerprint == match.fingerprint


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"seed": 1}, "another seed"),
        ({"budget": Budget(0.1)}, "limit seconds none then, 0.1 now, limit nodes "),
        ({"oracle": "backtracking"}, "oracle solver auto then, backtracking now"),
        ({"settings": Settings(memory=None)}, "process memory 1073741824 then, none now"),
        ({"pairings": (("random", "naive"),)}, "now"),
        ({"openings": SudokuOpenings(shape=Shape(2, 3))}, "start 2x2 then, 2x3 now"),
    ],
)
def test_another_matchs_log_is_refused_with_what_differs(
    tmp_path: Path, changes: dict[str, Any], words: str
) -> None:
    run(match_of(), tmp_path / "log")
    match = match_of()
    other = dataclasses.replace(match, **changes)
    with (
        pytest.raises(UsageError, match="log:1: its games have other settings: ") as caught,
        other.open_log(tmp_path / "log") as log,
    ):
        list(log.games())
    text = str(caught.value)
    assert words in text
    assert "\n" not in text
    assert match.fingerprint not in text


@pytest.mark.parametrize("jobs", [1, 3])
def test_sprt_ends_a_match_at_the_same_pair_in_any_lanes(tmp_path: Path, jobs: int) -> None:
    sprt = Sprt(0, 100)
    records = run(match_of(), tmp_path / "log", games=400, jobs=jobs, sprt=sprt)
    assert 2 < len(records) < 400
    assert [record.id for record in records][-1].endswith("b")
    assert records == run(match_of(), tmp_path / "log", games=400, jobs=jobs, sprt=sprt)
    pieces: list[GameRecord] = []
    for _ in range(5):
        pieces = run(match_of(), tmp_path / "pieces", games=400, jobs=jobs, sprt=sprt, most=25)
    assert plain_games(pieces) == plain_games(records)


def test_sprt_is_for_two(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="match of two"):
        run(match_of("greedy", "random", "naive"), tmp_path / "log", sprt=Sprt(0, 50))


@pytest.mark.parametrize(
    "wrong",
    [
        {"oracle": "delphi"},
        {"openings": Openings((read("11.............."),))},
        {"openings": Openings((read("1234341221434321"),))},
    ],
)
def test_settings_that_cannot_be_played_are_refused_before_the_first_game(
    wrong: dict[str, Any],
) -> None:
    with pytest.raises(BombeError, match=r"unknown solver|no solution|is over"):
        match_of(**wrong).check()


def test_a_game_that_is_stopped_is_not_logged(tmp_path: Path) -> None:
    stop = threading.Event()

    class Stopper:
        def choose(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
            stop.set()
            yield from agents.get("greedy").choose(state, clock)

    class Stopped(InHouse):
        def seat(self, name: str) -> Seat:
            return InProcess(lambda _seed: Stopper(), name)

    match = Stopped(tuple(pairings(["a", "b"])), Openings((read("empty-2x2"),)))
    with Log(tmp_path / "log", match.fingerprint) as log:
        contest = Contest(match, log, games=2)
        assert list(contest.run(1, stop)) == []
        assert not contest.is_over
    assert (tmp_path / "log").read_bytes() == b""


def test_boards_that_are_full_are_not_generated() -> None:
    with pytest.raises(UsageError, match="full boards"):
        SudokuOpenings(shape=Shape(2, 2), kind=BoardKind.FULL)


@pytest.mark.parametrize("start", ["2x2", bombe.dots.DotsState.start(bombe.dots.Grid(1, 2))])
def test_an_agent_plays_itself_under_two_names(start: Any, tmp_path: Path) -> None:
    log = tmp_path / "log"
    found = agents.match("random", "random", games=4, start=start, log=log, budget=NODES)
    assert set(found.tally.players) == {"random#1", "random#2"}
    (pairing,) = found.tally.pairings()
    assert (pairing.one, pairing.games, pairing.pairs.total) == ("random#1", 4, 2)
    again = agents.match("random", "random", games=4, start=start, log=log, budget=NODES)
    assert again.records == found.records


def test_agents_of_one_class_have_names_of_their_own() -> None:
    found = agents.match(agents.get("greedy"), agents.get("greedy", 1), games=2, start="2x2")
    assert list(found.tally.players) == ["GreedyAgent#1", "GreedyAgent#2"]
