"""One measured question: alone, or in a batch of boards; `fresh_process` asks in a new process."""

from __future__ import annotations

import contextlib
import functools
import gc
import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from bombe.analysis.bench import fresh_process
from bombe.analysis.bench.tasks import UNFINISHED, BenchTask, Claim, claim_of_count
from bombe.boards import Board, Shape
from bombe.boards.errors import OutOfBudgetError
from bombe.solvers import Budget, Meter
from bombe.solvers.foreign.remote import Remote, Timing

if TYPE_CHECKING:
    from bombe.analysis.bench.contestants import Contestant

GRAIN = 1e-3
"""Shorter questions are repeated within a sample until it takes about so many seconds."""
MOST_REPEATS = 1000
EXCHANGES = 5
"""How many empty exchanges are measured with a solver in a process of its own."""
LONGEST_EXCHANGE = 2e-4
"""How long one is believed to be, in seconds: whoever answers them late gains no more."""
DOUBT = 0.5
"""The share of the time outside that a process has to account for, to be believed."""
LEAST = 0.05
"""The share of a measured time that is left, however long an empty exchange was."""


class Clocks(NamedTuple):
    """Where the time comes from: seconds on the wall, and of this process on a processor."""

    wall: Callable[[], float] = time.perf_counter
    cpu: Callable[[], float] = time.process_time


class Measurement(NamedTuple):
    """The claims about each board of a question, and what one repetition took."""

    claims: list[Claim]
    repeats: int
    wall: float
    cpu: float | None
    build: float
    nodes: int


def measure(
    contestant: Contestant,
    task: BenchTask,
    boards: Sequence[Board],
    budget: Budget,
    clocks: Clocks,
    repeats: int = 1,
) -> Measurement:
    """Ask and measure. An answer that came after the time limit counts as unfinished.

    `boards` is a single board, except for contestants that are asked in batches: they have the
    budget of one board times the number of boards.
    """
    if contestant.in_batches:
        return _batch(contestant, task, boards, budget, clocks)
    (board,) = boards
    if task.fresh:
        run = fresh_process.ask(
            contestant.place, board, budget.seconds, clocks.wall, is_foreign=contestant.is_foreign
        )
        claim = UNFINISHED if run.is_late else task.claim(run.found)
        return Measurement([claim], 1, run.wall, run.cpu, 0.0, 0)
    if isinstance(contestant.solver, Remote):
        return _apart(contestant.solver, task, board, budget, clocks, repeats)
    return _alone(contestant, task, board, budget, clocks, repeats)


def repeats_for(seconds: float) -> int:
    """Return how often a question that takes so many seconds is repeated in a sample."""
    if seconds * MOST_REPEATS <= GRAIN:
        return MOST_REPEATS
    return max(1, math.ceil(GRAIN / seconds))


def _alone(
    contestant: Contestant,
    task: BenchTask,
    board: Board,
    budget: Budget,
    clocks: Clocks,
    repeats: int,
) -> Measurement:
    solver, ask, meters = contestant.solver, task.ask, []
    claim, answer = None, None
    with _no_collection():
        wall, cpu = clocks.wall(), clocks.cpu()
        for _ in range(repeats):
            meter = Meter(budget, clocks.wall)
            meters.append(meter)
            try:
                answer = ask(solver, board, meter)
            except OutOfBudgetError:
                claim = UNFINISHED
        wall, cpu = (clocks.wall() - wall) / repeats, (clocks.cpu() - cpu) / repeats
    build = sum(meter.effort().build for meter in meters) / repeats
    claim = _in_time(claim or task.claim(answer), wall, budget)
    return Measurement([claim], repeats, wall, cpu, build, meters[-1].nodes)


