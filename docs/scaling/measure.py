"""Measures what a cluster's client and scheduler cost for each task and each board.

    python docs/scaling/measure.py boards.txt

A scheduler and two workers are started as processes of their own; a run over all boards and one
over a single board differ by what the boards cost. Times are processor times, so that a machine
that does other things, too, measures about the same. docs/theory/scaling.md computes with what is
printed.
"""  # noqa: INP001 - a script, no package

from __future__ import annotations

import json
import operator
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import NamedTuple

from bombe.analysis.runs.cluster.bundles import BundlePace
from bombe.analysis.runs.cluster.connection import connected
from bombe.analysis.runs.cluster.flight import Flight
from bombe.commands import main as bombe

TICKS = os.sysconf("SC_CLK_TCK")
QUESTIONS = {"masks": (), "csv": (), "jsonl": (), "rated.csv": ("--rate",)}
"""Endings of outputs, and the options that they belong to."""
TASKS = 3000
"""Tasks with nothing to do."""
SLOW = 2000
"""How many boards are rated: that takes a thousand times as long."""


class Measurement(NamedTuple):
    """Processor seconds of the client, the scheduler and the workers, in so many tasks."""

    ending: str
    boards: int
    bytes: int
    tasks: int
    client: float
    scheduler: float
    workers: float


def cpu_of(process: int) -> float:
    """Return the processor seconds of a process."""
    words = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / TICKS


class OneByOne(BundlePace):
    """Sends every item alone."""

    size = 1


class SmallCluster:
    """A scheduler and two workers on this machine, which share nothing with the client."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "scheduler.json"
        dask = ["dask", "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
        self._scheduler = self._started([*dask, "--scheduler-file", str(self.file)])
        while not self.file.exists():
            time.sleep(0.1)
        time.sleep(0.5)
        address = json.loads(self.file.read_text(encoding="utf-8"))["address"]
        worker = [sys.executable, "-m", "bombe.analysis.runs.cluster.local", str(folder)]
        self._workers = [self._started(worker) for _ in range(2)]
        for process in self._workers:
            process.stdin.write(f"{address}\n".encode())  # type: ignore[union-attr]
            process.stdin.flush()  # type: ignore[union-attr]

    def run(self, ending: str, boards: Path) -> Measurement:
        """Audit boards on the cluster; return what that took."""
        output = self.file.with_name(f"audits.{ending}")
        count = sum(1 for line in boards.read_bytes().splitlines() if line)
        sent, before = _sent.copy(), self._spent()
        words = ["audit", str(boards), *QUESTIONS[ending], "-o", str(output), "--no-progress"]
        if bombe([*words, "--cluster", str(self.file)]):
            raise SystemExit(1)
        spent = [now - then for now, then in zip(self._spent(), before, strict=True)]
        size = output.stat().st_size
        output.unlink()
        return Measurement(ending, count, size, len(_sent) - len(sent), *spent)

    def run_nothing(self, tasks: int) -> Measurement:
        """Send so many tasks in which there is nothing to do."""
        with connected(str(self.file)) as connection:
            before = self._spent()
            flight = Flight[int, bool](connection, operator.is_, threading.Event())
            flight._pace = OneByOne()  # noqa: SLF001 - bundles would be of many
            done = sum(len(bundle) for bundle in flight.bundles(range(tasks)))
            spent = [now - then for now, then in zip(self._spent(), before, strict=True)]
        return Measurement("nothing", 0, 0, done, *spent)

    def close(self) -> None:
        """End all processes."""
        for process in (*self._workers, self._scheduler):
            process.terminate()
            process.communicate()

    def _spent(self) -> tuple[float, float, float]:
        workers = sum(cpu_of(worker.pid) for worker in self._workers)
        return time.process_time(), cpu_of(self._scheduler.pid), workers

    @staticmethod
    def _started(words: list[str]) -> subprocess.Popen[bytes]:
        return subprocess.Popen(  # noqa: S603 - our own commands
            words, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )


_sent: list[object] = []
"""The bundles that were sent."""


def count_bundles() -> None:
    """Let every bundle that is sent be counted."""
    send = Flight._send  # noqa: SLF001 - nothing else needs the number

    def counted(self: Flight[object, object], bundle: object, **how: bool) -> None:
        _sent.append(bundle)
        send(self, bundle, **how)  # type: ignore[arg-type]

    Flight._send = counted  # type: ignore[method-assign, assignment]  # noqa: SLF001 - as above


def main(boards: Path) -> None:
    """Print what each form of output took, less what one board took."""
    count_bundles()
    with tempfile.TemporaryDirectory() as name:
        cluster = SmallCluster(Path(name))
        lines = boards.read_bytes().splitlines(keepends=True)
        one, some = Path(name, "one.txt"), Path(name, "some.txt")
        one.write_bytes(lines[0])
        some.write_bytes(b"".join(lines[:SLOW]))
        try:
            cluster.run("csv", one)  # the workers import what they need
            print(json.dumps(cluster.run_nothing(TASKS)))  # noqa: T201
            for ending, options in QUESTIONS.items():
                few, many = (
                    cluster.run(ending, one),
                    cluster.run(ending, some if options else boards),
                )
                numbers = (now - then for now, then in zip(many[1:], few[1:], strict=True))
                print(json.dumps([ending, *(round(number, 3) for number in numbers)]))  # noqa: T201
        finally:
            cluster.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
