"""Runs an agent of the framework on sample positions and short games, and collects its faults.

1. Positions: on boards of all sizes, with bombs played before, in a turn of the longest limit;
   every proposal has to be legal, since the time may end after any.
2. Games: short ones against random, at the shortest limit.
3. Saved data: a turn after its saved data were deleted.
4. Interpreter: positions again, in a new interpreter for each turn, as on Windows and macOS.

All this is done in the play mode that the agent's edition plays by default, `rows` since v14, or in
the first one that is named. In others that are named it plays a position of each size, and a game
on either side.

A turn without a proposal in time is repeated: only if it is late each time, it is a fault. What the
repeated turns do besides counts, too. A turn of which other programs took a large part cannot be
judged: that it is late is no fault.
"""

from __future__ import annotations

import math
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bombe.agents import get
from bombe.agents.arena.referee import Outcome, objection, referee
from bombe.agents.checks.report import Fault, Load, Report, TurnTiming
from bombe.agents.checks.samples import MIDDLE, SHARES, NamedPosition, sample, sample_named
from bombe.agents.framework import folders
from bombe.agents.framework.editions import MODES, clues
from bombe.agents.processes.process import Settings, Worker
from bombe.agents.seats import STARVED_SHARE, InProcess, Seat, TurnResult
from bombe.boards import Rules, Shape, SudokuState
from bombe.boards.errors import UsageError
from bombe.boards.game import AnyState
from bombe.boards.record import Termination
from bombe.boards.sudoku.game import SUDOKU
from bombe.solvers import Budget
from bombe.solvers.native.cpu import cores

LIMITS = (0.1, 0.5, 1.0)
SHAPES = tuple(map(Shape.parse, ("2x2", "2x3", "3x3", "3x4", "4x4", "5x5")))
EMPTIES = {Rules.CLASSIC: 12}
"""Cells that are empty when a short game begins."""
MORE_EMPTIES = 30
"""The same in the newer play modes, where many of the cells are out of reach."""
REPEATS = 2
"""How often a late turn is repeated."""
ORACLE_SECONDS = 10.0