def _apart(
    solver: Remote, task: BenchTask, board: Board, budget: Budget, clocks: Clocks, repeats: int
) -> Measurement:
    """Ask a solver in a process of its own; the time is that inside."""
    asked, exchanges = (1, repeats) if solver.can_repeat else (repeats, 1)
    claim, answer, meters = None, None, []
    empty = empty_exchange(solver, board.shape, clocks.wall)
    used, start = solver.cpu_seconds(), clocks.wall()
    with solver.timed(exchanges) as timing, _no_collection():
        for _ in range(asked):
            meter = Meter(scaled(budget, exchanges), clocks.wall)
            meters.append(meter)
            try:
                answer = task.ask(solver, board, meter)
            except OutOfBudgetError:
                claim = UNFINISHED
    wall, after = clocks.wall() - start, solver.cpu_seconds()
    wall = _believed(timing, wall, empty) / repeats
    cpu = None
    if used is not None and after is not None and after >= used and empty.cpu is not None:
        cpu = max(after - used - timing.exchanges * empty.cpu, 0.0) / repeats
    claim = _in_time(claim or task.claim(answer), wall, budget)
    build = sum(meter.effort().build for meter in meters) / len(meters)
    return Measurement([claim], repeats, wall, cpu, build, meters[-1].nodes)


def _batch(
    contestant: Contestant, task: BenchTask, boards: Sequence[Board], budget: Budget, clocks: Clocks
) -> Measurement:
    whole = scaled(budget, len(boards), nodes=True)
    meter = Meter(whole, clocks.wall)
    cpu: float | None
    solver = contestant.solver
    timed = solver.timed(1) if isinstance(solver, Remote) else contextlib.nullcontext()
    with timed as timing, _no_collection():
        wall, used = clocks.wall(), clocks.cpu()
        counts = solver.counts(boards, task.limit, meter)
        wall, cpu = clocks.wall() - wall, clocks.cpu() - used
    if isinstance(solver, Remote) and timing:
        empty = empty_exchange(solver, boards[0].shape, clocks.wall)
        wall, cpu = _believed(timing, wall, empty), None
    claims = [claim_of_count(count, task.limit) for count in counts]
    if all(claim.finished for claim in claims):
        # Where the budget cut some off, the others came in time.
        claims = [_in_time(claim, wall, whole) for claim in claims]
    return Measurement(claims, 1, wall, cpu, meter.effort().build, meter.nodes)


def scaled(budget: Budget, times: int, *, nodes: bool = False) -> Budget:
    """Return so many times the seconds of a budget, and of the nodes if they are shared, too."""
    return replace(
        budget,
        seconds=None if budget.seconds is None else budget.seconds * times,
        nodes=budget.nodes * times if nodes and budget.nodes is not None else budget.nodes,
    )


def _believed(timing: Timing, wall: float, empty: Exchange) -> float:
    """Return the seconds that a process says its answers took, if those outside allow for it."""
    least = DOUBT * (timing.outside - timing.exchanges * LONGEST_EXCHANGE)
    if timing.inside and least <= timing.inside <= timing.outside:
        return timing.inside
    return max(wall - timing.exchanges * empty.wall, wall * LEAST)


class Exchange(NamedTuple):
    """What an exchange with a process takes when there is nothing to answer."""

    wall: float
    cpu: float | None


def empty_exchange(solver: Remote, shape: Shape, wall: Callable[[], float]) -> Exchange:
    """Return the least of a few empty exchanges; a solver cannot make them long to its gain.

    One that does not take its own time is asked about a full board: all but the search is the same.
    """
    full, walls = _full_board(shape), []

    def exchange() -> None:
        if solver.can_repeat:
            solver.ping()
        else:
            next(solver.first_solutions(full, 1, Meter(Budget(seconds=1.0))), None)

    exchange()
    before = solver.cpu_seconds()
    for _ in range(EXCHANGES):
        start = wall()
        exchange()
        walls.append(wall() - start)
    after = solver.cpu_seconds()
    cpu = None if before is None or after is None else (after - before) / EXCHANGES
    most = min(*walls, LONGEST_EXCHANGE)
    return Exchange(most, None if cpu is None else min(cpu, LONGEST_EXCHANGE))


@functools.cache
def _full_board(shape: Shape) -> Board:
    """Return a full board: each row is the one above it, shifted."""
    m, n, size = shape.m, shape.n, shape.size
    shifts = (n * (row % m) + row // m for row in range(size))
    return Board(shape, bytes((c + shift) % size + 1 for shift in shifts for c in range(size)))


def _in_time(claim: Claim, wall: float, budget: Budget) -> Claim:
    is_late = budget.seconds is not None and wall > budget.seconds
    return replace(claim, finished=False) if is_late else claim


@contextlib.contextmanager
def _no_collection() -> Iterator[None]:
    """Keep Python's garbage collector from running at the expense of one contestant."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
