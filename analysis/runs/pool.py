"""Processes of this machine: each answers one task after the other, and its parent writes.

The parent reads the stream in a thread, so that results come while the next task is waited for, as
on standard input. A process has a thread that listens, so that a task waits for it, and a stop is
heard, while it answers.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pickle
import queue
import signal
import sys
import threading
import time
import traceback
from collections import deque
from dataclasses import dataclass, field
from multiprocessing import resource_tracker
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.analysis.runs.read_ahead import ReadAhead
from bombe.analysis.runs.workers import DONE, OnePiece, results
from bombe.boards.errors import BombeError, DisturbedError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

    Function = Callable[[Any, Callable[[], bool]], Iterator[Any]]

AHEAD = 4
"""Tasks under way for each process; more would only keep more answers in memory."""
_AT_ONCE = 2
"""Tasks that a process has: one that it answers, and the next one."""
_MOMENT = 0.1
"""Seconds after which it is looked whether a stop was requested."""
_LAST_SECONDS = 5.0
"""How long processes have to end by themselves."""
_SPAWN = multiprocessing.get_context("spawn")


class _Failed(NamedTuple):
    """The error that a task ended with."""

    error: BaseException


class Pool:
    """So many processes of this machine, started when there is work for them."""

    remark = ""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs

    def pieces(
        self, function: Function, tasks: Iterable[Any], stop: threading.Event
    ) -> Generator[tuple[Any, Any], None, None]:
        """Yield each task with its pieces, in the order of the stream."""
        return _Stream(self._jobs, function, stop).run(tasks)

    def in_order(
        self,
        function: Callable[[Any, Callable[[], bool]], Any],
        tasks: Iterable[Any],
        stop: threading.Event,
    ) -> Iterator[tuple[Any, Any]]:
        """Yield each task with its result."""
        return results(self.pieces(OnePiece(function), tasks, stop))


# The parent --------------------------------------------------------------------------------------


@dataclass(eq=False)
class _Worker:
    """A process, and the numbers of the tasks that it has not answered yet."""

    process: SpawnProcess
    connection: Connection
    tasks: list[int] = field(default_factory=list)


class _Stream:
    """A stream of tasks under way: who has which, and the pieces that wait for their turn."""

    def __init__(self, jobs: int, function: Function, stop: threading.Event) -> None:
        self._jobs, self._function, self._stop = jobs, function, stop
        self._workers: list[_Worker] = []
        self._given = self._finished = 0
        self._items: dict[int, Any] = {}
        self._pieces: dict[int, deque[Any]] = {}
        self._error: BaseException | None = None
        self._news, self._bell = _SPAWN.Pipe(duplex=False)
        self._is_hungry = self._is_stopping = False

    def run(self, tasks: Iterable[Any]) -> Generator[tuple[Any, Any], None, None]:
        """Keep all processes at work, and yield the pieces in the order of the tasks."""
        feed = ReadAhead(tasks, self._ring)
        try:
            while self._error is None:
                self._hand_out(feed)
                if self._finished == self._given and feed.is_over:
                    break
                self._listen()
                yield from self._in_turn()
                if self._stop.is_set() and not self._is_stopping:
                    self._is_stopping = True
                    feed.close()
                    self._tell_all("stop")
        except KeyboardInterrupt:
            self._kill()
            raise
        finally:
            feed.close()
            self._end()
        error = self._error or (None if self._is_stopping else feed.error)
        if error is not None:
            raise error

    def _in_turn(self) -> Iterator[tuple[Any, Any]]:
        """Yield the pieces that are there of the first task that is not finished, and so on."""
        while self._error is None and self._pieces.get(self._finished):
            piece = self._pieces[self._finished].popleft()
            if isinstance(piece, _Failed):
                self._error = piece.error
                return
            yield self._items[self._finished], piece
            if piece is DONE:
                del self._items[self._finished], self._pieces[self._finished]
                self._finished += 1

    def _ring(self) -> None:
        """Ring when there is a task if one is waited for; the thread that reads them calls this."""
        if self._is_hungry:
            self._is_hungry = False
            with contextlib.suppress(OSError):  # all may be over, while this waited for a line
                self._bell.send_bytes(b".")

    def _hand_out(self, feed: ReadAhead[Any]) -> None:
        """Hand out tasks to the processes that are not busy."""
        while self._given - self._finished < self._jobs * AHEAD:
            idlest = min(self._workers, key=lambda each: len(each.tasks), default=None)
            needs_more = idlest is None or (idlest.tasks and len(self._workers) < self._jobs)
            if not needs_more and idlest is not None and len(idlest.tasks) >= _AT_ONCE:
                return
            self._is_hungry = True
            found = feed.take(1)
            if not found:
                return
            self._is_hungry = False
            worker = self._start() if needs_more or idlest is None else idlest
            number, self._items[self._given] = self._given, found[0]
            self._pieces[number] = deque()
            self._given += 1
            worker.tasks.append(number)
            self._send(worker, (number, found[0]))

    def _start(self) -> _Worker:
        ours, theirs = _SPAWN.Pipe()
        started = _SPAWN.Process(target=_work, args=(theirs, self._function), daemon=True)
        with _ctrl_c_held():
            started.start()
        theirs.close()
        self._workers.append(_Worker(started, ours))
        return self._workers[-1]

    def _listen(self) -> None:
        """Wait a moment for what the processes say, or for a task to hand out."""
        workers = {worker.connection: worker for worker in self._workers}
        for connection in wait([self._news, *workers], timeout=_MOMENT):
            if connection is self._news:
                self._news.recv_bytes()
                continue
            worker = workers[connection]  # type: ignore[index] # these are all connections
            try:
                number, piece = _received(worker.connection)
            except (EOFError, OSError):  # it may end in the middle of a message
                self._error = self._error or self._lost(worker)
                return
            self._pieces[number].append(piece)
            if piece is DONE or isinstance(piece, _Failed):
                worker.tasks.remove(number)

    def _send(self, worker: _Worker, message: Any) -> None:
        """Send a message; that a process is no more is said where it is listened to."""
        try:
            worker.connection.send(message)
        except (BrokenPipeError, ConnectionError):
            self._error = self._error or self._lost(worker)

    def _tell_all(self, message: Any) -> None:
        for worker in self._workers:
            self._send(worker, message)

    def _lost(self, worker: _Worker) -> DisturbedError:
        """Return the error for a process that has ended before it was told to."""
        worker.process.join(_LAST_SECONDS)
        code = worker.process.exitcode
        how = f"ended with exit code {code}"
        if code is not None and code < 0:
            how = f"was ended by {signal.Signals(-code).name}"
        at = _named(self._items[worker.tasks[0]]) if worker.tasks else ""
        return DisturbedError(
            f"a worker process {how}{at}: see that there is memory for all of them, or give fewer "
            "by -j; what was done before is kept"
        )

    def _end(self) -> None:
        """Let all processes end; end those that do not."""
        for worker in self._workers:
            worker.connection.close()  # which ends a process, even one that sends
        deadline = time.monotonic() + _LAST_SECONDS
        for worker in self._workers:
            worker.process.join(max(0.0, deadline - time.monotonic()))
        self._kill()
        for worker in self._workers:
            worker.process.join()
        self._news.close()

    def _kill(self) -> None:
        for worker in self._workers:
            worker.process.kill()


@contextlib.contextmanager
def _ctrl_c_held() -> Iterator[None]:
    """Hold Ctrl-C back: here until the end, in a process that is started until it is ready for it.

    The terminal sends it to all processes; one that is still importing would die of it.
    """
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # which would let it through when it starts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _named(task: object) -> str:
    """Return where a process was, as messages say it."""
    source, line = getattr(task, "source", None), getattr(task, "line", None)
    return "" if source is None else f" at the positions from {source}:{line} on"


# A worker process --------------------------------------------------------------------------------


def _work(connection: Connection, function: Function) -> None:
    """Answer tasks until the parent closes the connection; the main function of a process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent passes it on
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})  # it was held until now
    stop, tasks = threading.Event(), queue.SimpleQueue[Any]()
    threading.Thread(target=_hear, args=(connection, tasks, stop), daemon=True).start()
    with contextlib.suppress(BrokenPipeError, ConnectionError):
        while (task := tasks.get()) is not None:
            number, item = task
            try:
                for piece in function(item, stop.is_set):
                    _give(connection, number, piece)
                _give(connection, number, DONE)
            except (BrokenPipeError, ConnectionError):
                raise
            except Exception as error:  # noqa: BLE001 - the parent raises it
                _give(connection, number, _Failed(_sendable(error)))


