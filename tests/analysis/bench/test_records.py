"""The records of a run: read back, summarised, compared, drawn as tables and as pictures."""

from __future__ import annotations

import dataclasses
import io
import itertools
import re
from typing import TYPE_CHECKING, Any

import pytest

from bombe.analysis.bench.comparison import compare, draw_comparison
from bombe.analysis.bench.pictures import draw_pictures, pictures_of
from bombe.analysis.bench.records import (
    BenchEnd,
    BenchHeader,
    BenchSample,
    Disqualification,
    Record,
    read_records,
    to_line,
)
from bombe.analysis.bench.result import Benchmark
from bombe.analysis.bench.summary import quantile, summarise, timings
from bombe.analysis.bench.table import duration
from bombe.analysis.drawing.charts import spread
from bombe.boards.errors import FormatError

if TYPE_CHECKING:
    from pathlib import Path

HEADER = BenchHeader(
    created="today",
    command="bombe bench",
    seed=7,
    rounds=3,
    seconds=10.0,
    nodes=None,
    tasks={"first": "first solution"},
    contestants=[{"name": n, "place": n, "version": None} for n in ("quick", "slow", "stuck")],
    sets={"easy": 2, "hard": 2},
    machine={"bombe": "0.1.0", "processor": "a wheel", "cores": 2},
)
BASE = BenchSample("quick", "first", "easy", "a", 4, "1...", 1, 1, 1, 1, 1.0, 1.0, 0.25, 5)


def sample(**changes: Any) -> BenchSample:
    return dataclasses.replace(BASE, **changes)


def a_run(factor: float = 1.0, nodes: int = 5) -> Benchmark:
    """Return a run of three contestants on four boards of two sizes; `stuck` finishes one."""
    samples = []
    for name, speed in (("quick", 1.0), ("slow", 4.0), ("stuck", 8.0)):
        for number, board in enumerate(("1...", "2...", "3...", "4...")):
            for turn in range(4):
                done = turn == 0 or name != "stuck" or number == 0
                samples.append(
                    sample(
                        contestant=name,
                        set="easy" if number < 2 else "hard",
                        case=board,
                        board=board,
                        size=4 if number < 2 else 9,
                        round=turn,
                        finished=int(done and not (name == "stuck" and number)),
                        wall=speed * factor * (number + 1) * (1 + turn / 100),
                        nodes=nodes,
                    )
                )
    return Benchmark(HEADER, tuple(samples), complete=True)


def text_of(run: Benchmark) -> str:
    records: list[Record] = [run.header, *run.disqualified, *run.samples, BenchEnd(run.complete)]
    return "".join(f"{to_line(record)}\n" for record in records)


# ------------------------------------------------------------------ reading back


def test_a_run_is_read_back_as_it_was_written() -> None:
    liar = Disqualification("liar", "first", "a", "1...", "says no")
    run = dataclasses.replace(a_run(), disqualified=(liar,))
    assert Benchmark.of(read_records(io.StringIO(text_of(run)), "run.jsonl")) == run


def test_a_run_that_was_cut_off_is_read_up_to_there() -> None:
    text = text_of(a_run())
    for cut in (len(text) // 2, len(text) - 3):
        run = Benchmark.of(read_records(io.StringIO(text[:cut]), "run.jsonl"))
        assert not run.complete
        assert len(run.samples) == text[:cut].count("\n") - 1
        assert "interrupted" in str(run)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "run.jsonl:1: the file holds no run"),
        ("{}\n", "run.jsonl:1: kind is missing"),
        ('{"kind": "end", "complete": true}\n', "run.jsonl:1: the line is not a header"),
        ("12..34\n", "run.jsonl:1:3: not JSON: extra data"),
        ('{"kind": "sample", "round": 1}\n', "run.jsonl:1: contestant is missing"),
        (
            '{"kind": "header", "schema": "bombe.bench/2"}\n',
            'schema is "bombe.bench/2", not "bombe.bench/1"',
        ),
    ],
)
def test_what_is_no_run_is_refused_with_its_line(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=re.escape(message)):
        list(read_records(io.StringIO(text), "run.jsonl"))


