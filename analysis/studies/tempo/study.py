"""The plan of a tempo study, its records, and its work: random endgames solved, games played.

{"kind": "header", "schema": "bombe.study.tempo/1", ...}        the plan
{"kind": "position", "board": "hard-3x3", "empties": 12, ...}   a solved random endgame
{"kind": "game", "board": "hard-3x3", "first": "P", "second": "W", ...}
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.analysis.endgame import margins
from bombe.analysis.studies.tempo.rules import (
    Play,
    PlayRule,
    ProperPlay,
    begin,
    bombs_of,
    play_out,
)
from bombe.analysis.tempo.law import Outlook, TempoClass
from bombe.analysis.verdicts.report import tempo
from bombe.boards import Board, SudokuState, moves_of
from bombe.boards.errors import InputError, UnsupportedError
from bombe.boards.sudoku.reading import read, write
from bombe.boards.sudoku.symbols import board_line
from bombe.solvers import Budget, Verdict, as_solver

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from bombe.boards.sudoku.entries import Entry

STIR = 4
"""A game starts after 0 to 3 random fills, so that starts of all classes occur."""
SECONDS = 5.0
"""The time for one endgame; those that take longer are left out."""


@dataclass(frozen=True)
class TempoPlan:
    """The plan of a study: two studies with the same plan have the same records."""

    boards: dict[str, str]
    empties: tuple[int, int]
    positions: int
    games: int
    horizons: tuple[int, ...]
    exact: int
    seed: int
    version: str
    schema: str = "bombe.study.tempo/1"


class TempoTask(NamedTuple):
    """A position to solve, or a game to play if `first` is set."""

    board: str
    seed: int
    empties: int = 0
    first: str = ""
    second: str = ""
    exact: int = 0


@dataclass(frozen=True)
class TempoPosition:
    """A random endgame, solved.

    `ours` and `winners` say whether rules P and W include an optimal move; `condition` says, at odd
    E, whether some fill leaves an even number of bombs. `state` is kept if the law failed.
    """

    board: str
    seed: int
    empties: int
    bombs: int
    proper: bool
    margin: int
    fill: bool
    skip: bool
    ours: bool
    winners: bool
    condition: bool
    state: dict[str, Any] | None = None

    @property
    def task(self) -> TempoTask:
        """The task that produced the record."""
        return TempoTask(self.board, self.seed, self.empties)

    @property
    def kind(self) -> TempoClass:
        """The class of the position."""
        return TempoClass.of(self.empties, self.bombs)

    @property
    def agrees(self) -> bool:
        """Whether the side that the law names wins."""
        return self.margin > 0 if self.kind.outlook is Outlook.WON else self.margin < 0


@dataclass(frozen=True)
class TempoGame:
    """A game between two rules; `exact` is the E at which best play took over, 0 for never."""

    board: str
    seed: int
    first: str
    second: str
    exact: int
    empties: int
    bombs: int
    proper: bool
    margin: int
    plies: int

    @property
    def task(self) -> TempoTask:
        """The task that produced the record."""
        return TempoTask(self.board, self.seed, 0, self.first, self.second, self.exact)

    @property
    def other(self) -> str:
        """The rule that plays against P."""
        return self.second if self.first == "P" else self.first

    @property
    def margin_of_p(self) -> int:
        """The margin of P against the other rule."""
        return self.margin if self.first == "P" else -self.margin


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


def tasks(plan: TempoPlan) -> Iterator[TempoTask]:
    """Yield the tasks, boards in turn, so that an incomplete study says something about each."""
    low, high = plan.empties
    cells = {name: text.count(".") for name, text in plan.boards.items()}
    for number in range(max(plan.positions, plan.games)):
        for name, empties in cells.items():
            if number < plan.positions:
                wanted = low + number % (high - low + 1)
                if wanted <= empties:
                    yield TempoTask(name, number, wanted)
            if number < plan.games:
                yield from _games(plan, name, number, empties)


def _games(plan: TempoPlan, name: str, number: int, empties: int) -> Iterator[TempoTask]:
    """Yield the pairings of rules, each in both colours from the same start."""
    others = ["W", "N", *(f"P<={h}" for h in plan.horizons if h < empties - STIR)]
    yield TempoTask(name, number, first="P", second="P")
    for other in others:
        for exact in (0, plan.exact) if "<=" in other and plan.exact else (0,):
            yield TempoTask(name, number, first="P", second=other, exact=exact)
            yield TempoTask(name, number, first=other, second="P", exact=exact)


def perform(
    task: TempoTask, is_stopped: Callable[[], bool], plan: TempoPlan
) -> TempoPosition | TempoGame | None:
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
    task: TempoTask, board: Board, rng: random.Random, is_stopped: Callable[[], bool]
) -> TempoPosition | None:
    state = random_endgame(board, task.empties, rng)
    found = tempo(state, Budget(SECONDS, None, is_stopped), exact=board.shape.cells)
    exact = found.exact
    if exact is None or not exact.exact or found.bombs is None:
        return None
    best = set(exact.best)
    ours, winners = (bool(best & set(advice.moves)) for advice in found.advice)
    skips = {skip.move for skip in found.skips}
    record = TempoPosition(
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
    task: TempoTask, board: Board, rng: random.Random, is_stopped: Callable[[], bool]
) -> TempoGame | None:
    empties = len(board.empty_cells())
    play = _stirred(board, max(1, empties - rng.randrange(STIR)), rng)
    numbers = play.empties, play.bombs, isinstance(play, ProperPlay)
    rules = PlayRule.parse(task.first), PlayRule.parse(task.second)
    ending = play_out(play, rules, rng, until=task.exact)
    rest = 0
    if task.exact:
        found = margins.solve(ending.play.state(), Budget(SECONDS, None, is_stopped))
        if not found.exact:
            return None
        rest = found.low
    margin = ending.margin + (rest if ending.mover == 0 else -rest)
    return TempoGame(
        task.board, task.seed, task.first, task.second, task.exact, *numbers, margin, ending.plies
    )
