"""One measured question: alone, or in a batch of boards; `fresh` asks in a new process."""

from __future__ import annotations

import contextlib
import gc
import math
import time
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from bombe.analysis.bench import fresh
from bombe.analysis.bench.tasks import UNFINISHED, Claim, claim_of_count
from bombe.boards.errors import OutOfBudgetError
from bombe.solvers import Meter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from bombe.analysis.bench.contestants import Contestant
    from bombe.analysis.bench.tasks import BenchTask
    from bombe.boards import Board
    from bombe.solvers import Budget

GRAIN = 1e-3
"""Shorter questions are repeated within a sample until it takes about so many seconds."""
MOST_REPEATS = 1000


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
        run = fresh.ask(contestant.place, board, budget.seconds, clocks.wall)
        claim = UNFINISHED if run.is_late else task.claim(run.found)
        return Measurement([claim], 1, run.wall, run.cpu, 0.0, 0)
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


def _batch(
    contestant: Contestant, task: BenchTask, boards: Sequence[Board], budget: Budget, clocks: Clocks
) -> Measurement:
    size = len(boards)
    whole = replace(
        budget,
        seconds=None if budget.seconds is None else budget.seconds * size,
        nodes=None if budget.nodes is None else budget.nodes * size,
    )
    meter = Meter(whole, clocks.wall)
    with _no_collection():
        wall, cpu = clocks.wall(), clocks.cpu()
        counts = contestant.solver.counts(boards, task.limit, meter)
        wall, cpu = clocks.wall() - wall, clocks.cpu() - cpu
    claims = [claim_of_count(count, task.limit) for count in counts]
    if all(claim.finished for claim in claims):
        # Where the budget cut some off, the others came in time.
        claims = [_in_time(claim, wall, whole) for claim in claims]
    return Measurement(claims, 1, wall, cpu, meter.effort().build, meter.nodes)


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
