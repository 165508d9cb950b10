"""Pairs of games that are played anywhere, and whose records come back in any order."""

from __future__ import annotations

import pickle
import random
import threading
from typing import TYPE_CHECKING

from plain_games import logged_games, plain_games

from bombe.agents.arena.contest import Contest
from bombe.agents.arena.environment import facts_of
from bombe.agents.arena.experiments import Experiment, Point
from bombe.agents.arena.match import Match
from bombe.agents.arena.schedule import pairings
from bombe.agents.arena.sharing.pair_work import PairWork, play_pair
from bombe.agents.loading import load
from bombe.agents.seats import InProcess, Seat
from bombe.agents.sudoku.openings import SudokuOpenings
from bombe.analysis.matches.pairs import Sprt
from bombe.analysis.matches.verification.shards import MatchShard
from bombe.boards import Shape
from bombe.boards.shard import Shard
from bombe.boards.sudoku.reading import read
from bombe.solvers import Budget

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    import pytest

    from bombe.boards.record import GameRecord

MINE = """\
class Mine:
    def __init__(self, seed):
        pass

    def choose(self, state, clock):
        yield state.moves()[0]
"""


class InHouse(Match):
    """A match whose agents play in this process, which is faster than starting others."""

    def seat(self, name: str) -> Seat:
        return InProcess(load(name), name)


def match_of(*names: str, boards: tuple[str, ...] = (), kind: type[Match] = InHouse) -> Match:
    starts = SudokuOpenings(tuple(map(read, boards)), None if boards else Shape(2, 2))
    return kind(tuple(pairings(names)), starts, budget=Budget(nodes=1))


def travelled(work: PairWork) -> PairWork:
    arrived: PairWork = pickle.loads(pickle.dumps(work))  # noqa: S301 - its own
    return arrived


def test_pairs_that_travelled_are_the_games_of_the_match_in_any_order_and_once(
    tmp_path: Path,
) -> None:
    match = match_of("greedy", "random", "naive")
    with match.open_log(tmp_path / "lanes") as log:
        list(Contest(match, log, games=4).run(1, threading.Event()))
    with match.open_log(tmp_path / "works") as log:
        contest = Contest(match, log, games=4)
        remaining_pairs = list(contest.remaining_pairs())
        assert [work.number for work in remaining_pairs] == [1, 2, 3, 4, 5, 6]
        records = [
            game for work in reversed(remaining_pairs) for game in play_pair(travelled(work))
        ]
        taken = [game.id for game in contest.take([*records, *records])]
        assert (sorted(taken), contest.left) == (sorted(game.id for game in records), 0)
    one, other = (logged_games(tmp_path / name) for name in ("lanes", "works"))
    for game in other:
        assert game.pop("versions")["bombe"]
    assert one == other


def test_a_work_is_what_a_log_lacks_and_small(tmp_path: Path) -> None:
    boards = tuple(f"random-{size}" for size in ("2x2", "2x3", "3x3"))
    match = match_of("greedy", "random", boards=boards)
    with match.open_log(tmp_path / "log") as log:
        shard = MatchShard(Shard(2, 2), 12)
        contest = Contest(match, log, games=12, shard=shard)
        remaining_pairs = list(contest.remaining_pairs())
        assert [work.number for work in remaining_pairs] == [2, 4, 6]
        (first,) = list(contest.take(play_pair(remaining_pairs[0])[:1]))
        assert first.id == "2a"
        left = list(contest.remaining_pairs())
    assert [fixture.id for fixture in left[0].fixtures] == ["2b"]
    assert left[0].match.openings.positions == (left[0].fixtures[0].start,)
    assert left[0].match.fingerprint == match.fingerprint
    assert len(pickle.dumps(left[0])) < 2000


def test_a_test_takes_games_in_the_order_of_the_schedule(tmp_path: Path) -> None:
    match = match_of("greedy", "random")
    sprt = Sprt.parse("elo0=-400,elo1=0,alpha=0.4,beta=0.4")
    logs = []
    for name, turn in (("forth", 1), ("back", -1)):
        with match.open_log(tmp_path / name) as log:
            contest = Contest(match, log, games=20, sprt=sprt)
            remaining_pairs = list(contest.remaining_pairs())[::turn]
            list(contest.take(game for work in remaining_pairs for game in play_pair(work)))
            assert contest.is_over
        logs.append(logged_games(tmp_path / name))
    assert 0 < len(logs[0]) < 20
    assert logs[0] == logs[1]


def test_agents_with_files_are_named_and_may_be_elsewhere(tmp_path: Path) -> None:
    here, there = tmp_path / "here.py", tmp_path / "elsewhere" / "moved.py"
    there.parent.mkdir()
    for path in (here, there):
        path.write_text(MINE, encoding="utf-8")
    match = match_of(f"{here}:Mine", "random", kind=Match)
    with match.open_log(tmp_path / "log") as log:
        (work,) = Contest(match, log, games=2).remaining_pairs()
    (spec,) = work.specs
    assert spec.endswith("here.py:Mine")
    one = play_pair(work)
    here.unlink()
    moved = travelled(work).at({spec: f"{there}:Mine"})
    assert plain_games(play_pair(moved)) == plain_games(one)
    assert {name for game in one for name in game.players} == {spec, "random"}


def shuffled(
    remaining_pairs: Iterable[PairWork],
    address: str,
    stop: threading.Event,
    note: Callable[[str], object],
) -> Iterator[tuple[PairWork, list[GameRecord]]]:
    """Play pairs as a cluster may: in any order, some of them twice."""
    assert address == "tcp://here:1"
    assert not stop.is_set()
    note("dashboard http://here:2")
    sent = list(remaining_pairs)
    arrived = [*sent, *sent[:2]]
    for work in random.Random(3).sample(arrived, len(arrived)):
        yield work, play_pair(travelled(work))


def test_an_experiment_on_a_cluster_has_the_logs_of_one_in_lanes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bombe.agents.arena.sharing.cluster.play_on_cluster", shuffled)
    for name, cluster in (("lanes", None), ("cluster", "tcp://here:1")):
        matches = [match_of("greedy", other) for other in ("random", "naive")]
        points = [
            Point("series", str(number), match, tmp_path / name / f"{number}.jsonl")
            for number, match in enumerate(matches)
        ]
        facts = facts_of(1)
        experiment = Experiment(points, games=6, facts=facts, shard=Shard(1, 2))
        assert experiment.left == 6
        played = list(experiment.run(1, threading.Event(), cluster))
        assert experiment.remark == ("dashboard http://here:2" if cluster else "")
        assert (len(played), experiment.left, experiment.work_left) == (6, 0, 0)
        again = Experiment(points, games=6, facts=facts, shard=Shard(1, 2))
        assert (again.left, list(again.run(1, threading.Event(), cluster))) == (0, [])
    for number in range(2):
        one, other = (tmp_path / name / f"{number}.jsonl" for name in ("lanes", "cluster"))
        assert logged_games(one) == logged_games(other)
        assert len(logged_games(one)) == (4, 2)[number]
