"""The plan of a study of how bombs are seen, its records, and the positions that it looks at.

    {"kind": "plan", "schema": "bombe.study.why/1", "boards": {...}, ...}
    {"kind": "game", "source": "hard-3x3.txt:1", "number": 0, "positions": [...]}

In the seeded games only safe moves are played, each of them equally likely.
"""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from bombe.analysis.generate.kinds import generate
from bombe.boards import SudokuState
from bombe.boards.sudoku.reading import read, write
from bombe.solvers import Verdict, as_solver

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bombe.boards import Board
    from bombe.boards.sudoku.entries import Entry

SAFE = -1
"""The level of a proposal that is no bomb."""
UNKNOWN = -2
"""The level of a proposal that is a bomb without a rating, or not known to be one."""


@dataclass(frozen=True)
class WhyPlan:
    """The plan of a study: two studies with the same plan look at the same bombs.

    `boards` are texts by name, `shapes` those of which boards are generated. On each, `games` are
    played, and `positions` of each game are looked at; with 0 games, the boards as they are. With
    `check`, a chain is found and checked for every bomb, else bombs are rated only. Of each
    position, the smallest cores of `cores` bombs are looked for, by `peers`, too; and `agents`
    propose a move with `nodes`. `seconds` limit each answer but the search for a core, which has
    `core_seconds`.
    """

    boards: dict[str, str]
    shapes: tuple[str, ...]
    games: int
    positions: int
    check: bool
    cores: int
    peers: tuple[str, ...]
    agents: tuple[str, ...]
    nodes: int
    seconds: float
    core_seconds: float
    seed: int
    version: str
    schema: str = "bombe.study.why/1"


class WhyTask(NamedTuple):
    """A game to play and look at: on which board, and which one of them."""

    source: str
    number: int


class SeenBombs(NamedTuple):
    """How many bombs of a position have this rating."""

    level: int
    depth: int
    steps: int
    bombs: int


class TimedCore(NamedTuple):
    """A smallest core, or the best that was found in time; `peers` are the seconds of others."""

    size: int
    is_smallest: bool
    seconds: float
    peers: dict[str, float]


class ProposedLevel(NamedTuple):
    """What an agent proposed: the level of a bomb, SAFE or UNKNOWN."""

    agent: str
    level: int


@dataclass(frozen=True)
class WhyPosition:
    """A position of a game and its bombs.

    `moves` is the number of all its legal moves. `not_rated` counts bombs without a rating and
    `undecided` moves that may be bombs, both because time was up. `rating` is the CPU time of an
    audit with ratings, `chains` that for the chain of each bomb, `checked` how many of these hold.
    `faults` say what the checks found wrong.
    """

    board: str
    shape: str
    empties: int
    is_proper: bool
    moves: int
    seen: tuple[SeenBombs, ...]
    rating: float
    not_rated: int = 0
    undecided: int = 0
    checked: int = 0
    chains: tuple[float, ...] = ()
    cores: tuple[TimedCore, ...] = ()
    proposals: tuple[ProposedLevel, ...] = ()
    faults: tuple[str, ...] = ()

    @property
    def bombs(self) -> int:
        """The number of bombs."""
        return self.not_rated + sum(seen.bombs for seen in self.seen)


@dataclass(frozen=True)
class WhyGame:
    """A game, and those of its positions that were looked at."""

    source: str
    number: int
    positions: tuple[WhyPosition, ...]

    @property
    def task(self) -> WhyTask:
        """The task that produced the record, which no other record of its study has."""
        return WhyTask(self.source, self.number)


KINDS = ("irreducible", "loose", "improper")
"""What is generated: boards with one solution, with some solutions, and with many."""


def solvable_boards(entries: Iterable[Entry]) -> dict[str, str]:
    """Return the boards of a study by name; those without a solution are left out."""
    named: dict[str, str] = {}
    for state, place in entries:
        if as_solver("auto").solvable(state.board) is Verdict.NO:
            continue
        name = str(place) if str(place) not in named else f"{place} ({len(named) + 1})"
        named[name] = write(SudokuState.start(state.board)).strip()
    return named


def tasks(plan: WhyPlan) -> Iterator[WhyTask]:
    """Yield the tasks, boards in turn, so that an incomplete study says something about each."""
    generated = (f"{kind} {shape}" for shape in plan.shapes for kind in KINDS)
    for number, source in itertools.product(range(max(1, plan.games)), [*plan.boards, *generated]):
        yield WhyTask(source, number)


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
