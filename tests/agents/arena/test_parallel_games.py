"""Parallel games: seats kept from game to game, and all ways in which lanes end."""

from __future__ import annotations

import contextlib
import threading
from typing import TYPE_CHECKING

import pytest

from bombe.agents.arena.parallel_games import MAX_SEATS, ParallelGames, SeatPool
from bombe.agents.arena.schedule import Fixture, fixtures
from bombe.agents.seats import InProcess
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


class SeatMaker:
    """Makes seats and games, and keeps the seats for inspection."""

    def __init__(self) -> None:
        self.made: list[FakeSeat] = []
        self.stop = threading.Event()

    def make(self, name: str) -> FakeSeat:
        self.made.append(FakeSeat(name))
        return self.made[-1]

    def games(self, count: int = 40) -> Iterator[Fixture]:
        return fixtures([("A", "B")], SudokuOpenings(shape=Shape(2, 2)), games=count, seed=1)

    def parallel(
        self, count: int = 2, play: Callable[..., GameRecord | None] | None = None
    ) -> ParallelGames:
        return ParallelGames(self.games(), play or played, self.make, count, self.stop)


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
def test_every_game_is_played_once_and_every_seat_is_closed(count: int) -> None:
    maker = SeatMaker()
    seen = [record.id for record in maker.parallel(count).records()]
    assert sorted(seen) == sorted(ALL)
    if count == 1:
        assert seen == ALL
    assert all(seat.is_closed for seat in maker.made)


def test_a_lane_keeps_its_seats_from_game_to_game() -> None:
    maker = SeatMaker()
    assert len(list(maker.parallel(1).records())) == 40
    assert sorted(seat.name for seat in maker.made) == ["A", "B"]


def test_a_full_pool_closes_the_least_recently_used_seat() -> None:
    maker = SeatMaker()
    pool = SeatPool(maker.make)
    names = [f"player {number}" for number in range(MAX_SEATS + 1)]
    for name in names[:-1]:
        pool.seat(name)
    pool.seat(names[0])
    pool.seat(names[-1])
    assert [seat.name for seat in maker.made if seat.is_closed] == [names[1]]
    assert pool.seat(names[0]) is maker.made[0]


def test_a_stop_ends_all_lanes_without_an_error() -> None:
    maker = SeatMaker()

    def endless(
        fixture: Fixture, pool: SeatPool, is_stopped: Callable[[], bool]
    ) -> GameRecord | None:
        if fixture.id in ("1a", "1b"):
            return played(fixture, pool, is_stopped)
        maker.stop.wait()
        assert is_stopped()
        return None

    records = maker.parallel(2, endless).records()
    assert {next(records).id, next(records).id} == {"1a", "1b"}
    maker.stop.set()
    assert list(records) == []
    assert all(seat.is_closed for seat in maker.made)


def test_closing_the_records_abandons_the_games_in_progress() -> None:
    maker = SeatMaker()
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

    with contextlib.closing(maker.parallel(2, patient).records()) as records:
        assert next(records).id == "1a"
        assert begun.wait(60)
    assert broken_off.is_set()
    assert not maker.stop.is_set()
    assert all(seat.is_closed for seat in maker.made)


def test_an_error_in_a_lane_is_raised_and_ends_all_lanes() -> None:
    maker = SeatMaker()

    def broken(fixture: Fixture, pool: SeatPool, is_stopped: Callable[[], bool]) -> GameRecord:
        if fixture.id == "3b":
            raise ValueError("a fault of ours")
        return played(fixture, pool, is_stopped)

    with pytest.raises(ValueError, match="of ours"):
        list(maker.parallel(2, broken).records())
    assert all(seat.is_closed for seat in maker.made)
