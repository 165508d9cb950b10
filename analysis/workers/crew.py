"""The parent of worker processes: it hands out tasks and turns, and hears what became of them.

No answer passes through it, so it keeps many processes at work. It reads the stream in a thread, so
that results come while the next task is waited for, as on standard input.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import sys
import time
from abc import ABC, abstractmethod
from collections import deque
from dataclasses import dataclass, field
from multiprocessing import resource_tracker
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any

from bombe.analysis.workers import process
from bombe.analysis.workers.contract import NOTHING, Wrote
from bombe.analysis.workers.feed import ReadAhead
from bombe.boards.errors import DisturbedError

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable, Iterable, Iterator
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

    from bombe.analysis.outputs.payload import Written
    from bombe.analysis.outputs.places import SinkPlace
    from bombe.analysis.workers.contract import Answer

AHEAD = 4
"""Tasks under way for each process; more would only keep more answers in memory."""
_AT_ONCE = 2
"""Tasks that a process has: one that it answers, and the next one."""
_MOMENT = 0.1
"""Seconds after which it is looked whether a stop was requested."""
_LAST_SECONDS = 5.0
"""How long processes have to end by themselves."""
_SPAWN = multiprocessing.get_context("spawn")


@dataclass(eq=False)
class _CrewMember:
    """A process, and the numbers of the tasks that it has not answered yet."""

    process: SpawnProcess
    connection: Connection
    tasks: list[int] = field(default_factory=list)


class _Crew(ABC):
    """Processes, the tasks that are under way, and what is ready to be yielded."""

    def __init__(self, jobs: int, stop: threading.Event, *work: Any) -> None:
        self._jobs, self._stop, self._work = jobs, stop, work
        self._members: list[_CrewMember] = []
        self._given = self._finished = 0
        self._items: dict[int, Any] = {}
        self._ready: deque[Any] = deque()
        self._error: BaseException | None = None
        self._news, self._bell = _SPAWN.Pipe(duplex=False)
        self._is_hungry = self._is_stopping = self._is_cut = False

    def run(self, tasks: Iterable[Any]) -> Iterator[Any]:
        """Keep all processes at work, and yield what is ready, in the order of the tasks."""
        feed = ReadAhead(tasks, self._ring)
        try:
            while self._error is None and not self._is_cut:
                self._hand_out(feed)
                if self._finished == self._given and feed.is_over:
                    break
                self._listen()
                while self._ready:
                    yield self._ready.popleft()
                if self._stop.is_set() and not self._is_stopping:
                    self._is_stopping = True
                    feed.close()
                    self._tell_all(process.Stop())
        except KeyboardInterrupt:
            self._kill()
            raise
        finally:
            feed.close()
            self._end()
        error = self._error or (None if self._is_stopping else feed.error)
        if error is not None:
            raise error

    @abstractmethod
    def _heard(self, message: Any) -> None:
        """Take note of what a process says."""

    def _finish(self) -> Any:
        """Return the first task that is not finished, and count it as such."""
        self._finished += 1
        return self._items.pop(self._finished - 1)

    def _ring(self) -> None:
        """Ring when there is a task if one is waited for; the thread that reads them calls this."""
        if self._is_hungry:
            self._is_hungry = False
            with contextlib.suppress(OSError):  # all may be over, while this waited for a line
                self._bell.send_bytes(b".")

    def _hand_out(self, feed: ReadAhead[Any]) -> None:
        """Hand out tasks to the processes that are not busy."""
        while self._given - self._finished < self._jobs * AHEAD:
            idlest = min(self._members, key=lambda each: len(each.tasks), default=None)
            needs_more = idlest is None or (idlest.tasks and len(self._members) < self._jobs)
            if not needs_more and idlest is not None and len(idlest.tasks) >= _AT_ONCE:
                return
            self._is_hungry = True
            found = feed.take(1)
            if not found:
                return
            self._is_hungry = False
            member = self._start() if needs_more or idlest is None else idlest
            self._give(found[0], member)

    def _give(self, item: Any, member: _CrewMember) -> None:
        number, self._items[self._given] = self._given, item
        self._given += 1
        member.tasks.append(number)
        self._send(member, process.Task(number, item))

    def _start(self) -> _CrewMember:
        main, *arguments = self._work
        ours, theirs = _SPAWN.Pipe()
        started = _SPAWN.Process(target=main, args=(theirs, *arguments), daemon=True)
        with _ctrl_c_held():
            started.start()
        theirs.close()
        self._members.append(_CrewMember(started, ours))
        return self._members[-1]

    def _listen(self) -> None:
        """Wait a moment for what the processes say, or for a task to hand out."""
        members = {member.connection: member for member in self._members}
        for connection in wait([self._news, *members], timeout=_MOMENT):
            if connection is self._news:
                self._news.recv_bytes()
                continue
            member = members[connection]  # type: ignore[index] # these are all connections
            try:
                message = member.connection.recv()
            except (EOFError, OSError):  # it may end in the middle of a message
                self._error = self._error or self._lost(member)
                return
            if isinstance(message, process.TaskAnswered):
                member.tasks.remove(message.number)
            self._heard(message)

    def _send(self, member: _CrewMember, message: Any) -> None:
        """Send a message; that a process is no more is said where it is listened to."""
        try:
            member.connection.send(message)
        except (BrokenPipeError, ConnectionError):
            self._error = self._error or self._lost(member)

    def _tell_all(self, message: Any) -> None:
        for member in self._members:
            self._send(member, message)

    def _lost(self, member: _CrewMember) -> DisturbedError:
        """Return the error for a process that has ended before it was told to."""
        member.process.join(_LAST_SECONDS)
        code = member.process.exitcode
        how = f"ended with exit code {code}"
        if code is not None and code < 0:
            how = f"was ended by {signal.Signals(-code).name}"
        at = _named(self._items[member.tasks[0]]) if member.tasks else ""
        return DisturbedError(
            f"a worker process {how}{at}: see that there is memory for all of them, or give fewer "
            "by -j; what was done before is kept"
        )

    def _end(self) -> None:
        """Let all processes end; end those that do not."""
        self._tell_all(process.Ended())
        deadline = time.monotonic() + _LAST_SECONDS
        for member in self._members:
            member.process.join(max(0.0, deadline - time.monotonic()))
        self._kill()
        for member in self._members:
            member.process.join()
            member.connection.close()
        self._news.close()

    def _kill(self) -> None:
        for member in self._members:
            member.process.kill()


class ResultsCrew(_Crew):
    """Processes whose results come back."""

    def __init__(
        self, jobs: int, stop: threading.Event, function: Callable[[Any, Callable[[], bool]], Any]
    ) -> None:
        super().__init__(jobs, stop, process.give_results, function)
        self._results: dict[int, process.TaskAnswered | process.Failed] = {}

    def _heard(self, message: process.TaskAnswered | process.Failed) -> None:
        self._results[message.number] = message
        while self._error is None and self._finished in self._results:
            found = self._results.pop(self._finished)
            if isinstance(found, process.Failed):
                self._error = found.error
            else:
                self._ready.append((self._finish(), found.result))


class WritingCrew(_Crew):
    """Processes that write their answers, each in its turn."""

    def __init__(
        self,
        jobs: int,
        stop: threading.Event,
        answer: Answer,
        place: SinkPlace,
        written: Written = NOTHING,
    ) -> None:
        theirs = place if place.is_shared else None
        super().__init__(jobs, stop, process.write_answers, answer, theirs)
        self._written = written
        self._sink = None if theirs else place.open()
        self._owners: dict[int, _CrewMember] = {}

    def _give(self, item: Any, member: _CrewMember) -> None:
        super()._give(item, member)
        number = self._given - 1
        self._owners[number] = member
        if number == self._finished:
            self._send(member, process.WriteTurn(number, self._written))

    def _heard(self, message: process.TaskAnswered | process.Advanced | process.Failed) -> None:
        if isinstance(message, process.Failed):
            self._error = self._error or message.error
        elif isinstance(message, process.Advanced):
            self._progressed(message)

    def _progressed(self, progress: process.Advanced) -> None:
        """Take note of what was written, or write it; then it is the next task's turn."""
        if progress.written is not None:
            self._written = progress.written
        if self._sink is not None:
            for piece in progress.pieces:
                self._written = self._sink.write(piece.payload, self._written)
        task = self._items[progress.number]
        self._ready.append(Wrote(task, progress.notes, self._written, progress.is_whole))
        self._is_cut |= any(getattr(note, "is_cut", False) for note in progress.notes)
        if self._is_cut or not progress.is_whole:
            return
        self._finish()
        del self._owners[progress.number]
        following = self._owners.get(self._finished)
        if following is not None:
            self._send(following, process.WriteTurn(self._finished, self._written))

    def _end(self) -> None:
        super()._end()
        if self._sink is not None:
            self._sink.close()


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
