"""Workers that are a cluster, as the contract of workers has it."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any, TypeVar

from bombe.analysis.workers.cluster.flight import Flight
from bombe.analysis.workers.cluster.writing import Answering, AtHome, ByWorkers, Keeping
from bombe.analysis.workers.contract import NOTHING

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable, Generator, Iterable, Iterator, Mapping

    from bombe.analysis.outputs.payload import Written
    from bombe.analysis.outputs.places import SinkPlace
    from bombe.analysis.workers.cluster.connection import Connection
    from bombe.analysis.workers.contract import Answer, Wrote

T = TypeVar("T")
R = TypeVar("R")


class ClusterWorkers:
    """The workers of a scheduler; `remark` is what a progress line says of them."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.remark = f"dashboard {connection.dashboard}"

    def in_order(
        self,
        function: Callable[[T, Callable[[], bool]], R],
        tasks: Iterable[T],
        stop: threading.Event,
    ) -> Iterator[tuple[T, R]]:
        """Yield each task with function(task, is_stopped), in the order of the stream."""
        for bundle in Flight(self._connection, function, stop).bundles(tasks):
            yield from bundle

    def as_done(
        self,
        function: Callable[[T, Callable[[], bool]], R],
        tasks: Iterable[T],
        stop: threading.Event,
    ) -> Generator[tuple[T, R], None, None]:
        """Yield each task with its result as it is done."""
        flight = Flight(self._connection, function, stop, is_ordered=False)
        with contextlib.closing(flight.bundles(tasks)) as bundles:
            for bundle in bundles:
                yield from bundle

    def write_in_order(
        self,
        answer: Answer,
        tasks: Iterable[Any],
        place: SinkPlace,
        stop: threading.Event,
        written: Written = NOTHING,
    ) -> Iterator[Wrote]:
        """Write the answer to each task to a place, in the order of the stream; yield the notes."""
        is_theirs = self._connection.is_here and place.path is not None and place.is_shared
        ask: Any = Keeping(answer) if is_theirs else Answering(answer)
        writer: Any = (
            ByWorkers(self._connection.client, answer, place, written)
            if is_theirs
            else AtHome(place, written)
        )
        bundles = Flight[Any, Any](self._connection, ask, stop).bundles(tasks)
        with contextlib.closing(writer), contextlib.closing(bundles):
            for bundle in bundles:
                yield from writer.write(bundle)

    def lanes(self) -> Mapping[str, int]:
        """Return how many tasks are done at once on each machine, by its address."""
        return self._connection.lanes()
