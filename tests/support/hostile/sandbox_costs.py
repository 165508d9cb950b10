"""Measures what the sandbox costs: milliseconds added to a process's start, and to a turn.

    python tests/support/hostile/sandbox_costs.py [ROUNDS]

Three kinds of workers take turns in being measured, so that what else the machine does falls on
all: `bare`, with no sandbox and not frozen between turns; `none`, frozen, as with `--contain none`;
and `usual`. Medians are shown, in milliseconds.
"""

from __future__ import annotations

import contextlib
import statistics
import sys
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.agents.processes.process import Settings, StartMethod, Worker
from bombe.agents.processes.running import ProcessUse
from bombe.boards import Board, Shape, SudokuState
from bombe.solvers import Budget
from bombe.solvers.sandbox import Containment
from bombe.solvers.sandbox.channel import encode

if TYPE_CHECKING:
    from collections.abc import Iterator

STATE = SudokuState.start(Board.empty(Shape(3, 3)))
BUDGET = Budget(seconds=10.0)
KINDS = ("bare", "none", "usual")
TURNS_PER_START = 10


class Cost(NamedTuple):
    """The medians of something for each of KINDS, in milliseconds."""

    what: str
    bare: float
    none: float
    usual: float

    @property
    def added(self) -> float:
        """The milliseconds that the sandbox and the freezing add."""
        return self.usual - self.bare


def measured(rounds: int) -> list[Cost]:
    """Return what starts and turns cost."""
    starts: dict[str, list[float]] = {kind: [] for kind in KINDS}
    turns: dict[str, list[float]] = {kind: [] for kind in KINDS}
    with workers() as pairs:
        for _ in range(rounds):
            for kind, worker in pairs.items():
                starts[kind].append(start_of(worker))
                if kind == "bare":
                    keep_awake(worker)
            for _ in range(TURNS_PER_START):
                for kind, worker in pairs.items():
                    turns[kind].append(turn_of(worker))
    return [cost("start of a process", starts), cost("turn", turns)]


@contextlib.contextmanager
def workers() -> Iterator[dict[str, Worker]]:
    """Yield a worker of each kind, whose processes are forks of one with the agent in it."""
    with contextlib.ExitStack() as stack:
        yield {kind: stack.enter_context(worker(kind)) for kind in KINDS}


def worker(kind: str) -> Worker:
    """Return a worker of a kind."""
    level = Containment.USUAL if kind == "usual" else Containment.NONE
    return Worker("random", Settings(start=StartMethod.FORK, ready=60.0, contain=level))


def keep_awake(worker: Worker) -> None:
    """Have a worker's process not be frozen between its turns."""
    process: Any = worker._process
    process._child.tell("wake")
    process.rest, process._send = ProcessUse, lambda *order: process._child.send(encode(*order))


def start_of(worker: Worker) -> float:
    """Return the milliseconds until a new process is ready to play."""
    worker._drop()
    worker.open_game(1)
    begin = time.perf_counter()
    worker.prepare()
    return 1000 * (time.perf_counter() - begin)


def turn_of(worker: Worker) -> float:
    """Return the milliseconds of a turn in which hardly anything is thought."""
    begin = time.perf_counter()
    worker.turn(STATE, BUDGET)
    return 1000 * (time.perf_counter() - begin)


def cost(what: str, found: dict[str, list[float]]) -> Cost:
    """Return the medians."""
    return Cost(what, *(statistics.median(found[kind]) for kind in KINDS))


def main(rounds: str = "60") -> None:
    """Print the table."""
    sys.stdout.write(f"{'milliseconds':<20} {'bare':>8} {'none':>8} {'usual':>8} {'added':>8}\n")
    for one in measured(int(rounds)):
        figures = "".join(f" {each:8.2f}" for each in (*one[1:], one.added))
        sys.stdout.write(f"{one.what:<20}{figures}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