def _hear(connection: Connection, tasks: queue.SimpleQueue[Any], stop: threading.Event) -> None:
    """Sort what the parent sends; a thread of its own."""
    with contextlib.suppress(EOFError, OSError):
        while True:
            if (message := connection.recv()) == "stop":
                stop.set()
            else:
                tasks.put(message)
    stop.set()
    tasks.put(None)


_LARGE = 1 << 16
"""Bytes from which on data travel beside their message: to pickle them would copy them."""


def _give(connection: Connection, number: int, piece: Any) -> None:
    """Send a piece; much data of a payload without another copy."""
    data = getattr(getattr(piece, "payload", None), "data", b"")
    is_large = isinstance(data, bytes) and len(data) >= _LARGE and hasattr(os, "readv")
    if not is_large:
        connection.send((number, piece, 0))
        return
    connection.send((number, piece._replace(payload=piece.payload._replace(data=b"")), len(data)))
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(connection.fileno(), rest) :]


def _received(connection: Connection) -> tuple[int, Any]:
    """Return the number of a task, and a piece of its answer."""
    number, piece, size = connection.recv()
    if size:
        data = bytearray(size)
        rest = memoryview(data)
        while rest:
            if not (read := os.readv(connection.fileno(), [rest])):
                raise EOFError
            rest = rest[read:]
        piece = piece._replace(payload=piece.payload._replace(data=data))
    return number, piece


def _sendable(error: BaseException) -> BaseException:
    """Return an error that the parent can raise: with our traceback if it is a mistake of ours."""
    if not isinstance(error, (BombeError, OSError)):
        error.add_note("".join(traceback.format_exception(error)).rstrip())
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - we made it
    except Exception:  # noqa: BLE001 - whatever an error of others does
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error
