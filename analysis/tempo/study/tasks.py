"""The work of a tempo study, task by task: random endgames solved, whole games played.

A task depends on the plan and its own number alone, so that a study can be interrupted, continued
and run in several processes.
"""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.analysis.endgame import margins
from bombe.analysis.tempo.report import tempo
from bombe.analysis.tempo.study.play import Play, PlayRule, ProperPlay, begin, bombs_of, play_out
from bombe.analysis.tempo.study.records import StudyGame, StudyHeader, StudyPosition
from bombe.boards import Board, SudokuState, moves_of
from bombe.boards.errors import InputError, UnsupportedError
from bombe.boards.sudoku.reading import read, write
from bombe.boards.sudoku.symbols import board_line
from bombe.solvers import Budget, Verdict, as_solver

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from bombe.analysis.tempo.study.records import StudyRecord
    from bombe.boards.sudoku.formats import Entry

STIR = 4
"""A game starts after 0 to 3 random fills, so that starts of all classes occur."""
SECONDS = 5.0
"""The time for one endgame; those that take longer are left out."""


class StudyTask(NamedTuple):
    """A position to solve, or a game to play if `first` is set."""

    board: str
    seed: int
    empties: int = 0
    first: str = ""
    second: str = ""
    exact: int = 0

    @property
    def key(self) -> tuple[Any, ...]:
        """The key of the record that it produces."""
        if self.first:
            return "game", self.board, self.seed, self.first, self.second, self.exact
        return "position", self.board, self.seed


def boards_of(entries: Iterable[Entry]) -> dict[str, str]:
    """Return the boards of a study by name; raise InputError if one has no game to be played."""
    named: dict[str, str] = {}
    for state, place in entries:
        if as_solver("auto").solvable(state.board) is Verdict.NO:
            raise InputError(f"{place}: the board has no solution; give a solvable one")
        if not state.board.empty_cells():
            raise InputError(f"{place}: the board is full; give one with empty cells")
        name = place.source if place.line <= 1 else str(place)
        if name in named:
            name = f"{name} ({len(named) + 1})"
        named[name] = f"{state.board.shape}:{board_line(state.board)}"
    return named


def tasks(plan: StudyHeader) -> Iterator[StudyTask]:
    """Yield the tasks, boards in turn, so that an incomplete study says something about each."""
    low, high = plan.empties
    cells = {name: text.count(".") for name, text in plan.boards.items()}
    for number in range(max(plan.positions, plan.games)):
        for name, empties in cells.items():
            if number < plan.positions:
                wanted = low + number % (high - low + 1)
                if wanted <= empties:
                    yield StudyTask(name, number, wanted)
            if number < plan.games:
                yield from _games(plan, name, number, empties)


def _games(plan: StudyHeader, name: str, number: int, empties: int) -> Iterator[StudyTask]:
    """Yield the pairings of rules, each in both colours from the same start."""
    others = ["W", "N", *(f"P<={h}" for h in plan.horizons if h < empties - STIR)]
    yield StudyTask(name, number, first="P", second="P")
    for other in others:
        for exact in (0, plan.exact) if "<=" in other and plan.exact else (0,):
            yield StudyTask(name, number, first="P", second=other, exact=exact)
            yield StudyTask(name, number, first=other, second="P", exact=exact)


def perform(
    task: StudyTask, is_stopped: Callable[[], bool], plan: StudyHeader
) -> StudyRecord | None:
    """Return the record of a task; None if it was stopped or is too large."""
    board = read(plan.boards[task.board]).board
    rng = random.Random(f"{plan.seed} {task.board} {task.seed}")
    try:
        if task.first:
            return _game(task, board, rng, is_stopped)
        return _position(task, board, rng, is_stopped)
    except UnsupportedError:
        return None


def random_endgame(board: Board, empties: int, rng: random.Random) -> SudokuState:
    """Return a position after random fills, with a random number of bombs taboo."""
    filled = _stirred(board, empties, rng).state().board
    found = moves_of(board.shape, bombs_of(filled, as_solver("auto")).masks)
    return SudokuState(filled, taboo=frozenset(rng.sample(found, rng.randint(0, len(found)))))


def _stirred(board: Board, empties: int, rng: random.Random) -> Play:
    """Return the play after random fills, until so many cells are empty."""
    solver = as_solver("auto")
    play = begin(bombs_of(board, solver), solver)
    while play.empties > empties:
        play = play.fill(rng.choice(play.fills()).what)
    return play


def _position(
    task: StudyTask, board: Board, rng: random.Random, is_stopped: Callable[[], bool]
) -> StudyPosition | None:
    state = random_endgame(board, task.empties, rng)
    found = tempo(state, Budget(SECONDS, None, is_stopped), exact=board.shape.cells)
    exact = found.exact
    if exact is None or not exact.exact or found.bombs is None:
        return None
    best = set(exact.best)
    ours, winners = (bool(best & set(advice.moves)) for advice in found.advice)
    skips = {skip.move for skip in found.skips}
    record = StudyPosition(
        board=task.board,
        seed=task.seed,
        empties=task.empties,
        bombs=found.bombs,
        proper=found.proper,
        margin=exact.low,
        fill=bool(best - skips),
        skip=bool(best & skips),
        ours=ours,
        winners=winners,
        condition=task.empties % 2 == 0 or any(effect.keeps for effect in found.effects),
    )
    if record.agrees and record.condition:
        return record
    return replace(record, state=json.loads(write(state)))


def _game(
    task: StudyTask, board: Board, rng: random.Random, is_stopped: Callable[[], bool]
) -> StudyGame | None:
    empties = len(board.empty_cells())
    play = _stirred(board, max(1, empties - rng.randrange(STIR)), rng)
    numbers = play.empties, play.bombs, isinstance(play, ProperPlay)
    rules = PlayRule.parse(task.first), PlayRule.parse(task.second)
    ending = play_out(play, rules, rng, until=task.exact)
    rest = _rest(ending.play, is_stopped) if task.exact else 0
    if rest is None:
        return None
    margin = ending.margin + (rest if ending.mover == 0 else -rest)
    return StudyGame(
        task.board, task.seed, task.first, task.second, task.exact, *numbers, margin, ending.plies
    )


def _rest(play: Play, is_stopped: Callable[[], bool]) -> int | None:
    """Return the exact margin of the rest of a game; None if it is not known."""
    found = margins.solve(play.state(), Budget(SECONDS, None, is_stopped))
    return found.low if found.exact else None
