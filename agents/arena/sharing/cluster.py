"""The games of a match on a cluster of Dask: the unit is the pair of games on one board.

    pairs = contest.remaining_pairs()
    for work, records in play_on_cluster(pairs, "tcp://10.0.0.7:8786", stop): ...

Pairs come back as they end. Those of a worker that is lost are played again by another one, and a
pair comes back once. The files of agents travel with the first pairs that need them.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from bombe.agents.arena.parallel_games import SeatPool
from bombe.agents.arena.schedule import spec_of_player
from bombe.agents.arena.sharing.agent_bundle import AgentBundle, NotUnpackedError, pack, unpacked
from bombe.agents.arena.sharing.pair_work import play_pair
from bombe.analysis.runs.cluster import cluster_workers
from bombe.analysis.runs.cluster.bundles import NotLoadedError, this_worker

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable, Generator, Iterable, Iterator, Mapping

    from bombe.agents.arena.sharing.pair_work import PairWork
    from bombe.boards.record import GameRecord


def play_on_cluster(
    remaining_pairs: Iterable[PairWork],
    address: str,
    stop: threading.Event,
    note: Callable[[str], object],
) -> Generator[tuple[PairWork, list[GameRecord]], None, None]:
    """Yield each pair with the records of its games as it ends; each is played on one core.

    `note` gets what a line of progress is to say of the cluster.
    """
    with cluster_workers(address) as workers:
        note(workers.remark)
        player = _PairPlayer(workers.lanes())
        sent = _with_bags(remaining_pairs)
        with contextlib.closing(workers.as_done(player, sent, stop)) as played:
            for message, records in played:
                yield message.work, records


@dataclass(frozen=True)
class _PairMessage:
    """A pair for a worker, with bundles of its agents; only those in `packed` have archives."""

    work: PairWork
    bundles: tuple[AgentBundle, ...]
    packed: tuple[AgentBundle, ...] = ()

    def loaded(self) -> _PairMessage:
        """Return the message with the archives, for a worker that does not have them."""
        return replace(self, bundles=self.packed)

    def __reduce__(self) -> tuple[type[_PairMessage], tuple[PairWork, tuple[AgentBundle, ...]]]:
        """Pickle the bundles only: the archives stay here until a worker asks for them."""
        return _PairMessage, (self.work, self.bundles)


def _with_bags(remaining_pairs: Iterable[PairWork]) -> Iterator[_PairMessage]:
    """Yield each pair with the files that it needs; those of an agent are packed once."""
    packed: dict[tuple[str, str], AgentBundle] = {}
    for work in remaining_pairs:
        versions = {spec_of_player(name): its for name, its in work.match.versions.items()}
        keys = [(spec, versions[spec]) for spec in work.specs]
        packed.update({key: pack(*key) for key in keys if key not in packed})
        bundles = [packed[key] for key in keys]
        yield _PairMessage(
            work, tuple(bundle.without_archive() for bundle in bundles), tuple(bundles)
        )


@dataclass
class _PairPlayer:
    """Plays pairs in a worker; the processes of agents are kept until its task is done.

    `lanes` says how many games are played at once on each machine.
    """

    lanes: Mapping[str, int]
    _pools: dict[str, SeatPool] = field(default_factory=dict, repr=False)

    def __call__(self, message: _PairMessage, is_stopped: Callable[[], bool]) -> list[GameRecord]:
        """Play a pair; return no records of games that were stopped."""
        try:
            work = message.work.at({bundle.spec: unpacked(bundle) for bundle in message.bundles})
        except NotUnpackedError as error:
            raise NotLoadedError(str(error)) from None
        match, host = work.match, urlsplit(this_worker().address).hostname or ""
        pool = self._pools.setdefault(match.fingerprint, SeatPool(match.seat))
        return play_pair(work, pool=pool, is_stopped=is_stopped, lanes=self.lanes.get(host, 1))

    def close(self) -> None:
        """End the processes of agents."""
        while self._pools:
            self._pools.popitem()[1].close()