def machine_load() -> float | None:
    """Return how many processes wanted to run at once in the last minute; None if unknown."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else None


def check(
    spec: str,
    *,
    limits: Sequence[float] = LIMITS,
    shapes: Sequence[Shape] = SHAPES,
    modes: Sequence[Rules] = (),
    seed: int = 0,
    settings: Settings | None = None,
    load: Callable[[], float | None] = machine_load,
    tick: Callable[[], None] = lambda: None,
) -> Report:
    """Check the agent of a folder in play modes, by default the usual one of its edition.

    `tick` is called after every turn and game.
    """
    folder = folders.parse(spec)
    if folder is None:
        raise UsageError(f"agent {spec!r} is not a folder with a {folders.MAIN}: give one")
    for rules in modes:
        folders.refuse_rules(folder, rules)
    played = tuple(dict.fromkeys(modes)) or MODES[folder.edition][:1]
    found = Report(spec, folder.edition, tuple(clues(folder.path)), tuple(sorted(set(limits))))
    before = load()
    _Check(folder, found, shapes, played, seed, settings, tick).run()
    found.load = Load(before, load(), cores())
    return found


@dataclass
class _Check:
    """A check in progress; `found` is its report so far."""

    folder: folders.AgentFolder
    found: Report
    shapes: Sequence[Shape]
    modes: Sequence[Rules]
    seed: int
    settings: Settings | None
    tick: Callable[[], None]

    def run(self) -> None:
        """Run all checks; an agent that cannot be made gets only the first."""
        with self._worker() as worker:
            if not self._is_made(worker):
                return
            for rules in self.modes:
                self._try_mode(worker, rules)
            self._lose_data(worker)
        with self._worker(":spawn=yes") as worker:
            for shape in self.shapes:
                one = sample_named(MIDDLE, shape, self.seed, self.modes[0])
                self._try(worker, one, spawned=True)

    def _worker(self, options: str = "") -> Worker:
        return Worker(f"{self.folder.path}@{self.folder.edition}{options}", self.settings)

    def _is_made(self, worker: Worker) -> bool:
        """Make the agent and return whether that worked; if not, it is a fault."""
        worker.open_game(self.seed)
        trouble = worker.prepare()
        self.found.import_ms = worker.ready_ms
        if trouble is not None:
            what = trouble.ending or Termination.CRASH
            self.found.faults.append(
                Fault(what, "import and construction", trouble.detail, None, trouble.output)
            )
        return trouble is None

    def _where(self, state: SudokuState, place: str) -> str:
        """Return how the report calls a place: with the play mode if there are several."""
        return f"{state.rules} {place}" if len(self.modes) > 1 else place

    def _try_mode(self, worker: Worker, rules: Rules) -> None:
        """Play positions and games in a play mode; most of them in the first one."""
        is_first = rules is self.modes[0]
        for shape in self.shapes:
            for name in SHARES if is_first else (MIDDLE,):
                one = sample_named(name, shape, self.seed, rules)
                self._try(worker, one, spawned=False)
        for shape in self.shapes if is_first else self.shapes[:1]:
            most = shape.cells // 2 if rules in EMPTIES else shape.cells - 2
            empties = min(EMPTIES.get(rules, MORE_EMPTIES), most)
            state = sample(shape, empties, self.seed, rules)
            for side in (1, 2):
                self._play(worker, state, side, f"{shape} game as player {side}")

    def _try(self, worker: Worker, one: NamedPosition, *, spawned: bool) -> None:
        """Run a turn on a position, without saved data."""
        where = self._where(one.state, f"{one.name}, {'new interpreter' if spawned else 'forked'}")
        first = self._turns(worker, one.state, where, lambda: worker.open_game(self.seed))
        board = one.state.board
        if where not in self.found.starved:
            self.found.timings.append(TurnTiming(board.shape, spawned, first, one.state.rules))
        self.tick()

    def _turns(
        self, worker: Worker, state: SudokuState, where: str, begin: Callable[[], None]
    ) -> float | None:
        """Run a turn, a late one again; return the ms of its first proposal, at best."""
        answers: list[TurnResult] = []
        while len(answers) <= REPEATS and (not answers or late_at(answers[-1], self.found.limits)):
            begin()
            answers.append(worker.turn(state, Budget(self.found.limits[-1])))
        for answer in answers:
            self.found.faults += faults_of(answer, state, where)
        best = min(answers, key=first_ms)
        if late := surely_late_at(answers, self.found.limits):
            self.found.faults.append(late_fault(late, len(answers), where, state, best.output))
        elif late_at(best, self.found.limits):
            self.found.starved.append(where)
        elif len(answers) > 1:
            self.found.repaired.append(where)
        return best.proposals[0].ms if best.proposals else None

    def _play(self, worker: Worker, state: SudokuState, side: int, place: str) -> None:
        opponent = InProcess(lambda seed: get("random", seed))
        worker.open_game(self.seed)
        opponent.open_game(self.seed)
        seats: list[Seat] = [worker, opponent] if side == 1 else [opponent, worker]
        outcome = referee(state, *seats, budget=self.found.limits[0], oracle_budget=ORACLE_SECONDS)
        self.found.games[state.rules] += 1
        where = self._where(state, place)
        lost, last = outcome.winner == 3 - side, outcome.state
        if lost and outcome.termination is Termination.NO_PROPOSAL:
            self._repeat(worker, last, where, outcome.refused)
        elif outcome.is_spoiled or (lost and outcome.refused and outcome.refused.is_lost_to_others):
            self.found.starved.append(where)
        elif lost and outcome.termination.is_forfeit:
            output = outcome.refused.output if outcome.refused else ""
            reason = outcome.reason
            self.found.faults.append(
                Fault(outcome.termination, where, reason, _sudoku(last), output)
            )
        self.found.faults += _incidents_in(outcome, state, side, where)
        self.tick()

    def _repeat(
        self, worker: Worker, state: AnyState, where: str, refused: TurnResult | None
    ) -> None:
        """Repeat the turn that lost a game by lateness, in the game that it was part of."""
        limits = self.found.limits[:1]
        turns = [refused] if refused else []
        for _ in range(REPEATS):
            turns.append(worker.turn(state, Budget(limits[0])))
            if not late_at(turns[-1], limits):
                self.found.repaired.append(where)
                return
        if not surely_late_at(turns, limits):
            self.found.starved.append(where)
            return
        output = refused.output if refused else ""
        self.found.faults.append(late_fault(limits, 1 + REPEATS, where, _sudoku(state), output))

    def _lose_data(self, worker: Worker) -> None:
        """Play a turn, delete what it saved, and play another."""
        state = sample(self.shapes[0], EMPTIES[Rules.CLASSIC], self.seed + 1, self.modes[0])
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            worker.open_game(self.seed, folder)
            worker.turn(state, Budget(self.found.limits[-1]))
            self.found.saves = any(map(Path.is_file, _saved(folder)))

            def lose() -> None:
                for path in _saved(folder):
                    path.unlink(missing_ok=True)

            if self.found.saves and not state.is_over:
                place = f"{state.board.shape}, after its saved data were deleted"
                self._turns(worker, state, self._where(state, place), lose)
        self.tick()


def _saved(folder: Path) -> list[Path]:
    return [folder / "1.pkl", folder / "2.pkl"]


def first_ms(turn: TurnResult) -> float:
    """Return the ms of the first proposal, infinite if there is none."""
    return turn.proposals[0].ms if turn.proposals else math.inf


def surely_late_at(turns: Sequence[TurnResult], limits: Sequence[float]) -> list[float]:
    """Return the limits by which no turn had a proposal, also without what other programs took."""
    return [
        limit
        for limit in limits
        if all(limit in late_at(turn, limits) and not is_excused(turn, limit) for turn in turns)
    ]


def is_excused(turn: TurnResult, limit: float) -> bool:
    """Return whether a turn may be in time without what other programs took, a large part of it."""
    is_starved = turn.withheld_ms > STARVED_SHARE * turn.ms
    first = first_ms(turn) if turn.proposals else 0.0
    return is_starved and first - turn.withheld_ms <= 1000 * limit


def late_at(turn: TurnResult, limits: Sequence[float]) -> list[float]:
    """Return the limits by which a turn had no proposal; none of a turn that crashed before."""
    if turn.ending and not turn.proposals and not turn.is_lost_to_others:
        return []
    return [limit for limit in limits if first_ms(turn) > 1000 * limit]


def late_fault(
    late: Sequence[float], tries: int, where: str, state: SudokuState | None, output: str
) -> Fault:
    """Return the fault of a turn that was late each time."""
    within = ", ".join(f"{limit:g} s" for limit in late)
    detail = f"no proposal within {within}, in {tries} of {tries} tries"
    return Fault(Termination.NO_PROPOSAL, where, detail, state, output)


def faults_of(turn: TurnResult, state: SudokuState, where: str) -> Iterator[Fault]:
    """Yield the faults of a turn but lateness: its end, and illegal proposals."""
    if turn.ending and turn.ending is not Termination.VOID and not turn.is_lost_to_others:
        yield Fault(turn.ending, where, turn.detail, state, turn.output, not turn.proposals)
    for number, proposal in enumerate(turn.proposals, 1):
        if found := objection(state, proposal.move):
            rank = "the last" if number == len(turn.proposals) else "not the last"
            detail = f"after {proposal.ms:.0f} ms it {found[1]}; this was {rank} of its proposals"
            yield Fault(found[0], where, detail, state, turn.output)
            return


def _sudoku(state: AnyState) -> SudokuState | None:
    return state if isinstance(state, SudokuState) else None


def _incidents_in(
    outcome: Outcome[AnyState], state: SudokuState, side: int, where: str
) -> Iterator[Fault]:
    """Yield the first turn of the agent that ended badly, but after a proposal that counted."""
    ended = (
        incident
        for incident in outcome.incidents
        if incident.player == side and isinstance(incident.ending, Termination)
    )
    if (mine := next(ended, None)) is not None:
        for ply in outcome.plies[: mine.ply]:
            state = SUDOKU.after(state, ply.move, is_bomb=ply.is_bomb)
        output = outcome.plies[mine.ply].output
        yield Fault(Termination(mine.ending), where, mine.detail, state, output, loses=False)
