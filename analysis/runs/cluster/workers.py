"""Workers that are a cluster: what comes back is written by the process that asks."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from bombe.analysis.runs.cluster.flight import Flight
from bombe.analysis.runs.workers import DONE

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable, Generator, Iterable, Iterator, Mapping

    from bombe.analysis.runs.cluster.connection import Connection

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
        return self._results(function, tasks, stop)

    def as_done(
        self,
        function: Callable[[T, Callable[[], bool]], R],
        tasks: Iterable[T],
        stop: threading.Event,
    ) -> Generator[tuple[T, R], None, None]:
        """Yield each task with its result as it is done."""
        return self._results(function, tasks, stop, is_ordered=False)

    def pieces(
        self,
        function: Callable[[T, Callable[[], bool]], Iterator[Any]],
        tasks: Iterable[T],
        stop: threading.Event,
    ) -> Generator[tuple[T, Any], None, None]:
        """Yield each task with its pieces, in the order of the stream, and then with DONE."""
        for task, found in self._results(_AllPieces(function), tasks, stop):
            for piece in found.pieces:
                yield task, piece
            if found.error is not None:
                raise found.error
            yield task, DONE

    def lanes(self) -> Mapping[str, int]:
        """Return how many tasks are done at once on each machine, by its address."""
        return self._connection.lanes()

    def _results(
        self, function: Any, tasks: Iterable[T], stop: threading.Event, *, is_ordered: bool = True
    ) -> Generator[tuple[T, Any], None, None]:
        flight = Flight[T, Any](self._connection, function, stop, is_ordered=is_ordered)
        with contextlib.closing(flight.bundles(tasks)) as bundles:
            for bundle in bundles:
                yield from bundle


class _Pieces(NamedTuple):
    """All pieces of an answer, and the error that it ended with, if there is one."""

    pieces: list[Any]
    error: Exception | None


@dataclass(frozen=True)
class _AllPieces:
    """Answers a task, in a worker."""

    function: Callable[[Any, Callable[[], bool]], Iterator[Any]]

    def __call__(self, task: Any, is_stopped: Callable[[], bool]) -> _Pieces:
        """Return the whole answer."""
        pieces: list[Any] = []
        try:
            pieces.extend(self.function(task, is_stopped))
        except Exception as error:  # noqa: BLE001 - the client raises it, after it has written
            return _Pieces(pieces, error)
        return _Pieces(pieces, None)
