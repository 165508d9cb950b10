"""A process for each turn of an agent of the framework, as in the framework itself.

What a turn changes is lost when its process ends; it is killed when the time is over. It reports on
its channel, one JSON array per line:

    ["move", 0, 3, 5]                       every proposal; others are sent as text
    ["ending", "crash", "ValueError: ..."]  or
    ["done"]                                and then it ends

A process is forked from one that has imported the agent, or starts a new interpreter, as on Windows
and macOS: then the imports are part of the turn.
"""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, Protocol, cast

from bombe.agents.contract import MAX_PROPOSALS
from bombe.agents.framework.package import PACKAGE, Home, make_player
from bombe.agents.framework.translation import game_state_of
from bombe.agents.turn import (
    EXIT_GRACE_SECONDS,
    NO_MEMORY,
    Trouble,
    flush,
    seed_rngs,
    short_repr,
    trouble_of,
)
from bombe.boards.record import Termination

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bombe.agents.contract import Clock
    from bombe.agents.framework.editions import Edition
    from bombe.boards import SudokuState

POLL_SECONDS = 0.005
"""The clock is checked this often while no report comes."""
CHUNK_BYTES = 1 << 16


class TurnTask(NamedTuple):
    """The input of a turn; `seed` is that of its random numbers."""

    home: Home
    edition: Edition
    state: SudokuState
    seed: str


class SharedMove(list[Any]):
    """The current proposal; it is reported whenever its last number is written."""

    def __init__(self, channel: socket.socket) -> None:
        super().__init__([0, 0, 0])
        self._channel = channel

    def __setitem__(self, index: Any, value: Any) -> None:
        super().__setitem__(index, value)
        if isinstance(index, slice) or index in (2, -1):
            _send(self._channel, "move", *map(_plain, self))


def _plain(number: Any) -> int | str:
    with contextlib.suppress(Exception):  # the class may be the agent's
        return int(number.__index__())
    return short_repr(number)


def _send(channel: socket.socket, *report: object) -> None:
    channel.sendall(json.dumps(report).encode() + b"\n")


def run_and_exit(task: TurnTask, make: Callable[[], Any], channel: socket.socket) -> NoReturn:
    """Run a turn in this process, report, and exit."""
    report: tuple[object, ...] = ("ending", *NO_MEMORY[:2])  # if not even the error can be reported
    try:
        seed_rngs(task.seed)
        player = make()
        player.player_number = task.state.to_move
        player.lock = threading.Lock()
        player.best_move = SharedMove(channel)
        player.compute_best_move(game_state_of(task.state, sys.modules[f"{PACKAGE}.sudoku"]))
        report = ("done",)
    except BaseException as error:  # noqa: BLE001 - agents may raise even KeyboardInterrupt
        report = ("ending", *trouble_of(error, task.home.top)[:2])
    finally:
        with contextlib.suppress(BaseException):
            flush()
            _send(channel, *report)
        os._exit(0)


class ChildProcess(Protocol):
    """A process, as `subprocess` sees it."""

    pid: int

    def poll(self) -> int | None:
        """Return the exit code, minus the signal that ended it; None while it runs."""

    def kill(self) -> None:
        """Kill the process."""

    def wait(self) -> int:
        """Wait for its end and return the exit code."""


