"""Games and matches from Python, in one call each.

    print(bombe.play("hard-2x2", "champion", "greedy"))
    print(bombe.match("mcts:c=1.5", "greedy", games=20, budget=0.1))

An agent is a name, as `bombe match` takes it, an object with `choose`, or a class of such objects.
In a match, agents given by name run in processes of their own, which can be killed; agents given as
objects or classes run in this process.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
import tempfile
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias, cast, overload

from bombe.agents.arena.contest import Contest
from bombe.agents.arena.match import Match
from bombe.agents.arena.play_modes import in_usual_mode, state_in_usual_mode
from bombe.agents.arena.referee import Outcome, referee
from bombe.agents.arena.schedule import player_names
from bombe.agents.contract import SomeAgent
from bombe.agents.framework.agent import FrameworkAgent
from bombe.agents.loading import games_of, load, spec_of
from bombe.agents.match_result import MatchResult
from bombe.agents.openings import Openings, drawn_seed
from bombe.agents.seats import InProcess, Seat
from bombe.agents.seeds import seeds_of
from bombe.agents.sudoku.openings import SudokuOpenings
from bombe.agents.versions import version_of_class
from bombe.analysis.matches.tables import running_score
from bombe.analysis.results import with_noun
from bombe.boards import Board, Rules, Shape, SudokuState
from bombe.boards.errors import UsageError
from bombe.boards.game import DEFAULT_GAME, AnyState, StateT, game_named
from bombe.boards.record import GameRecord
from bombe.boards.seeds import checked_seed
from bombe.boards.sudoku.reading import read
from bombe.boards.sudoku.state import parse_rules
from bombe.solvers import Budget, Solver
from bombe.solvers.budget import as_budget
from bombe.solvers.native.cpu import cores
from bombe.solvers.sandbox.owned_folders import folder_prefix

Player: TypeAlias = str | SomeAgent | Callable[[int], SomeAgent]
"""A name, an agent, or a function that makes an agent from a seed."""
SudokuStart: TypeAlias = Board | str
"""A board, a bundled board's name, a text, or the size of an empty board."""

TURN_SECONDS = 0.1
"""The default budget of a turn."""
_SIZE = re.compile(r"\s*\d+\s*[xX]\s*\d+\s*")


@overload
def play(
    start: StateT,
    first: Player | Seat,
    second: Player | Seat,
    *,
    budget: Budget | float | None = ...,
    oracle: str | Solver = ...,
    oracle_budget: Budget | float | None = ...,
    seed: int = ...,
    rules: Rules | str | None = ...,
) -> Outcome[StateT]: ...


@overload
def play(
    start: SudokuStart,
    first: Player | Seat,
    second: Player | Seat,
    *,
    budget: Budget | float | None = ...,
    oracle: str | Solver = ...,
    oracle_budget: Budget | float | None = ...,
    seed: int = ...,
    rules: Rules | str | None = ...,
) -> Outcome[SudokuState]: ...


def play(
    start: AnyState | SudokuStart,
    first: Player | Seat,
    second: Player | Seat,
    *,
    budget: Budget | float | None = TURN_SECONDS,
    oracle: str | Solver = "auto",
    oracle_budget: Budget | float | None = None,
    seed: int = 0,
    rules: Rules | str | None = None,
) -> Outcome[AnyState]:
    """Play a game in this process; return how it ended.

    `budget` is for each turn, `oracle_budget` for each question to the oracle. A player may also be
    a seat that the caller has opened, such as a Worker. `rules` is the play mode of Competitive
    Sudoku, as for `match`.
    """
    seed = checked_seed(seed)
    position = _position(start)
    _require_game([first, second], position.game.name)
    state = _in_mode(position, rules, [first, second], seed)
    players = zip((first, second), seeds_of("play", seed), strict=True)
    seats = [_seat(player, state.game.name, drawn) for player, drawn in players]
    return referee(state, *seats, oracle=oracle, budget=budget, oracle_budget=oracle_budget)


