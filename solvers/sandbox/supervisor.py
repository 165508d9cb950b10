"""The process between Bombe and a child: it starts the child, watches it, and ensures its end.

Every process that a child leaves running becomes a child of the supervisor, which is a subreaper
on Linux, so that nothing escapes a kill. When Bombe ends, for whatever reason, the control channel
closes; the supervisor then kills everything and exits. None of the child's code runs here.

    order                                                    report
                                                             {"up": true}
    start sandbox arguments, with the child's input,         {"started": [123]}
        output and errors
    kill, or the child ended by itself                       {"exited": what ProcessExit has}
    bye: Bombe will close the channel
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import selectors
import signal
import socket
import sys
import time
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TextIO

from bombe.solvers.sandbox import signals
from bombe.solvers.sandbox.channel import Channel, decode
from bombe.solvers.sandbox.entry import enter, prepare, sandbox_status
from bombe.solvers.sandbox.groups import ControlGroup
from bombe.solvers.sandbox.libc import die_with_parent, prctl
from bombe.solvers.sandbox.policy import Containment
from bombe.solvers.sandbox.removal import remove_tree
from bombe.solvers.sandbox.spaces import SHARED, enter_spaces, unmount
from bombe.solvers.sandbox.watchdog import (
    MOST_THREADS,
    POLL_SECONDS,
    Breach,
    Watchdog,
    volume_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from bombe.solvers.sandbox.policy import Sandbox

_DEATH_SIGNAL, _TIMER_SLACK, _SUBREAPER = 1, 29, 36


class Supervisor:
    """Carries out orders for one process after the other; its methods `on_...` are the orders.

    `spared` are children that stay when the process is killed.
    """

    def __init__(self, control: socket.socket, program: str) -> None:
        """Start processes that run `program`, a function as `module:name`."""
        self._control = control
        module, _, name = program.partition(":")
        self.program: Callable[..., object] = getattr(importlib.import_module(module), name)
        self._selector = selectors.DefaultSelector()
        self._selector.register(control, selectors.EVENT_READ)
        self.pid = 0
        self.spared: set[int] = set()
        self.heard = self._pidfd = -1
        self.volumes: tuple[Path, ...] = ()
        self._has_tried_spaces = False
        self._prepared: tuple[Sandbox, tuple[int, ...]] | None = None
        self._watchdog: Watchdog | None = None
        self._breach = Breach("")
        self._next_look = 0.0
        self.is_resting = False
        self.is_abandoned = True
        self._descriptors: list[int] = []
        self.report(up=True)

    def run(self) -> None:
        """Carry out orders until Bombe closes the channel."""
        while True:
            # The process is looked at also where the system does not report its end.
            timeout = POLL_SECONDS if self.pid and not self.is_resting else None
            ready = [key.fileobj for key, _ in self._selector.select(timeout)]
            if self.heard in ready and not signals.answer(self.heard, {self.pid} | self.spared):
                self.listen(-1)
            if self.pid and self._control not in ready:
                self.check()
            if time.monotonic() >= self._next_look and not self.is_resting:
                self.look()
            if self._control in ready and not self._obey():
                break
        self.end_spared()
        kill_descendants(self.pid)

    def report(self, **report: object) -> None:
        """Send a report; if Bombe has ended, run() will notice."""
        with contextlib.suppress(ConnectionError):
            self._control.sendall(json.dumps(report).encode() + b"\n")

    def _obey(self) -> bool:
        """Carry out the orders that have arrived; return whether there were any."""
        text = b""
        with contextlib.suppress(ConnectionError):
            while not text.endswith(b"\n"):
                piece, more, _, _ = socket.recv_fds(self._control, 1 << 16, 3)
                text, self._descriptors = text + piece, [*self._descriptors, *more]
                if not piece:
                    return False
        for name, *arguments in map(decode, text.splitlines()):
            getattr(self, f"on_{name}")(*arguments)
        return bool(text)

    def on_start(self, sandbox: Sandbox, arguments: Sequence[object]) -> None:
        """Start a process in a sandbox, whose program gets the arguments."""
        streams, self._descriptors = self._descriptors, []
        for number in streams:
            os.set_inheritable(number, False)  # noqa: FBT003 - the name says it
        sandbox = self._within(sandbox)
        state = sandbox, _numbers(sandbox)
        if state != self._prepared:
            self.end_spared()
            prepare(sandbox)
            self._prepared = state
        self.pid = self.launch(sandbox, arguments, streams)
        for number in streams:
            os.close(number)
        is_watched = sandbox.level is not Containment.NONE
        self._watchdog = Watchdog(sandbox, self.volumes) if is_watched else None
        if hasattr(os, "pidfd_open"):
            self._pidfd = os.pidfd_open(self.pid)
            self._selector.register(self._pidfd, selectors.EVENT_READ)
        self.report(started=[self.pid, *self.spared])

    def on_kill(self) -> None:
        """Kill the process, if it has not ended."""
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)
            self.check(0)

    def on_bye(self) -> None:
        """Leave it to Bombe to remove the folders."""
        self.is_abandoned = False

    def launch(self, sandbox: Sandbox, arguments: Sequence[object], streams: Sequence[int]) -> int:
        """Return a new process, with a session of its own."""
        supervisor = os.getpid()
        listened, far = socket.socketpair()
        if (pid := os.fork()) == 0:
            os.setsid()
            if sys.platform == "linux":
                die_with_parent(supervisor)
            listened.close()
            self.leave()
            run_program(self.program, arguments, streams, sandbox, far)
        self.listen_to(listened, far)
        return pid

    def listen_to(self, listened: socket.socket, far: socket.socket) -> None:
        """Wait until a new process is in its sandbox, and judge the signals that it will send."""
        far.close()
        with listened:
            self.listen(signals.descriptor(listened))

    def listen(self, heard: int) -> None:
        """Judge signals that wait on a descriptor, -1 for none, instead of the last one."""
        if self.heard >= 0:
            self._selector.unregister(self.heard)
            os.close(self.heard)
        self.heard = heard
        if heard >= 0:
            self._selector.register(heard, selectors.EVENT_READ)

    def leave(self) -> None:
        """Close, in a new process, what belongs to this one."""
        self._control.close()
        self._selector.close()

    def end_spared(self) -> None:
        """End the children that were spared."""

    def ended(self) -> None:
        """Forget the process, which has ended."""
        self.listen(-1)

    def used(self, seconds: float) -> tuple[object, ...]:  # noqa: ARG002 - others count it
        """Return what is counted of a process that has ended after so much processor time."""
        return ()

    def left(self) -> list[int]:
        """Return the children that became ours, and which the process left."""
        return list(children() - {self.pid} - self.spared)

    def look(self) -> None:
        """Kill everything if the processes together use more than they may."""
        self._next_look = time.monotonic() + POLL_SECONDS
        if self.pid and self._watchdog:
            breach = self._watchdog.look([self.pid, *self.left()])
            if breach is not None:
                self._breach = breach
                self.on_kill()

    def look_if_due(self) -> None:
        """Look, unless somebody has just looked."""
        if time.monotonic() >= self._next_look:
            self.look()

    def check(self, options: int = os.WNOHANG) -> None:
        """Check whether the process has ended; then kill its children, too."""
        pid, ended, usage = os.wait4(self.pid, options)
        if not pid:
            return
        used = self.used(usage.ru_utime + usage.ru_stime)
        kill_descendants(pid, self.spared)
        self.ended()
        if self._pidfd >= 0:
            self._selector.unregister(self._pidfd)
            os.close(self._pidfd)
        self.pid, self._pidfd, self.is_resting = 0, -1, False
        peak = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
        breach, self._breach = self._breach, Breach("")
        code = os.waitstatus_to_exitcode(ended)
        self.report(exited=[code, peak, *breach, False, used])

    def unmount(self) -> None:
        """Detach the folders that are in memory, so that those below them can be removed."""
        for folder in self.volumes:
            unmount(folder)

    def _within(self, sandbox: Sandbox) -> Sandbox:
        """Move this process into name spaces of its own, once; return the sandbox in there."""
        if sandbox.level is Containment.NONE:
            return sandbox
        if not self._has_tried_spaces:
            self._has_tried_spaces = True
            if sys.version_info >= (3, 14):
                fork_by_default()
            if enter_spaces(volume_of(sandbox), network=not sandbox_status().filtered):
                self.volumes = sandbox.writes[0], SHARED
        if not self.volumes:
            return sandbox
        tasks = MOST_THREADS + sandbox.processes if os.geteuid() else None
        return sandbox.but(writes=(*sandbox.writes, SHARED), tasks=tasks)


def run_program(
    program: Callable[..., object],
    arguments: Sequence[object],
    streams: Sequence[int],
    sandbox: Sandbox,
    judge: socket.socket | None,
) -> NoReturn:
    """Run as the child, in a sandbox, and never return; `judge` leads to who judges signals."""
    code = 1
    try:
        into, out, errors = streams
        for number in (1, 2):
            os.dup2(errors, number)
        os.close(errors)
        enter(sandbox, judge)
        if judge is not None:
            judge.close()
        sys.stdout, sys.stderr = _stream(1), _stream(2)
        program(Channel(into, out), *arguments)
        code = 0
    except Exception:  # noqa: BLE001 - it is printed to the child's own errors
        traceback.print_exc()
    finally:
        os._exit(code)


def _stream(number: int) -> TextIO:
    """Reopen an output stream with line buffering: complete lines survive a kill."""
    return open(number, "w", buffering=1, encoding="utf-8", errors="replace", closefd=False)


def fork_by_default() -> None:
    """Have multiprocessing fork, unless a program wants it otherwise.

    What it does by default from Python 3.14 on needs sockets, which a sandbox denies.
    """
    import multiprocessing

    ours: Any = multiprocessing.context
    ours._default_context._default_context = multiprocessing.get_context("fork")  # noqa: SLF001 - to set it would forbid to set it


def kill_descendants(group: int = 0, but: Collection[int] = ()) -> None:
    """Kill a process group, then all our descendants except some children.

    The children of killed processes become our children: all are killed when none is left.
    """
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if group:
            os.killpg(group, signal.SIGKILL)
    while others := children() - {*but}:
        for child in others:
            os.kill(child, signal.SIGKILL)
        for child in others:
            os.waitpid(child, 0)


def children() -> set[int]:
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


def _numbers(sandbox: Sandbox) -> tuple[int, ...]:
    """Return numbers of the folders of a sandbox: one that was made again is another folder."""
    found = []
    for folder in sandbox.writes:
        with contextlib.suppress(OSError):
            found.append(folder.stat().st_ino)
    return tuple(found)


def main(make: Callable[[socket.socket], Supervisor], home: str, group: str) -> NoReturn:
    """Run as a supervisor.

    Bombe removes `home` and the control `group`; if it ended without a "bye", we must do so.
    """
    control = socket.socket(fileno=os.dup(0))
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
    os.close(nothing)
    if sys.platform == "linux":
        # Go on when Bombe ends, even if somebody stopped us; end short pauses when they should.
        settings = (_SUBREAPER, 1), (_DEATH_SIGNAL, signal.SIGCONT), (_TIMER_SLACK, 1)
        for option, value in settings:
            with contextlib.suppress(OSError):  # inside another sandbox
                prctl(option, value)
    supervisor = make(control)
    supervisor.run()
    if supervisor.is_abandoned:
        supervisor.unmount()
        remove_tree(Path(home))
        if group:
            ControlGroup(Path(group)).leave()
    os._exit(0)


if __name__ == "__main__":
    main(lambda control: Supervisor(control, sys.argv[1]), *sys.argv[2:])
