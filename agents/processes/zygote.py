"""A process that has imported an agent, in its sandbox, and from which its processes are forked.

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
from bombe.solvers.sandbox import enter, signals, supervisor, tree
from bombe.solvers.sandbox.libc import die_with_parent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from bombe.solvers.sandbox import Sandbox

ADOPTION_POLL_SECONDS = 0.0002
_NUMBER_BYTES = 16
_STREAMS = 3


class Zygote:
    """A process that has imported an agent; it is stopped whenever nothing is wanted from it."""

    def __init__(
        self,
        spec: str,
        sandbox: Sandbox,
        program: Callable[..., object],
        listener: socket.socket,
        leave: Iterable[Callable[[], object]],
    ) -> None:
        """Import the agent of a spec in a sandbox; the `program` is what its forks run.

        Each of `leave` closes what belongs to the supervisor.
        """
        self._orders, theirs = socket.socketpair()
        parent = os.getpid()
        self.pid = os.fork()
        if self.pid == 0:
            self._orders.close()
            for close in leave:
                close()
            _Nursery(spec, sandbox, program, parent).serve(theirs, listener)
        theirs.close()

    def fork(self, streams: Sequence[int], heard: int) -> int:
        """Have a process forked; return its number, or 0 if there is no telling it.

        Calls of its import that are `heard` meanwhile are judged, lest it wait for that.
        """
        os.kill(self.pid, signal.SIGCONT)
        try:
            socket.send_fds(self._orders, [b"."], streams)
            orders = self._orders.fileno()
            while heard in select.select([orders, *([heard] if heard >= 0 else [])], [], [])[0]:
                heard = heard if signals.answer(heard, {self.pid}) else -1
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

    def __init__(
        self, spec: str, sandbox: Sandbox, program: Callable[..., object], parent: int
    ) -> None:
        self._spec, self._sandbox, self._program, self._parent = spec, sandbox, program, parent

    def serve(self, orders: socket.socket, listener: socket.socket) -> NoReturn:
        """Import the agent, then fork whenever that is ordered."""
        with contextlib.suppress(BaseException):
            die_with_parent(self._parent)
            os.setsid()
            enter(self._sandbox.but(sessions=True), listener)
            listener.close()
            # What fails here fails again in the agent's process, which reports it.
            with contextlib.suppress(BaseException):
                load(self._spec)
            while len(streams := socket.recv_fds(orders, 1, _STREAMS)[1]) == _STREAMS:
                self._fork(orders, streams)
        os._exit(1)

    def _fork(self, orders: socket.socket, streams: Sequence[int]) -> None:
        told, tell = os.pipe()
        middle = os.fork()
        if middle == 0:
            if os.fork():
                os._exit(0)
            orders.close()
            os.close(told)
            self._begin(tell)
            for number in streams:
                os.set_inheritable(number, False)  # noqa: FBT003 - the name says it
            supervisor.run_program(self._program, (), streams, self._sandbox, None)
        # As long as this process has them, too, nobody would notice that the other has ended.
        for number in (*streams, tell):
            os.close(number)
        os.waitpid(middle, 0)
        with os.fdopen(told, "rb") as file:
            orders.sendall(file.read(_NUMBER_BYTES))

    def _begin(self, tell: int) -> None:
        """Become a child of the supervisor, with a session of its own, and tell the number."""
        while os.getppid() != self._parent:
            time.sleep(ADOPTION_POLL_SECONDS)
        die_with_parent(self._parent)
        os.setsid()
        os.write(tell, str(os.getpid()).encode())
        os.close(tell)
