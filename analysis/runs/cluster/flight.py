"""The bundles that are under way: sent, done again if a worker is lost, and yielded.

The scheduler gives the bundle of a lost worker to another one by itself. If that has happened too
often it returns the bundle: its items are sent one by one then, so that one that ends every worker
is found, and named.
"""

from __future__ import annotations

import functools
import itertools
import pickle
import secrets
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from bombe.analysis.runs.cluster.bundles import (
    BundlePace,
    BundleRefusal,
    BundleResult,
    FileStamp,
    run_bundle,
)
from bombe.analysis.runs.read_ahead import ReadAhead
from bombe.boards.errors import DisturbedError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

    from distributed import Future

    from bombe.analysis.runs.cluster.connection import Connection

T = TypeVar("T")
R = TypeVar("R")
MOST_TASKS = 100_000
"""Tasks that a scheduler is given at a time, at most."""
AHEAD = 4
"""Bundles under way for each thread of the workers, so that none waits for the client."""
ATTEMPTS = 3
"""How often an item is sent alone whose workers keep ending."""
_TURN = 0.1
"""Seconds after which it is looked whether a stop was requested or the scheduler was lost."""
_SLOW = 60.0
"""Seconds that it may take to fetch a result before this is looked at again."""


@dataclass(eq=False)
class _Bundle(Generic[T]):
    """Items under way, their place in the order, and how often their workers ended."""

    number: int
    items: list[T]
    future: Future = None
    lost: int = 0
    done: threading.Event = field(default_factory=threading.Event)


