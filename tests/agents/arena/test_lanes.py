"""Lanes: games at once, players kept from game to game, and every way in which it can end."""

from __future__ import annotations

import contextlib
import threading
from typing import TYPE_CHECKING

import pytest

from bombe.agents.arena.lanes import MAX_SEATS, Lanes, SeatPool
from bombe.agents.arena.schedule import Fixture, fixtures
from bombe.agents.arena.seats import InProcess
from bombe.agents.sudoku.openings import SudokuOpenings
from bombe.agents.sudoku.simple import RandomAgent
from bombe.boards import Shape
from bombe.boards.record import GameRecord, Termination

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ALL = [
    fixture.id
    for fixture in fixtures([("A", "B")], SudokuOpenings(shape=Shape(2, 2)), games=40, seed=1)
]


class FakeSeat(InProcess):
    def __init__(self, name: str) -> None:
        super().__init__(RandomAgent, name)
        self.is_closed = False

    def close(self) -> None:
        self.is_closed = True


class Hall:
    """Makes seats and games; counts what it is asked for."""

    def __init__(self) -> None:
        self.made: list[FakeSeat] = []
        self.stop = threading.Event()

    def make(self, name: str) -> FakeSeat:
        self.made.append(FakeSeat(name))
        return self.made[-1]

    def games(self, count: int = 40) -> Iterator[Fixture]:
        return fixtures([("A", "B")], SudokuOpenings(shape=Shape(2, 2)), games=count, seed=1)

    def lanes(self, count: int = 2, play: Callable[..., GameRecord | None] | None = None) -> Lanes:
        return Lanes(self.games(), play or played, self.make, count, self.stop)


def played(fixture: Fixture, pool: SeatPool, is_stopped: Callable[[], bool]) -> GameRecord:  # noqa: ARG001 - as lanes call it
    pool.seat(fixture.first)
    pool.seat(fixture.second)
    return record_of(fixture)


def record_of(fixture: Fixture) -> GameRecord:
    return GameRecord(
        fixture.id,
        fixture.start,
        fixture.first,
        fixture.second,
        (),
        (0, 0),
        0,
        Termination.SCORE,
        "",
    )


@pytest.mark.parametrize("count", [1, 3])
def test_every_game_is_played_once_and_everyone_is_sent_home(count: int) -> None:
    hall = Hall()
    seen = [record.id for record in hall.lanes(count).records()]
    assert sorted(seen) == sorted(ALL)
    if count == 1:
        assert seen == ALL
    assert all(seat.is_closed for seat in hall.made)


def test_a_lane_keeps_its_players_from_game_to_game() -> None:
    hall = Hall()
    assert len(list(hall.lanes(1).records())) == 40
    assert sorted(seat.name for seat in hall.made) == ["A", "B"]


def test_a_crew_sends_home_whom_it_has_not_needed_for_longest() -> None:
    hall = Hall()
    pool = SeatPool(hall.make)
    names = [f"player {number}" for number in range(MAX_SEATS + 1)]
    for name in names[:-1]:
        pool.seat(name)
    pool.seat(names[0])
    pool.seat(names[-1])
    assert [seat.name for seat in hall.made if seat.is_closed] == [names[1]]
    assert pool.seat(names[0]) is hall.made[0]


def test_a_stop_ends_all_lanes_without_an_error() -> None:
    hall = Hall()

    def endless(
        fixture: Fixture, pool: SeatPool, is_stopped: Callable[[], bool]
    ) -> GameRecord | None:
        if fixture.id in ("1a", "1b"):
            return played(fixture, pool, is_stopped)
        hall.stop.wait()
        assert is_stopped()
        return None

    records = hall.lanes(2, endless).records()
    assert {next(records).id, next(records).id} == {"1a", "1b"}
    hall.stop.set()
    assert list(records) == []
    assert all(seat.is_closed for seat in hall.made)


def test_closing_the_records_breaks_off_the_games_under_way() -> None:
    hall = Hall()
    begun, broken_off = threading.Event(), threading.Event()

    def patient(
        fixture: Fixture, pool: SeatPool, is_stopped: Callable[[], bool]
    ) -> GameRecord | None:
        if fixture.id == "1a":
            return played(fixture, pool, is_stopped)
        begun.set()
        while not is_stopped():
            pass
        broken_off.set()
        return None

    with contextlib.closing(hall.lanes(2, patient).records()) as records:
        assert next(records).id == "1a"
        assert begun.wait(60)
    assert broken_off.is_set()
    assert not hall.stop.is_set()
    assert all(seat.is_closed for seat in hall.made)


def test_an_error_in_a_lane_comes_out_and_ends_all() -> None:
    hall = Hall()

    def broken(fixture: Fixture, pool: SeatPool, is_stopped: Callable[[], bool]) -> GameRecord:
        if fixture.id == "3b":
            raise ValueError("a fault of ours")
        return played(fixture, pool, is_stopped)

    with pytest.raises(ValueError, match="of ours"):
        list(hall.lanes(2, broken).records())
    assert all(seat.is_closed for seat in hall.made)
