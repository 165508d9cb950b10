"""What a worker process does: it answers tasks, and writes each answer when it is its turn.

Its parent sends tasks and turns, and gets back what became of them; no answer passes through the
parent, unless only the parent can write it. Three threads share the work: one listens, one writes,
and the main one answers, so that the next task is answered while an answer waits for its turn.
"""

from __future__ import annotations

import contextlib
import pickle
import queue
import signal
import sys
import threading
import traceback
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.analysis.workers.contract import AnswerPiece
from bombe.boards.errors import BombeError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from multiprocessing.connection import Connection

    from bombe.analysis.outputs.payload import Written
    from bombe.analysis.outputs.places import Sink, SinkPlace
    from bombe.analysis.workers.contract import Answer

_PATIENCE = 0.0005
"""Seconds after which a thread gives way: turns would wait for the usual ones ten times as long."""


class Task(NamedTuple):
    """To a worker: a task, by its number in the stream."""

    number: int
    item: Any


class WriteTurn(NamedTuple):
    """To a worker: it is the turn of this task to be written after what is there."""

    number: int
    written: Written


class Stop(NamedTuple):
    """To a worker: whatever is being answered may end early."""


class Ended(NamedTuple):
    """To a worker: nothing more will be wanted."""


class TaskAnswered(NamedTuple):
    """From a worker: it is ready for another task, and the result if that is wanted."""

    number: int
    result: Any = None


class Advanced(NamedTuple):
    """From a worker: what has been written, or the `pieces` that its parent is to write."""

    number: int
    notes: tuple[Any, ...]
    written: Written | None
    is_whole: bool
    pieces: tuple[AnswerPiece, ...] = ()


class Failed(NamedTuple):
    """From a worker: the error that a task ended with."""

    number: int
    error: BaseException


class _Whole(NamedTuple):
    """After the last piece of an answer: the error that ended it, if there is one."""

    error: BaseException | None = None


def give_results(
    connection: Connection, function: Callable[[Any, Callable[[], bool]], object]
) -> None:
    """Apply a function to tasks, and send the results back; the main function of a process."""
    line = _Line(connection)
    for number, item in line.tasks():
        try:
            line.send(TaskAnswered(number, function(item, line.is_stopped)))
        except Exception as error:  # noqa: BLE001 - the parent raises it
            line.send(Failed(number, _sendable(error)))


def write_answers(connection: Connection, answer: Answer, place: SinkPlace | None) -> None:
    """Answer tasks, and write the answers; the main function of a process.

    Without a place it is the parent that writes.
    """
    line = _Line(connection)
    answers = _Answers()
    writer = threading.Thread(target=_write_turns, args=(line, answers, place), daemon=True)
    writer.start()
    for number, item in line.tasks():
        error: BaseException | None = None
        try:
            for piece in answer(item, line.is_stopped):
                answers.put(number, piece)
        except Exception as found:  # noqa: BLE001 - the parent raises it
            error = found
        answers.put(number, _Whole(error))
        line.send(TaskAnswered(number))


class _Line:
    """The connection to the parent: what it sends is sorted into tasks, turns and a stop."""

    def __init__(self, connection: Connection) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent passes it on
        if sys.platform != "win32":
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})  # it was held until now
        sys.setswitchinterval(_PATIENCE)
        self._connection = connection
        self._sending = threading.Lock()
        self._tasks: queue.SimpleQueue[Task | None] = queue.SimpleQueue()
        self.turns: queue.SimpleQueue[WriteTurn] = queue.SimpleQueue()
        self._is_stopped = self._has_ended = False
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def has_ended(self) -> bool:
        """Whether the parent wants nothing more, or is no more."""
        return self._has_ended

    def is_stopped(self) -> bool:
        """Return whether answers may end early."""
        return self._is_stopped

    def tasks(self) -> Iterator[Task]:
        """Yield the tasks, as long as the parent wants answers."""
        while (task := self._tasks.get()) is not None and not self._has_ended:
            yield task

    def send(self, message: NamedTuple) -> None:
        """Send a message to the parent, if it is still there."""
        with self._sending, contextlib.suppress(BrokenPipeError, ConnectionError):
            self._connection.send(message)

    def _listen(self) -> None:
        with contextlib.suppress(EOFError, OSError):
            while not isinstance(message := self._connection.recv(), Ended):
                if isinstance(message, Task):
                    self._tasks.put(message)
                elif isinstance(message, WriteTurn):
                    self.turns.put(message)
                else:
                    self._is_stopped = True
        self._is_stopped = self._has_ended = True
        self._tasks.put(None)


class _Answers:
    """The pieces of answers that are not written yet, by the numbers of their tasks."""

    def __init__(self) -> None:
        self._pieces: dict[int, queue.SimpleQueue[AnswerPiece | _Whole]] = {}
        self._lock = threading.Lock()

    def put(self, number: int, piece: AnswerPiece | _Whole) -> None:
        """Add a piece."""
        self._of(number).put(piece)

    def take(self, number: int) -> list[AnswerPiece | _Whole]:
        """Return all pieces of an answer that are there; wait for one."""
        pieces = self._of(number)
        taken = [pieces.get()]
        while not pieces.empty():
            taken.append(pieces.get())
        if isinstance(taken[-1], _Whole):
            with self._lock:
                del self._pieces[number]
        return taken

    def _of(self, number: int) -> queue.SimpleQueue[AnswerPiece | _Whole]:
        with self._lock:
            return self._pieces.setdefault(number, queue.SimpleQueue())


def _write_turns(line: _Line, answers: _Answers, place: SinkPlace | None) -> None:
    """Write answers in their turns; a thread of its own."""
    sink: Sink | None = None
    while True:
        turn = line.turns.get()
        try:
            if place is not None and sink is None:
                sink = place.open()
            _write_turn(turn, line, answers, sink)
        except Exception as error:  # noqa: BLE001 - the parent raises it
            line.send(Failed(turn.number, _sendable(error)))


def _write_turn(turn: WriteTurn, line: _Line, answers: _Answers, sink: Sink | None) -> None:
    """Write the answer to one task, piece by piece, as they come."""
    number, written = turn
    is_whole = False
    while not is_whole:
        taken = answers.take(number)
        last = taken[-1]
        is_whole = isinstance(last, _Whole)
        pieces = tuple(each for each in taken if isinstance(each, AnswerPiece))
        if line.has_ended:
            return
        notes = tuple(piece.note for piece in pieces)
        if sink is None:
            line.send(Advanced(number, notes, None, _is_good(last), pieces))
        else:
            for piece in pieces:
                written = sink.write(piece.payload, written)
            line.send(Advanced(number, notes, written, _is_good(last)))
        if isinstance(last, _Whole) and last.error is not None:
            raise last.error


def _is_good(last: AnswerPiece | _Whole) -> bool:
    """Return whether an answer is whole, and did not end with an error."""
    return isinstance(last, _Whole) and last.error is None


def _sendable(error: BaseException) -> BaseException:
    """Return an error that the parent can raise: with our traceback if it is a mistake of ours."""
    if not isinstance(error, (BombeError, OSError)):
        error.add_note("".join(traceback.format_exception(error)).rstrip())
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - we made it
    except Exception:  # noqa: BLE001 - whatever an error of others does
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error