class Flight(Generic[T, R]):
    """Applies a function to a stream on the workers of a cluster.

    With `is_ordered` results come in the order of the stream, otherwise as they are done.
    """

    def __init__(
        self,
        connection: Connection,
        function: Callable[[T, Callable[[], bool]], R],
        stop: threading.Event,
        *,
        is_ordered: bool = True,
    ) -> None:
        self._connection, self._function, self._stop = connection, function, stop
        self._is_ordered = is_ordered
        self._run, self._has_our_files = secrets.token_hex(4), True
        self._numbers, self._tasks = itertools.count(), itertools.count()
        self._under_way: list[_Bundle[T]] = []
        self._news = threading.Event()
        self._pace = BundlePace()
        self._stamps: dict[str, FileStamp] = {}

    def bundles(self, items: Iterable[T]) -> Generator[list[tuple[T, R]], None, None]:
        """Yield each item with its result, in the bundles in which they were sent.

        An error of the stream is raised after the results of the items before it. When a stop is
        requested, what is done by then is still yielded.
        """
        feed = ReadAhead(items, self._news.set)
        try:
            while not self._stop.is_set():
                self._news.clear()
                self._fill(feed)
                if bundle := self._done():
                    yield from self._landed(bundle)
                elif not self._under_way and feed.is_over:
                    break
                else:
                    self._connection.check()
                    self._news.wait(_TURN)
            while bundle := self._done():
                yield from self._landed(bundle)
        finally:
            feed.close()
            self._cancel()
        if feed.error is not None and not self._stop.is_set():
            raise feed.error

    def _fill(self, feed: ReadAhead[T]) -> None:
        """Send bundles until enough are under way, or no item is there."""
        window = min(MOST_TASKS, AHEAD * max(1, self._connection.threads()))
        while len(self._under_way) < window:
            items = feed.take(self._pace.size)
            if not items:
                return
            bundle = _Bundle(next(self._numbers), items)
            self._under_way.append(bundle)
            self._send(bundle)

    def _done(self) -> _Bundle[T] | None:
        """Return a bundle that is done, and whose turn it is; None if there is none."""
        candidates = self._under_way[:1] if self._is_ordered else self._under_way
        return next((bundle for bundle in candidates if bundle.done.is_set()), None)

    def _send(self, bundle: _Bundle[T], *, whole: bool = False) -> None:
        """Send a bundle to the scheduler; the first one in the order is the most urgent one.

        What is `whole` has with it what a worker may not have: the bytes of our files.
        """
        whole = whole or not self._has_our_files
        bundle.done = done = threading.Event()
        bundle.future = self._connection.client.submit(
            run_bundle,
            self._function,
            [_loaded(item) for item in bundle.items] if whole else bundle.items,
            () if whole else self._stamps_of(bundle.items),
            self._connection.signature,
            key=f"bombe-{self._run}-{next(self._tasks)}",
            pure=False,
            priority=-bundle.number,
        )
        bundle.future.add_done_callback(functools.partial(self._tell, done))

    def _tell(self, done: threading.Event, _: Future) -> None:
        done.set()
        self._news.set()

    def _stamps_of(self, items: Iterable[T]) -> tuple[FileStamp, ...]:
        """Return the stamps of the files that items are to be read from."""
        paths = {path for path in map(_path, items) if path}
        for path in paths - self._stamps.keys():
            self._stamps[path] = FileStamp.of(path)
        return tuple(self._stamps[path] for path in paths)

    def _landed(self, bundle: _Bundle[T]) -> Iterator[list[tuple[T, R]]]:
        """Yield a bundle with its results, or send it again if it has none."""
        done = self._fetched(bundle)
        if isinstance(done, BundleResult):
            self._under_way.remove(bundle)
            size = len(done.results) + sum(map(_weight, bundle.items))
            self._pace.learn(len(bundle.items), done.seconds, size)
            results, error = pickle.loads(done.results)  # noqa: S301 - our workers made it
            if results:
                yield list(zip(bundle.items, results, strict=False))
            if error is not None:
                raise error
        elif done is None:
            self._send_alone(bundle)
        elif done.why:
            raise UsageError(f"{self._connection.name}: {done.why}")
        else:
            self._has_our_files = self._has_our_files and not self._stamps_of(bundle.items)
            self._send(bundle, whole=True)

    def _fetched(self, bundle: _Bundle[T]) -> BundleResult | BundleRefusal | None:
        """Return what came of a bundle, None if it ended its workers; raise what it raised."""
        from distributed import KilledWorker
        from distributed.client import FutureCancelledError

        while True:
            try:
                found: BundleResult | BundleRefusal = bundle.future.result(timeout=_SLOW)
            except KilledWorker:
                return None
            except FutureCancelledError:
                raise self._connection.lost() from None
            except TimeoutError:
                self._connection.check()
            else:
                return found

    def _send_alone(self, bundle: _Bundle[T]) -> None:
        """Send the items of a bundle one by one; raise if one of them ends every worker."""
        alone = [bundle]
        if len(bundle.items) > 1:
            alone = [_Bundle(bundle.number, [item]) for item in bundle.items]
            place = self._under_way.index(bundle)
            self._under_way[place : place + 1] = alone
        elif bundle.lost >= ATTEMPTS:
            raise DisturbedError(
                f"{self._connection.name}: every worker ended that had {_named(bundle.items[0])}; "
                "what is done is kept: find out what ends them (memory?), and run it again"
            )
        for one in alone:
            one.lost += 1
            self._send(one)

    def _cancel(self) -> None:
        """Take back what is under way."""
        self._connection.cancel([one.future for one in self._under_way if one.future is not None])
        self._under_way.clear()


def _path(item: object) -> str | None:
    """Return the file that an item is to be read from by whoever works on it; None for none."""
    path = getattr(item, "path", None)
    return path if isinstance(path, str) and getattr(item, "text", b"") is None else None


def _loaded(item: Any) -> Any:
    """Return an item with all that it needs, where it is one that can be without."""
    return item.loaded() if hasattr(item, "loaded") else item


def _weight(item: object) -> int:
    """Return about how many bytes an item has with it."""
    return len(getattr(item, "text", None) or b"")


def _named(item: object) -> str:
    """Return how messages call an item."""
    source, line = getattr(item, "source", None), getattr(item, "line", None)
    return f"{item!r:.60}" if source is None else f"the positions from {source}:{line} on"