# ------------------------------------------------------------------ figures


def test_a_board_counts_with_the_median_of_its_rounds() -> None:
    found = {(t.contestant, t.board): t for t in timings(a_run())}
    assert found["quick", "1..."].seconds == pytest.approx(1.02)
    assert found["stuck", "2..."].seconds == float("inf")
    assert found["stuck", "2..."].finished == 0


def test_an_unfinished_board_is_slower_than_any_time() -> None:
    lines = {(line.contestant, line.set): line for line in summarise(a_run())}
    stuck = lines["stuck", "easy"]
    assert (stuck.finished, stuck.boards, stuck.median, stuck.worst) == (1, 2, None, None)
    assert stuck.par2 == pytest.approx((8 * 1.02 + 20) / 2)
    quick = lines["quick", "easy"]
    assert [quick.median, quick.worst] == pytest.approx([1.53, 2.04])
    assert quick.rate == pytest.approx(2 / 3.06)
    assert (quick.build, quick.nodes) == (0.25, 10)


def test_without_a_budget_in_seconds_there_is_no_score_for_unfinished_boards() -> None:
    header = dataclasses.replace(HEADER, seconds=None, nodes=9)
    run = dataclasses.replace(a_run(), header=header)
    lines = {(line.contestant, line.set): line for line in summarise(run)}
    assert lines["stuck", "easy"].par2 is None
    assert lines["quick", "easy"].par2 == pytest.approx(1.53)


def test_a_disqualified_solver_has_no_figures() -> None:
    wrong = Disqualification("quick", "first", "a", "1...", "says no")
    run = dataclasses.replace(a_run(), disqualified=(wrong,))
    assert {line.contestant for line in summarise(run)} == {"slow", "stuck"}
    assert "quick is wrong (first, a): says no: 1..." in str(run)


def test_quantiles_reach_infinity_only_where_they_must() -> None:
    late = float("inf")
    assert quantile([1.0, 2.0, late], 0.5) == 2
    assert quantile([1.0, 2.0], 0.5) == 1.5
    assert quantile([1.0, 3.0, late], 0.75) == late
    assert quantile([late], 0.5) == late


def test_the_table_puts_the_best_first_and_says_how_much_slower_the_others_are() -> None:
    easy = str(a_run()).split("\n\n")[1].splitlines()
    assert easy[0] == "first solution: easy, 2 boards"
    assert [row.split()[0] for row in easy[1:]] == ["solver", "quick", "slow", "stuck"]
    assert " 4.00 " in easy[3]
    assert "1/2" in easy[4]
    assert "late" in easy[4]
    assert len({len(row) for row in easy[1:]}) == 1, "the columns are aligned"


def test_times_are_written_with_three_digits_and_a_unit() -> None:
    written = [duration(s) for s in (1234.5, 2.0, 0.0105, 99.96e-6, 5e-9, -0.002, None)]
    assert written == ["1234 s", "2.00 s", "10.5 ms", "100.0 us", "5.00 ns", "-2.00 ms", "late"]


# ------------------------------------------------------------------ against an older run


def test_the_same_run_twice_differs_in_nothing() -> None:
    comparison = compare(a_run(), a_run())
    assert comparison.differences == ()
    assert comparison.nodes == ()
    assert {time.ratio for time in comparison.times} == {1.0}
    assert "nodes: the same on every board" in draw_comparison(comparison)


def test_changed_node_counts_come_first_and_are_named() -> None:
    comparison = compare(a_run(nodes=6), a_run())
    text = draw_comparison(comparison).splitlines()
    change = comparison.nodes[0]
    assert (change.contestant, change.boards, change.before, change.after) == ("quick", 2, 10, 12)
    assert text[1] == (
        "  nodes: quick (first, easy): a different number on 2 of 2 boards, 10 -> 12 in all; "
        "5 -> 6 on 1..."
    )
    assert text[-1].startswith("  time: ")


def test_times_are_compared_board_by_board() -> None:
    comparison = compare(a_run(factor=2.0), a_run())
    assert {time.ratio for time in comparison.times} == {2.0}
    stuck = [time for time in comparison.times if time.contestant == "stuck"]
    assert [(time.set, time.compared) for time in stuck] == [("easy", 1)]


