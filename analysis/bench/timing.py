"""One measured question: alone, or in a batch of boards; `fresh` asks in a new process."""

from __future__ import annotations

import contextlib
import gc
import math
import time
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from bombe.analysis.bench import fresh
from bombe.analysis.bench.tasks import UNFINISHED, Answer, answer_of_count
from bombe.boards.errors import OutOfBudgetError
from bombe.solvers import Meter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from bombe.analysis.bench.contestants import Contestant
    from bombe.analysis.bench.tasks import Task
    from bombe.boards import Board
    from bombe.solvers import Budget

GRAIN = 1e-3
"""Shorter questions are asked several times within a sample, until it is about so many seconds."""
MOST_REPEATS = 1000


class Clocks(NamedTuple):
    """Where the time comes from: seconds on the wall, and of this process on a processor."""

    wall: Callable[[], float] = time.perf_counter
    cpu: Callable[[], float] = time.process_time


class Measured(NamedTuple):
    """The answers to a question, one for each board, and what one asking took."""

    answers: list[Answer]
    repeats: int
    wall: float
    cpu: float | None
    build: float
    nodes: int


def measure(
    contestant: Contestant,
    task: Task,
    boards: Sequence[Board],
    budget: Budget,
    clocks: Clocks,
    repeats: int = 1,
) -> Measured:
    """Ask, and measure. An answer that came after the time was over is not finished.

    `boards` is one board, but for contestants that are asked in batches: their budget is as many
    times that of one board.
    """
    if contestant.in_batches:
        return _batch(contestant, task, boards, budget, clocks)
    (board,) = boards
    if task.fresh:
        run = fresh.ask(contestant.place, board, budget.seconds, clocks.wall)
        answer = UNFINISHED if run.is_late else task.answer(run.found)
        return Measured([answer], 1, run.wall, run.cpu, 0.0, 0)
    return _alone(contestant, task, board, budget, clocks, repeats)


def repeats_for(seconds: float) -> int:
    """Tell how often a question that takes so long is asked within a sample."""
    if seconds * MOST_REPEATS <= GRAIN:
        return MOST_REPEATS
    return max(1, math.ceil(GRAIN / seconds))


def _alone(
    contestant: Contestant, task: Task, board: Board, budget: Budget, clocks: Clocks, repeats: int
) -> Measured:
    solver, ask, meters = contestant.solver, task.ask, []
    answer, raw = None, None
    with _no_collection():
        wall, cpu = clocks.wall(), clocks.cpu()
        for _ in range(repeats):
            meter = Meter(budget, clocks.wall)
            meters.append(meter)
            try:
                raw = ask(solver, board, meter)
            except OutOfBudgetError:
                answer = UNFINISHED
        wall, cpu = (clocks.wall() - wall) / repeats, (clocks.cpu() - cpu) / repeats
    build = sum(meter.effort().build for meter in meters) / repeats
    answer = _in_time(answer or task.answer(raw), wall, budget)
    return Measured([answer], repeats, wall, cpu, build, meters[-1].nodes)


def _batch(
    contestant: Contestant, task: Task, boards: Sequence[Board], budget: Budget, clocks: Clocks
) -> Measured:
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
    answers = [answer_of_count(count, task.limit) for count in counts]
    if all(answer.finished for answer in answers):
        # Where the budget cut some off, the others came in time.
        answers = [_in_time(answer, wall, whole) for answer in answers]
    return Measured(answers, 1, wall, cpu, meter.effort().build, meter.nodes)


def _in_time(answer: Answer, wall: float, budget: Budget) -> Answer:
    late = budget.seconds is not None and wall > budget.seconds
    return replace(answer, finished=False) if late else answer


@contextlib.contextmanager
def _no_collection() -> Iterator[None]:
    """Keep Python's garbage collector from running at the expense of whoever is asked."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
