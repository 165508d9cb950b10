"""Runs an agent of the framework on sample positions and short games, and collects its faults.

1. Positions: on boards of all sizes, with bombs played before, in a turn of the longest limit;
   every proposal has to be legal, since the time may end after any.
2. Interpreter: the same in a new interpreter for each turn, as on Windows and macOS.
3. Games: short ones against random, at the shortest limit, in every play mode it knows.
4. Saved data: a turn after its saved data were deleted.
"""

from __future__ import annotations

import itertools
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from bombe.agents import get
from bombe.agents.arena.referee import objection, referee
from bombe.agents.arena.seats import InProcess
from bombe.agents.framework import folders
from bombe.agents.framework.editions import Edition, clues
from bombe.agents.framework.report import Fault, Report, TurnTiming
from bombe.agents.framework.samples import NamedPosition, sample, samples_of
from bombe.agents.processes.process import Worker
from bombe.boards import Rules, Shape, SudokuState
from bombe.boards.errors import UsageError
from bombe.boards.record import Termination
from bombe.boards.sudoku.game import SUDOKU
from bombe.solvers import Budget

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from bombe.agents.arena.referee import Outcome
    from bombe.agents.arena.seats import Seat, TurnResult
    from bombe.agents.processes.process import Settings
    from bombe.boards.game import AnyState

LIMITS = (0.1, 0.5, 1.0)
SHAPES = tuple(map(Shape.parse, ("2x2", "2x3", "3x3", "3x4", "4x4", "5x5")))
EMPTIES = 12
"""Cells that are empty when a short game begins."""
ORACLE_SECONDS = 10.0


def check(
    spec: str,
    *,
    limits: Sequence[float] = LIMITS,
    shapes: Sequence[Shape] = SHAPES,
    seed: int = 0,
    settings: Settings | None = None,
    tick: Callable[[], None] = lambda: None,
) -> Report:
    """Check the agent of a folder; `tick` is called after every turn and game."""
    folder = folders.parse(spec)
    if folder is None:
        raise UsageError(f"agent {spec!r} is not a folder with a {folders.MAIN}: give one")
    running = _Check(folder, sorted(set(limits)), shapes, seed, settings, tick)
    running.run()
    return running.report(spec)


