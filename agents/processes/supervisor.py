"""The process between the referee and an agent's process: it starts the agent and ensures its end.

Every process that an agent leaves running becomes a child of the supervisor, which is a subreaper
on Linux, so that nothing escapes a kill. When the referee exits, for whatever reason, the control
channel closes; the supervisor then kills everything and exits. No code of an agent runs here, but
where there are no subreapers: there, it imports an agent that is wanted warm.

                                                             {"up": true}
    {"start": fence} with two sockets, channel and output   {"groups": [123]}
    {"kill": true}, or the agent's process ended by itself   {"exited": what ProcessExit has}
    {"wake": true}      lets it go on, and counts its processor time from here
    {"rest": true}      freezes it                           {"rested": what Rest has}
    {"clear": forget}   empties the folders; with `forget`, {"cleared": whether nothing is left}
                        kills what has imported the agent
    {"bye": true}       the referee will close the channel
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import selectors
import signal
import socket
import sys
import time
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from bombe.agents.processes import resting, worker
from bombe.agents.processes.accounts import Account
from bombe.agents.processes.starting import Starter
from bombe.solvers.containment import Containment, Fence, tree
from bombe.solvers.containment.groups import ControlGroup
from bombe.solvers.containment.removal import remove_tree
from bombe.solvers.containment.watch import POLL_SECONDS, Breach, Watch

if TYPE_CHECKING:
    from collections.abc import Collection

    from bombe.agents.processes.accounts import TurnUse


class Supervisor:
    """Carries out the referee's orders for one process."""

    def __init__(self, control: socket.socket, spec: str, group: str = "") -> None:
        self._control = control
        self._account = Account(group)
        self._starter = Starter(spec, _run_agent, self._leave)
        self._selector = selectors.DefaultSelector()
        self._selector.register(control, selectors.EVENT_READ)
        self._pid = 0
        self._pidfd = self._heard = -1
        self._watch: Watch | None = None
        self._breach = Breach("")
        self._is_resting = False
        self._next_look = 0.0
        self.is_abandoned = True
        self._report(up=True)

    def _leave(self) -> None:
        self._control.close()
        self._selector.close()
        self._account.leave()

    def run(self) -> None:
        """Carry out orders until the referee closes the channel."""
        while True:
            # It is looked at also where the system does not report its end.
            timeout = POLL_SECONDS if self._pid and not self._is_resting else None
            ready = [key.fileobj for key, _ in self._selector.select(timeout)]
            if self._heard in ready:
                self._starter.answer(self._pid)
                if self._starter.heard < 0:
                    self._listen()
            if self._pid and self._control not in ready:
                self._check()
            if time.monotonic() >= self._next_look and not self._is_resting:
                self._look()
            if self._control in ready and not self._handle_orders():
                break
        self._starter.close()
        kill_descendants(self._pid)

    def leave_volumes(self) -> None:
        """Detach the folders that are in memory."""
        self._starter.unmount()

    def _handle_orders(self) -> bool:
        """Carry out the orders that have arrived; return whether there were any."""
        text, sockets = self._receive()
        for order in map(json.loads, text.splitlines()):
            if "start" in order:
                self._start(order["start"], *map(_received, sockets))
            elif "kill" in order and self._pid:
                os.kill(self._pid, signal.SIGKILL)
                self._check(0)
            elif "wake" in order and self._pid:
                self._wake()
            elif "rest" in order:
                self._report(rested=self._rest())
            elif "clear" in order:
                self._report(cleared=self._clear(forget=order["clear"]))
            elif "bye" in order:
                self.is_abandoned = False
        return bool(text)

    def _receive(self) -> tuple[bytes, list[int]]:
        """Return whole lines and the sockets that came with them; none if the referee is gone."""
        text, sockets = b"", list[int]()
        with contextlib.suppress(ConnectionError):
            while not text.endswith(b"\n"):
                piece, more, _, _ = socket.recv_fds(self._control, 65536, 2)
                text, sockets = text + piece, [*sockets, *more]
                if not piece:
                    return b"", sockets
            return text, sockets
        return b"", sockets

    def _start(self, fence: dict[str, Any], channel: socket.socket, output: socket.socket) -> None:
        allowed = Fence.from_json(fence)
        self._account.begin()
        before = self._starter.spared_seconds
        self._pid = self._starter.start(allowed, channel, output)
        self._account.include(self._starter.spared_seconds - before)
        channel.close()
        output.close()
        if not self._pid or (
            sys.platform == "linux" and self._pid not in _children() - self._starter.spared
        ):
            # The zygote has ended, or tells of a process that is not ours: the referee starts anew.
            self._starter.close()
            kill_descendants()
            os._exit(1)
        self._listen()
        is_watched = allowed.level is not Containment.NONE
        self._watch = Watch(allowed, self._starter.volumes) if is_watched else None
        if hasattr(os, "pidfd_open"):
            self._pidfd = os.pidfd_open(self._pid)
            self._selector.register(self._pidfd, selectors.EVENT_READ)
        self._report(groups=[self._pid, *self._starter.spared])

    def _clear(self, *, forget: bool) -> bool:
        """Remove all files of the agent, and what has imported it; return whether that worked."""
        if forget:
            self._starter.close()
            kill_descendants(but={self._pid})
        return self._starter.clear() and not (forget and self._starter.has_imported)

    def _listen(self) -> None:
        """Listen to the calls that the processes behind the fence wait with, and to no older."""
        if self._heard >= 0:  # the number may be in use again
            self._selector.unregister(self._heard)
        self._heard = self._starter.heard
        if self._heard >= 0:
            self._selector.register(self._heard, selectors.EVENT_READ)

    def _wake(self) -> None:
        if self._is_resting:
            resting.thaw(self._pid)
            self._account.wake()
        else:
            self._account.begin(self._pid)
        self._is_resting = False

    def _rest(self) -> tuple[float, bool, bool, int, float, bool]:
        """Freeze the process; return what Rest has."""
        is_still, is_disturbed = self._is_resting or not self._pid, False
        if not is_still:
            is_disturbed = resting.is_disturbed(self._pid)
            resting.freeze(self._pid)
            # One with children is killed next. It gets no time by what keeps it from stopping.
            is_still = not resting.has_children(self._pid) and resting.is_frozen(self._pid)
            self._is_resting = True
        if self._pid:
            self._check()
        if time.monotonic() >= self._next_look:
            self._look()
        if not self._pid:
            return 0.0, False, False, 0, 0.0, False
        left = self._left()
        used, withheld, is_sure = self._account.end(self._pid, left)
        others = resting.has_children(self._pid) or bool(left)
        running = self._running() if others else 0
        return used, not is_still or others, is_disturbed, running, withheld, is_sure

    def _running(self) -> int:
        """Return how many processes there are beside the agent's that have not ended."""
        found = (one for root in self._living() for one in tree.tree(root))
        return sum(one.pid != self._pid and one.state not in "ZX" for one in found)

    def _left(self) -> list[int]:
        """Return the children that became ours, and which the agent left."""
        return list(_children() - {self._pid} - self._starter.spared)

    def _look(self) -> None:
        """Kill everything if the processes together use more than they may."""
        self._next_look = time.monotonic() + POLL_SECONDS
        if self._pid:
            self._account.look(self._pid, self._left())
        breach = self._watch.look(self._living()) if self._pid and self._watch else None
        if breach is not None:
            self._breach = breach
            os.kill(self._pid, signal.SIGKILL)
            self._check(0)

    def _living(self) -> list[int]:
        """Return our children: the agent's process, and those that became ours."""
        return [self._pid, *self._left()]

    def _check(self, options: int = os.WNOHANG) -> None:
        """Check whether the agent's process has ended; then kill its children, too."""
        pid, status, usage = os.wait4(self._pid, options)
        if pid:
            used = self._account.end(pid, self._left(), usage.ru_utime + usage.ru_stime)
            kill_descendants(pid, self._starter.spared)
            self._starter.end()
            self._listen()
            self._report_end(status, usage.ru_maxrss, used)

    def _report_end(self, status: int, peak: int, used: TurnUse) -> None:
        if self._pidfd >= 0:
            self._selector.unregister(self._pidfd)
            os.close(self._pidfd)
        self._pid, self._pidfd, self._is_resting = 0, -1, False
        unit = 1 if sys.platform == "darwin" else 1024
        words, is_memory = self._breach
        self._breach = Breach("")
        code = os.waitstatus_to_exitcode(status)
        self._report(exited=(code, unit * peak, words, is_memory, False, *used))

    def _report(self, **report: object) -> None:
        with contextlib.suppress(ConnectionError):  # run() notices that the referee has exited
            self._control.sendall(json.dumps(report).encode() + b"\n")


