"""The plan of a study of the newer play modes, its records, and its work: endgames solved.

{"kind": "header", "schema": "bombe.study.modes/1", ...}      the plan
{"kind": "ending", "board": "hard-2x2", "mode": "rows", ...}  a solved endgame
{"kind": "game", "board": "hard-2x2", "mode": "rows", ...}    a larger position, played by rule R
"""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from bombe.analysis.endgame.margins import solve
from bombe.analysis.reach.cells import Pair, Reach
from bombe.analysis.reach.law import TEMPO_WORDS, tempo_of, verdict_of
from bombe.analysis.studies.modes.play import PlayStyle, SeededGame, play_by_r
from bombe.analysis.tempo.law import Outlook
from bombe.analysis.verdicts.report import tempo
from bombe.boards import Rules
from bombe.boards.errors import UnsupportedError, UsageError
from bombe.boards.sudoku.reading import read, write
from bombe.solvers import Budget, Verdict, as_solver

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from bombe.analysis.endgame.margins import Endgame
    from bombe.analysis.reach.moves import BalancedMove
    from bombe.analysis.verdicts.report import Tempo
    from bombe.boards import Move, SudokuState
    from bombe.boards.sudoku.entries import Entry

NEWER = (Rules.ROWS, Rules.BORDER, Rules.RANDOM)
GIVEN = "given"
"""The style of play that led to positions which were given to the study."""


@dataclass(frozen=True)
class ModesPlan:
    """The plan of a study: two studies with the same plan have the same records."""

    boards: dict[str, str]
    modes: tuple[str, ...]
    fills: tuple[int, int]
    positions: int
    games: int
    seconds: float
    seed: int
    version: str
    schema: str = "bombe.study.modes/1"


class ModesTask(NamedTuple):
    """An endgame to solve, the one that a seeded game leads to or that was given.

    With `is_game`, a larger position, played to its end by rule R on both sides.
    """

    board: str
    mode: str
    play: str
    seed: int
    is_game: bool = False


@dataclass(frozen=True)
class _ModesPosition:
    """The task that led to a position, and the size of its board."""

    board: str
    size: int
    mode: str
    play: str
    seed: int


@dataclass(frozen=True)
class ModesEnding(_ModesPosition):
    """A solved endgame; where there are two numbers, the first is the mover's.

    `fills` and `bombs` are the F and B of the law, `open` the shared cells that are open to each
    player, `skips` the bombs on cells that each can play on now, `takes` the most cells that a fill
    of each takes from the other. `best` is the balance after the best move by the law, `lost` the
    points that this move loses, `greedy_lost` those of a fill with the most points now. `last` says
    whether the mover makes the last fill in a line of best play, None where it is not known.
    """

    fills: int
    bombs: int
    dead: int
    shared: int
    private: Pair
    open: Pair
    skips: Pair
    private_skips: Pair
    shared_skips: int
    takes: Pair
    shut_out: bool
    balance: int
    best: int
    lost: int
    greedy_lost: int
    fill: bool
    skip: bool
    margin: int
    last: bool | None = None

    @property
    def task(self) -> ModesTask:
        """The task that produced the record, which no other record of its study has."""
        return ModesTask(self.board, self.mode, self.play, self.seed)

    @property
    def lead(self) -> int:
        """The lead of the mover in half fills."""
        return 2 * (self.private[0] - self.private[1]) + self.open[0] - self.open[1]

    @property
    def tempo(self) -> str:
        """The class of the tempo, in words."""
        return TEMPO_WORDS[tempo_of(self.fills, self.bombs)]

    @property
    def ahead(self) -> int:
        """The balance after the best move by the law; where the game is over then, that of now."""
        return self.best or self.balance


@dataclass(frozen=True)
class ModesGame(_ModesPosition):
    """A larger position, played by rule R on both sides until it could be solved.

    `fills`, `balance` and `ahead` are of the position, `margin` is what its mover got from there
    on.
    """

    fills: int
    balance: int
    ahead: int
    margin: int

    @property
    def task(self) -> ModesTask:
        """The task that produced the record, which no other record of its study has."""
        return ModesTask(self.board, self.mode, self.play, self.seed, is_game=True)


ModesRecord = ModesEnding | ModesGame


def is_right(record: ModesRecord) -> bool:
    """Return whether the side wins that the law names, one move ahead."""
    is_won = verdict_of(record.ahead) is Outlook.WON
    return record.margin > 0 if is_won else record.margin < 0


def texts_of(entries: Iterable[Entry], fills: tuple[int, int]) -> dict[str, str]:
    """Return the boards and positions of a study by name; a board without a solution is left out.

    A board is for seeded games in every mode; a position in a newer mode is solved as it is, and
    left out if it has fewer or more fills left.
    """
    named: dict[str, str] = {}
    for state, place in entries:
        is_given = state.rules is not Rules.CLASSIC
        if is_given and not fills[0] <= Reach.of_state(state).fills <= fills[1]:
            continue
        if as_solver("auto").solvable(state.board) is Verdict.NO:
            continue
        name = str(place) if str(place) not in named else f"{place} ({len(named) + 1})"
        named[name] = write(state).strip()
    return named


