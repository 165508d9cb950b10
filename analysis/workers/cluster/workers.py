"""Workers that are a cluster: they answer, and this process writes what they send."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from bombe.analysis.workers.cluster.flight import Flight
from bombe.analysis.workers.contract import NOTHING, Wrote

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable, Generator, Iterable, Iterator, Mapping

    from bombe.analysis.outputs.payload import Written
    from bombe.analysis.outputs.places import SinkPlace
    from bombe.analysis.workers.cluster.connection import Connection
    from bombe.analysis.workers.contract import Answer, Piece

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
    ) -> Generator[tuple[T, R], None, None]:
        """Yield each task with function(task, is_stopped), in the order of the stream."""
        return Flight(self._connection, function, stop).results(tasks)

    def as_done(
        self,
        function: Callable[[T, Callable[[], bool]], R],
        tasks: Iterable[T],
        stop: threading.Event,
    ) -> Generator[tuple[T, R], None, None]:
        """Yield each task with its result as it is done."""
        return Flight(self._connection, function, stop, is_ordered=False).results(tasks)

    def lanes(self) -> Mapping[str, int]:
        """Return how many tasks are done at once on each machine, by its address."""
        return self._connection.lanes()

    def write_in_order(
        self,
        answer: Answer,
        tasks: Iterable[Any],
        place: SinkPlace,
        stop: threading.Event,
        written: Written = NOTHING,
    ) -> Iterator[Wrote]:
        """Write the answer to each task to a place, in the order of the stream; yield the notes."""
        sink = place.open()
        try:
            ask = functools.partial(_answered, answer=answer)
            for task, (pieces, error) in self.in_order(ask, tasks, stop):
                for piece in pieces:
                    written = sink.write(piece.payload, written)
                notes = tuple(piece.note for piece in pieces)
                yield Wrote(task, notes, written, is_whole=error is None)
                if error is not None:
                    raise error
        finally:
            sink.close()


class _Answered(NamedTuple):
    """All pieces of an answer, and the error that it ended with, if there is one."""

    pieces: list[Piece]
    error: Exception | None


def _answered(task: Any, is_stopped: Callable[[], bool], *, answer: Answer) -> _Answered:
    """Answer a task; runs in a worker."""
    pieces: list[Piece] = []
    try:
        pieces.extend(answer(task, is_stopped))
    except Exception as error:  # noqa: BLE001 - the client raises it, after it has written
        return _Answered(pieces, error)
    return _Answered(pieces, None)
