"""Applies a function to a stream in several processes, in order and in constant memory."""

from __future__ import annotations

import collections
import itertools
import signal
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Future
    from multiprocessing.synchronize import Event

T = TypeVar("T")
R = TypeVar("R")
CHUNK = 16
"""Items per task: enough for little overhead, few enough to wait little for the first results."""
AHEAD = 4
"""Tasks in flight per process; more would only keep more of the stream in memory."""


def map_in_order(
    function: Callable[[T, Callable[[], bool]], R],
    items: Iterable[T],
    jobs: int,
    stop: threading.Event,
) -> Iterator[tuple[T, R]]:
    """Yield each item with function(item, is_stopped), in the order of the stream.

    When `stop` is set no more items are read, and `is_stopped` returns True in those in progress.
    An error of the stream itself is raised after the results of the items before it.
    """
    if jobs == 1:
        for item in items:
            yield item, function(item, stop.is_set)
            if stop.is_set():
                return
        return
    yield from _Pool(function, jobs, stop).run(items)


class _Pool(Generic[T, R]):
    """The processes, the tasks in flight, and the error that the stream may end with."""

    def __init__(
        self, function: Callable[[T, Callable[[], bool]], R], jobs: int, stop: threading.Event
    ) -> None:
        # Imported here: most audits are of one board, and these imports take 20 ms.
        import multiprocessing
        from concurrent.futures import ProcessPoolExecutor

        context = multiprocessing.get_context("spawn")
        self._function, self._jobs, self._stop = function, jobs, stop
        self._stopped: Event = context.Event()
        self._executor = ProcessPoolExecutor(
            jobs, mp_context=context, initializer=_begin, initargs=(self._stopped,)
        )
        self._error: Exception | None = None

    def run(self, items: Iterable[T]) -> Iterator[tuple[T, R]]:
        """Keep a window of tasks in flight and yield the results of the oldest."""
        flight: collections.deque[tuple[list[T], Future[list[R]]]] = collections.deque()
        chunks = self._chunks(iter(items))
        with self._executor:
            try:
                while True:
                    for chunk in itertools.islice(chunks, self._jobs * AHEAD - len(flight)):
                        flight.append((chunk, self._executor.submit(_apply, self._function, chunk)))
                    if not flight:
                        break
                    chunk, future = flight.popleft()
                    yield from zip(chunk, self._await(future), strict=True)
            finally:
                self._stopped.set()
                self._executor.shutdown(wait=True, cancel_futures=True)
        if self._error is not None:
            raise self._error

    def _chunks(self, items: Iterator[T]) -> Iterator[list[T]]:
        """Yield the items of each task in turn, until the stream ends, fails or is stopped."""
        while not self._stop.is_set() and self._error is None:
            chunk = list(itertools.islice(self._guarded(items), CHUNK))
            if not chunk:
                return
            yield chunk

    def _guarded(self, items: Iterator[T]) -> Iterator[T]:
        """Yield the items; keep an error of the stream to raise it after their results."""
        try:
            # Not `yield from`: it would close a generator at the end of the first task.
            for item in items:  # noqa: UP028
                yield item
        except Exception as error:  # noqa: BLE001 - it is raised after the results
            self._error = error

    def _await(self, future: Future[list[R]]) -> list[R]:
        """Return the result of a task; meanwhile pass a stop on to the processes."""
        while True:
            try:
                return future.result(timeout=0.05)
            except TimeoutError:
                if self._stop.is_set():
                    self._stopped.set()


_is_stopped: Callable[[], bool] = bool
"""In a worker process: whether the parent requested a stop."""


def _begin(stopped: Event) -> None:
    """Set up a worker: the parent handles Ctrl-C and passes it on."""
    global _is_stopped  # noqa: PLW0603 - a worker process has one parent, which sets it once
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _is_stopped = stopped.is_set


def _apply(function: Callable[[T, Callable[[], bool]], R], chunk: list[T]) -> list[R]:
    return [function(item, _is_stopped) for item in chunk]
