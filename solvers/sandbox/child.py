"""A supervised child process in a sandbox: lines go in, lines come out, and nothing of it is left.

    child = Child("package.module:function", home, environment(home))
    child.start(Sandbox(reads=python_reads(), writes=(home,)))
    for line in child.call(b"a question", until):   # untrusted, as is all that comes from it
        ...
    child.close()

The function runs in a process of its own, with a Channel. See supervisor.py, which is in between.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import shlex
import signal
import socket
import subprocess
import sys
import time
import uuid
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.solvers.sandbox import tree
from bombe.solvers.sandbox.channel import LONGEST, Streams, encode
from bombe.solvers.sandbox.groups import new_group
from bombe.solvers.sandbox.paths import MARK
from bombe.solvers.sandbox.tree import kill_below, kill_marked

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from bombe.solvers.sandbox.policy import Sandbox

SUPERVISOR = "bombe.solvers.sandbox.supervisor"
SUPERVISOR_SECONDS = 60.0
"""How long a supervisor may take to start."""
KILL_SECONDS = 5.0
"""How long a supervisor may take to kill before it is killed itself."""
GONE_SECONDS = 0.5
"""How long it may take to see how a supervisor ended."""
SEND_SECONDS = 10.0
"""How long a child may take to read a line."""


class ProcessExit(NamedTuple):
    """How a process ended: exit code, or the signal as a negative; and peak memory in bytes.

    If it was killed for what it used with its children, `excess` says that, and if it was memory.
    `is_lost` says that somebody outside ended or stopped its supervisor. `used` is what that counts
    beside.
    """

    code: int
    peak: int = 0
    excess: str = ""
    is_memory: bool = False
    is_lost: bool = False
    used: Sequence[Any] = ()

    @property
    def signal_name(self) -> str:
        """The name of the signal that ended it."""
        try:
            return signal.Signals(-self.code).name
        except ValueError:  # real-time signals have no names
            return f"signal {-self.code}"


class Child(Streams):
    """Has a supervisor start and kill one process after the other; kills one that fails."""

    def __init__(
        self,
        program: str,
        home: Path,
        environment: dict[str, str],
        *,
        supervisor: str = SUPERVISOR,
        options: Iterable[str] = (),
        folder: Path | None = None,
        inside: str = "",
        is_counted: bool = False,
    ) -> None:
        """Start a supervisor for processes that run a `program`, with `home` as their own folder.

        It begins in a `folder`, `inside` a command if there is one, and in a control group if what
        the processes use is counted.
        """
        super().__init__()
        self._ends: list[int] = []
        self._selector = selectors.DefaultSelector()
        self._numbers: list[int] = []
        self._is_inside = bool(inside)
        self._exit: ProcessExit | None = ProcessExit(0)
        self.is_up = False
        self._received = b""
        self._mark = uuid.uuid4().hex
        self._control, theirs = socket.socketpair()
        # A command may be in another place of the system, and its processes have other numbers.
        self._group = new_group() if is_counted and not inside else None
        place = str(self._group.folder) if self._group else ""
        command = [sys.executable, "-P", "-m", supervisor, program, str(home), place, *options]
        with theirs:
            self._supervisor = subprocess.Popen(  # noqa: S603 - our own module, in what users give
                [*shlex.split(inside), *command],
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                env={**environment, MARK: self._mark},
                cwd=folder,
                start_new_session=True,
            )
        if self._group:  # it takes the system a while, in which the supervisor does its imports
            self._group.take(self._supervisor.pid)

    @property
    def is_sound(self) -> bool:
        """Whether the supervisor can start another process."""
        return self._supervisor.poll() is None

    @property
    def pid(self) -> int:
        """The number of the process; 0 if it has ended, or runs inside a command."""
        return self._numbers[0] if self._exit is None and self._numbers else 0

    def start(
        self,
        sandbox: Sandbox,
        *arguments: object,
        seconds: float,
        patience: float = SUPERVISOR_SECONDS,
    ) -> None:
        """Start a process in a sandbox; raise OSError, TimeoutError if it takes longer.

        The supervisor may take its own time, `patience`: on a busy machine it starts slowly, for
        which the program is not to blame.
        """
        self.is_up = self.is_up or bool(self._await("up", time.monotonic() + patience))
        self._close_streams()
        Streams.__init__(self)
        (theirs, into), (out, their_out), (errors, their_errors) = (os.pipe() for _ in range(3))
        self._ends = [into, out, errors]
        os.set_blocking(into, False)
        for number in (out, errors):
            self._selector.register(number, selectors.EVENT_READ)
        self._exit = None
        order, passed = encode("start", sandbox, arguments), [theirs, their_out, their_errors]
        with contextlib.suppress(OSError):
            socket.send_fds(self._control, [order], passed)
        for number in passed:
            os.close(number)
        if found := self._await("started", time.monotonic() + seconds):
            # Inside a command, processes may have other numbers than here.
            self._numbers = [] if self._is_inside else found["started"]
            return
        if self._exit is None:
            self._give_up()
            raise TimeoutError("the process did not start in time")
        raise OSError(self._last_error() or "the process exited before it was ready")

    def send(self, line: bytes) -> None:
        """Send a line; leave it if the process does not read it."""
        until = time.monotonic() + SEND_SECONDS
        with contextlib.suppress(OSError), selectors.DefaultSelector() as selector:
            while line:
                try:
                    line = line[os.write(self._ends[0], line) :]
                except BlockingIOError:
                    if not selector.get_map():
                        selector.register(self._ends[0], selectors.EVENT_WRITE)
                    if not selector.select(until - time.monotonic()):
                        return

    def receive(self, seconds: float) -> None:
        """Wait for something to arrive, and take it; see whether there is still a supervisor."""
        ready = self._selector.select(seconds)
        for key, _ in ready:
            piece = b""
            with contextlib.suppress(OSError):
                piece = os.read(key.fd, LONGEST)
            if not piece:
                self._selector.unregister(key.fd)
            if key.fd == self._ends[2]:
                self.take_printed(piece)
            else:
                self.take_said(piece)
        if not ready and seconds:
            self.poll()

    def poll(self, seconds: float = 0.0) -> ProcessExit | None:
        """Wait up to `seconds` for the process to end; return how it did, or None if it runs."""
        if self._exit is None:
            self._report(time.monotonic() + seconds)
        return self._exit

    def tell(self, order: str, *arguments: object) -> None:
        """Send an order to the supervisor; receiving will show if that has ended."""
        with contextlib.suppress(OSError):
            self._control.sendall(encode(order, *arguments))

    def ask(self, order: str, *arguments: object, reply: str) -> Any:
        """Send an order; return what is reported, or None and kill a supervisor that is silent."""
        self.tell(order, *arguments)
        if found := self._await(reply, time.monotonic() + KILL_SECONDS):
            return found[reply]
        self._give_up()
        return None

    def kill(self) -> ProcessExit:
        """Kill the process and everything it started; return how it ended."""
        if self._exit is None:
            self.ask("kill", reply="exited")
        return self._exit or ProcessExit(-signal.SIGKILL)

    def close(self) -> None:
        """Let the supervisor kill everything and exit, and release all resources."""
        self.tell("bye")
        self._control.close()
        self._close_streams()
        self._selector.close()
        try:
            self._supervisor.wait(KILL_SECONDS)
        except subprocess.TimeoutExpired:
            self._give_up()
        if self._supervisor.returncode:
            kill_marked(self._mark, KILL_SECONDS)
        if self._supervisor.stderr is not None:
            self._supervisor.stderr.close()
        if self._group:
            self._group.remove()

    def _close_streams(self) -> None:
        for key in [*self._selector.get_map().values()]:
            self._selector.unregister(key.fd)
        while self._ends:
            os.close(self._ends.pop())

    def _await(self, key: str, until: float) -> dict[str, Any]:
        """Receive reports until one has the key; return an empty one if none came in time."""
        while report := self._report(until):
            if key in report:
                return report
        return {}

    def _report(self, until: float) -> dict[str, Any]:
        """Return the next report; an empty one if time is up or the supervisor has ended."""
        while b"\n" not in self._received:
            self._control.settimeout(max(0.0, until - time.monotonic()))
            try:
                self._received += self._control.recv(4096) or b"{}\n"
            except (TimeoutError, BlockingIOError):
                return {}
            except OSError:
                self._received = b"{}\n"
        line, _, self._received = self._received.partition(b"\n")
        report: dict[str, Any] = json.loads(line)
        if not report:
            self._give_up()
        if "exited" in report:
            self._exit = ProcessExit(*report["exited"])
            self._numbers = self._numbers[1:]
        return report

    def _give_up(self) -> None:
        """Kill a supervisor that ended or does not respond, and all that it was to kill.

        That is what is below it, as long as it is there; the groups of its processes, which they
        cannot leave in a sandbox; and the processes with our mark.
        """
        exit_of_it = self._lost_exit()
        kill_below(self._supervisor.pid, KILL_SECONDS)
        self._supervisor.kill()
        self._supervisor.wait()
        for group in self._numbers:
            with contextlib.suppress(OSError):
                os.killpg(group, signal.SIGKILL)
        self._numbers = []
        kill_marked(self._mark, KILL_SECONDS)
        self._exit = self._exit or exit_of_it

    def _lost_exit(self) -> ProcessExit:
        """Return how a process ended whose supervisor ended or does not respond.

        One that was killed or stopped was so from outside. Otherwise the process is to blame, since
        nobody else gives a supervisor work.
        """
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._supervisor.wait(GONE_SECONDS)
        code, found = self._supervisor.returncode, tree.member(self._supervisor.pid)
        if (code is None and found and found.state in "RSDI") or (code is not None and code >= 0):
            what = "hang" if code is None else "fail"
            words = f"made the process that watches over it {what}"
            return ProcessExit(-signal.SIGKILL, excess=words)
        return ProcessExit(-signal.SIGKILL, is_lost=True)

    def _last_error(self) -> str:
        if self._supervisor.stderr is None:
            return ""
        words: bytes = self._supervisor.stderr.read()
        return "".join(words.decode(errors="replace").splitlines()[-1:])
