"""The work of a study of the newer play modes: endgames from seeded games, solved one by one.

A task depends on the plan and its own number alone, so that a study can be interrupted, continued
and run in several processes.
"""

from __future__ import annotations

import itertools
import random
from dataclasses import replace
from typing import TYPE_CHECKING

from bombe.analysis.endgame.margins import solve
from bombe.analysis.reach.cells import Reach
from bombe.analysis.reach.study.play import PlayStyle, SeededGame, play_by_r
from bombe.analysis.reach.study.records import ModesEnding, ModesGame, ModesTask
from bombe.analysis.tempo.report import tempo
from bombe.boards import Rules
from bombe.boards.errors import UnsupportedError, UsageError
from bombe.boards.sudoku.reading import read, write
from bombe.solvers import Budget, Verdict, as_solver

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from bombe.analysis.endgame.margins import Endgame
    from bombe.analysis.reach.cells import Pair
    from bombe.analysis.reach.moves import BalancedMove
    from bombe.analysis.reach.study.records import ModesPlan, ModesRecord
    from bombe.analysis.tempo.report import Tempo
    from bombe.boards import Move, SudokuState
    from bombe.boards.sudoku.formats import Entry

NEWER = (Rules.ROWS, Rules.BORDER, Rules.RANDOM)
GIVEN = "given"
"""The style of play that led to positions which were given to the study."""


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


def tasks_of(plan: ModesPlan) -> Iterator[ModesTask]:
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


def perform_modes(
    task: ModesTask, is_stopped: Callable[[], bool], plan: ModesPlan
) -> ModesRecord | None:
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
