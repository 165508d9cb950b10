"""The comparison of solvers: wrong ones are disqualified, and times are what the clock says."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import TYPE_CHECKING

import planted
import pytest
from planted import Clock, Slow, board_of

from bombe.analysis.bench import fresh_process
from bombe.analysis.bench.cases import Case, cases_of
from bombe.analysis.bench.contestants import PEERS, Contestant, enter
from bombe.analysis.bench.race import Plan, race
from bombe.analysis.bench.records import BenchEnd, BenchHeader, BenchSample, Disqualification
from bombe.analysis.bench.result import Benchmark
from bombe.analysis.bench.summary import summarise
from bombe.analysis.bench.tasks import make_tasks
from bombe.analysis.bench.timing import Clocks, repeats_for
from bombe.boards.errors import UnknownNameError, UsageError
from bombe.boards.sudoku.reading import read_all
from bombe.solvers import Budget
from bombe.solvers.backends.algorithm_x import AlgorithmX

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bombe.analysis.bench.records import Record
    from bombe.solvers import Solver

PROPER = "132442..31.22..1"
SEVERAL = "12..34..21..43.."
MANY = "12.............."
NONE = "12..3...4......2"
CLASH = "11.............."


def contestant(solver: Solver, name: str | None = None, *, batch: bool = False) -> Contestant:
    return Contestant(name or solver.name, "", solver, in_batches=batch)


def plan(
    solvers: Sequence[Solver | Contestant],
    task: str = "unique",
    boards: Sequence[str] = (PROPER,),
    *,
    rounds: int = 1,
    budget: Budget | None = None,
    seed: int = 0,
) -> Plan:
    entered = [one if isinstance(one, Contestant) else contestant(one) for one in solvers]
    cases = [Case(f"board {i}", "boards", board_of(text)) for i, text in enumerate(boards)]
    return Plan(entered, make_tasks([task]), cases, rounds, seed, budget or Budget())


def still(clock: Clock) -> Clocks:
    return Clocks(clock, clock)


def ticking() -> Clocks:
    """Return a clock on which every question takes long, so that none is repeated."""
    return Clocks(itertools.count(0.0, 1.0).__next__, itertools.count(0.0, 1.0).__next__)


def wrongs(*solvers: Solver, task: str, boards: Sequence[str]) -> dict[str, str]:
    """Return the reasons; a disqualified solver is not timed."""
    records = list(race(plan(solvers, task, boards), ticking()))
    found = {
        record.contestant: record.reason
        for record in records
        if isinstance(record, Disqualification)
    }
    timed = {r.contestant for r in records if isinstance(r, BenchSample) and r.round}
    assert not timed & set(found)
    return found


def run_of(records: Sequence[Record], seconds: float | None = None) -> Benchmark:
    header = BenchHeader(
        "", "", 0, 1, seconds, None, {"unique": "uniqueness"}, [], {"boards": 1}, {}
    )
    return Benchmark.of([header, *records])


# ------------------------------------------------------------------ who is wrong


def test_right_solvers_are_never_called_wrong() -> None:
    names = ["algorithm_x", "backtracking", "dancing_links"]
    boards = [PROPER, SEVERAL, MANY, NONE, CLASH, "." * 16]
    cases = [Case(text, "boards", board_of(text)) for text in boards]
    tasks = make_tasks(["first", "unique", "count", "audit"], 20)
    records = list(race(Plan(enter(names, batch=True), tasks, cases, rounds=1), ticking()))
    assert not [record for record in records if isinstance(record, Disqualification)]
    assert records[-1] == BenchEnd(complete=True)
    assert all(
        record.finished == record.boards for record in records if isinstance(record, BenchSample)
    )


@pytest.mark.parametrize(
    ("solver", "task", "board", "reason"),
    [
        (
            planted.Inventor(),
            "first",
            NONE,
            "shows 1111111111111111, which breaks a rule: 1 stands",
        ),
        (planted.Forgetter(), "first", MANY, "does not keep the givens"),
        (planted.Denier(), "first", PROPER, "says there is no solution; algorithm_x found 1324"),
        (planted.Denier(), "unique", PROPER, "says there is no solution; algorithm_x found 1324"),
        (planted.Loser(), "unique", SEVERAL, "says 1 solution at most; algorithm_x found 2"),
        (planted.Braggart(), "unique", PROPER, "says 2 solutions at least, and shows 1"),
        (planted.Braggart(), "unique", NONE, "says 1 solution at least, and shows 0"),
        (planted.Bomber(), "audit", SEVERAL, "a bomb; "),
        (planted.Optimist(), "audit", PROPER, "safe, and shows no solution that holds it"),
        (planted.Denier(), "audit", PROPER, "a bomb; algorithm_x found"),
        (planted.Crasher(), "first", PROPER, "raises IndexError: no cell 16"),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_a_wrong_solver_is_disqualified_and_not_timed(
    solver: Solver, task: str, board: str, reason: str
) -> None:
    found = wrongs(solver, AlgorithmX(), task=task, boards=[board])
    assert list(found) == [solver.name]
    assert reason in found[solver.name]


def test_one_proof_refutes_many_denials() -> None:
    deniers = [contestant(planted.Denier(), f"denier {i}") for i in range(3)]
    records = race(plan([*deniers, AlgorithmX()], "first"), ticking())
    out = {record.contestant for record in records if isinstance(record, Disqualification)}
    assert out == {"denier 0", "denier 1", "denier 2"}


def test_a_disagreement_that_nobody_can_prove_in_time_names_both_sides() -> None:
    budget = Budget(nodes=1000)
    records = list(race(plan([planted.Dawdler(), AlgorithmX()], budget=budget), ticking()))
    found = {
        record.contestant: record.reason
        for record in records
        if isinstance(record, Disqualification)
    }
    assert found == {
        "dawdler": "says 2 solutions at least, against algorithm_x; neither side is proved",
        "algorithm_x": "says 1 solution at most, against dawdler; neither side is proved",
    }


def test_a_solver_that_fails_in_a_round_is_disqualified_from_then_on() -> None:
    records = list(race(plan([planted.LateCrasher(), AlgorithmX()], rounds=5), Clocks()))
    late = [r for r in records if getattr(r, "contestant", "") == "late-crasher"]
    assert isinstance(late[-1], Disqualification)
    assert late[-1].reason == "raises IndexError: enough"
    assert late[-1].board == PROPER
    assert records[-1] == BenchEnd(complete=True)


def test_a_lone_contestant_is_checked_against_a_reference_that_is_not_timed() -> None:
    lone = plan([planted.Loser()], boards=[SEVERAL])
    held = Plan(
        lone.contestants, lone.tasks, lone.cases, reference=contestant(AlgorithmX(), "reference")
    )
    records = list(race(held, ticking()))
    assert [type(record) for record in records] == [BenchSample, Disqualification, BenchEnd]
    assert "reference found 2" in str(records[1])


def test_a_batch_is_checked_board_by_board() -> None:
    entered = [contestant(AlgorithmX()), contestant(planted.BadBatch(), "bad batch", batch=True)]
    records = list(race(plan(entered, boards=[PROPER, SEVERAL, NONE]), ticking()))
    (wrong,) = (record for record in records if isinstance(record, Disqualification))
    assert (wrong.contestant, wrong.board) == ("bad batch", NONE)
    assert "at least, and shows 0 when asked" in wrong.reason


# ------------------------------------------------------------------ rounds and clocks


def test_rounds_are_interleaved_and_the_seed_decides_the_order() -> None:
    entered = [contestant(AlgorithmX(), name) for name in "abc"]

    def order(seed: int) -> list[tuple[int, str, str]]:
        records = race(
            plan(entered, boards=[PROPER, SEVERAL, NONE, MANY], rounds=3, seed=seed), ticking()
        )
        return [
            (r.round, r.case, r.contestant)
            for r in records
            if isinstance(r, BenchSample) and r.round
        ]

    first = order(1)
    assert first == order(1) != order(2)
    assert [number for number, _, _ in first] == sorted([1, 2, 3] * 12)
    turns = [list(group) for _, group in itertools.groupby(first, key=lambda turn: turn[:2])]
    assert all(sorted(name for *_, name in turn) == ["a", "b", "c"] for turn in turns)
    assert {turn[0][2] for turn in turns} == {"a", "b", "c"}, "every solver is first now and then"


def test_build_and_search_come_apart() -> None:
    clock = Clock()
    slow = Slow(clock, search=3.0, build=2.0)
    records = list(race(plan([slow], "first"), still(clock)))
    sample = next(r for r in records if isinstance(r, BenchSample) and r.round == 1)
    assert (sample.wall, sample.cpu, sample.build, sample.finished) == (5.0, 5.0, 2.0, 1)
    (line,) = summarise(run_of(records))
    assert (line.build, line.search, line.median) == (2.0, 3.0, 5.0)


def test_short_questions_are_repeated_within_a_sample() -> None:
    assert [repeats_for(seconds) for seconds in (2.0, 1e-3, 4e-4, 1e-5, 1e-9)] == [
        1,
        1,
        3,
        100,
        1000,
    ]
    clock = Clock()
    records = race(plan([Slow(clock, search=0.0004)], "first"), still(clock))
    sample = next(r for r in records if isinstance(r, BenchSample) and r.round == 1)
    assert sample.repeats == 3
    assert sample.wall == pytest.approx(0.0004)


@pytest.mark.parametrize("kind", [Slow, planted.Stubborn])
def test_what_comes_after_the_time_is_unfinished_and_scored_twice_the_budget(
    kind: Callable[[Clock, float], Solver],
) -> None:
    clock = Clock()
    records = list(
        race(plan([kind(clock, 9.0), AlgorithmX()], budget=Budget(seconds=5)), still(clock))
    )
    assert not [
        r for r in records if isinstance(r, BenchSample) and r.round and r.contestant == "slow"
    ]
    slow, quick = summarise(run_of(records, seconds=5))
    assert (slow.finished, slow.boards, slow.median, slow.worst) == (0, 1, None, None)
    assert slow.par2 == 10
    assert (quick.finished, quick.median, quick.par2) == (1, 0, 0)


def test_a_time_out_is_no_wrong_answer() -> None:
    clock = Clock()
    budget = Budget(seconds=5)
    for task in ("first", "unique", "count", "audit"):
        records = list(
            race(plan([Slow(clock, 9.0), AlgorithmX()], task, budget=budget), still(clock))
        )
        assert not [record for record in records if isinstance(record, Disqualification)], task


def test_a_stop_ends_the_run_and_what_was_under_way_does_not_count() -> None:
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > 200

    entered = [contestant(AlgorithmX(), name) for name in "ab"]
    records = list(race(plan(entered, rounds=10_000, budget=Budget(stop=stop)), ticking()))
    assert records[-1] == BenchEnd(complete=False)
    assert all(r.finished for r in records if isinstance(r, BenchSample))
    assert [line.finished for line in summarise(run_of(records))] == [1, 1]


def test_a_stop_in_the_check_leaves_a_run_that_can_be_shown() -> None:
    records = list(race(plan([AlgorithmX()], budget=Budget(stop=lambda: True)), ticking()))
    assert records == [BenchEnd(complete=False)]
    assert summarise(run_of(records)) == []


def test_known_rounds_are_not_run_again() -> None:
    clock = Clock()
    wanted = plan([Slow(clock, 1.0)], "first", [PROPER, SEVERAL], rounds=2)
    first = [r for r in race(wanted, still(clock)) if isinstance(r, BenchSample)]
    before = clock.now
    again = race(wanted, still(clock), known=[sample for sample in first if sample.round == 1])
    samples = [record for record in again if isinstance(record, BenchSample)]
    assert [sample.key for sample in samples] == [sample.key for sample in first]
    assert clock.now - before == 1 + 2 + 2, "a warm-up, two checks, and one round of two boards"


def test_a_batch_has_a_rate_and_no_times_of_single_boards() -> None:
    clock = Clock()
    entered = [contestant(Slow(clock, 2.0), "slow batch", batch=True)]
    records = list(race(plan(entered, boards=[PROPER, SEVERAL]), still(clock)))
    (line,) = summarise(run_of(records))
    assert (line.boards, line.finished, line.rate, line.par2) == (2, 2, 0.5, 2.0)
    assert (line.is_batch, line.median, line.worst) == (True, None, None)


# ------------------------------------------------------------------ boards, tasks, contestants


def test_a_source_of_many_boards_is_a_set_and_single_boards_share_one_by_shape(
    tmp_path: Path,
) -> None:
    path = tmp_path / "many.txt"
    path.write_text(f"{PROPER}\n{SEVERAL}\n{PROPER}\n{NONE}\n")
    sources = [str(path), PROPER, "empty-2x2", "empty-2x3"]
    entries = [entry for source in sources for entry in read_all(source)]
    cases = cases_of(entries)
    assert [case.set for case in cases] == [str(path)] * 3 + ["2x2 boards"] * 2 + ["2x3 boards"]
    assert cases[0].name == f"{path}:1"


def test_a_sample_of_a_set_is_drawn_by_the_seed_and_keeps_the_order() -> None:
    lines = ["." * cell + "1" + "." * (15 - cell) for cell in range(16)]
    samples = [
        [case.name for case in cases_of(read_all([f"{line}\n" for line in lines]), 5, seed)]
        for seed in (1, 1, 2)
    ]
    assert samples[0] == samples[1] != samples[2]
    assert [len(sample) for sample in samples] == [5, 5, 5]
    assert samples[0] == sorted(samples[0], key=lambda name: int(name.split(":")[1]))


def test_unknown_names_are_refused() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'audit'"):
        make_tasks(["audits"])
    with pytest.raises(UnknownNameError, match="did you mean 'xcover'"):
        enter(["xcovr"])


def test_without_names_all_solvers_take_part_but_auto() -> None:
    names = [one.name for one in enter()]
    assert "backtracking" in names
    assert "auto" not in names


def test_a_custom_solver_takes_part_under_its_name_or_its_place_where_that_is_taken() -> None:
    names = [one.name for one in enter(["planted:Denier", "backtracking", "planted:Impostor"])]
    assert names == ["denier", "backtracking", "planted:Impostor"]


def test_two_solvers_of_one_name_take_part_under_their_places(tmp_path: Path) -> None:
    text = Path(planted.__file__).read_text(encoding="utf-8")
    (tmp_path / "own.py").write_text(text, encoding="utf-8")
    other = f"{tmp_path}/own.py:Denier"
    assert [one.name for one in enter(["planted:Denier", other])] == ["planted:Denier", other]
    assert [one.name for one in enter([planted.Denier(), planted.Denier()])] == [
        "planted:Denier",
        "planted:Denier 2",
    ]


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("nowhere:Solver", "there is no module 'nowhere'; change to its folder"),
        ("planted:", "write it as package.module:Class"),
        ("planted:Dnier", "the module has no 'Dnier'; did you mean 'Denier'"),
        ("planted:Clock", "let it inherit from bombe.solvers.Solver"),
        ("planted:Slow", "cannot be made without arguments"),
        ("planted:NoSearch", "lacks the method 'search': add it"),
        ("planted:Nameless", "has a name that is no text"),
    ],
)
def test_a_solver_that_cannot_be_loaded_says_why(place: str, message: str) -> None:
    from bombe import solvers

    with pytest.raises(UsageError) as caught:
        solvers.as_solver(place)
    assert place in str(caught.value)
    assert message in str(caught.value)


@pytest.mark.filterwarnings("ignore")  # numba's, while it compiles the package
@pytest.mark.parametrize("peer", PEERS, ids=lambda peer: peer.name)
def test_a_peer_answers_rightly(peer: object) -> None:
    from bombe.solvers import Backend

    assert isinstance(peer, Backend)
    if not peer.is_available:
        pytest.skip(f"{peer.needs} is not installed: {peer.remedy}")
    cases = [Case(t, "boards", board_of(t)) for t in (PROPER, SEVERAL, MANY, NONE, CLASH, "." * 16)]
    tasks = make_tasks(["first", "unique", "count", "audit"], None)
    records = race(Plan(enter([peer.name, "algorithm_x"]), tasks, cases, rounds=1), ticking())
    assert not [record for record in records if isinstance(record, Disqualification)]


# ------------------------------------------------------------------ fresh processes


def test_a_fresh_process_gives_its_first_solution_and_what_it_took() -> None:
    import time

    run = fresh_process.ask("backtracking", board_of(PROPER), None, time.perf_counter)
    assert run.found is not None
    assert board_of(PROPER).is_solved_by(run.found)
    assert run.cpu is None or run.cpu > 0
    assert fresh_process.ask("backtracking", board_of(CLASH), None, time.perf_counter).found is None


def test_a_fresh_process_that_is_late_is_ended_and_one_that_fails_says_why() -> None:
    import time

    assert fresh_process.ask("backtracking", board_of(PROPER), 0.001, time.perf_counter).is_late
    with pytest.raises(RuntimeError, match="nowhere"):
        fresh_process.ask("nowhere:Solver", board_of(PROPER), None, time.perf_counter)


def test_ways_into_bombe_take_longer_than_the_bare_interpreter() -> None:
    import time

    names = ("import bombe", "bombe.count(...)", "bombe --version", "solve_sudoku FILE")
    calls: list[None] = []
    found = fresh_process.measure_start_modes(
        1, time.perf_counter, names, lambda: calls.append(None)
    )
    assert [way.name for way in found] == [*names]
    assert len(calls) == 2 * len(names)
    by_name = {way.name: way for way in found}
    count, light = by_name["bombe.count(...)"].cpu, by_name["import bombe"].cpu
    assert count is None or light is None or count > light
    rows = fresh_process.draw_start_modes(found, 1).splitlines()
    assert rows[0].split() == ["fresh", "process", "cpu", "wall"]
    assert rows[-1] == "Over the bare interpreter; the median of 1 round."


def test_a_way_that_fails_is_no_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    monkeypatch.setitem(fresh_process.START_MODES, "import bombe", ("-c", "import bombe.nowhere"))
    with pytest.raises(RuntimeError, match=r"No module named 'bombe\.nowhere'"):
        fresh_process.measure_start_modes(1, time.perf_counter, ["import bombe"])
