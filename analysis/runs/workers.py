"""The contract of what does the work of a run, and this process as the simplest of it.

    with workers_of(jobs, cluster) as workers:              see bombe.analysis.runs.spreading
        for task, result in workers.in_order(function, tasks, stop): ...
        for task, piece in workers.pieces(function, tasks, stop): ...

Both apply a function to a stream, in its order, in constant memory. When `stop` is set no more
tasks are begun, and `is_stopped`, which the function gets, returns True in those that are. An error
of the stream itself is raised after the results of the tasks before it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable, Generator, Iterable, Iterator

T = TypeVar("T")
R = TypeVar("R")
DONE: Any = None
"""What follows the last piece of a task."""


class AnyWorkers(Protocol):
    """Processes that share work; `remark` is what a line of progress says of them."""

    remark: str

    def pieces(
        self,
        function: Callable[[T, Callable[[], bool]], Iterator[Any]],
        tasks: Iterable[T],
        stop: threading.Event,
    ) -> Generator[tuple[T, Any], None, None]:
        """Yield each task with the pieces of function(task, is_stopped), then with DONE."""

    def in_order(
        self,
        function: Callable[[T, Callable[[], bool]], R],
        tasks: Iterable[T],
        stop: threading.Event,
    ) -> Iterator[tuple[T, R]]:
        """Yield each task with function(task, is_stopped)."""


class ThisProcess:
    """No other process."""

    remark = ""

    def pieces(
        self,
        function: Callable[[T, Callable[[], bool]], Iterator[Any]],
        tasks: Iterable[T],
        stop: threading.Event,
    ) -> Generator[tuple[T, Any], None, None]:
        """Yield each task with its pieces, as they are known."""
        for task in tasks:
            for piece in function(task, stop.is_set):
                yield task, piece
            yield task, DONE
            if stop.is_set():
                return

    def in_order(
        self,
        function: Callable[[T, Callable[[], bool]], R],
        tasks: Iterable[T],
        stop: threading.Event,
    ) -> Iterator[tuple[T, R]]:
        """Yield each task with its result."""
        return results(self.pieces(OnePiece(function), tasks, stop))


class Boxed(NamedTuple):
    """A result, which may be anything, as a piece."""

    value: Any


@dataclass(frozen=True)
class OnePiece:
    """A function whose result is one piece."""

    function: Callable[[Any, Callable[[], bool]], Any]

    def __call__(self, task: Any, is_stopped: Callable[[], bool]) -> Iterator[Boxed]:
        """Yield the result."""
        yield Boxed(self.function(task, is_stopped))


def results(pieces: Iterable[tuple[T, Any]]) -> Iterator[tuple[T, Any]]:
    """Yield the results of tasks that have one piece each."""
    return ((task, piece.value) for task, piece in pieces if piece is not DONE)