def _received(number: int) -> socket.socket:
    os.set_inheritable(number, False)  # noqa: FBT003 - the name says it
    return socket.socket(fileno=number)


def _run_agent(
    channel: socket.socket, output: socket.socket, fence: Fence, keeper: socket.socket | None
) -> NoReturn:
    """Run as the agent's process, and never return."""
    status = 1
    try:
        for number in (1, 2):
            os.dup2(output.fileno(), number)
        output.close()
        worker.run(channel, fence, keeper)
        status = 0
    except Exception:  # noqa: BLE001 - it is printed to the agent's own output
        traceback.print_exc()
    finally:
        os._exit(status)


def kill_descendants(group: int = 0, but: Collection[int] = ()) -> None:
    """Kill a process group, then all our descendants except some children.

    The children of killed processes become our children: all are killed when none is left.
    """
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if group:
            os.killpg(group, signal.SIGKILL)
    while others := _children() - {*but}:
        for child in others:
            os.kill(child, signal.SIGKILL)
        for child in others:
            os.waitpid(child, 0)


def _children() -> set[int]:
    """Return our children, including ended ones; none outside Linux, which alone has subreapers."""
    if sys.platform != "linux":
        return set()
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return set()
    with contextlib.suppress(OSError):  # not every kernel has this list
        place = f"/proc/self/task/{os.getpid()}/children"
        with open(place, "rb", buffering=0) as file:  # noqa: PTH123 - a Path takes twice as long
            return set(map(int, file.read().split()))
    me = str(os.getpid())
    names = filter(str.isdigit, os.listdir("/proc"))  # noqa: PTH208 - as in _parent
    return {int(name) for name in names if _parent(name) == me}