def test_boards_settings_and_versions_that_differ_are_named() -> None:
    header = dataclasses.replace(
        HEADER,
        seed=8,
        machine={**HEADER.machine, "processor": "a crank"},
        contestants=[{"name": "quick", "place": "quick", "version": "1.0"}],
    )
    kept = [sample for sample in a_run().samples if sample.board != "3..."]
    samples = tuple(
        dataclasses.replace(s, finished=0) if (s.contestant, s.board) == ("slow", "4...") else s
        for s in [*kept, sample(case="z", board="z...")]
    )
    differences = a_run().against(Benchmark(header, samples)).differences
    assert differences == (
        "seed: 8 before, 7 now",
        "processor: a crank before, a wheel now",
        "solver quick: 1.0 before, None now",
        "solver slow: absent before, None now",
        "solver stuck: absent before, None now",
        "only now: 1 board, such as 3... of hard",
        "only before: 1 board, such as z... of easy",
        "finished only now: 1 question, such as slow (first) on 4... of hard",
    )


# ------------------------------------------------------------------ pictures


def test_the_pictures_hold_every_line_with_its_name_and_words_on_the_axes(tmp_path: Path) -> None:
    files = draw_pictures(a_run(), tmp_path / "plots")
    names = sorted(path.name for path in files)
    kinds = ("cactus", "profile", "sizes")
    assert names == sorted(f"{kind}-first.{end}" for kind in kinds for end in ("png", "svg"))
    for kind in kinds:
        assert (tmp_path / "plots" / f"{kind}-first.png").read_bytes().startswith(b"\x89PNG")
        svg = (tmp_path / "plots" / f"{kind}-first.svg").read_text(encoding="utf-8")
        for name in ("quick", "slow", "stuck", "first solution"):
            assert f">{name}<" in svg or f": {name}<" in svg, (kind, name)
    cactus = (tmp_path / "plots" / "cactus-first.svg").read_text(encoding="utf-8")
    assert "boards done, each solver's quickest first" in cactus.replace("&#x27;", "'")
    assert "time for the board" in cactus


def test_the_same_run_gives_the_same_svg(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        draw_pictures(a_run(), tmp_path / folder)
    for path in (tmp_path / "one").glob("*.svg"):
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes()


def test_the_curves_say_what_their_titles_say() -> None:
    cactus, profile, sizes = pictures_of(a_run())
    curves = {curve.name: curve for curve in cactus.curves}
    assert curves["quick"].x == [1, 2, 3, 4]
    assert curves["stuck"].x == [1]
    curves = {curve.name: curve for curve in profile.curves}
    assert curves["quick"].y == [1, 1, 1, 1]
    assert curves["slow"].y == pytest.approx([4, 4, 4, 4])
    assert [*curves["stuck"].x, *curves["stuck"].y] == pytest.approx([25, 8])
    assert {curve.name: curve.x for curve in sizes.curves} == {
        "quick": [4, 9],
        "slow": [4, 9],
        "stuck": [],
    }


def test_names_at_the_line_ends_keep_apart_and_in_order() -> None:
    levels = [0.5, 0.51, 0.1, 0.49, 0.9]
    placed = spread(levels, 0.1)
    assert sorted(range(5), key=lambda i: placed[i]) == sorted(range(5), key=lambda i: levels[i])
    ordered = sorted(placed)
    assert all(b - a >= 0.1 - 1e-9 for a, b in itertools.pairwise(ordered))
    assert (placed[2], placed[4]) == (0.1, 0.9), "who has room stays"
    assert spread([], 0.1) == []


def test_the_pictures_of_a_run_in_which_nobody_finished_are_drawn_all_the_same(
    tmp_path: Path,
) -> None:
    stuck = tuple(dataclasses.replace(each, finished=0) for each in a_run().samples)
    draw_pictures(dataclasses.replace(a_run(), samples=stuck), tmp_path)
    svg = (tmp_path / "cactus-first.svg").read_text(encoding="utf-8")
    assert "no board finished: quick, slow, stuck" in svg
