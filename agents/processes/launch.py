"""Starts and kills agents' processes through a supervisor; see supervisor.py for its protocol."""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import signal
import socket
import subprocess
import sys
import time
import uuid
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from bombe.boards.options import CALLER_FOLDER
from bombe.solvers.containment import tree
from bombe.solvers.containment.groups import new_group

if TYPE_CHECKING:
    from bombe.solvers.containment import Fence

PASSED_ON = (
    *("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"),
    *("SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT", "BOMBE_KERNEL"),
)
"""The environment variables that an agent's process inherits: none of them holds secrets."""
ONE_THREAD = {f"{library}_NUM_THREADS": "1" for library in ("OMP", "OPENBLAS", "MKL")}
MARK = "BOMBE_WORKER"
"""The environment variable that marks all processes of one launcher, should its supervisor fail."""
SUPERVISOR = "bombe.agents.processes.supervisor"
SUPERVISOR_SECONDS = 60.0
"""How long a supervisor may take to start."""
MARKED_POLL_SECONDS = 0.005
"""How often it is checked whether marked processes have ended."""
KILL_SECONDS = 5.0
"""How long a supervisor may take to kill before it is killed itself."""
GONE_SECONDS = 0.5
"""How long it may take to see how a supervisor ended."""


class ProcessExit(NamedTuple):
    """How a process ended: exit code, or the signal as a negative; and peak memory in bytes.

    If it was killed for what it used with its children, `excess` says that, and if it was memory.
    `is_lost` says that somebody outside ended or stopped its supervisor. The rest is as in Rest.
    """

    code: int
    peak: int = 0
    excess: str = ""
    is_memory: bool = False
    is_lost: bool = False
    cpu_seconds: float = 0.0
    withheld: float = 0.0
    is_sure: bool = False


class Rest(NamedTuple):
    """What a process did since it woke: its processor time, and whether others stopped it.

    `others` says whether it has children, or left processes behind; `running` counts those of them
    that have not ended. `withheld` are the seconds that other programs took from it, and `is_sure`
    says that the agent cannot have made that up: see accounts.py.
    """

    cpu_seconds: float = 0.0
    others: bool = False
    is_disturbed: bool = False
    running: int = 0
    withheld: float = 0.0
    is_sure: bool = False


class Launcher(Protocol):
    """Runs one process at a time, with two sockets: one for orders, one for printed output."""

    def start(self, fence: Fence, seconds: float) -> tuple[socket.socket, socket.socket]:
        """Start a process behind a fence; raise OSError, TimeoutError if it takes longer."""

    is_up: object
    """Whether it has started: before, no code of an agent has run."""

    @property
    def is_sound(self) -> bool:
        """Whether another process can be started."""

    def poll(self, seconds: float = 0.0) -> ProcessExit | None:
        """Wait up to `seconds` for the process to end; return how it did, or None if it runs."""

    def wake(self) -> None:
        """Let the process go on, and count its processor time from here."""

    def main(self) -> int:
        """Return the number of the process here; 0 if it has ended or cannot be known."""

    def rest(self) -> Rest:
        """Freeze the process; return what it did since it woke."""

    def clear(self, *, forget: bool) -> bool:
        """Remove the agent's files, and `forget` what has imported it; return if that worked."""

    def kill(self) -> ProcessExit:
        """Kill the process and everything it started; return how it ended."""

    def close(self) -> None:
        """Kill everything and release all resources."""


