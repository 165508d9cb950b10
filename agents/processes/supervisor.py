"""Stands between the referee and an agent's process: starts it, and makes sure that it ends.

Whatever an agent starts and leaves running becomes a child of this process, which on Linux is a
subreaper, so that nothing escapes a kill. When the referee exits, however it does, the control
channel closes; the supervisor then kills everything and ends. No agent's code runs here, unless the
referee asks for a warm start: then the agent's module is imported once, and forks start from there.

                                                             {"up": true}
    {"start": memory} with two sockets, channel and output   {"pid": 123}
    {"kill": true}, or the agent's process ended by itself   {"gone": -9, "peak": bytes}
    {"bye": true}       before the referee hangs up
    {"sweep": true}     kills what the agent left behind     {"swept": true}
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import selectors
import shutil
import signal
import socket
import sys
import traceback
from pathlib import Path

from bombe.agents.loading import load
from bombe.agents.processes import worker

POLL_SECONDS = 0.05
"""How often the agent's process is looked at where the system does not tell of its end."""


class Supervisor:
    """Carries out the referee's orders about one process."""

    def __init__(self, control: socket.socket) -> None:
        self._control = control
        self._selector = selectors.DefaultSelector()
        self._selector.register(control, selectors.EVENT_READ)
        self._pid = 0
        self._watch = -1
        self.is_orphan = True
        self._report(up=True)

    def run(self) -> None:
        """Carry out orders until the referee closes the channel."""
        while True:
            timeout = POLL_SECONDS if self._pid and self._watch < 0 else None
            ready = [key.fileobj for key, _ in self._selector.select(timeout)]
            if self._pid and self._control not in ready:
                self._check()
            if self._control in ready and not self._obey():
                break
        kill_rest(self._pid)

    def _obey(self) -> bool:
        """Carry out the orders that have arrived; return whether there were any."""
        try:
            text, sockets, _, _ = socket.recv_fds(self._control, 4096, 2)
        except ConnectionError:
            return False
        for order in map(json.loads, text.splitlines()):
            if "start" in order:
                self._start(order["start"], *map(_received, sockets))
            elif "kill" in order and self._pid:
                os.kill(self._pid, signal.SIGKILL)
                self._check(0)
            elif "sweep" in order:
                kill_rest(but=self._pid)
                self._report(swept=True)
            elif "bye" in order:
                self.is_orphan = False
        return bool(text)

    def _start(self, memory: int | None, channel: socket.socket, output: socket.socket) -> None:
        supervisor = os.getpid()
        self._pid = os.fork()
        if self._pid == 0:
            os.setsid()
            _die_with(supervisor)
            self._control.close()
            self._selector.close()
            _become_agent(channel, output, memory)
        channel.close()
        output.close()
        if hasattr(os, "pidfd_open"):
            self._watch = os.pidfd_open(self._pid)
            self._selector.register(self._watch, selectors.EVENT_READ)
        self._report(pid=self._pid)

    def _check(self, options: int = os.WNOHANG) -> None:
        """Check whether the agent's process has ended; then kill its children, too."""
        pid, status, usage = os.wait4(self._pid, options)
        if pid:
            kill_rest(pid)
            self._report_end(status, usage.ru_maxrss)

    def _report_end(self, status: int, peak: int) -> None:
        if self._watch >= 0:
            self._selector.unregister(self._watch)
            os.close(self._watch)
        self._pid, self._watch = 0, -1
        unit = 1 if sys.platform == "darwin" else 1024
        self._report(gone=os.waitstatus_to_exitcode(status), peak=unit * peak)

    def _report(self, **report: int) -> None:
        with contextlib.suppress(ConnectionError):  # that the referee has gone is noticed elsewhere
            self._control.sendall(json.dumps(report).encode() + b"\n")


def _received(number: int) -> socket.socket:
    os.set_inheritable(number, False)  # noqa: FBT003 - the name says it
    return socket.socket(fileno=number)


def _become_agent(channel: socket.socket, output: socket.socket, memory: int | None) -> None:
    """Run as the agent's process, and never return."""
    status = 1
    try:
        for number in (1, 2):
            os.dup2(output.fileno(), number)
        output.close()
        worker.run(channel, memory)
        status = 0
    except Exception:  # noqa: BLE001 - it goes to the agent's own output
        traceback.print_exc()
    finally:
        os._exit(status)


def kill_rest(group: int = 0, but: int = 0) -> None:
    """Kill a process group, then all processes below us except one.

    The children of killed processes become ours, so that it is done when none is left.
    """
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if group:
            os.killpg(group, signal.SIGKILL)
    while others := _children() - {but}:
        for child in others:
            os.kill(child, signal.SIGKILL)
        for child in others:
            os.waitpid(child, 0)


def _children() -> set[int]:
    """Return our children, ended ones too; none outside Linux, which alone has subreapers."""
    if sys.platform != "linux":
        return set()
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return set()
    with contextlib.suppress(OSError):  # not every kernel has this list
        return set(map(int, Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()))
    me = str(os.getpid())
    names = filter(str.isdigit, os.listdir("/proc"))  # noqa: PTH208 - as in _parent
    return {int(name) for name in names if _parent(name) == me}


def _parent(pid: str) -> str:
    """Return the parent of a process, from `pid (command) state parent ...`; empty if gone."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:  # noqa: PTH123 - a Path takes twice as long
            return file.read().rpartition(b")")[2].split()[1].decode()
    except (OSError, IndexError):
        return ""


def _adopt_orphans() -> None:
    """Become the parent of the processes below us when their parents end."""
    _prctl(36, 1)  # PR_SET_CHILD_SUBREAPER


def _die_with(parent: int) -> None:
    """End this process when its parent ends, or now if it has ended already."""
    _prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
    if os.getppid() != parent:
        os._exit(1)


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def main(home: str, spec: str) -> None:
    """Run as a supervisor; a `spec` that is not empty names an agent to import in advance.

    The referee removes `home`; if it died without saying goodbye, nobody else is left to do so.
    """
    control = socket.socket(fileno=os.dup(0))
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
    os.close(nothing)
    _adopt_orphans()
    supervisor = Supervisor(control)
    if spec:
        # What fails here fails again in the agent's process, which reports it.
        with contextlib.suppress(BaseException):
            load(spec)
    supervisor.run()
    if supervisor.is_orphan:
        shutil.rmtree(home, ignore_errors=True)
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
