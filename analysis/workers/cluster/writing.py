"""Who writes the answers of a cluster: this process, or workers that have the same disk.

Answers from other machines come back and are written here. Workers on this machine keep theirs,
and write them when they are told that it is their turn: what they send is small then.
"""

from __future__ import annotations

import asyncio
import uuid
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.analysis.workers.cluster.bundles import this_worker
from bombe.analysis.workers.contract import Wrote

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from distributed import Client

    from bombe.analysis.outputs.payload import Payload, Written
    from bombe.analysis.outputs.places import Sink, SinkPlace
    from bombe.analysis.workers.contract import Answer, AnswerPiece


class Answered(NamedTuple):
    """All pieces of an answer, and the error that it ended with, if there is one."""

    pieces: list[AnswerPiece]
    error: Exception | None

    @property
    def notes(self) -> tuple[Any, ...]:
        """What is told of the pieces."""
        return tuple(piece.note for piece in self.pieces)


class KeptAnswer(NamedTuple):
    """What a worker sends back of an answer that it keeps: its name, and where it is."""

    name: str
    worker: str
    notes: tuple[Any, ...]
    weight: int
    error: Exception | None


@dataclass(frozen=True)
class Answering:
    """Answers a task, in a worker."""

    answer: Answer

    def __call__(self, task: Any, is_stopped: Callable[[], bool]) -> Answered:
        """Return the whole answer."""
        pieces: list[AnswerPiece] = []
        try:
            pieces.extend(self.answer(task, is_stopped))
        except Exception as error:  # noqa: BLE001 - the client raises it, after it has written
            return Answered(pieces, error)
        return Answered(pieces, None)


class Keeping(Answering):
    """Answers a task, in a worker that keeps the answer until it is its turn to be written."""

    def __call__(self, task: Any, is_stopped: Callable[[], bool]) -> KeptAnswer:  # type: ignore[override]
        """Return where the answer is."""
        answered = super().__call__(task, is_stopped)
        name, payloads = uuid.uuid4().hex, [piece.payload for piece in answered.pieces]
        _kept[name] = payloads
        weight = sum(map(_size, payloads))
        return KeptAnswer(name, this_worker().address, answered.notes, weight, answered.error)


_kept: dict[str, list[Payload]] = {}
"""In a worker: the answers that wait for their turn."""
_sinks: dict[SinkPlace, Sink] = {}
_writer = ThreadPoolExecutor(1)
"""The thread that writes, so that the worker can go on talking to its scheduler."""


async def write_kept(names: Sequence[str], place: SinkPlace, written: Written) -> list[Written]:
    """Write answers that this worker keeps; return what is there after each of them."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_writer, _write_kept, names, place, written)


def _write_kept(names: Sequence[str], place: SinkPlace, written: Written) -> list[Written]:
    if place not in _sinks:
        _sinks[place] = place.open()
    after = []
    for name in names:
        for payload in _kept.pop(name):
            written = _sinks[place].write(payload, written)
        after.append(written)
    return after


class AtHome:
    """Writes answers that came back, into a sink of this process."""

    def __init__(self, place: SinkPlace, written: Written) -> None:
        self._place, self._sink, self._written = place, place.open(), written

    def write(self, bundle: Iterable[tuple[Any, Answered]]) -> Iterator[Wrote]:
        """Write the answers to the tasks of a bundle; yield what is there after each."""
        for task, answered in bundle:
            for piece in answered.pieces:
                self._written = self._sink.write(piece.payload, self._written)
            yield Wrote(task, answered.notes, self._written, is_whole=answered.error is None)
            if answered.error is not None:
                raise answered.error

    def close(self) -> None:
        """Close the sink."""
        self._sink.close()


class ByWorkers:
    """Has each worker write what it keeps, in its turn; the answers of a lost one are done here."""

    def __init__(self, client: Client, answer: Answer, place: SinkPlace, written: Written) -> None:
        self._client, self._answer, self._place = client, answer, place
        self._written = written

    def write(self, bundle: Sequence[tuple[Any, KeptAnswer]]) -> Iterator[Wrote]:
        """Let the worker that has a bundle write its answers; yield what is there after each."""
        worker = bundle[0][1].worker
        names = [kept.name for _, kept in bundle]
        try:
            found = self._client.run(
                write_kept, names, self._place, self._written, workers=[worker]
            )
            after = found[worker]
        except (OSError, KeyError, ValueError):
            yield from self._again([task for task, _ in bundle])
            return
        for (task, kept), written in zip(bundle, after, strict=True):
            self._written = written
            yield Wrote(task, kept.notes, written, is_whole=kept.error is None)
            if kept.error is not None:
                raise kept.error

    def close(self) -> None:
        """Leave the file to the workers, which end with this process."""

    def _again(self, tasks: Iterable[Any]) -> Iterator[Wrote]:
        """Answer in this process what a worker kept that is no more."""
        home = AtHome(self._place, self._written)
        try:
            ask = Answering(self._answer)
            for wrote in home.write((task, ask(task, bool)) for task in tasks):
                self._written = wrote.written
                yield wrote
        finally:
            home.close()


def _size(payload: Payload) -> int:
    """Return about how many bytes a payload has."""
    return len(payload.data) if isinstance(payload.data, bytes) else 100 * len(payload.data)