class SupervisedLauncher:
    """Has a supervisor start and kill the processes; kills one that does not respond."""

    def __init__(self, home: Path, warm: str = "", inside: str = "") -> None:
        """Start a supervisor, in a command if there is one, and have it import a `warm` agent."""
        self._groups: list[int] = []
        self._is_inside = bool(inside)
        self._mark = uuid.uuid4().hex
        self._exit: ProcessExit | None = ProcessExit(0)
        self.is_up: object = False
        self._received = b""
        self._control, theirs = socket.socketpair()
        # A command may be in another place of the system, and its processes have other numbers.
        self._group = None if inside else new_group()
        place = str(self._group.folder) if self._group else ""
        command = [sys.executable, "-P", "-m", SUPERVISOR, str(home), warm, place]
        with theirs:
            self._supervisor = subprocess.Popen(  # noqa: S603 - our own module, in what users give
                [*shlex.split(inside), *command],
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                env=environment(self._mark, home),
                cwd=home,
                start_new_session=True,
            )
        if self._group:  # it takes the system a while, in which the supervisor does its imports
            self._group.take(self._supervisor.pid)

    @property
    def is_sound(self) -> bool:
        """Whether the supervisor can start another process."""
        return self._supervisor.poll() is None

    def start(self, fence: Fence, seconds: float) -> tuple[socket.socket, socket.socket]:
        """Order a process from the supervisor, which passes it the far ends of two sockets."""
        # On a busy machine a supervisor starts slowly; the agent is not to blame for that.
        self.is_up = self.is_up or self._await("up", time.monotonic() + SUPERVISOR_SECONDS)
        (channel, far), (output, far_output) = socket.socketpair(), socket.socketpair()
        order = json.dumps({"start": fence.as_json()}).encode() + b"\n"
        with far, far_output:
            self._exit = None
            with contextlib.suppress(OSError):
                socket.send_fds(self._control, [order], [far.fileno(), far_output.fileno()])
            if found := self._await("groups", time.monotonic() + seconds):
                # Inside a command, processes may have other numbers than here.
                self._groups = [] if self._is_inside else found["groups"]
                return channel, output
        channel.close()
        output.close()
        if self._exit is None:
            self._give_up()
            raise TimeoutError("the process did not start in time")
        raise OSError(self._last_error() or "the process exited before it was ready")

    def poll(self, seconds: float = 0.0) -> ProcessExit | None:
        """Wait for the supervisor to report the end of the process."""
        if self._exit is None:
            self._receive(time.monotonic() + seconds)
        return self._exit

    def wake(self) -> None:
        """Have the supervisor wake the process; what is sent to that waits until it is awake."""
        self._send("wake")
        if main := self.main():  # sooner than the supervisor can
            with contextlib.suppress(OSError):
                os.kill(main, signal.SIGCONT)

    def main(self) -> int:
        """Return the number of the process; 0 if it has ended, or runs inside a command."""
        return self._groups[0] if self._exit is None and self._groups else 0

    def rest(self) -> Rest:
        """Have the supervisor freeze the process."""
        if self._exit is not None:
            return Rest()
        found = self._request("rest", "rested")
        return Rest(*found["rested"]) if found else Rest(is_disturbed=self._is_lost())

    def _is_lost(self) -> bool:
        return self._exit is not None and self._exit.is_lost

    def clear(self, *, forget: bool) -> bool:
        """Have the supervisor empty the folders, and kill what has imported the agent."""
        return bool(self._request("clear", "cleared", value=forget).get("cleared"))

    def kill(self) -> ProcessExit:
        """Have the supervisor kill everything."""
        if self._exit is None:
            self._request("kill", "exited")
        return self._exit or ProcessExit(-signal.SIGKILL)

    def close(self) -> None:
        """Close the channel, whereupon the supervisor kills everything and exits."""
        self._send("bye")
        self._control.close()
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

    def _request(self, order: str, reply: str, *, value: bool = True) -> dict[str, Any]:
        """Send an order; return the reply, or kill a supervisor that does not send it."""
        self._send(order, value=value)
        found = self._await(reply, time.monotonic() + KILL_SECONDS)
        if not found:
            self._give_up()
        return found

    def _send(self, order: str, *, value: bool = True) -> None:
        with contextlib.suppress(OSError):  # receiving will show that the supervisor has exited
            self._control.sendall(json.dumps({order: value}).encode() + b"\n")

    def _await(self, key: str, until: float) -> dict[str, Any]:
        """Receive reports until one has the key; return an empty one if none came in time."""
        while report := self._receive(until):
            if key in report:
                return report
        return {}

    def _receive(self, until: float) -> dict[str, Any]:
        """Return the next report; an empty one if time is up or the supervisor has exited."""
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
            self._groups = self._groups[1:]
        return report

    def _give_up(self) -> None:
        """Kill a supervisor that exited or does not respond, and all that it was to kill.

        That is what is below it, as long as it is there; the groups of agents' processes, which
        they cannot leave behind the fence; and the processes with our mark.
        """
        exit_of_it = self._lost_exit()
        kill_below(self._supervisor.pid, KILL_SECONDS)
        self._supervisor.kill()
        self._supervisor.wait()
        for group in self._groups:
            with contextlib.suppress(OSError):
                os.killpg(group, signal.SIGKILL)
        self._groups = []
        kill_marked(self._mark, KILL_SECONDS)
        self._exit = self._exit or exit_of_it

    def _lost_exit(self) -> ProcessExit:
        """Return how a process ended whose supervisor exited or does not respond.

        One that was killed or stopped was so from outside. Otherwise the agent is to blame, since
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


def environment(mark: str, home: Path) -> dict[str, str]:
    """Return the environment of an agent's process: where modules are found, and little else."""
    here = os.getcwd()  # noqa: PTH109 - a text is wanted
    path = os.pathsep.join(dict.fromkeys(filter(None, sys.path)))
    kept = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    # Random hashes would make the games of agents that use sets differ from run to run.
    # What an agent leaves in its home would run there as packages of the user, outside the sandbox.
    python = {"PYTHONPATH": path, "PYTHONHASHSEED": "0", "PYTHONNOUSERSITE": "1"}
    homes = dict.fromkeys(("HOME", "TMPDIR", "USERPROFILE", "TEMP"), str(home))
    return {**kept, **ONE_THREAD, **python, **homes, CALLER_FOLDER: here, MARK: mark}


def kill_below(root: int, seconds: float) -> None:
    """Kill all processes below one, and wait up to `seconds` until they have ended."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        below = [one.pid for one in tree.tree(root) if one.pid != root and one.state != "Z"]
        if not below:
            return
        for number in below:
            with contextlib.suppress(OSError):
                os.kill(number, signal.SIGKILL)
        time.sleep(MARKED_POLL_SECONDS)


def kill_marked(mark: str, seconds: float) -> None:
    """Kill all processes that have a mark, and wait up to `seconds` until they have ended.

    They are not our children, so that only the list of processes shows when they have ended. Those
    that were forked in the meantime are found in the next round. Does nothing outside Linux, where
    the environment of other processes cannot be read.
    """
    until = time.monotonic() + seconds
    while (marked := _marked(mark)) and time.monotonic() < until:
        for number in marked:
            with contextlib.suppress(OSError):
                os.kill(number, signal.SIGKILL)
        time.sleep(MARKED_POLL_SECONDS)


def _marked(mark: str) -> list[int]:
    """Return the processes that have a mark and run; an ended one has no environment."""
    if sys.platform != "linux":
        return []
    wanted, found = f"{MARK}={mark}".encode(), []
    for path in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if wanted in path.read_bytes():
                found.append(int(path.parent.name))
    return found
