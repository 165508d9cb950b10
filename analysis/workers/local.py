"""The workers of this machine: processes that are told whose turn it is, or this process alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from bombe.analysis.workers.contract import NOTHING, Wrote

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable, Iterable, Iterator

    from bombe.analysis.outputs.payload import Written
    from bombe.analysis.outputs.places import SinkPlace
    from bombe.analysis.workers.contract import Answer

T = TypeVar("T")
R = TypeVar("R")


class LocalWorkers:
    """So many processes of this machine; one job is done in this process."""

    def __init__(self, jobs: int) -> None:
        self.jobs, self.remark = jobs, ""

    def in_order(
        self,
        function: Callable[[T, Callable[[], bool]], R],
        tasks: Iterable[T],
        stop: threading.Event,
    ) -> Iterator[tuple[T, R]]:
        """Yield each task with function(task, is_stopped), in the order of the stream."""
        if self.jobs > 1:
            # Imported here: most questions are of one board, and this takes 20 ms.
            from bombe.analysis.workers.crew import ResultsCrew

            yield from ResultsCrew(self.jobs, stop, function).run(tasks)
            return
        for task in tasks:
            yield task, function(task, stop.is_set)
            if stop.is_set():
                return

    def write_in_order(
        self,
        answer: Answer,
        tasks: Iterable[Any],
        place: SinkPlace,
        stop: threading.Event,
        written: Written = NOTHING,
    ) -> Iterator[Wrote]:
        """Write the answer to each task to a place, in the order of the stream; yield the notes."""
        if self.jobs > 1:
            from bombe.analysis.workers.crew import WritingCrew

            yield from WritingCrew(self.jobs, stop, answer, place, written).run(tasks)
        else:
            yield from _write_here(answer, tasks, place, stop, written)


def _write_here(
    answer: Answer,
    tasks: Iterable[Any],
    place: SinkPlace,
    stop: threading.Event,
    written: Written,
) -> Iterator[Wrote]:
    """Answer and write in this process."""
    sink = place.open()
    try:
        for task in tasks:
            for piece in answer(task, stop.is_set):
                written = sink.write(piece.payload, written)
                yield Wrote(task, (piece.note,), written, is_whole=False)
            yield Wrote(task, (), written, is_whole=True)
            if stop.is_set():
                return
    finally:
        sink.close()