class ForkedProcess:
    """A process that was forked from this one."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._code: int | None = None

    def poll(self) -> int | None:
        """Return the exit code; None while it runs."""
        return self._await(os.WNOHANG)

    def kill(self) -> None:
        """Kill the process."""
        os.kill(self.pid, signal.SIGKILL)

    def wait(self) -> int:
        """Wait for its end and return the exit code."""
        return self._await(0) or 0

    def _await(self, options: int) -> int | None:
        if self._code is None:
            pid, status = os.waitpid(self.pid, options)
            self._code = os.waitstatus_to_exitcode(status) if pid else None
        return self._code


def fork(task: TurnTask, player: Any) -> Turn:
    """Begin a turn with a copy of an agent."""
    flush()  # both processes would print what is buffered
    channel, far = socket.socketpair()
    pid = os.fork()
    if pid == 0:
        os.setpgid(0, 0)
        channel.close()
        run_and_exit(task, lambda: player, far)
    far.close()
    with contextlib.suppress(OSError):  # the child may have done so itself, or have ended
        os.setpgid(pid, pid)
    return Turn(ForkedProcess(pid), channel)


def spawn(task: TurnTask) -> Turn:
    """Begin a turn in a new interpreter."""
    channel, far = socket.socketpair()
    command = [sys.executable, "-P", "-m", __name__]
    with far:
        if sys.platform == "win32":
            child = subprocess.Popen(command, stdin=subprocess.PIPE)  # noqa: S603 - our own module
            with cast("Any", child.stdin) as stdin:
                stdin.write(cast("Any", far).share(child.pid))
        else:
            number = far.fileno()
            child = subprocess.Popen(  # noqa: S603 - our own module
                [*command, str(number)],
                pass_fds=[number],
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )
    channel.sendall(pickle.dumps(task))
    return Turn(child, channel)


class Turn:
    """A turn in progress, seen from the process that began it."""

    def __init__(self, child: ChildProcess, channel: socket.socket) -> None:
        self._child, self._channel = child, channel
        self.trouble: Trouble | None = None

    def proposals(self, clock: Clock) -> Iterator[tuple[object, ...]]:
        """Yield proposals until the turn ends or the clock is over."""
        rest = b""
        while not clock.is_over:
            if not select.select([self._channel], [], [], POLL_SECONDS)[0]:
                continue
            piece = self._receive()
            if not piece:
                self.trouble = self._fate()
                return
            *lines, rest = (rest + piece).split(b"\n")
            # Of an agent that proposes faster than we pass on, skip all but the latest.
            for kind, *parts in map(_read, lines[:1] + lines[1:][-MAX_PROPOSALS:]):
                if kind == "move":
                    yield tuple(parts)
                elif kind in ("ending", "done"):
                    self.trouble = _trouble(*parts) if parts else None
                    return

    def end(self) -> None:
        """Kill the process and its children."""
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._child.pid, signal.SIGKILL)
        # In the sandbox there are no groups: the supervisor kills what the turn left running.
        if self._child.poll() is None:
            self._child.kill()
        self._child.wait()
        self._channel.close()

    def _receive(self) -> bytes:
        with contextlib.suppress(ConnectionError):
            return self._channel.recv(CHUNK_BYTES)
        return b""

    def _fate(self) -> Trouble:
        """Return how the process ended that closed its channel without a report."""
        until = time.monotonic() + EXIT_GRACE_SECONDS
        while (code := self._child.poll()) is None and time.monotonic() < until:
            time.sleep(POLL_SECONDS)
        if code is None:
            return Trouble(Termination.CRASH, "closed its channel to the referee")
        words = f"was killed by signal {-code}" if code < 0 else f"ended with exit code {code}"
        return Trouble(Termination.CRASH, f"the process of its turn {words}")


def _read(line: bytes) -> list[Any]:
    """Parse a report; other lines, written by an agent, count as empty reports."""
    with contextlib.suppress(ValueError, RecursionError):
        report = json.loads(line)
        if isinstance(report, list) and report:
            return report
    return [""]


def _trouble(ending: str, detail: str) -> Trouble:
    return NO_MEMORY if ending == NO_MEMORY.ending else Trouble(Termination(ending), detail)


def main() -> None:
    """Run the turn of a spawned process."""
    if sys.platform == "win32":
        channel = cast("Any", socket).fromshare(sys.stdin.buffer.read())
    else:
        channel = socket.socket(fileno=int(sys.argv[1]))
    with channel.makefile("rb") as orders:
        task: TurnTask = pickle.load(orders)  # noqa: S301 - only the process that began us writes there
    for stream in (sys.stdout, sys.stderr):
        cast("Any", stream).reconfigure(line_buffering=True, errors="replace")
    run_and_exit(task, lambda: make_player(task.home, task.edition), channel)


if __name__ == "__main__":
    from bombe.agents.framework import turns

    turns.main()  # not that of __main__: tasks are pickled under the name of this module
