"""A match in progress: what its log holds, what is left to play, and when it is decided."""

from __future__ import annotations

import contextlib
import dataclasses
from typing import TYPE_CHECKING, Any

from bombe.agents.arena.lanes import Lanes
from bombe.agents.arena.schedule import ids
from bombe.agents.versions import UNKNOWN
from bombe.analysis.matches.pairs import Decision
from bombe.analysis.matches.tally import Tally
from bombe.boards.errors import UsageError

if TYPE_CHECKING:
    import threading
    from collections.abc import Iterable, Iterator, Mapping

    from bombe.agents.arena.log import Log
    from bombe.agents.arena.match import Match
    from bombe.analysis.matches.pairs import Sprt
    from bombe.boards.record import GameRecord


class Contest:
    """Plays `games` games for each pairing of a match, except those in the log (`logged`).

    `facts`, such as versions and the machine, are written into every record. With `sprt`, for a
    match of two, the games are logged in the order of the schedule: the log then holds the same
    games for any number of lanes, however often the contest was interrupted.
    """

    def __init__(
        self,
        match: Match,
        log: Log,
        *,
        games: int,
        sprt: Sprt | None = None,
        facts: Mapping[str, Any] | None = None,
    ) -> None:
        if sprt and len(match.pairings) > 1:
            raise UsageError("SPRT compares two agents: use it in a match of two")
        self.tally = Tally()
        self._sprt = sprt
        self._log, self._games, self._facts = log, games, facts or {}
        self.logged: set[str] = set()
        salt: str | None = None
        for record in log.games():
            self.logged.add(record.id)
            self.tally.add(record)
            salt = str(record.extra.get("salt", ""))
        self.match = match.with_salt(salt)
        self._open = [game for game in ids(len(match.pairings), games) if game not in self.logged]
        self.total = games * len(match.pairings)
        self.left = len(self._open)

    is_even = True
    """Whether all games are about the same work."""

    @property
    def work_left(self) -> float:
        """What is left to play, in the unit of `Match.work`."""
        return self.left * self.match.work

    @property
    def is_over(self) -> bool:
        """Whether all games have been played, or the test is decided."""
        pairs = self.tally.pairing(*self.match.pairings[0]).pairs
        is_decided = self._sprt and self._sprt.decide(pairs) is not Decision.OPEN
        return not self.left or bool(is_decided)

    def run(self, jobs: int, stop: threading.Event) -> Iterator[GameRecord]:
        """Play what is left, `jobs` games at once; yield each game once it is in the log."""
        todo = iter(()) if self.is_over else self.match.fixtures(self._games, self.logged)
        lanes = Lanes(todo, self.match.play, self.match.seat, min(jobs, self.left), stop)
        with contextlib.closing(lanes.records()) as records:
            for played in self._in_order(records) if self._sprt else records:
                record = dataclasses.replace(played, extra=self._extra(played))
                self._log.append(record)
                self.tally.add(record)
                self.left -= 1
                yield record
                if self.is_over:
                    return

    def _extra(self, played: GameRecord) -> dict[str, Any]:
        versions = [self.match.versions.get(name, UNKNOWN) for name in played.players]
        return {**played.extra, "player_versions": versions, **self._facts}

    def _in_order(self, records: Iterable[GameRecord]) -> Iterator[GameRecord]:
        """Yield the games in the order of the schedule, each once those before it have ended."""
        held: dict[str, GameRecord] = {}
        expected = iter(self._open)
        game = next(expected)
        for record in records:
            held[record.id] = record
            while game in held:
                yield held.pop(game)
                game = next(expected, "")