def _require_game(players: Sequence[Player | Seat], game: str) -> None:
    """Raise UsageError if agents do not play the game of the start."""
    words = [
        f"{player} plays {' and '.join(games)}"
        for player in players
        if isinstance(player, str) and game not in (games := games_of(player))
    ]
    if words:
        raise UsageError(
            f"{', '.join(words)}, but the start is a position of {game}: "
            "give agents and a start of one game"
        )


def _seat(player: Player | Seat, game: str, seed: int) -> Seat:
    """Return a seat that is open for a game."""
    if hasattr(player, "turn"):
        return cast("Seat", player)
    name, make = _factory(player, game)
    seat = InProcess(make, name)
    seat.open_game(seed)
    return seat


def _in_mode(
    state: AnyState, rules: Rules | str | None, players: Sequence[Player | Seat], seed: int
) -> AnyState:
    """Return the position in a play mode, or without one in that of its players."""
    if rules is None:
        state, mode = state_in_usual_mode(state, _specs(players))
        if mode.is_mixed:
            warnings.warn(mode.remark, stacklevel=3)
        return state
    if not isinstance(state, SudokuState):
        raise _not_for(rules)
    return state.under(rules, drawn_seed(0, seed))


def _specs(players: Iterable[Player | Seat]) -> Iterator[str]:
    """Yield the specs of players: those given by name, seats, and agents of folders."""
    for player in players:
        if isinstance(player, str):
            yield player
        elif hasattr(player, "turn"):
            yield cast("Seat", player).name
        elif isinstance(player, FrameworkAgent):
            yield str(player.folder)


def _not_for(rules: Rules | str) -> UsageError:
    return UsageError(f"rules {rules} are a play mode of Competitive Sudoku: leave them out")


def match(
    one: Player,
    other: Player,
    *,
    games: int = 20,
    start: AnyState | SudokuStart | Iterable[AnyState | SudokuStart] = "3x3",
    budget: Budget | float | None = TURN_SECONDS,
    oracle: str = "auto",
    seed: int = 0,
    jobs: int | None = None,
    log: str | os.PathLike[str] | None = None,
    rules: Rules | str | None = None,
    watch: Callable[[GameRecord], object] | None = None,
    progress: bool = False,
) -> MatchResult:
    """Play pairs of games with the sides swapped; return the games and their counts.

    An agent that is given twice plays itself: the players are `random#1` and `random#2`.
    `start` is a size such as "2x3", for a new board of Competitive Sudoku in each round, or
    positions that the rounds use in turn. With a `log`, every game is saved as soon as it is
    played, and the same call continues an interrupted match. `jobs` games run at once, by default
    one less than there are cores; agents given as objects play one game at a time. `rules` is the
    play mode of Competitive Sudoku; None keeps that of the positions, or takes the usual one of
    folders of the course framework. `watch` is called with every game as soon as it is played; what
    it raises ends the match. With `progress`, a line on standard error counts the games.
    """
    openings, limit = _openings(start, rules), as_budget(budget)
    _require_game([one, other], openings.game.name)
    local = _LocalMatch.of([one, other], openings, seed=seed, budget=limit, oracle=oracle)
    if rules is None and local.openings.modes() == {Rules.CLASSIC} and local.remark:
        warnings.warn(local.remark, stacklevel=2)
    local.check()
    has_objects = any(hasattr(player, "choose") for player in (one, other))
    lanes = 1 if has_objects else jobs or max(1, cores() - 1)
    with _log_path(log) as path, local.open_log(path) as kept:
        if kept.mended:
            warnings.warn(kept.mended, stacklevel=2)
        contest = Contest(local, kept, games=games)
        with _progress(contest, wanted=progress) as show:
            for record in contest.run(lanes, threading.Event()):
                show()
                if watch is not None:
                    watch(record)
        return MatchResult(tuple(kept.games()), contest.tally)


