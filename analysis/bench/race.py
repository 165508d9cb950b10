"""The whole run: every contestant answers every board and is judged, then interleaved rounds.

    run = Benchmark.of([header, *race(plan)])

In the check every contestant is asked about every board once. Before the first board of a shape it
is asked once more, and that answer is discarded: libraries and tables are loaded then. A solver
that answers wrongly is disqualified. Boards that were not finished in the check are not asked
again. Then come the rounds: in each, the boards in an order drawn from the seed, and on each board
the contestants in turn, with a different one first every time.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from bombe.analysis.bench.judge import SolutionProof, judge
from bombe.analysis.bench.records import BenchEnd, BenchSample, Disqualification, Record
from bombe.analysis.bench.tasks import BenchTask, Claim
from bombe.analysis.bench.timing import Clocks, Measurement, measure, repeats_for
from bombe.boards import Board, Shape
from bombe.boards.errors import OutOfBudgetError, SolverFaultError
from bombe.boards.sudoku.symbols import board_line
from bombe.solvers import Budget, Meter
from bombe.solvers.foreign.checked import CheckedSolver

if TYPE_CHECKING:
    from bombe.analysis.bench.cases import Case
    from bombe.analysis.bench.contestants import Contestant


@dataclass(frozen=True)
class Plan:
    """The contestants, tasks and boards, the number of rounds, and the budget for one board.

    `reference` answers in the check and is not timed: a lone contestant is checked against it.
    """

    contestants: Sequence[Contestant]
    tasks: Sequence[BenchTask]
    cases: Sequence[Case]
    rounds: int = 5
    seed: int = 0
    budget: Budget = field(default_factory=Budget)
    reference: Contestant | None = None

    @property
    def questions(self) -> int:
        """How many samples a run without faults has: those of the check, and of the rounds."""
        timings = (
            timing
            for task in self.tasks
            for timing in itertools.chain(_batches(self, task), _singles(self, task))
        )
        return (self.rounds + 1) * sum(len(timing.contestants) for timing in timings)


class TimingRound(NamedTuple):
    """A task on one board, or on a batch, that several contestants do in turn."""

    task: BenchTask
    cases: tuple[Case, ...]
    contestants: tuple[Contestant, ...]

    @property
    def boards(self) -> list[Board]:
        """The boards of the cases."""
        return [case.board for case in self.cases]

    @property
    def name(self) -> str:
        """The name of the board, or of the batch."""
        first = self.cases[0]
        return f"{first.set} {first.board.shape}" if self.is_batch else first.name

    @property
    def is_batch(self) -> bool:
        """Whether the question is about all boards at once."""
        return self.contestants[0].in_batches

    @property
    def board(self) -> str | None:
        """The board as text; None for a batch."""
        return None if self.is_batch else board_line(self.cases[0].board)

    def key(self, contestant: Contestant) -> tuple[str, str, str, str]:
        """Return what identifies the question; see BenchSample.key."""
        return contestant.name, self.task.name, self.cases[0].set, self.board or self.name


class _StoppedError(Exception):
    """The stop signal came; the question in progress does not count."""


def race(
    plan: Plan, clocks: Clocks | None = None, known: Iterable[BenchSample] = ()
) -> Iterator[Record]:
    """Run the plan and yield every record as soon as it is known.

    `known` are samples of an earlier run of the same plan: their rounds are not run again. When
    the budget's stop signal comes, the run ends with BenchEnd(complete=False).
    """
    runner = _Race(plan, clocks or Clocks(), known)
    try:
        yield from runner.check()
        yield from runner.rounds()
    except _StoppedError:
        yield BenchEnd(complete=False)
    else:
        yield BenchEnd(complete=True)


class _Race:
    """Who is disqualified, and how often each question is repeated within a sample."""

    def __init__(self, plan: Plan, clocks: Clocks, known: Iterable[BenchSample]) -> None:
        self._plan, self._clocks = plan, clocks
        self._known = {sample.key: sample for sample in known}
        self._disqualified: set[str] = set()
        self._warm: set[tuple[str, str, Shape]] = set()
        # How often to repeat each finished question; what is missing here is not timed.
        self._repeats: dict[tuple[str, str, str, str], int] = {}

    # The check

    def check(self) -> Iterator[Record]:
        """Ask every contestant about every board, and judge the answers."""
        for task in self._plan.tasks:
            batches: dict[str, dict[Case, Claim]] = {}
            for timing in _batches(self._plan, task):
                for contestant in timing.contestants:
                    claims = batches.setdefault(contestant.name, {})
                    yield from self._check_batch(timing, contestant, claims)
            for timing in _singles(self._plan, task):
                yield from self._check_board(timing, batches)

    def _check_batch(
        self, timing: TimingRound, contestant: Contestant, claims: dict[Case, Claim]
    ) -> Iterator[Record]:
        measured = self._first_time(timing, contestant)
        if isinstance(measured, Disqualification):
            yield self._disqualify(measured)
            return
        claims.update(zip(timing.cases, measured.claims, strict=False))
        if len(measured.claims) != len(timing.cases):
            reason = f"returns {len(measured.claims)} counts for {len(timing.cases)} boards"
            yield self._disqualify(_wrong(contestant, timing, reason))
        yield self._sample(timing, contestant, measured, 0)

    def _check_board(
        self, timing: TimingRound, batches: Mapping[str, Mapping[Case, Claim]]
    ) -> Iterator[Record]:
        """Ask about one board; what batches claimed about it is judged with the other claims."""
        (case,) = timing.cases
        claims = {
            name: found[case]
            for name, found in batches.items()
            if case in found and name not in self._disqualified
        }
        reference = (self._plan.reference,) if self._plan.reference else ()
        for contestant in (*timing.contestants, *reference):
            if contestant.name in self._disqualified:
                continue
            if (
                contestant.is_foreign
                and not timing.task.fresh
                and (fault := self._prove(timing, contestant))
            ):
                yield self._disqualify(fault)
                continue
            measured = self._first_time(timing, contestant)
            if isinstance(measured, Disqualification):
                yield self._disqualify(measured)
                continue
            claims[contestant.name] = measured.claims[0]
            if contestant not in reference:
                yield self._sample(timing, contestant, measured, 0)
        entered = {one.name: one for one in (*self._plan.contestants, *reference)}
        wrong = judge(case.board, claims, lambda name, n: self._show(entered[name], case, n))
        self._raise_if_stopped()
        for name, reason in wrong.items():
            yield self._disqualify(_wrong(entered[name], timing, reason))

    def _first_time(
        self, timing: TimingRound, contestant: Contestant
    ) -> Measurement | Disqualification:
        """Ask; before the first board of a shape ask once more, and discard that answer."""
        warm_up = (contestant.name, timing.task.name, timing.cases[0].board.shape)
        if warm_up not in self._warm:
            self._ask(timing, contestant)
            self._warm.add(warm_up)
        measured = self._ask(timing, contestant)
        if not isinstance(measured, Disqualification) and any(
            claim.finished for claim in measured.claims
        ):
            self._repeats[timing.key(contestant)] = repeats_for(max(measured.wall, 1e-9))
        return measured

    def _prove(self, timing: TimingRound, contestant: Contestant) -> Disqualification | None:
        """Ask a solver that is not ours for what it counts, too: all that it shows is checked."""
        (board,) = timing.boards
        self._warm.add((contestant.name, timing.task.name, board.shape))
        meter = Meter(self._plan.budget, self._clocks.wall)
        try:
            timing.task.ask(CheckedSolver(contestant.solver, with_kernel=False), board, meter)
        except SolverFaultError as error:
            return _wrong(contestant, timing, error.problem)
        except OutOfBudgetError:
            pass
        finally:
            self._raise_if_stopped()
        return None

    def _show(self, contestant: Contestant, case: Case, wanted: int) -> SolutionProof:
        """Ask a contestant for solutions as proof, within the budget of one board."""
        meter = Meter(self._plan.budget, self._clocks.wall)
        found: list[Board] = []
        try:
            found.extend(itertools.islice(contestant.solver.solutions(case.board, meter), wanted))
        except OutOfBudgetError:
            return SolutionProof(found, no_more=False)
        except Exception:  # noqa: BLE001 - a crash proves nothing; what was shown before it counts
            return SolutionProof(found, no_more=True)
        return SolutionProof(found, no_more=len(found) < wanted)

    def _disqualify(self, wrong: Disqualification) -> Disqualification:
        self._disqualified.add(wrong.contestant)
        return wrong

    # The rounds

    def rounds(self) -> Iterator[Record]:
        """Time the contestants that answered correctly, in interleaved rounds."""
        plan = self._plan
        timings = [h for task in plan.tasks for h in (*_singles(plan, task), *_batches(plan, task))]
        for number in range(1, plan.rounds + 1):
            order = list(timings)
            random.Random(f"{plan.seed} round {number}").shuffle(order)
            for turn, timing in enumerate(order, number):
                size = len(timing.contestants)
                for place in range(size):
                    contestant = timing.contestants[(turn + place) % size]
                    yield from self._timed(timing, contestant, number)

    def _timed(self, timing: TimingRound, contestant: Contestant, number: int) -> Iterator[Record]:
        key = timing.key(contestant)
        if contestant.name in self._disqualified or key not in self._repeats:
            return
        known = self._known.get((*key, number))
        if known is not None:
            yield known
            return
        measured = self._ask(timing, contestant, self._repeats[key])
        if isinstance(measured, Disqualification):
            yield self._disqualify(measured)
        else:
            yield self._sample(timing, contestant, measured, number)

    # Both

    def _ask(
        self, timing: TimingRound, contestant: Contestant, repeats: int = 1
    ) -> Measurement | Disqualification:
        """Measure a question; an error that Bombe does not expect is a wrong answer."""
        self._raise_if_stopped()
        try:
            measured = measure(
                contestant, timing.task, timing.boards, self._plan.budget, self._clocks, repeats
            )
        except SolverFaultError as error:
            return _wrong(contestant, timing, error.problem)
        except Exception as error:  # noqa: BLE001 - a contestant that fails must not end the run of the others
            self._raise_if_stopped()
            return _wrong(contestant, timing, f"raises {type(error).__name__}: {error}")
        self._raise_if_stopped()
        return measured

    def _raise_if_stopped(self) -> None:
        stop = self._plan.budget.stop
        if stop is not None and stop():
            raise _StoppedError

    def _sample(
        self, timing: TimingRound, contestant: Contestant, measured: Measurement, number: int
    ) -> BenchSample:
        first = timing.cases[0]
        return BenchSample(
            contestant=contestant.name,
            task=timing.task.name,
            set=first.set,
            case=timing.name,
            size=first.board.shape.size,
            board=timing.board,
            boards=len(timing.cases),
            round=number,
            finished=sum(claim.finished for claim in measured.claims),
            repeats=measured.repeats,
            wall=_rounded(measured.wall),
            cpu=None if measured.cpu is None else _rounded(measured.cpu),
            build=_rounded(measured.build),
            nodes=measured.nodes,
        )


def _rounded(seconds: float) -> float:
    """Return the time with six significant digits; more would only be noise."""
    return float(f"{seconds:.6g}")


def _wrong(contestant: Contestant, timing: TimingRound, reason: str) -> Disqualification:
    board = board_line(timing.cases[0].board)
    return Disqualification(contestant.name, timing.task.name, timing.name, board, reason)


def _singles(plan: Plan, task: BenchTask) -> list[TimingRound]:
    """Return a heat for every board; for a fresh task, for the first board of each set."""
    taking_part = tuple(one for one in plan.contestants if not one.in_batches)
    if not taking_part:
        return []
    cases = plan.cases
    if task.fresh:
        cases = list({case.set: case for case in reversed(cases)}.values())[::-1]
    return [TimingRound(task, (case,), taking_part) for case in cases]


def _batches(plan: Plan, task: BenchTask) -> list[TimingRound]:
    """Return a heat for all boards of a set that have the same shape."""
    taking_part = tuple(one for one in plan.contestants if one.in_batches)
    if not taking_part or task.limit == 0:
        return []
    groups: dict[tuple[str, Shape], list[Case]] = {}
    for case in plan.cases:
        groups.setdefault((case.set, case.board.shape), []).append(case)
    return [TimingRound(task, tuple(cases), taking_part) for cases in groups.values()]
