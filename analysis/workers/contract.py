"""What all workers are: they apply a function to a stream, in its order, in constant memory.

    in_order         the results come back
    write_in_order   the answers are written, each in its turn, and only notes of them come back

An answer is given in pieces, so that what is known can be written while the rest is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from bombe.analysis.outputs.payload import Payload, Written

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable, Iterable, Iterator

    from bombe.analysis.outputs.places import SinkPlace

T = TypeVar("T")
R = TypeVar("R")
NOTHING = Written()


class AnswerPiece(NamedTuple):
    """A part of an answer: what is written, and what is told of it.

    A note that has a true `is_cut` says that a stop ended the answer early: nothing is written
    after it, so that what there is has no gaps.
    """

    payload: Payload
    note: Any


class Wrote(NamedTuple):
    """What was written of the answer to a task: the notes of some pieces, and what is there then.

    `is_whole` says that these were the last ones.
    """

    task: Any
    notes: tuple[Any, ...]
    written: Written
    is_whole: bool


class Answer(Protocol):
    """The function that answers: one that can be sent to a worker process."""

    def __call__(self, task: Any, is_stopped: Callable[[], bool], /) -> Iterator[AnswerPiece]:
        """Yield the pieces of the answer; few or none where a stop is requested."""


class AnyWorkers(Protocol):
    """Processes that share work, here or on a cluster.

    `remark` is what a line of progress says of them, if there is anything to say.
    """

    remark: str

    def in_order(
        self,
        function: Callable[[T, Callable[[], bool]], R],
        tasks: Iterable[T],
        stop: threading.Event,
    ) -> Iterator[tuple[T, R]]:
        """Yield each task with function(task, is_stopped), in the order of the stream.

        When `stop` is set no more tasks are begun, and `is_stopped` returns True in those that are.
        An error of the stream itself is raised after the results of the tasks before it.
        """

    def write_in_order(
        self,
        answer: Answer,
        tasks: Iterable[Any],
        place: SinkPlace,
        stop: threading.Event,
        written: Written = NOTHING,
    ) -> Iterator[Wrote]:
        """Write the answer to each task to a place, in the order of the stream; yield the notes.

        `written` is what is there before. Stops and errors are as in `in_order`.
        """
