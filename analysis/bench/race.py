"""The whole run: every contestant answers every board and is judged, then interleaved rounds.

    for record in race(plan, Clocks()):
        run.add(record)

In the check everybody is asked about every board once; before the first board of a shape a question
is thrown away, which loads libraries and tables. Who is wrong is out. Boards that were not finished
in the check are not asked again. Then come the rounds: in each, the boards in an order drawn from
the seed, and on each board the contestants in turn, another one first every time.
"""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from bombe.analysis.bench.records import End, Sample, Wrong
from bombe.analysis.bench.timing import Clocks, measure, repeats_for
from bombe.analysis.bench.truth import Shown, judge
from bombe.boards.errors import OutOfBudgetError
from bombe.boards.sudoku.symbols import board_line
from bombe.solvers import Budget, Meter

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from bombe.analysis.bench.cases import Case
    from bombe.analysis.bench.contestants import Contestant
    from bombe.analysis.bench.records import Record
    from bombe.analysis.bench.tasks import Answer, Task
    from bombe.analysis.bench.timing import Measured
    from bombe.boards import Board, Shape


@dataclass(frozen=True)
class Plan:
    """Who is asked what about which boards, how often, and with what budget for one board.

    `umpire` answers in the check and is not timed: a lone contestant is held against it.
    """

    contestants: Sequence[Contestant]
    tasks: Sequence[Task]
    cases: Sequence[Case]
    rounds: int = 5
    seed: int = 0
    budget: Budget = field(default_factory=Budget)
    umpire: Contestant | None = None


class Heat(NamedTuple):
    """What is asked of several contestants in turn: a task on one board, or on a batch."""

    task: Task
    cases: tuple[Case, ...]
    contestants: tuple[Contestant, ...]

    @property
    def boards(self) -> list[Board]:
        """The boards of the cases."""
        return [case.board for case in self.cases]

    @property
    def name(self) -> str:
        """The name of the only board, or of the batch."""
        first = self.cases[0]
        return f"{first.set} {first.board.shape}" if self.is_batch else first.name

    @property
    def is_batch(self) -> bool:
        """Whether all boards are asked about at once."""
        return self.contestants[0].in_batches

    @property
    def board(self) -> str | None:
        """The only board as text; None for a batch."""
        return None if self.is_batch else board_line(self.cases[0].board)

    def key(self, contestant: Contestant) -> tuple[str, str, str, str]:
        """What a question is known by; see Sample.key."""
        return contestant.name, self.task.name, self.cases[0].set, self.board or self.name


class _StoppedError(Exception):
    """The stop signal came; what was under way does not count."""


def race(
    plan: Plan, clocks: Clocks | None = None, known: Iterable[Sample] = ()
) -> Iterator[Record]:
    """Run the plan; every record comes out as soon as it is known.

    `known` are samples of an earlier run of the same plan: their rounds are not run again. When
    the budget's stop signal comes, the run ends with End(complete=False).
    """
    runner = _Race(plan, clocks or Clocks(), known)
    try:
        yield from runner.check()
        yield from runner.rounds()
    except _StoppedError:
        yield End(complete=False)
    else:
        yield End(complete=True)


