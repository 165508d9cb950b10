"""What travels to a worker and back: several items of a stream, so that a task is worth its way.

A scheduler needs about a millisecond for a task, whatever is in it. Bundles grow until they take
about a second; the first ones show how long an item takes.
"""

from __future__ import annotations

import math
import os
import pickle
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.analysis.runs.cluster.signature import signature

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from distributed import Worker

    from bombe.analysis.runs.cluster.signature import Signature

TASK_SECONDS = 1.0
"""What a task takes, once it is known how long items take."""
MOST_BYTES = 16 << 20
"""What a task takes along, and what it brings back, at most, unless a single item is larger."""
_GROWTH = 4
"""How many times as large as the one before a bundle may be: the first items may be easy ones."""


class FileStamp(NamedTuple):
    """A file as it was: another machine that has such a file of this name has the same one."""

    path: str
    size: int
    changed: int

    @classmethod
    def of(cls, path: str) -> FileStamp:
        """Return the stamp of a file; raise OSError if there is none."""
        found = os.stat(path)  # noqa: PTH116 - the path may be relative to the worker's folder
        return cls(path, found.st_size, found.st_mtime_ns)

    @property
    def is_here(self) -> bool:
        """Whether this machine has the file."""
        try:
            return FileStamp.of(self.path) == self
        except OSError:
            return False


class BundleResult(NamedTuple):
    """What a worker sends back: pickled results and an error or None, and the seconds it took.

    With an error, the results are those of the items before it.
    """

    results: bytes
    seconds: float


class NotLoadedError(Exception):
    """A function raises it in a worker that lacks what an item left behind: `loaded()` has it."""


class BundleRefusal(NamedTuple):
    """What a worker sends back that must not do a task, and `why`; without, send it once more.

    That is so where the worker does not have a file, and where it gave up a task that was taken
    from it and then given to it again.
    """

    why: str = ""


def run_bundle(
    function: Callable[[Any, Callable[[], bool]], object],
    items: Sequence[Any],
    stamps: Sequence[FileStamp],
    client: Signature | None,
) -> BundleResult | BundleRefusal:
    """Return the results for all items; runs in a worker.

    A function that keeps something from item to item has `close`, which ends that.
    """
    if client is not None and (why := client.refusal(signature())):
        return BundleRefusal(why)
    if not all(stamp.is_here for stamp in stamps):
        return BundleRefusal()
    began, cancelled = time.perf_counter(), _Cancelled()
    results, error = list[object](), None
    try:
        results.extend(function(item, cancelled) for item in items)
    except NotLoadedError:
        return BundleRefusal()
    except Exception as raised:  # noqa: BLE001 - the client raises it
        error = raised
    finally:
        if close := getattr(function, "close", None):
            close()
    if cancelled.was_said:  # some of the results are not complete
        return BundleRefusal()
    packed = pickle.dumps((results, error), pickle.HIGHEST_PROTOCOL)
    return BundleResult(packed, time.perf_counter() - began)


def this_worker() -> Worker:
    """Return the worker that this thread belongs to."""
    from distributed import get_worker

    return get_worker()


class _Cancelled:
    """Whether nobody waits for the task of this thread any more.

    The scheduler takes a task back if its client cancels it, or ends, in whatever way.
    """

    def __init__(self) -> None:
        worker = this_worker()
        self._task = worker.state.tasks[worker.get_current_task()]
        self.was_said = False

    def __call__(self) -> bool:
        self.was_said = self.was_said or self._task.state != "executing"
        return self.was_said


class BundlePace:
    """How long items take and how large they are, as learned from the bundles so far."""

    def __init__(self) -> None:
        self._size = 1
        self._seconds = self._bytes = 0.0
        self._is_known = False

    @property
    def size(self) -> int:
        """How many items the next bundle should have."""
        return self._size

    def learn(self, items: int, seconds: float, size: int) -> None:
        """Take a bundle into account: its items, its seconds, and the bytes that it moved."""
        old = 0.5 if self._is_known else 0.0
        self._seconds = old * self._seconds + (1 - old) * seconds / items
        self._bytes = old * self._bytes + (1 - old) * size / items
        self._is_known = True
        by_time = TASK_SECONDS / max(self._seconds, 1e-9)
        by_bytes = MOST_BYTES / max(self._bytes, 1e-9)
        fitting = max(1, math.ceil(min(by_time, by_bytes)))
        self._size = min(fitting, max(self._size, _GROWTH * items))
