"""A pair of games as a plain value that can be played anywhere: in a lane, or on another machine.

    for work in contest.remaining_pairs():            # bombe.agents.arena.contest
        records = play_pair(work)           # here, or wherever the pickled work was sent
        for record in contest.take(records): ...

The records may come back in any order, and the same ones twice. What a work needs beside Bombe are
the files of agents that are not Bombe's own: `specs` names them, and `at` says where they are on
the machine that plays.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bombe.agents.arena.environment import facts_of
from bombe.agents.arena.parallel_games import SeatPool
from bombe.agents.arena.schedule import spec_of_player
from bombe.agents.seats import never
from bombe.agents.versions import BUNDLED

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bombe.agents.arena.match import Match
    from bombe.agents.arena.schedule import Fixture
    from bombe.boards.record import GameRecord


@dataclass(frozen=True)
class PairWork:
    """The games of a pair that are to be played: both, or the one that a log lacks.

    `match` has their conditions; of its start positions only that of the pair, so that a work is
    small. `number` is the pair's, counted from 1; `point` is that of the match among those of an
    experiment, counted from 0.
    """

    number: int
    match: Match
    fixtures: tuple[Fixture, ...]
    point: int = 0

    @property
    def specs(self) -> tuple[str, ...]:
        """The agents with files of their own, which must be where the work is played.

        Also one of Bombe's that has an option with a file.
        """
        names = {name for game in self.fixtures for name in (game.first, game.second)}
        with_files = (name for name in names if self.match.versions[name] != BUNDLED)
        return tuple(sorted({*map(spec_of_player, with_files)}))

    def at(self, places: Mapping[str, str]) -> PairWork:
        """Return the work for a machine on which agents are elsewhere: other specs by their specs.

        The records name the players as before.
        """
        start = self.fixtures[0].start
        return dataclasses.replace(self, match=self.match.for_machine(start, places))


def play_pair(
    work: PairWork,
    *,
    pool: SeatPool | None = None,
    is_stopped: Callable[[], bool] = never,
    lanes: int = 1,
) -> list[GameRecord]:
    """Play the games of a pair one after the other; games that were stopped are left out.

    A `pool` keeps the processes of agents from pair to pair of one match; without, they end with
    this one. The records say which machine played them, and that it plays `lanes` games at once.
    """
    seats = pool or SeatPool(work.match.seat)
    try:
        games = [work.match.play(fixture, seats, is_stopped) for fixture in work.fixtures]
    finally:
        if pool is None:
            seats.close()
    facts = facts_of(lanes)
    return [
        dataclasses.replace(game, extra={**game.extra, **facts})
        for game in games
        if game is not None
    ]