def _parent(pid: str) -> str:
    """Return the parent of a process, from `pid (command) state parent ...`; "" if it has ended."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:  # noqa: PTH123 - a Path takes twice as long
            return file.read().rpartition(b")")[2].split()[1].decode()
    except (OSError, IndexError):
        return ""


def _become_subreaper() -> None:
    """Become the parent of the processes below us when their parents end."""
    _prctl(36, 1)  # PR_SET_CHILD_SUBREAPER


def _go_on_when_abandoned() -> None:
    """Be woken when the referee ends, should somebody have stopped us: then there is work to do."""
    _prctl(1, signal.SIGCONT)  # PR_SET_PDEATHSIG


def _sleep_briefly() -> None:
    """Have pauses end when they should: 50 microseconds more is a long time to await a stop."""
    _prctl(29, 1)  # PR_SET_TIMERSLACK, in nanoseconds


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def main(home: str, spec: str, group: str = "") -> None:
    """Run as a supervisor; a `spec` that is not empty names an agent to import in advance.

    The referee removes `home` and the control `group`; if it exited without a "bye", the supervisor
    must do so.
    """
    control = socket.socket(fileno=os.dup(0))
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
    os.close(nothing)
    _become_subreaper()
    _go_on_when_abandoned()
    _sleep_briefly()
    supervisor = Supervisor(control, spec, group)
    supervisor.run()
    if supervisor.is_abandoned:
        supervisor.leave_volumes()
        remove_tree(Path(home))
        if group:
            ControlGroup(Path(group)).leave()
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
