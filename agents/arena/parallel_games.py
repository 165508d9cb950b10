"""Plays many games at once: each lane is a thread that plays one game after another.

Threads are enough, because agents think in worker processes while the lane waits. A lane keeps its
seats from game to game, so that most games start without starting an interpreter.
"""

from __future__ import annotations

import queue
import threading
from collections import OrderedDict
from collections.abc import Callable, Generator, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bombe.agents.arena.schedule import Fixture
    from bombe.agents.seats import Seat
    from bombe.boards.record import GameRecord

    Stopped = Callable[[], bool]
    Play = Callable[[Fixture, "SeatPool", Stopped], GameRecord | None]

MAX_SEATS = 12
"""How many seats a lane keeps open. An idle seat costs only memory; starting one costs time."""


class SeatPool:
    """The open seats of one lane, by name; the least recently used one is closed first."""

    def __init__(self, make: Callable[[str], Seat]) -> None:
        self._make = make
        self._seats: OrderedDict[str, Seat] = OrderedDict()

    def seat(self, name: str) -> Seat:
        """Return the seat of that name; the seat returned before it stays open, too."""
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


class ParallelGames:
    """Plays the games of a stream in `count` lanes.

    `play` receives a fixture, the lane's seats and a function that returns whether to stop; it
    returns None for a game that it abandoned.
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
        # Daemons: a second Ctrl-C exits at once, and the workers end with their referee.
        self._threads = [threading.Thread(target=self._lane, daemon=True) for _ in range(count)]

    def records(self) -> Generator[GameRecord]:
        """Yield games as they end; closing this, or setting `stop`, abandons the other games.

        An error in a lane, or in the stream of fixtures, ends all lanes and is raised here.
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
        """Play until the stream ends, then put None into the results."""
        pool = SeatPool(self._make)
        try:
            while fixture := self._next():
                if record := self._play(fixture, pool, self._is_stopped):
                    self._results.put(record)
        except Exception as error:  # noqa: BLE001 - records() raises it
            self._results.put(error)
        finally:
            pool.close()
            self._results.put(None)

    def _next(self) -> Fixture | None:
        with self._turn:
            return None if self._is_stopped() else next(self._fixtures, None)
