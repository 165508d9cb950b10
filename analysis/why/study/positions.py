"""Positions of seeded games in which only safe moves are played, each safe move equally likely."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from bombe.analysis.generate.kinds import generate
from bombe.boards import SudokuState
from bombe.boards.sudoku.reading import read, write
from bombe.solvers import Verdict, as_solver

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bombe.analysis.why.study.records import WhyPlan, WhyTask
    from bombe.boards import Board
    from bombe.boards.sudoku.formats import Entry

KINDS = ("irreducible", "loose", "improper")
"""What is generated: boards with one solution, with some solutions, and with many."""


def boards_of(entries: Iterable[Entry]) -> dict[str, str]:
    """Return the boards of a study by name; those without a solution are left out."""
    named: dict[str, str] = {}
    for state, place in entries:
        if as_solver("auto").solvable(state.board) is Verdict.NO:
            continue
        name = str(place) if str(place) not in named else f"{place} ({len(named) + 1})"
        named[name] = write(SudokuState.start(state.board)).strip()
    return named


def sources_of(plan: WhyPlan) -> list[str]:
    """Return what games begin on: the names of boards, and kinds of generated ones."""
    return [*plan.boards, *(f"{kind} {shape}" for shape in plan.shapes for kind in KINDS)]


def positions_of(task: WhyTask, plan: WhyPlan) -> Iterator[Board]:
    """Yield the positions of a task, in the order of the game; without games, the board itself."""
    rng = random.Random(f"{plan.seed} {task.source} {task.number}")
    start = _start(task, plan, rng)
    if not plan.games:
        yield start
        return
    empties = start.values.count(0)
    wanted = set(rng.sample(range(1, empties + 1), min(plan.positions, empties)))
    for board in _safe_game(start, rng):
        if board.values.count(0) in wanted:
            yield board


def _start(task: WhyTask, plan: WhyPlan, rng: random.Random) -> Board:
    if text := plan.boards.get(task.source):
        return read(text).board
    kind, shape = task.source.split()
    return generate(shape, kind, rng.randrange(2**32))


def _safe_game(board: Board, rng: random.Random) -> Iterator[Board]:
    """Yield a board, and what it becomes by one safe move after the other."""
    solver = as_solver("auto")
    while True:
        yield board
        moves = board.candidates()
        rng.shuffle(moves)
        # The first safe one of moves in random order: cheaper than to know all that are safe.
        after = (board.place(move) for move in moves)
        safe = next((each for each in after if solver.solvable(each) is Verdict.YES), None)
        if safe is None:
            return
        board = safe
