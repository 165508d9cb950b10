"""A match: the settings that determine all its games, and how one game becomes a record.

    openings = SudokuOpenings(shape=Shape(2, 2))
    match = Match(pairings(["greedy", "random"]), openings, budget=Budget(nodes=1))
    with match.open_log("games.jsonl") as log:
        contest = Contest(match, log, games=100)    # bombe.agents.arena.contest
        for record in contest.run(jobs=1, stop=threading.Event()): ...

What may differ between two runs of one match (the number of games, how many at once, the machine)
is not part of it.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bombe.agents.arena.log import ANOTHER, Log
from bombe.agents.arena.referee import referee
from bombe.agents.arena.schedule import Fixture, Pairing, fixtures, ids, spec_of_player
from bombe.agents.arena.turn_limits import NODE_MS
from bombe.agents.arena.unable_players import ATTEMPTS, disturbed, forfeit, problem_of, raise_all
from bombe.agents.loading import spec_of
from bombe.agents.openings import Openings
from bombe.agents.processes.process import Settings, Worker
from bombe.agents.seats import never
from bombe.agents.seeds import new_salt
from bombe.agents.versions import version_of
from bombe.boards.errors import InputError, UsageError
from bombe.boards.game import Termination
from bombe.boards.record import GameRecord
from bombe.solvers import Budget, Verdict, as_solver

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Container, Iterator, Mapping

    from bombe.agents.arena.parallel_games import SeatPool
    from bombe.agents.arena.referee import Outcome
    from bombe.agents.arena.unable_players import PlayerProblem
    from bombe.agents.seats import Seat
    from bombe.agents.turn import Trouble
    from bombe.boards.game import AnyGame, AnyState

_MOST_DIGITS = 3
"""Of the number of a pair whose start is drawn anew, to say what differs: drawing takes time."""
_STOPPED = (Termination.VOID, Termination.HANG)
"""How a stopped game ends; one that ended this way by itself at that moment is played again."""


@dataclass(frozen=True)
class Match:
    """Who plays whom, from where, and under which conditions.

    Players in `broken` forfeit their games: see with_forfeits. `remark` is said before the games.
    `node_ms` decides what is noted, and no game. `places` are the specs of agents that are
    elsewhere on this machine than their own specs say, by these. A part of another match has the
    versions and the fingerprint of that: `known_versions` and `whole_fingerprint`.
    The seeds of players depend on `salt`, too; with None a new one is drawn for a new log. It is
    no part of the match's identity, since only the log knows it.
    """

    pairings: tuple[Pairing, ...]
    openings: Openings
    seed: int = 0
    budget: Budget = Budget(0.5)  # noqa: RUF009 - it is frozen
    settings: Settings = dataclasses.field(default_factory=Settings)
    oracle: str = "auto"
    oracle_seconds: float | None = 30.0
    broken: Mapping[str, Trouble] = dataclasses.field(default_factory=dict)
    remark: str = ""
    salt: str | None = ""
    node_ms: float = NODE_MS
    places: Mapping[str, str] = dataclasses.field(default_factory=dict)
    known_versions: Mapping[str, str] | None = dataclasses.field(default=None, compare=False)
    whole_fingerprint: str = dataclasses.field(default="", compare=False)

    @property
    def game(self) -> AnyGame:
        """The game that is played."""
        return self.openings.game

    @functools.cached_property
    def work(self) -> float:
        """About what a game costs at most: its turns times the seconds, or nodes, of a turn."""
        return self.openings.turns() * (self.budget.seconds or self.budget.nodes or 1)

    def to_dict(self) -> dict[str, Any]:
        """Return all settings as plain values."""
        return {
            "pairings": self.pairings,
            "starts": self.openings.to_dict(),
            "seed": self.seed,
            **self.conditions(),
        }

    @functools.cached_property
    def players(self) -> tuple[str, ...]:
        """The names of all players."""
        return tuple(dict.fromkeys(name for pairing in self.pairings for name in pairing))

    @functools.cached_property
    def versions(self) -> Mapping[str, str]:
        """The version of each player: what its agent's files were when the match began."""
        if self.known_versions is not None:
            return self.known_versions
        return {name: self.version(name) for name in self.players}

    def version(self, name: str) -> str:
        """Return the version of a player's agent as it is now."""
        return version_of(spec_of_player(name))

    def changed(self) -> list[str]:
        """Return the players whose agents' files have changed since the match began."""
        return [name for name in self.players if self.version(name) != self.versions[name]]

    def conditions(self) -> dict[str, Any]:
        """Return what every record of the match says about how it was played."""
        oracle = {"solver": self.oracle, "seconds": self.oracle_seconds}
        return {
            "limit": {"seconds": self.budget.seconds, "nodes": self.budget.nodes},
            "process": _process(self.settings),
            **({"oracle": oracle} if self.game.has_bombs else {}),
        }

    def salt_facts(self) -> dict[str, Any]:
        """Return what a record says of the salt, without which its seeds cannot be drawn."""
        return {"salt": self.salt} if self.salt else {}

    def with_salt(self, logged: str | None) -> Match:
        """Return the match with the salt that its log holds; None is for a log without games.

        Raise if another one was given: then the games in the log belong to another draw.
        """
        if logged is None:
            drawn = new_salt() if self.salt is None else self.salt
            return self._with(salt=drawn)
        if self.salt and self.salt != logged:
            raise UsageError("the log's games have another salt: leave it out, or give another log")
        return self._with(salt=logged)

    @functools.cached_property
    def fingerprint(self) -> str:
        """A hash of all settings and versions: the logs of a match belong to it by this text."""
        return self.whole_fingerprint or _hash({**self.to_dict(), "versions": self.versions})

    @functools.cached_property
    def settings_fingerprint(self) -> str:
        """A hash of all settings: the same command has it, though its players have changed."""
        return _hash(self.to_dict())

    def open_log(self, path: str | os.PathLike[str], remedy: str = ANOTHER) -> Log:
        """Open the log of this match; `remedy` is what to do where it is of another match."""
        return Log(path, self.fingerprint, self.versions, self.differences, remedy)

    def differences(self, record: GameRecord) -> list[str]:
        """Return in which settings a game of another match differs, as far as its record says."""
        if record.game.name != self.game.name:
            return [_change("game", record.game.name, self.game.name)]
        then, now = record.extra.get("openings"), self.openings.facts().get("openings")
        is_drawn_alike = then == now
        found = [] if is_drawn_alike else [_change("openings", then, now)]
        found += self._schedule_differences(record) if is_drawn_alike else []
        for name, now in self.conditions().items():
            then = record.extra.get(name)
            if isinstance(then, dict):
                found += [
                    _change(f"{name} {key}", then[key], now[key])
                    for key in now
                    if key in then and then[key] != now[key]
                ]
        return found

    def _schedule_differences(self, record: GameRecord) -> Iterator[str]:
        """Yield how a game differs from the one of its id: players, seed, start."""
        salt, number = record.extra.get("salt"), record.id.rstrip("ab")
        if not number.isdecimal() or len(number) > _MOST_DIGITS:
            return
        same = self._with(salt=salt if isinstance(salt, str) else "")
        games = 2 * max(1, int(number))
        others = {*ids(len(self.pairings), games)} - {record.id}
        mine = next(same.fixtures(games, others), None)
        if mine is None:
            return
        if (mine.first, mine.second) != record.players:
            yield _change("players", *map(" against ".join, (record.players, mine[2:4])))
        elif mine.seeds != record.seeds:
            yield "another seed"
        elif mine.start != record.start:
            starts = record.start, mine.start
            then, now = map(self.game.size, starts)
            if then == now:
                then, now = map(self.game.label, starts)
            yield _change("start", then, now) if then != now else "other starts"

    def check(self, tried: set[tuple[object, ...]] | None = None) -> None:
        """Raise if an agent or the oracle is unavailable, or a position cannot begin a game.

        Starting agents takes time: those in `tried` are not started again, the others are added.
        """
        raise_all(problem.error for problem in self.problems(tried).values())
        self.check_starts()

    def problems(self, tried: set[tuple[object, ...]] | None = None) -> dict[str, PlayerProblem]:
        """Return why players cannot play, by their names; the others are left out."""
        tried = set() if tried is None else tried
        found = ((name, problem_of(self, name, tried)) for name in self.players)
        return {name: problem for name, problem in found if problem}

    def with_forfeits(self) -> Match:
        """Return the match in which broken players forfeit their games.

        Raise if a player is no entrant at all, or if no two can play each other.
        """
        problems = self.problems()
        broken = {name: one.trouble for name, one in problems.items() if one.trouble}
        raise_all(one.error for one in problems.values() if not one.trouble)
        if all(broken.keys() & {*pairing} for pairing in self.pairings):
            raise_all(one.error for one in problems.values())
        self.check_starts()
        return self._with(broken=broken)

    def _with(self, **changes: Any) -> Match:
        """Return the match with other fields, and with the versions that were found before."""
        return dataclasses.replace(self, known_versions=self.versions, **changes)

    def for_machine(self, start: AnyState, places: Mapping[str, str] | None = None) -> Match:
        """Return the match for a machine that plays only from this start, as a part of this one.

        It has the same fingerprint and versions, wherever the files of its agents are there.
        """
        starts, places = Openings((start,)), places or self.places
        return self._with(openings=starts, places=places, whole_fingerprint=self.fingerprint)

    def check_starts(self) -> None:
        """Raise if the oracle is unavailable, or a position cannot begin a game."""
        oracle, game = as_solver(self.oracle), self.game
        for number, position in enumerate(self.openings.positions, 1):
            label = f"position {number}, {game.one_line(position)}"
            if position.is_over:
                raise InputError(f"{label}: the game is over; give another position")
            question = game.question(position)
            if question and oracle.solvable(question, Budget(self.oracle_seconds)) is Verdict.NO:
                raise InputError(f"{label}: the board has no solution; give another position")

    def fixtures(self, games: int, skip: Container[str] = ()) -> Iterator[Fixture]:
        """Yield the games to be played, `games` for each pairing."""
        return fixtures(
            self.pairings,
            self.openings,
            games=games,
            seed=self.seed,
            salt=self.salt or "",
            skip=skip,
        )

    def seat(self, name: str) -> Seat:
        """Return a seat for the player of that name."""
        own = spec_of_player(name)
        others = {spec_of_player(player) for player in self.players} - {own}
        there = sorted(self.places.get(spec, spec) for spec in others)
        spec = spec_of(self.places.get(own, own), self.game.name)
        return Worker(spec, self.settings, there)

    def play(
        self, fixture: Fixture, pool: SeatPool, is_stopped: Callable[[], bool] = never
    ) -> GameRecord | None:
        """Play one game; return None if it was stopped.

        A stop reaches the game through its workers, which abandon their turn, and through its
        oracle, which then cannot decide. A game in which something outside ended a player is played
        again, with the same seeds; raise DisturbedError if that happens ATTEMPTS times.
        """
        if lost := forfeit(self, fixture, self.broken):
            return lost
        voided: list[dict[str, Any]] = []
        while (outcome := self._attempt(fixture, pool, is_stopped)).is_spoiled:
            if is_stopped():
                return None
            voided.append({"ply": len(outcome.plies), "reason": outcome.reason})
            if len(voided) == ATTEMPTS:
                raise disturbed(fixture, voided)
        if outcome.termination in _STOPPED and is_stopped():
            return None
        again = {"voided": voided} if voided else {}
        return GameRecord(
            id=fixture.id,
            start=fixture.start,
            first=fixture.first,
            second=fixture.second,
            plies=outcome.plies,
            scores=outcome.state.scores,
            winner=outcome.winner,
            termination=outcome.termination,
            reason=outcome.reason,
            seeds=fixture.seeds,
            match=self.fingerprint,
            extra={**outcome.extra(), **again, **self.salt_facts(), **self.conditions()},
        )

    def _attempt(
        self, fixture: Fixture, pool: SeatPool, is_stopped: Callable[[], bool]
    ) -> Outcome[AnyState]:
        """Play a game, which may be spoiled by something outside."""
        seats = pool.seat(fixture.first), pool.seat(fixture.second)
        for seat, seed in zip(seats, fixture.seeds, strict=True):
            seat.open_game(seed)
        return referee(
            fixture.start,
            *seats,
            oracle=self.oracle,
            budget=Budget(self.budget.seconds, self.budget.nodes, is_stopped),
            oracle_budget=Budget(self.oracle_seconds, stop=is_stopped),
            node_ms=self.node_ms,
            begin_turn=self.begin_turn,
        )

    def begin_turn(self, state: AnyState) -> None:
        """Called with each position that a player is given, before its turn."""


def _change(name: str, then: object, now: object) -> str:
    return f"{name} {'none' if then is None else then} then, {'none' if now is None else now} now"


def _hash(document: Mapping[str, Any]) -> str:
    text = json.dumps(document, sort_keys=True)
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:16]


def _process(settings: Settings) -> dict[str, Any]:
    """Return how processes play; what is around them changes no game."""
    found = dataclasses.asdict(settings)
    return {name: found[name] for name in found if name not in ("contain", "inside")}
