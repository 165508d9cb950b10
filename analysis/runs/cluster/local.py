"""A scheduler and workers on this machine, for `--cluster local:N`: one thread in each process.

The scheduler is a thread of this process. Workers that end are replaced, and all end with this
process, however it ends: each watches a pipe whose other end only this process holds.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from bombe.analysis.runs.cluster.quiet import silence
from bombe.solvers.sandbox.owned_folders import folder_prefix
from bombe.solvers.sandbox.removal import remove_tree

if TYPE_CHECKING:
    from collections.abc import Iterator

DEATHS = 5
"""How many workers may end with a task before the task is given back."""
_PAUSE = 0.2
"""Seconds before a worker is replaced, so that one that cannot start costs little."""
_LAST = 5.0
"""Seconds that a worker has to end by itself."""


@contextlib.contextmanager
def local_scheduler(workers: int) -> Iterator[str]:
    """Start a scheduler and workers; yield its address, and end them."""
    folder = tempfile.mkdtemp(prefix=folder_prefix("cluster"))
    # Their imports take half a second, and so do ours: at the same time.
    members = [_Member(folder) for _ in range(workers)]
    try:
        with _scheduler(folder) as address:
            for member in members:
                member.begin(address)
            yield address
            for member in members:
                member.dismiss()
    finally:
        for member in members:
            member.dismiss()
            member.join()
        remove_tree(Path(folder))


@contextlib.contextmanager
def _scheduler(folder: str) -> Iterator[str]:
    """Start a scheduler; yield its address."""
    import dask
    from distributed import LocalCluster

    silence()
    with dask.config.set({"distributed.scheduler.allowed-failures": DEATHS}):
        cluster = LocalCluster(
            n_workers=0,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            local_directory=folder,
        )
    try:
        yield cluster.scheduler_address
    finally:
        cluster.close(timeout=_LAST)


class _Member:
    """A worker's process, and the thread that replaces it when it ends."""

    def __init__(self, folder: str) -> None:
        self._command, self._scheduler = [sys.executable, "-m", __name__, folder], ""
        self._is_dismissed = threading.Event()
        self._process = self._started()
        self._thread = threading.Thread(target=self._keep, name="worker", daemon=True)

    def begin(self, scheduler: str) -> None:
        """Let the process work for a scheduler."""
        self._scheduler = scheduler
        self._tell()
        self._thread.start()

    def dismiss(self) -> None:
        """Let the process end."""
        self._is_dismissed.set()
        self._process.terminate()

    def join(self) -> None:
        """Wait until the process has ended."""
        if self._thread.is_alive():
            self._thread.join()
        with self._process:
            self._process.kill()

    def _keep(self) -> None:
        """Replace the process whenever it ends, until it is dismissed."""
        while not self._is_dismissed.is_set():
            with self._process:
                self._process.wait()
            if not self._is_dismissed.wait(_PAUSE):
                self._process = self._started()
                self._tell()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_LAST)

    def _tell(self) -> None:
        """Write the scheduler to the process; that it has ended is found out elsewhere."""
        if (pipe := self._process.stdin) is not None:
            with contextlib.suppress(OSError):
                pipe.write(f"{self._scheduler}\n".encode())

    def _started(self) -> subprocess.Popen[bytes]:
        """Start a process: in a session of its own, so that Ctrl-C does not reach it."""
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        return subprocess.Popen(  # noqa: S603 - our own module
            self._command,
            bufsize=0,  # what a process that has ended did not take must not be left to be written
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=environment,
            start_new_session=True,
        )


def main(folder: str) -> None:
    """Be a worker, until the process that started this one ends, or wants no more.

    It says on standard input which scheduler to work for, once there is one.
    """
    import distributed  # noqa: F401 - takes its time while the scheduler starts

    if scheduler := sys.stdin.buffer.readline().decode().strip():
        threading.Thread(target=_end_with_parent, daemon=True).start()
        asyncio.run(_work(scheduler, folder))


async def _work(scheduler: str, folder: str) -> None:
    from distributed import Worker

    async with Worker(
        scheduler, nthreads=1, memory_limit=0, local_directory=folder, dashboard=False
    ) as worker:
        await worker.finished()


def _end_with_parent() -> None:
    """End this process when the other end of its standard input is gone."""
    sys.stdin.buffer.read()
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
