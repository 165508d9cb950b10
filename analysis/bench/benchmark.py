"""Compares how fast solvers answer: `bombe.bench`, and the steps that the command takes, too.

print(bench("hard-3x3", ["native", "backtracking"]))
"""

from __future__ import annotations

import datetime as dt
import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from bombe.analysis.bench import machine
from bombe.analysis.bench.cases import Boards, Case, cases_of, default_cases, entries_of
from bombe.analysis.bench.contestants import Contestant, check_batches, check_programs, enter
from bombe.analysis.bench.race import Plan, race
from bombe.analysis.bench.records import BenchHeader, BenchSample, Record
from bombe.analysis.bench.result import Benchmark
from bombe.analysis.bench.tasks import COUNTED_TO, make_tasks
from bombe.boards.errors import UsageError
from bombe.boards.seeds import checked_seed
from bombe.solvers import Budget, Solver
from bombe.solvers.budget import as_budget

REFERENCES = ("auto", "backtracking")
"""What a lone solver is checked against: the first that is not the solver itself."""


def bench(
    boards: Boards | None = None,
    solvers: str | Solver | Iterable[str | Solver] | None = None,
    *,
    task: str | Iterable[str] = "unique",
    limit: int | None = COUNTED_TO,
    rounds: int = 5,
    budget: Budget | float | None = 1.0,
    seed: int = 0,
    batch: bool = False,
    watch: Callable[[Record], object] | None = None,
) -> Benchmark:
    """Check that solvers answer correctly, then time them in interleaved rounds.

    `boards` are one or many names of bundled boards, files, texts, boards, states or rows of
    numbers; by default small bundled boards. `solvers` are names, places as `package.module:Class`,
    or solvers; by default all that are installed. `task` is one or more of first, unique, count (up
    to `limit`), audit and import. The budget is for one board. With `batch`, solvers are also asked
    about all boards of a set at once. `watch` is called with every record as soon as it is known.
    """
    seed = checked_seed(seed)
    plan = make_plan(
        default_cases(seed=seed) if boards is None else cases_of(entries_of(boards)),
        [solvers] if isinstance(solvers, (str, Solver)) else solvers,
        [task] if isinstance(task, str) else task,
        limit=limit,
        rounds=rounds,
        budget=as_budget(budget),
        seed=seed,
        batch=batch,
    )
    return run(plan, header_of(plan, "bombe.bench"), watch=watch)


def make_plan(
    cases: Sequence[Case],
    solvers: Iterable[str | Solver] | None,
    tasks: Iterable[str],
    *,
    limit: int | None = COUNTED_TO,
    rounds: int = 5,
    budget: Budget,
    seed: int = 0,
    batch: bool = False,
) -> Plan:
    """Fill in defaults; check a lone solver against a reference."""
    if rounds < 1:
        raise UsageError(f"{rounds} rounds: give 1 or more")
    contestants = enter(solvers, batch=batch)
    asked = make_tasks(tasks, limit)
    check_batches(contestants, [task.limit for task in asked])
    if any(task.fresh for task in asked):
        check_programs(contestants)
    return Plan(contestants, asked, cases, rounds, seed, budget, _reference(contestants))


def _reference(contestants: Sequence[Contestant]) -> Contestant | None:
    """Return a solver to check the contestants against, unless two check each other, one of ours.

    Solvers of the user's own may all be wrong in the same way.
    """
    if len({one.place for one in contestants}) > 1 and not all(o.is_foreign for o in contestants):
        return None
    name = next(name for name in REFERENCES if name != contestants[0].name)
    return enter([name])[0]


def header_of(plan: Plan, command: str) -> BenchHeader:
    """Return what a reader of the figures must know about the run."""
    return BenchHeader(
        created=dt.datetime.now(dt.UTC).strftime("%Y-%m-%d %H:%M UTC"),
        command=command,
        seed=plan.seed,
        rounds=plan.rounds,
        seconds=plan.budget.seconds,
        nodes=plan.budget.nodes,
        tasks={task.name: task.words for task in plan.tasks},
        contestants=[
            {"name": one.name, "place": one.place, "version": one.version}
            for one in plan.contestants
        ],
        sets=dict(Counter(case.set for case in plan.cases)),
        machine=machine.facts(),
    )


def run(
    plan: Plan,
    header: BenchHeader,
    *,
    known: Iterable[BenchSample] = (),
    watch: Callable[[Record], object] | None = None,
) -> Benchmark:
    """Run the plan; `known` are samples of an interrupted run that need not be repeated."""
    records: list[Record] = []
    for record in itertools.chain([header], race(plan, known=known)):
        records.append(record)
        if watch is not None:
            watch(record)
    return Benchmark.of(records)


def samples_to_keep(header: BenchHeader, earlier: Benchmark, source: str) -> list[BenchSample]:
    """Return the rounds of an interrupted run; raise UsageError if its plan was different."""
    for name in ("seed", "rounds", "seconds", "nodes", "tasks", "contestants", "sets", "machine"):
        before, now = getattr(earlier.header, name), getattr(header, name)
        if before != now:
            raise UsageError(
                f"cannot resume {source}: its {name} was {before} and is {now} now; "
                "repeat the options of that run, or write to another file"
            )
    return [sample for sample in earlier.samples if sample.round]
