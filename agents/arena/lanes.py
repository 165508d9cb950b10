"""Plays many games at once: each lane is a thread that plays one game after the other.

Threads are enough: the thinking is done in worker processes, and during a turn a lane waits. A
lane keeps its players from game to game, so that most games begin without starting a process.
"""

from __future__ import annotations

import queue
import threading
from collections import OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from bombe.agents.arena.schedule import Fixture
    from bombe.agents.arena.seats import Seat
    from bombe.boards.record import GameRecord

    Stopped = Callable[[], bool]
    Play = Callable[[Fixture, "SeatPool", Stopped], GameRecord | None]

MAX_SEATS = 12
"""Players that a lane keeps. Idle ones cost memory only; beyond that some are started anew."""


class SeatPool:
    """The players that one lane has ready, by name; those not asked for longest go first."""

    def __init__(self, make: Callable[[str], Seat]) -> None:
        self._make = make
        self._seats: OrderedDict[str, Seat] = OrderedDict()

    def seat(self, name: str) -> Seat:
        """Return the player of that name; the one asked for just before it stays, too."""
        if name not in self._seats:
            if len(self._seats) == MAX_SEATS:
                self._seats.popitem(last=False)[1].close()
            self._seats[name] = self._make(name)
        self._seats.move_to_end(name)
        return self._seats[name]

    def close(self) -> None:
        """Close every seat."""
        while self._seats:
            self._seats.popitem()[1].close()


class Lanes:
    """Plays the games of a stream in `count` lanes.

    `play` is given a fixture, the lane's pool, and a function that says whether the game is still
    wanted; it returns None for a game that it broke off.
    """

    def __init__(
        self,
        fixtures: Iterator[Fixture],
        play: Play,
        make: Callable[[str], Seat],
        count: int,
        stop: threading.Event,
    ) -> None:
        self._fixtures, self._play, self._make = fixtures, play, make
        self._stop, self._closed = stop, threading.Event()
        self._turn = threading.Lock()
        self._results: queue.SimpleQueue[GameRecord | Exception | None] = queue.SimpleQueue()
        # Daemons: a second Ctrl-C leaves at once, and the workers end with their referee.
        self._threads = [threading.Thread(target=self._lane, daemon=True) for _ in range(count)]

    def records(self) -> Generator[GameRecord]:
        """Yield games as they end. When this is closed, or `stop` is set, the rest is broken off.

        An error of a lane, or of the stream of fixtures, ends all lanes and comes out here.
        """
        for thread in self._threads:
            thread.start()
        running = len(self._threads)
        try:
            while running:
                result = self._results.get()
                if isinstance(result, Exception):
                    raise result
                if result is None:
                    running -= 1
                else:
                    yield result
        finally:
            self._closed.set()
            for thread in self._threads:
                thread.join()

    def _is_stopped(self) -> bool:
        return self._stop.is_set() or self._closed.is_set()

    def _lane(self) -> None:
        """Play until the stream ends, and report that by None."""
        pool = SeatPool(self._make)
        try:
            while fixture := self._next():
                if record := self._play(fixture, pool, self._is_stopped):
                    self._results.put(record)
        except Exception as error:  # noqa: BLE001 - it is raised where the records are awaited
            self._results.put(error)
        finally:
            pool.close()
            self._results.put(None)

    def _next(self) -> Fixture | None:
        with self._turn:
            return None if self._is_stopped() else next(self._fixtures, None)
