"""A process that has imported an agent, behind its fence, and from which its processes are forked.

It runs the agent's code and is trusted no more than the agent: all it can do is to offer a process
to the supervisor. A process is forked twice: its parent ends at once, so that it becomes a child of
the supervisor, who can wait for it.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import time
from typing import TYPE_CHECKING, NoReturn

from bombe.agents.loading import load
from bombe.solvers.containment import enter, keeper, tree
from bombe.solvers.containment.libc import die_with_parent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from bombe.solvers.containment import Fence

    Run = Callable[[socket.socket, socket.socket, Fence, socket.socket | None], NoReturn]
    """Runs as an agent's process."""

ADOPTION_POLL_SECONDS = 0.0002
_NUMBER_BYTES = 16


class Zygote:
    """A process that has imported an agent; it is stopped whenever nothing is wanted from it."""

    def __init__(
        self,
        spec: str,
        fence: Fence,
        run: Run,
        listener: socket.socket,
        leave: Iterable[Callable[[], object]],
    ) -> None:
        """Import the agent of a spec behind a fence; `run` is what its forks do.

        Each of `leave` closes what belongs to the supervisor.
        """
        self._orders, theirs = socket.socketpair()
        supervisor = os.getpid()
        self.pid = os.fork()
        if self.pid == 0:
            self._orders.close()
            for close in leave:
                close()
            _Nursery(spec, fence, run, supervisor).serve(theirs, listener)
        theirs.close()

    def fork(self, channel: socket.socket, output: socket.socket, heard: int) -> int:
        """Have a process forked; return its number, or 0 if there is no telling it.

        Calls of its import that are `heard` meanwhile are judged, lest it wait for that.
        """
        os.kill(self.pid, signal.SIGCONT)
        try:
            socket.send_fds(self._orders, [b"."], [channel.fileno(), output.fileno()])
            orders = self._orders.fileno()
            while heard in select.select([orders, *([heard] if heard >= 0 else [])], [], [])[0]:
                heard = heard if keeper.answer(heard, {self.pid}) else -1
            told = self._orders.recv(_NUMBER_BYTES)
            return int(told) if told else 0
        except (OSError, ValueError):
            return 0
        finally:
            os.kill(self.pid, signal.SIGSTOP)
            self.kill_children()

    def kill_children(self) -> None:
        """Kill what the agent's module has started when it was imported."""
        for one in list(tree.tree(self.pid))[1:]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(one.pid, signal.SIGKILL)

    def close(self) -> None:
        """Kill it; whoever waits for children finds it."""
        self._orders.close()
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)


class _Nursery:
    """The zygote as seen from inside."""

    def __init__(self, spec: str, fence: Fence, run: Run, supervisor: int) -> None:
        self._spec, self._fence, self._run, self._supervisor = spec, fence, run, supervisor

    def serve(self, orders: socket.socket, listener: socket.socket) -> NoReturn:
        """Import the agent, then fork whenever that is ordered."""
        with contextlib.suppress(BaseException):
            die_with_parent(self._supervisor)
            os.setsid()
            enter(self._fence.around(sessions=True), listener)
            listener.close()
            # What fails here fails again in the agent's process, which reports it.
            with contextlib.suppress(BaseException):
                load(self._spec)
            while (sockets := _received(orders)) is not None:
                self._fork(orders, *sockets)
        os._exit(1)

    def _fork(self, orders: socket.socket, channel: socket.socket, output: socket.socket) -> None:
        told, tell = os.pipe()
        middle = os.fork()
        if middle == 0:
            if os.fork():
                os._exit(0)
            orders.close()
            os.close(told)
            self._begin(tell)
            self._run(channel, output, self._fence, None)
        # As long as this process has them, too, nobody would notice that the other has ended.
        channel.close()
        output.close()
        os.close(tell)
        os.waitpid(middle, 0)
        with os.fdopen(told, "rb") as file:
            orders.sendall(file.read(_NUMBER_BYTES))

    def _begin(self, tell: int) -> None:
        """Become a child of the supervisor, with a session of its own, and tell the number."""
        while os.getppid() != self._supervisor:
            time.sleep(ADOPTION_POLL_SECONDS)
        die_with_parent(self._supervisor)
        os.setsid()
        os.write(tell, str(os.getpid()).encode())
        os.close(tell)


def _received(orders: socket.socket) -> tuple[socket.socket, socket.socket] | None:
    text, numbers, _, _ = socket.recv_fds(orders, 1, 2)
    if not text or len(numbers) != 2:
        return None
    for number in numbers:
        os.set_inheritable(number, False)  # noqa: FBT003 - the name says it
    first, second = (socket.socket(fileno=number) for number in numbers)
    return first, second