class _Check:
    """A check in progress: what was found so far."""

    def __init__(
        self,
        folder: folders.AgentFolder,
        limits: Sequence[float],
        shapes: Sequence[Shape],
        seed: int,
        settings: Settings | None,
        tick: Callable[[], None],
    ) -> None:
        self._folder, self._limits, self._shapes = folder, limits, shapes
        self._seed, self._settings, self._tick = seed, settings, tick
        self._import_ms = 0.0
        self._timings: list[TurnTiming] = []
        self._faults: list[Fault] = []
        self._games = 0
        self._saves: bool | None = None

    def run(self) -> None:
        """Run all checks; an agent that cannot be made gets only the first."""
        with self._worker() as worker:
            if not self._is_made(worker):
                return
            samples = [samples_of(shape, self._seed) for shape in self._shapes]
            for one in itertools.chain(*samples):
                self._try(worker, one, spawned=False)
            self._play_games(worker)
            self._lose_data(worker)
        with self._worker(":spawn=yes") as worker:
            for _, middle, _ in samples:
                self._try(worker, middle, spawned=True)

    def report(self, name: str) -> Report:
        """Return what was found."""
        return Report(
            name=name,
            edition=self._folder.edition,
            clues=tuple(clues(self._folder.path)),
            limits=tuple(self._limits),
            import_ms=self._import_ms,
            timings=tuple(self._timings),
            faults=tuple(self._faults),
            games=self._games,
            saves=self._saves,
        )

    def _worker(self, options: str = "") -> Worker:
        folder = self._folder
        return Worker(f"{folder.path}@{folder.edition}{options}", self._settings)

    def _is_made(self, worker: Worker) -> bool:
        """Make the agent and return whether that worked; if not, it is a fault."""
        worker.open_game(self._seed)
        trouble = worker.prepare()
        self._import_ms = worker.ready_ms
        if trouble is not None:
            what = trouble.ending or Termination.CRASH
            self._faults.append(
                Fault(what, "import and construction", trouble.detail, None, trouble.output)
            )
        return trouble is None

    def _try(self, worker: Worker, one: NamedPosition, *, spawned: bool) -> None:
        """Run a turn on a position, without saved data."""
        worker.open_game(self._seed)
        answer = worker.turn(one.state, Budget(self._limits[-1]))
        first = answer.proposals[0].ms if answer.proposals else None
        self._timings.append(TurnTiming(one.state.board.shape, spawned, first))
        where = f"{one.name}, {'new interpreter' if spawned else 'forked'}"
        limits = self._limits[-1:] if spawned else self._limits
        self._faults += faults_of(answer, one.state, where, limits)
        self._tick()

    def _play_games(self, worker: Worker) -> None:
        modes = list(Rules) if self._folder.edition is Edition.V14 else [Rules.CLASSIC]
        for shape in self._shapes:
            state = sample(shape, min(EMPTIES, shape.cells // 2), self._seed)
            for side in (1, 2):
                self._play(worker, state, side, f"{shape} game as player {side}")
        for rules in modes[1:]:
            state = sample(self._shapes[0], self._shapes[0].cells - 2, self._seed, rules)
            self._play(worker, state, 1, f"{self._shapes[0]} game in play mode {rules}")

    def _play(self, worker: Worker, state: SudokuState, side: int, where: str) -> None:
        opponent = InProcess(lambda seed: get("random", seed))
        worker.open_game(self._seed)
        opponent.open_game(self._seed)
        seats: list[Seat] = [worker, opponent] if side == 1 else [opponent, worker]
        outcome = referee(state, *seats, budget=self._limits[0], oracle_budget=ORACLE_SECONDS)
        self._games += 1
        self._faults += _faults_in_game(outcome, state, side, where)
        self._tick()

    def _lose_data(self, worker: Worker) -> None:
        """Play a turn, delete what it saved, and play another."""
        state = sample(self._shapes[0], EMPTIES, self._seed + 1)
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            worker.open_game(self._seed, folder)
            worker.turn(state, Budget(self._limits[-1]))
            saved = [path for path in folder.glob("[12].pkl") if path.is_file()]
            self._saves = bool(saved)
            for path in saved:
                path.unlink()
            if saved and not state.is_over:
                answer = worker.turn(state, Budget(self._limits[-1]))
                where = f"{state.board.shape}, after its saved data were deleted"
                self._faults += faults_of(answer, state, where, self._limits[-1:])
        self._tick()


def faults_of(
    turn: TurnResult, state: SudokuState, where: str, limits: Sequence[float]
) -> Iterator[Fault]:
    """Yield the faults of a turn: its end, illegal proposals, time limits without a proposal."""
    if turn.ending:
        yield Fault(turn.ending, where, turn.detail, state, turn.output)
    first = turn.proposals[0].ms if turn.proposals else None
    late = [f"{limit:g} s" for limit in limits if first is None or first > 1000 * limit]
    if late and not (turn.ending and first is None):
        detail = f"no proposal within {', '.join(late)}"
        yield Fault(Termination.NO_PROPOSAL, where, detail, state, turn.output)
    for number, proposal in enumerate(turn.proposals, 1):
        if found := objection(state, proposal.move):
            rank = "the last" if number == len(turn.proposals) else "not the last"
            detail = f"after {proposal.ms:.0f} ms it {found[1]}; this was {rank} of its proposals"
            yield Fault(found[0], where, detail, state, turn.output)
            return


def _sudoku(state: AnyState) -> SudokuState | None:
    return state if isinstance(state, SudokuState) else None


def _faults_in_game(
    outcome: Outcome[AnyState], state: SudokuState, side: int, where: str
) -> Iterator[Fault]:
    if outcome.termination.is_forfeit and outcome.winner == 3 - side:
        output = outcome.refused.output if outcome.refused else ""
        yield Fault(outcome.termination, where, outcome.reason, _sudoku(outcome.state), output)
    mine = next((incident for incident in outcome.incidents if incident.player == side), None)
    if mine is not None:
        for ply in outcome.plies[: mine.ply]:
            state = SUDOKU.after(state, ply.move, is_bomb=ply.is_bomb)
        output = outcome.plies[mine.ply].output
        yield Fault(mine.ending, where, mine.detail, state, output)
