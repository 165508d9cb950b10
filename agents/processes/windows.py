"""Starts and kills agents' processes on Windows, which has no fork: the referee is the parent.

There is no memory limit here, and a child of an agent is killed only while its parent is alive.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import uuid
from typing import TYPE_CHECKING, Any, cast

from bombe.agents.processes.launch import ProcessExit, Rest, environment

if TYPE_CHECKING:
    from pathlib import Path
    from typing import IO

    from bombe.solvers.containment import Fence


class DirectLauncher:
    """Starts each process itself and lends it a socket."""

    is_sound = True
    is_up: object = True

    def __init__(self, home: Path) -> None:
        self._home = home
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, fence: Fence, seconds: float) -> tuple[socket.socket, socket.socket]:  # noqa: ARG002 - Windows offers neither
        """Start a process; it takes its end of the channel from stdin."""
        channel, far = (socket.socketpair(), socket.socketpair())
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "bombe.agents.processes.windows"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=environment(uuid.uuid4().hex, self._home),
        )
        lent: Any = channel[1]
        with lent, cast("IO[bytes]", self._process.stdin) as stdin:
            stdin.write(lent.share(self._process.pid))
        threading.Thread(target=_copy, args=(self._process.stdout, far[1]), daemon=True).start()
        return channel[0], far[0]

    def poll(self, seconds: float = 0.0) -> ProcessExit | None:
        """Wait for the process to end; return how it did, or None while it runs."""
        if self._process is None:
            return ProcessExit(0)
        with contextlib.suppress(subprocess.TimeoutExpired):
            return ProcessExit(self._process.wait(seconds))
        return None

    def wake(self) -> None:
        """Do nothing: Windows has no signals that stop a process."""

    def main(self) -> int:
        """Return 0: nothing is known of a process here."""
        return 0

    def rest(self) -> Rest:
        """Return nothing; the process goes on."""
        return Rest()

    def clear(self, *, forget: bool) -> bool:  # noqa: ARG002 - nothing has imported the agent
        """Return True: there is nothing but the process."""
        return True

    def kill(self) -> ProcessExit:
        """Kill the process and, with `taskkill`, its children."""
        if self._process is not None and self._process.poll() is None:
            command = ["taskkill", "/F", "/T", "/PID", str(self._process.pid)]
            subprocess.run(command, capture_output=True, check=False)  # noqa: S603 - no input
            self._process.kill()
            self._process.wait()
        return self.poll() or ProcessExit(-signal.SIGTERM)

    def close(self) -> None:
        """Kill the process."""
        self.kill()


def _copy(source: IO[bytes], target: socket.socket) -> None:
    """Pass printed output on to a socket, where the referee expects it on every system."""
    with target, source, contextlib.suppress(OSError, ValueError):
        while piece := os.read(source.fileno(), 65536):
            target.sendall(piece)


def main() -> None:
    """Run as an agent's process."""
    from bombe.agents.processes import worker

    shared: Any = socket
    channel = shared.fromshare(sys.stdin.buffer.read())
    worker.run(channel, None)


if __name__ == "__main__":
    main()
