"""A child on Windows, which has no fork: we are its parent, and there is no sandbox.

There is no memory limit here, and what a child has started is killed only while that is alive.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import queue
import signal
import subprocess
import sys
import threading
import uuid
from typing import IO, TYPE_CHECKING, Any, cast

from bombe.solvers.sandbox.channel import LONGEST, Channel, Streams, decode, encode
from bombe.solvers.sandbox.child import ProcessExit
from bombe.solvers.sandbox.paths import MARK

if TYPE_CHECKING:
    from collections.abc import Callable

    from bombe.solvers.sandbox.policy import Sandbox


class DirectChild(Streams):
    """Starts each process itself; a thread for each of its outputs waits for what it says."""

    is_sound = is_up = True
    pid = 0

    def __init__(self, program: str, environment: dict[str, str]) -> None:
        super().__init__()
        self._program, self._environment = program, environment
        self._process: subprocess.Popen[bytes] | None = None
        self._arrived: queue.SimpleQueue[tuple[Callable[[bytes], None], bytes]]

    def start(self, sandbox: Sandbox, *arguments: object, seconds: float) -> None:  # noqa: ARG002 - there is none
        """Start a process, as Child does."""
        self.kill()
        super().__init__()
        self._process = subprocess.Popen(  # noqa: S603 - our own module
            [sys.executable, "-P", "-m", "bombe.solvers.sandbox.direct", self._program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env={**self._environment, MARK: uuid.uuid4().hex},
        )
        self._arrived = queue.SimpleQueue()
        outputs = (self._process.stdout, self.take_said), (self._process.stderr, self.take_printed)
        for source, take in outputs:
            threading.Thread(target=self._pass_on, args=(source, take), daemon=True).start()
        self.send(encode(arguments))

    def _pass_on(self, source: IO[bytes], take: Callable[[bytes], None]) -> None:
        arrived, is_open = self._arrived, True
        while is_open:
            piece = b""
            with contextlib.suppress(OSError, ValueError):
                piece = source.read(LONGEST)
            arrived.put((take, piece))
            is_open = bool(piece)

    def send(self, line: bytes) -> None:
        """Send a line."""
        if self._process is not None:
            with contextlib.suppress(OSError):
                cast("IO[bytes]", self._process.stdin).write(line)

    def receive(self, seconds: float) -> None:
        """Wait for something to arrive, and take it."""
        with contextlib.suppress(queue.Empty):
            take, piece = (
                self._arrived.get(timeout=seconds) if seconds else self._arrived.get(False)
            )
            take(piece)
            while True:
                take, piece = self._arrived.get_nowait()
                take(piece)

    def poll(self, seconds: float = 0.0) -> ProcessExit | None:
        """Wait for the process to end; return how it did, or None while it runs."""
        if self._process is None:
            return ProcessExit(0)
        with contextlib.suppress(subprocess.TimeoutExpired):
            return ProcessExit(self._process.wait(seconds))
        return None

    def tell(self, order: str, *arguments: object) -> None:
        """Do nothing: nobody is there to be told."""

    def ask(self, order: str, *arguments: object, reply: str) -> Any:  # noqa: ARG002 - as above
        """Return None: nobody is there to be asked."""
        return None

    def kill(self) -> ProcessExit:
        """Kill the process and, with `taskkill`, its children."""
        process, self._process = self._process, None
        if process is not None:
            if sys.platform == "win32" and process.poll() is None:
                command = ["taskkill", "/F", "/T", "/PID", str(process.pid)]
                subprocess.run(command, capture_output=True, check=False)  # noqa: S603 - no input
            process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout, process.stderr):
                with contextlib.suppress(OSError):
                    cast("IO[bytes]", stream).close()
        return ProcessExit(-signal.SIGTERM)

    def close(self) -> None:
        """Kill the process."""
        self.kill()


def main(program: str) -> None:
    """Run as a child: its first line has the arguments of the program."""
    channel = Channel(os.dup(0), os.dup(1))
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    module, _, name = program.partition(":")
    (arguments,) = decode(channel.next_line() or b"")
    getattr(importlib.import_module(module), name)(channel, *arguments)


if __name__ == "__main__":
    main(sys.argv[1])
