"""Commands on a cluster of this machine that are killed, with their workers, at random moments."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator

WORKER = "bombe.analysis.runs.cluster.local"
"""What stands on the command line of every worker."""


class KilledRun:
    """Runs a command again and again while its workers and itself are killed; counts the kills.

    `ended` are the workers that were left when the command was killed.
    """

    def __init__(self, words: list[str], folder: Path, rng: random.Random) -> None:
        self._words, self._folder, self._rng = words, folder, rng
        self.workers = self.clients = 0
        self.said = ""
        self.ended: list[int] = []

    @property
    def kills(self) -> int:
        """All processes that were killed."""
        return self.workers + self.clients

    def run(self, *more: str, workers: int = 0, until: Callable[[], bool] | None = None) -> int:
        """Run the command, kill so many workers, and the command itself as soon as `until` is so.

        Workers are killed within a second after there is one.
        """
        with start([*self._words, *more], self._folder) as command:
            for _ in range(workers):
                await_that(lambda: bool(workers_of(command.pid)) or command.poll() is not None)
                time.sleep(self._rng.uniform(0, 1))
                self.workers += kill_one(workers_of(command.pid), self._rng)
            if until is not None:
                await_that(lambda: until() or command.poll() is not None)
                self.clients += command.poll() is None
                self.ended = workers_of(command.pid)
                command.kill()
            _, said = command.communicate(timeout=300)
            self.said += said
        return command.returncode


@contextlib.contextmanager
def start(words: list[str], folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Start the command; kill it in the end if it still runs."""
    command = subprocess.Popen(
        [sys.executable, "-m", "bombe", *words],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield command
    finally:
        command.kill()
        command.communicate()


def await_that(is_so: Callable[[], bool], seconds: float = 60.0) -> None:
    """Wait until something is so; raise TimeoutError if it is not in time."""
    deadline = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > deadline:
            raise TimeoutError("it is not so in time")
        time.sleep(0.01)


def chunks_in(journal: Path) -> int:
    """Return how many chunks a journal names."""
    return journal.read_bytes().count(b'"chunk"') if journal.exists() else 0


def workers_of(client: int) -> list[int]:
    """Return the workers of a cluster that a process has started here."""
    children = Path(f"/proc/{client}/task").glob("*/children")
    with contextlib.suppress(OSError):
        found = [int(word) for path in children for word in path.read_text().split()]
        return [process for process in found if is_worker(process)]
    return []


def is_worker(process: int) -> bool:
    """Return whether a process is a worker of a cluster here."""
    try:
        return WORKER.encode() in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False


def kill_one(processes: list[int], rng: random.Random) -> bool:
    """Kill one of some processes; return whether there was one."""
    with contextlib.suppress(ProcessLookupError, IndexError):
        os.kill(rng.choice(processes), signal.SIGKILL)
        return True
    return False
