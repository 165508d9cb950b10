"""The plan of a study of endings, its records, and its work: each may use all threads and memory.

{"kind": "header", "schema": "bombe.study.endings/1", ...}    the plan, version, machine
{"kind": "ending", "empties": 28, "number": 0, "board": "...", "low": 8, "high": 8, ...}
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from bombe.analysis.endgame.estimate import estimate
from bombe.analysis.endgame.margins import solve
from bombe.analysis.endgame.prepare import MOST_SOLUTIONS, most_points
from bombe.analysis.studies.endings.checks import check
from bombe.analysis.studies.endings.positions import draw_ending
from bombe.analysis.tempo.effects import UsableBombs
from bombe.boards import Shape, SudokuState
from bombe.boards.sudoku.symbols import board_line
from bombe.solvers import Budget, as_solver

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bombe.analysis.endgame.margins import Endgame
    from bombe.boards import Board


@dataclass(frozen=True)
class EndingsPlan:
    """The plan of a study: two studies with the same plan have the same endings and limits.

    `memory` is in bytes, None a quarter of what was free; `threads` None: as many as cores.
    """

    shape: str
    empties: tuple[int, ...]
    positions: int
    solutions: int
    seconds: float
    memory: int | None
    threads: int | None
    seed: int
    version: str
    schema: str = "bombe.study.endings/1"


class EndingTask(NamedTuple):
    """An ending to draw and solve."""

    empties: int
    number: int


@dataclass(frozen=True)
class StudiedEnding:
    """An ending and what was found out about it, with all bombs counted.

    `trivial` is the most that a margin can be, by the points that are left. `estimate` is what the
    tempo law says, also where the margin is known. `line` is the number of moves of best play that
    were given, and `ends` whether they fill the board. `faults` says what the checks found wrong.
    `cpu` are the processor's seconds, of all threads together.
    """

    empties: int
    number: int
    board: str
    solutions: int
    bombs: int
    low: int
    high: int
    estimate: int | None
    trivial: int
    seconds: float
    nodes: int
    line: int
    ends: bool
    faults: tuple[str, ...] = ()
    cpu: float = 0.0

    @property
    def task(self) -> EndingTask:
        """The task that produced the record."""
        return EndingTask(self.empties, self.number)

    @property
    def exact(self) -> bool:
        """Whether the margin is known."""
        return self.low == self.high

    @property
    def name(self) -> str:
        """What messages call it."""
        return f"ending {self.number} of {self.empties} empty cells, {self.board}"


def tasks(plan: EndingsPlan) -> Iterator[EndingTask]:
    """Yield the tasks, sizes in turn, so that an incomplete study says something about each."""
    for number in range(plan.positions):
        for empties in plan.empties:
            yield EndingTask(empties, number)


def perform(
    task: EndingTask, is_stopped: Callable[[], bool], plan: EndingsPlan
) -> StudiedEnding | None:
    """Return the record of a task; None if it was stopped."""
    seed = f"{plan.seed} {plan.shape} {task.empties} {task.number}"
    board = draw_ending(Shape.parse(plan.shape), task.empties, seed, plan.solutions)
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