@dataclass(frozen=True)
class _LocalMatch(Match):
    """A match with agents that are not given by name: these run in this process.

    `made` has their versions.
    """

    factories: Mapping[str, Callable[[int], SomeAgent]] = field(default_factory=dict)
    made: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(
        cls, players: list[Player], openings: Openings, *, seed: int, budget: Budget, oracle: str
    ) -> _LocalMatch:
        """Return the match of two players, in the play mode that they usually play."""
        names, factories, made = _named(players)
        match = cls(
            pairings=((names[0], names[1]),),
            openings=openings,
            seed=checked_seed(seed),
            budget=budget,
            oracle=oracle,
            factories=factories,
            made=made,
        )
        return in_usual_mode(match, [*_specs(players)])

    def seat(self, name: str) -> Seat:
        """Return a seat for the player of that name."""
        if name in self.factories:
            return InProcess(self.factories[name], name)
        return super().seat(name)

    def version(self, name: str) -> str:
        """Return the version of a player's agent as it is now."""
        return self.made[name] if name in self.made else super().version(name)


def _named(
    players: list[Player],
) -> tuple[list[str], dict[str, Callable[[int], SomeAgent]], dict[str, str]]:
    """Return the names of players, and makers and versions of those that are not given by name."""
    named = [
        (player, None) if isinstance(player, str) else _factory(player, DEFAULT_GAME)
        for player in players
    ]
    names = player_names([name for name, _ in named])
    makers = {name: make for name, (_, make) in zip(names, named, strict=True) if make is not None}
    made = {
        name: version_of_class(player)
        for name, player in zip(names, players, strict=True)
        if name in makers
    }
    return names, makers, made


def _factory(player: Player, game: str) -> tuple[str, Callable[[int], SomeAgent]]:
    """Return a player's name, and the function that makes it from a seed."""
    if isinstance(player, str):
        return player, load(spec_of(player, game))
    if isinstance(player, type):
        return player.__name__, cast("Callable[[int], SomeAgent]", player)
    if hasattr(player, "choose"):
        agent = cast("SomeAgent", player)
        return type(player).__name__, lambda _: agent
    if callable(player):
        return getattr(player, "__name__", "agent"), player
    raise UsageError(
        f"{player!r} is not an agent: give a name, an object with `choose`, or its class"
    )


def _openings(
    start: AnyState | SudokuStart | Iterable[AnyState | SudokuStart], rules: Rules | str | None
) -> Openings:
    """Return the start positions of a match."""
    mode = None if rules is None else parse_rules(rules)
    if isinstance(start, str) and _SIZE.fullmatch(start):
        return SudokuOpenings(shape=Shape.parse(start), rules=mode)
    starts = start if isinstance(start, (list, tuple)) else [start]
    positions = tuple(_position(cast("AnyState | SudokuStart", one)) for one in starts)
    boards = tuple(one for one in positions if isinstance(one, SudokuState))
    if boards == positions:
        return SudokuOpenings(boards, rules=mode)
    if mode is not None:
        raise _not_for(mode)
    return Openings(positions)


def _position(start: AnyState | SudokuStart) -> AnyState:
    """Return a position unchanged, or the position of Sudoku for a board, a name or a text."""
    if not isinstance(start, str):
        if isinstance(start, Board):
            return SudokuState.start(start)
        if not hasattr(start, "game"):
            raise UsageError(f"{start!r:.40} is no position to play from: give one, or its name")
        return start
    if _SIZE.fullmatch(start):
        return game_named(DEFAULT_GAME).start(start)
    return read(start)


@contextlib.contextmanager
def _progress(contest: Contest, *, wanted: bool) -> Iterator[Callable[[], None]]:
    """Yield what shows on one line of standard error how many games are played, and the score."""

    def show() -> None:
        played = f"{contest.total - contest.left} of {with_noun(contest.total, 'game')}"
        scores = [running_score(one) for one in contest.tally.pairings()]
        sys.stderr.write(f"\r{', '.join([played, *scores])} ")
        sys.stderr.flush()

    if not wanted:
        yield lambda: None
        return
    show()
    try:
        yield show
    finally:
        sys.stderr.write("\n")


@contextlib.contextmanager
def _log_path(log: str | os.PathLike[str] | None) -> Iterator[Path]:
    """Yield the path of the log, in a temporary folder if none is given."""
    if log is not None:
        yield Path(log)
        return
    with tempfile.TemporaryDirectory(prefix=folder_prefix("log")) as folder:
        yield Path(folder) / "match.jsonl"