def tasks(plan: ModesPlan) -> Iterator[ModesTask]:
    """Yield the tasks, boards in turn, so that an incomplete study says something about each."""
    given = {name: read(text) for name, text in plan.boards.items()}
    for name, state in given.items():
        if state.rules is not Rules.CLASSIC and str(state.rules) in plan.modes:
            yield ModesTask(name, str(state.rules), GIVEN, 0)
    boards = [name for name, state in given.items() if state.rules is Rules.CLASSIC]
    for number in range(max(plan.positions, plan.games)):
        for name, mode, style in itertools.product(boards, plan.modes, PlayStyle):
            if number < plan.positions:
                yield ModesTask(name, mode, str(style), number)
            if number < plan.games:
                yield ModesTask(name, mode, str(style), number, is_game=True)


def perform(task: ModesTask, is_stopped: Callable[[], bool], plan: ModesPlan) -> ModesRecord | None:
    """Return the record of a task; None if it was stopped, is too large or too small."""
    state = position_of_task(task, plan)
    low, high = plan.fills
    fills = Reach.of_state(state).fills
    try:
        if task.is_game:
            return _game(task, state, plan, is_stopped) if fills > high else None
        if not low <= fills <= high:
            return None
        budget = Budget(plan.seconds, None, is_stopped)
        found = tempo(state, budget, exact=state.board.shape.cells)
    except (UnsupportedError, UsageError):
        return None
    exact = found.exact
    return _ending(task, found, exact) if exact is not None and exact.exact else None


def position_of_task(task: ModesTask, plan: ModesPlan) -> SudokuState:
    """Return the position that was given, or that a seeded game leads to.

    In half of the games some of the bombs are then made taboo, so that all parities occur.
    """
    start = read(plan.boards[task.board])
    if task.play == GIVEN:
        return start
    rng = _rng(task, plan)
    game = SeededGame(start.board, Rules(task.mode), PlayStyle(task.play), rng)
    if task.is_game:
        most = Reach.of_state(game.state).fills
        return game.play_down(rng.randint(min(plan.fills[1] + 1, most), most))
    state = game.play_down(rng.randint(*plan.fills))
    bombs = game.bombs()
    if rng.random() < 0.5:
        return state
    return replace(state, taboo=state.taboo.union(rng.sample(bombs, rng.randint(0, len(bombs)))))


def _rng(task: ModesTask, plan: ModesPlan) -> random.Random:
    kind = " game" if task.is_game else ""
    words = (plan.seed, task.board, task.mode, task.play, task.seed)
    return random.Random(" ".join(map(str, words)) + kind)


def _game(
    task: ModesTask, state: SudokuState, plan: ModesPlan, is_stopped: Callable[[], bool]
) -> ModesGame | None:
    """Play a position by rule R down to an endgame, and solve that."""
    view = tempo(state, exact=0).reach
    if view is None or view.balance is None or view.ahead is None:
        return None
    end = play_by_r(state, plan.fills[0], _rng(task, plan), is_stopped)
    rest = 0
    if not end.is_over:
        found = solve(end, Budget(plan.seconds, None, is_stopped))
        if not found.exact:
            return None
        rest = found.low if end.to_move == state.to_move else -found.low
    one, two = (after - before for after, before in zip(end.scores, state.scores, strict=True))
    return ModesGame(
        board=task.board,
        size=state.board.shape.size,
        mode=task.mode,
        play=task.play,
        seed=task.seed,
        fills=view.facts.reach.fills,
        balance=view.balance,
        ahead=view.ahead,
        margin=(one - two if state.to_move == 1 else two - one) + rest,
    )


def _ending(task: ModesTask, found: Tempo, exact: Endgame) -> ModesEnding:
    view, state = found.reach, found.state
    assert view is not None and view.facts.skips is not None and view.balance is not None  # noqa: PT018, S101 - it is solved, in a newer mode
    facts, skips = view.facts, view.facts.skips
    reach, me, other = facts.reach, state.to_move - 1, 2 - state.to_move
    values = {value.move: value.low for value in exact.moves}
    best = max(view.moves, key=lambda move: move.worth)
    kinds = {value.kind for value in exact.moves if value.low == exact.low}

    def pair(numbers: Sequence[int]) -> Pair:
        return numbers[me], numbers[other]

    return ModesEnding(
        board=task.board,
        size=state.board.shape.size,
        mode=task.mode,
        play=task.play,
        seed=task.seed,
        fills=reach.fills,
        bombs=view.bombs or 0,
        dead=reach.dead.bit_count(),
        shared=reach.shared.bit_count(),
        private=pair([cells.bit_count() for cells in reach.private]),
        open=pair([(cells & reach.shared).bit_count() for cells in reach.open]),
        skips=pair(skips.now),
        private_skips=pair(skips.private),
        shared_skips=skips.shared,
        takes=pair([reach.most_taken(1), reach.most_taken(2)]),
        shut_out=any(facts.shut_out),
        balance=view.balance,
        best=best.balance,
        lost=exact.low - values[best.move],
        greedy_lost=exact.low - values[_greedy(view.moves).move],
        fill="fill" in kinds,
        skip="skip" in kinds,
        margin=exact.low,
        last=_fills_last(state, exact.line),
    )


def _greedy(moves: Sequence[BalancedMove]) -> BalancedMove:
    """Return a fill with the most points now."""
    return max((move for move in moves if not move.is_skip), key=lambda move: move.points)


def _fills_last(state: SudokuState, line: Sequence[Move]) -> bool | None:
    """Return whether the mover makes the last fill of a line; None if the line is not complete."""
    mover, last, oracle = state.to_move, None, as_solver("auto")
    for move in line:
        if oracle.solvable(state.question(move)) is Verdict.NO:
            state = state.reject(move)
        else:
            last, state = state.to_move == mover, state.play(move)
    return last if state.is_over else None
