"""Stands between the referee and an agent's process: starts it, and makes sure that it ends.

All that an agent starts and leaves behind becomes a child of this process, which on Linux is
their reaper, so that nothing escapes a kill. When the referee goes, however it does, the control
channel closes and the keeper kills all and ends. No agent's code runs here, unless the referee
asks for a warm start: then the agent's module is imported once, and forks start where that ended.

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


class Keeper:
    """The referee's orders, and the one process that they are about."""

    def __init__(self, control: socket.socket) -> None:
        self._control = control
        self._selector = selectors.DefaultSelector()
        self._selector.register(control, selectors.EVENT_READ)
        self._pid = 0
        self._watch = -1
        self.is_orphan = True
        self._tell(up=True)

    def run(self) -> None:
        """Obey until the referee hangs up."""
        while True:
            timeout = POLL_SECONDS if self._pid and self._watch < 0 else None
            ready = [key.fileobj for key, _ in self._selector.select(timeout)]
            if self._pid and self._control not in ready:
                self._look()
            if self._control in ready and not self._obey():
                break
        kill_rest(self._pid)

    def _obey(self) -> bool:
        """Carry out an order; tell whether there was one."""
        try:
            text, sockets, _, _ = socket.recv_fds(self._control, 4096, 2)
        except ConnectionError:
            return False
        for order in map(json.loads, text.splitlines()):
            if "start" in order:
                self._start(order["start"], *map(_received, sockets))
            elif "kill" in order and self._pid:
                os.kill(self._pid, signal.SIGKILL)
                self._look(0)
            elif "sweep" in order:
                kill_rest(but=self._pid)
                self._tell(swept=True)
            elif "bye" in order:
                self.is_orphan = False
        return bool(text)

    def _start(self, memory: int | None, channel: socket.socket, output: socket.socket) -> None:
        keeper = os.getpid()
        self._pid = os.fork()
        if self._pid == 0:
            os.setsid()
            _die_with(keeper)
            self._control.close()
            self._selector.close()
            _become_agent(channel, output, memory)
        channel.close()
        output.close()
        if hasattr(os, "pidfd_open"):
            self._watch = os.pidfd_open(self._pid)
            self._selector.register(self._watch, selectors.EVENT_READ)
        self._tell(pid=self._pid)

    def _look(self, options: int = os.WNOHANG) -> None:
        """See whether the agent's process has ended; then its offspring ends, too."""
        pid, status, usage = os.wait4(self._pid, options)
        if pid:
            kill_rest(pid)
            self._bury(status, usage.ru_maxrss)

    def _bury(self, status: int, peak: int) -> None:
        if self._watch >= 0:
            self._selector.unregister(self._watch)
            os.close(self._watch)
        self._pid, self._watch = 0, -1
        unit = 1 if sys.platform == "darwin" else 1024
        self._tell(gone=os.waitstatus_to_exitcode(status), peak=unit * peak)

    def _tell(self, **report: int) -> None:
        with contextlib.suppress(ConnectionError):  # a referee that has gone is noticed elsewhere
            self._control.sendall(json.dumps(report).encode() + b"\n")


def _received(number: int) -> socket.socket:
    os.set_inheritable(number, False)  # noqa: FBT003 - the name says it
    return socket.socket(fileno=number)


def _become_agent(channel: socket.socket, output: socket.socket, memory: int | None) -> None:
    """Be the agent's process, and never come back."""
    status = 1
    try:
        for number in (1, 2):
            os.dup2(output.fileno(), number)
        output.close()
        worker.run(channel, memory)
        status = 0
    except Exception:  # noqa: BLE001 - it goes where the agent's own words go
        traceback.print_exc()
    finally:
        os._exit(status)


def kill_rest(group: int = 0, but: int = 0) -> None:
    """Kill a process group, then all that is below us but one process.

    The children of those who die come to us, so it is over when nobody is left.
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
    """List our children, ended ones too; not on Linux, none: orphans do not come to us there."""
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
    """Read the parent from a process's line, `pid (command) state parent ...`; it may be gone."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:  # noqa: PTH123 - a Path takes twice as long
            return file.read().rpartition(b")")[2].split()[1].decode()
    except (OSError, IndexError):
        return ""


def _adopt_orphans() -> None:
    """Make the processes below us our children when their parents end."""
    _prctl(36, 1)  # PR_SET_CHILD_SUBREAPER


def _die_with(parent: int) -> None:
    """End this process when its parent ends, also if that is so already."""
    _prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
    if os.getppid() != parent:
        os._exit(1)


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def main(home: str, spec: str) -> None:
    """Be a keeper, with the agent of that name warm, or none where it is empty.

    `home` is the referee's to remove. If it died without a word, nobody else is left to do so.
    """
    control = socket.socket(fileno=os.dup(0))
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
    os.close(nothing)
    _adopt_orphans()
    keeper = Keeper(control)
    if spec:
        # What goes wrong here goes wrong once more in the agent's process, which tells of it.
        with contextlib.suppress(BaseException):
            load(spec)
    keeper.run()
    if keeper.is_orphan:
        shutil.rmtree(home, ignore_errors=True)
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
