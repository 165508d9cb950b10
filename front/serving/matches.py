"""Matches that run while the page watches: every turn is an event, every game ends in the log.

Games of a match are played one after the other, in pairs with the sides swapped. The log is a file
like that of `bombe match`, in a folder of the server's own or where `--save` says.
"""

from __future__ import annotations

import itertools
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bombe.agents.arena.contest import Contest
from bombe.agents.arena.match import Match
from bombe.agents.arena.schedule import check_games, player_names
from bombe.agents.openings import Openings
from bombe.agents.seats import never
from bombe.boards.errors import BombeError, UsageError
from bombe.serving.opponents import require_seconds
from bombe.serving.streams import Feed
from bombe.solvers import Budget

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from bombe.agents.arena.parallel_games import SeatPool
    from bombe.agents.arena.schedule import Fixture
    from bombe.agents.processes.process import Settings
    from bombe.boards.game import AnyState
    from bombe.boards.record import GameRecord

MOST_RUNNING = 2
"""Matches that run at once: agents share the machine's cores."""
MOST_GAMES = 1000


@dataclass(frozen=True)
class WatchedMatch(Match):
    """A match whose games and turns are put into a feed as they happen."""

    feed: Feed = field(default_factory=Feed, compare=False)

    def play(
        self, fixture: Fixture, pool: SeatPool, is_stopped: Callable[[], bool] = never
    ) -> GameRecord | None:
        """Play a game, and say that it begins and how it ended."""
        start = self.game.to_json(fixture.start)
        players = {"first": fixture.first, "second": fixture.second}
        self.feed.put({"event": "game", "id": fixture.id, "start": start, **players})
        record = super().play(fixture, pool, is_stopped)
        if record is not None:
            *_, last = record.states()
            end = {"result": record.result, "scores": record.scores, "reason": record.reason}
            position = self.game.to_json(last)
            self.feed.put({"event": "over", "id": fixture.id, "position": position, **end})
        return record

    def begin_turn(self, state: AnyState) -> None:
        """Say which position an agent is given."""
        self.feed.put({"event": "turn", "position": self.game.to_json(state)})


class LiveMatch:
    """A match in a thread of its own."""

    def __init__(self, match: WatchedMatch, games: int, log: Path) -> None:
        self.match, self.games, self.log = match, games, log
        self.played, self.problem = 0, ""
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def is_running(self) -> bool:
        """Whether games are still played."""
        return self._thread.is_alive()

    def to_dict(self, number: str) -> dict[str, Any]:
        """Return what a list of matches shows."""
        return {
            "id": number,
            "players": self.match.players,
            "games": self.games,
            "played": self.played,
            "running": self.is_running,
            "problem": self.problem,
            "log": str(self.log),
        }

    def stop(self) -> None:
        """End the match; what was played is in its log."""
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        feed = self.match.feed
        try:
            with self.match.open_log(self.log) as log:
                for _ in Contest(self.match, log, games=self.games).run(1, self._stop):
                    self.played += 1
        except (BombeError, OSError) as error:
            self._fail(str(error))
        except Exception:
            self._fail("the match failed inside Bombe; the terminal of the server says how")
            raise
        finally:
            feed.close()

    def _fail(self, problem: str) -> None:
        self.problem = problem
        self.match.feed.put({"event": "problem", "problem": problem})


class LiveMatches:
    """The matches of a server."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        self._folder, self._settings = folder, settings
        self._matches: dict[str, LiveMatch] = {}
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()

    def start(
        self, players: Sequence[str], start: AnyState, games: int, seconds: float, seed: int
    ) -> str:
        """Start a match; return its number. Raise UsageError for what cannot be played."""
        if games > MOST_GAMES:
            raise UsageError(f"{games} games: give up to {MOST_GAMES}")
        check_games(games)
        require_seconds(seconds)
        first, second = player_names(players)
        match = WatchedMatch(
            pairings=((first, second),),
            openings=Openings((start,)),
            seed=seed,
            budget=Budget(seconds),
            settings=self._settings,
            salt=None,
        )
        match.check()
        with self._lock:
            if sum(each.is_running for each in self._matches.values()) >= MOST_RUNNING:
                raise UsageError("other matches are running: stop one, or wait for its end")
            number, log = self._next_log()
            self._matches[number] = LiveMatch(match, games, log)
        return number

    def _next_log(self) -> tuple[str, Path]:
        """Return the next number whose log is not there yet, of a server before; and the log."""
        logs = ((str(n), self._folder / f"match-{n}.jsonl") for n in self._numbers)
        return next((number, log) for number, log in logs if not log.exists())

    def __getitem__(self, number: str) -> LiveMatch:
        """Return a match; raise UsageError if there is none of that number."""
        if number not in self._matches:
            raise UsageError(f"there is no match {number:.20}: reload the list of matches")
        return self._matches[number]

    def listed(self) -> list[dict[str, Any]]:
        """Return all matches, the last one first."""
        return [match.to_dict(number) for number, match in reversed([*self._matches.items()])]

    @property
    def logs(self) -> list[Path]:
        """The logs of matches that have any games."""
        return [match.log for match in [*self._matches.values()] if match.log.exists()]

    def close(self) -> None:
        """Stop all matches."""
        for match in [*self._matches.values()]:
            match.stop()