class _Race:
    """Who is out, and how often each question is asked within a sample."""

    def __init__(self, plan: Plan, clocks: Clocks, known: Iterable[Sample]) -> None:
        self._plan, self._clocks = plan, clocks
        self._known = {sample.key: sample for sample in known}
        self._out: set[str] = set()
        self._met: set[tuple[str, str, Shape]] = set()
        # For each finished question how often to ask it; what is not here is not timed.
        self._repeats: dict[tuple[str, str, str, str], int] = {}

    # The check

    def check(self) -> Iterator[Record]:
        """Ask everybody about every board, and judge."""
        for task in self._plan.tasks:
            batches: dict[str, dict[Case, Answer]] = {}
            for heat in _batches(self._plan, task):
                for contestant in heat.contestants:
                    answers = batches.setdefault(contestant.name, {})
                    yield from self._check_batch(heat, contestant, answers)
            for heat in _singles(self._plan, task):
                yield from self._check_board(heat, batches)

    def _check_batch(
        self, heat: Heat, contestant: Contestant, answers: dict[Case, Answer]
    ) -> Iterator[Record]:
        measured = self._first_time(heat, contestant)
        if isinstance(measured, Wrong):
            yield self._rule_out(measured)
            return
        answers.update(zip(heat.cases, measured.answers, strict=False))
        if len(measured.answers) != len(heat.cases):
            reason = f"gives {len(measured.answers)} counts for {len(heat.cases)} boards"
            yield self._rule_out(_wrong(contestant, heat, reason))
        yield self._sample(heat, contestant, measured, 0)

    def _check_board(
        self, heat: Heat, batches: Mapping[str, Mapping[Case, Answer]]
    ) -> Iterator[Record]:
        """Ask about one board; answers about it from batches are judged with the others."""
        (case,) = heat.cases
        answers = {
            name: found[case]
            for name, found in batches.items()
            if case in found and name not in self._out
        }
        umpire = (self._plan.umpire,) if self._plan.umpire else ()
        for contestant in (*heat.contestants, *umpire):
            if contestant.name in self._out:
                continue
            measured = self._first_time(heat, contestant)
            if isinstance(measured, Wrong):
                yield self._rule_out(measured)
                continue
            answers[contestant.name] = measured.answers[0]
            if contestant not in umpire:
                yield self._sample(heat, contestant, measured, 0)
        entered = {one.name: one for one in (*self._plan.contestants, *umpire)}
        wrong = judge(case.board, answers, lambda name, n: self._show(entered[name], case, n))
        self._raise_if_stopped()
        for name, reason in wrong.items():
            yield self._rule_out(_wrong(entered[name], heat, reason))

    def _first_time(self, heat: Heat, contestant: Contestant) -> Measured | Wrong:
        """Ask, and before the first board of a shape once more: that answer is thrown away."""
        meeting = (contestant.name, heat.task.name, heat.cases[0].board.shape)
        if meeting not in self._met:
            self._ask(heat, contestant)
            self._met.add(meeting)
        measured = self._ask(heat, contestant)
        if not isinstance(measured, Wrong) and any(a.finished for a in measured.answers):
            self._repeats[heat.key(contestant)] = repeats_for(max(measured.wall, 1e-9))
        return measured

    def _show(self, contestant: Contestant, case: Case, wanted: int) -> Shown:
        """Let a contestant show solutions, as far as the budget of one board goes."""
        meter = Meter(self._plan.budget, self._clocks.wall)
        found: list[Board] = []
        try:
            found.extend(itertools.islice(contestant.solver.solutions(case.board, meter), wanted))
        except OutOfBudgetError:
            return Shown(found, no_more=False)
        except Exception:  # noqa: BLE001 - a crash proves nothing; it is judged by what it showed
            return Shown(found, no_more=True)
        return Shown(found, no_more=len(found) < wanted)

    def _rule_out(self, wrong: Wrong) -> Wrong:
        self._out.add(wrong.contestant)
        return wrong

    # The rounds

    def rounds(self) -> Iterator[Record]:
        """Time who is left, in interleaved rounds."""
        plan = self._plan
        heats = [h for task in plan.tasks for h in (*_singles(plan, task), *_batches(plan, task))]
        for number in range(1, plan.rounds + 1):
            order = list(heats)
            random.Random(f"{plan.seed} round {number}").shuffle(order)
            for turn, heat in enumerate(order, number):
                size = len(heat.contestants)
                for place in range(size):
                    contestant = heat.contestants[(turn + place) % size]
                    yield from self._timed(heat, contestant, number)

    def _timed(self, heat: Heat, contestant: Contestant, number: int) -> Iterator[Record]:
        key = heat.key(contestant)
        if contestant.name in self._out or key not in self._repeats:
            return
        known = self._known.get((*key, number))
        if known is not None:
            yield known
            return
        measured = self._ask(heat, contestant, self._repeats[key])
        if isinstance(measured, Wrong):
            yield self._rule_out(measured)
        else:
            yield self._sample(heat, contestant, measured, number)

    # Both

    def _ask(self, heat: Heat, contestant: Contestant, repeats: int = 1) -> Measured | Wrong:
        """Measure a question; whoever fails with an error that is none of ours is wrong."""
        self._raise_if_stopped()
        try:
            measured = measure(
                contestant, heat.task, heat.boards, self._plan.budget, self._clocks, repeats
            )
        except Exception as error:  # noqa: BLE001 - whatever a contestant does, the others go on
            self._raise_if_stopped()
            return _wrong(contestant, heat, f"raises {type(error).__name__}: {error}")
        self._raise_if_stopped()
        return measured

    def _raise_if_stopped(self) -> None:
        stop = self._plan.budget.stop
        if stop is not None and stop():
            raise _StoppedError

    def _sample(
        self, heat: Heat, contestant: Contestant, measured: Measured, number: int
    ) -> Sample:
        first = heat.cases[0]
        return Sample(
            contestant=contestant.name,
            task=heat.task.name,
            set=first.set,
            case=heat.name,
            size=first.board.shape.size,
            board=heat.board,
            boards=len(heat.cases),
            round=number,
            finished=sum(answer.finished for answer in measured.answers),
            repeats=measured.repeats,
            wall=_rounded(measured.wall),
            cpu=None if measured.cpu is None else _rounded(measured.cpu),
            build=_rounded(measured.build),
            nodes=measured.nodes,
        )


def _rounded(seconds: float) -> float:
    """Keep six digits; more would only be noise."""
    return float(f"{seconds:.6g}")


def _wrong(contestant: Contestant, heat: Heat, reason: str) -> Wrong:
    board = board_line(heat.cases[0].board)
    return Wrong(contestant.name, heat.task.name, heat.name, board, reason)


def _singles(plan: Plan, task: Task) -> list[Heat]:
    """Make a heat of every board; of a fresh task, of the first board of each set."""
    entered = tuple(one for one in plan.contestants if not one.in_batches)
    if not entered:
        return []
    cases = plan.cases
    if task.fresh:
        cases = list({case.set: case for case in reversed(cases)}.values())[::-1]
    return [Heat(task, (case,), entered) for case in cases]


def _batches(plan: Plan, task: Task) -> list[Heat]:
    """Make a heat of all boards of a set that have the same shape."""
    entered = tuple(one for one in plan.contestants if one.in_batches)
    if not entered or task.limit == 0:
        return []
    groups: dict[tuple[str, Shape], list[Case]] = {}
    for case in plan.cases:
        groups.setdefault((case.set, case.board.shape), []).append(case)
    return [Heat(task, tuple(cases), entered) for cases in groups.values()]
