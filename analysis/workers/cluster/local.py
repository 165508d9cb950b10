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

from bombe.solvers.containment.removal import remove_tree
from bombe.solvers.owned_folders import owned

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
    import dask
    from distributed import LocalCluster

    folder = tempfile.mkdtemp(prefix=owned("cluster"))
    with dask.config.set({"distributed.scheduler.allowed-failures": DEATHS}):
        cluster = LocalCluster(
            n_workers=0,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            local_directory=folder,
        )
    address: str = cluster.scheduler_address
    members = [_Member(address, folder) for _ in range(workers)]
    try:
        yield address
    finally:
        for member in members:
            member.dismiss()
        for member in members:
            member.join()
        cluster.close(timeout=_LAST)
        remove_tree(Path(folder))


class _Member:
    """A worker's process, and the thread that replaces it when it ends."""

    def __init__(self, scheduler: str, folder: str) -> None:
        self._command = [sys.executable, "-m", __name__, scheduler, folder]
        self._is_dismissed = threading.Event()
        self._process = self._started()
        self._thread = threading.Thread(target=self._keep, name="worker", daemon=True)
        self._thread.start()

    def dismiss(self) -> None:
        """Let the process end."""
        self._is_dismissed.set()
        self._process.terminate()

    def join(self) -> None:
        """Wait until the process has ended."""
        self._thread.join()

    def _keep(self) -> None:
        """Replace the process whenever it ends, until it is dismissed."""
        while not self._is_dismissed.is_set():
            with self._process:
                self._process.wait()
            if not self._is_dismissed.wait(_PAUSE):
                self._process = self._started()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_LAST)
        with self._process:
            self._process.kill()

    def _started(self) -> subprocess.Popen[bytes]:
        """Start a process: in a session of its own, so that Ctrl-C does not reach it."""
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        return subprocess.Popen(  # noqa: S603 - our own module
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=environment,
            start_new_session=True,
        )


def main(scheduler: str, folder: str) -> None:
    """Be a worker, until the process that started this one ends, or wants no more."""
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
