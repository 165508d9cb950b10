"""The work of a study of endings, one after the other: each may use all threads and the memory.

An ending depends on the plan and its own number alone, so that a study can be continued.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from bombe.analysis.endgame.estimate import estimate
from bombe.analysis.endgame.margins import solve
from bombe.analysis.endgame.prepare import MOST_SOLUTIONS, most_points
from bombe.analysis.endgame.study.checks import check
from bombe.analysis.endgame.study.positions import draw_ending
from bombe.analysis.endgame.study.records import StudiedEnding
from bombe.analysis.tempo.effects import UsableBombs
from bombe.boards import Shape, SudokuState
from bombe.boards.sudoku.symbols import board_line
from bombe.solvers import Budget, as_solver

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bombe.analysis.endgame.margins import Endgame
    from bombe.analysis.endgame.study.records import EndingsHeader
    from bombe.boards import Board


class EndingTask(NamedTuple):
    """An ending to draw and solve."""

    empties: int
    number: int


def tasks(plan: EndingsHeader) -> Iterator[EndingTask]:
    """Yield the tasks, sizes in turn, so that an incomplete study says something about each."""
    for number in range(plan.positions):
        for empties in plan.empties:
            yield EndingTask(empties, number)


def ending_of(plan: EndingsHeader, task: EndingTask) -> Board:
    """Return the board of a task."""
    seed = f"{plan.seed} {plan.shape} {task.empties} {task.number}"
    return draw_ending(Shape.parse(plan.shape), task.empties, seed, plan.solutions)


def perform(
    task: EndingTask, is_stopped: Callable[[], bool], plan: EndingsHeader
) -> StudiedEnding | None:
    """Return the record of a task; None if it was stopped."""
    board = ending_of(plan, task)
    budget = Budget(plan.seconds, None, is_stopped)
    begin, cpu_begin = time.perf_counter(), time.process_time()
    found = solve(SudokuState.start(board), budget, memory=plan.memory, threads=plan.threads)
    seconds, cpu = time.perf_counter() - begin, time.process_time() - cpu_begin
    if is_stopped() and not found.final:
        return None
    return replace(_record(task, board, found), seconds=round(seconds, 6), cpu=round(cpu, 6))


def _record(task: EndingTask, board: Board, found: Endgame) -> StudiedEnding:
    solver = as_solver("auto")
    true = solver.true_candidates(board).true
    likely = estimate(found.state, true)
    faults, ends = check(found)
    return StudiedEnding(
        empties=task.empties,
        number=task.number,
        board=board_line(board),
        solutions=solver.count(board, MOST_SOLUTIONS).value,
        bombs=UsableBombs(board, (), true).count,
        low=found.low,
        high=found.high,
        estimate=None if likely is None else likely.margin,
        trivial=most_points(board),
        seconds=found.seconds,
        nodes=found.nodes,
        line=len(found.line),
        ends=ends,
        faults=faults,
    )
