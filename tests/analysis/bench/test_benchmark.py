"""`bench` from Python: what it takes, what it checks, and how its result shows itself."""

from __future__ import annotations

import json
import sys
import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING, Any

import planted
import pytest

from bombe import bench
from bombe.analysis.bench.records import BenchEnd, BenchHeader, BenchSample
from bombe.analysis.bench.result import Benchmark
from bombe.boards import Board, Shape, SudokuState
from bombe.boards.errors import InputError, UnknownNameError, UnsupportedError, UsageError
from bombe.solvers import Budget
from bombe.solvers.backends.algorithm_x import AlgorithmX

if TYPE_CHECKING:
    from pathlib import Path

PROPER = "132442..31.22..1"
TWO = ["backtracking", "algorithm_x"]


@pytest.fixture(scope="module")
def result() -> Benchmark:
    return bench([PROPER, "hard-2x3"], [*TWO, planted.Denier()], task=("unique", "first"), rounds=2)


# ------------------------------------------------------------------ what it takes


@pytest.mark.parametrize(
    ("boards", "names"),
    [
        ("hard-2x2", ["hard-2x2:1"]),
        (PROPER, ["<board>:1"]),
        (Board.empty(Shape(2, 2)), ["board 1"]),
        ([[[1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]], ["board 1"]),
        (
            ["hard-2x2", PROPER, SudokuState.start(Board.empty(Shape(2, 2)))],
            ["hard-2x2:1", "<board>:1", "board 3"],
        ),
    ],
)
def test_boards_are_names_texts_boards_and_states(boards: Any, names: list[str]) -> None:
    samples = bench(boards, TWO, rounds=1).samples
    assert list(dict.fromkeys(sample.case for sample in samples)) == names
    assert {sample.set for sample in samples} == {"2x2 boards"}


def test_several_texts_share_the_set_of_their_shape() -> None:
    found = bench([PROPER, "12..34..21..43.."], TWO, rounds=1)
    assert found.header.sets == {"2x2 boards": 2}


def test_without_boards_it_takes_small_bundled_ones() -> None:
    sets = bench(solvers=["backtracking"], rounds=1).header.sets
    assert set(sets) == {"2x2 boards", "2x3 boards", "3x3 boards"}


def test_solvers_are_names_places_and_objects() -> None:
    found = bench("hard-2x2", ["backtracking", "planted:Loser", AlgorithmX()], rounds=1)
    assert [one["place"] for one in found.header.contestants] == [
        "backtracking",
        "planted:Loser",
        "bombe.solvers.backends.algorithm_x:AlgorithmX",
    ]
    assert len(bench("hard-2x2", "backtracking", rounds=1).header.contestants) == 1


@pytest.mark.parametrize(
    ("budget", "limits"),
    [(0.5, (0.5, None)), (Budget(nodes=900), (None, 900)), (None, (None, None))],
)
def test_the_budget_is_seconds_or_a_budget(
    budget: Any, limits: tuple[float | None, int | None]
) -> None:
    header = bench("hard-2x2", TWO, rounds=1, budget=budget).header
    assert (header.seconds, header.nodes) == limits


@pytest.mark.parametrize(
    ("boards", "options", "message"),
    [
        ([], {}, "there is no board"),
        ("hard-2x2", {"solvers": [7]}, "7 is not a solver"),
        ("hard-2x2", {"solvers": [AlgorithmX]}, "give a name, package.module:Class, or a Solver"),
        ("hard-2x2", {"solvers": []}, "there is no solver"),
        ("hard-2x2", {"solvers": __file__}, f"name its class: {__file__}:Class"),
        ("hard-2x2", {"rounds": 0}, "0 rounds: give 1 or more"),
        ("hard-2x2", {"budget": "1"}, "a budget of '1'"),
        ("hard-2x2", {"task": "audit", "batch": True}, "a batch asks for counts"),
    ],
)
def test_what_cannot_be_measured_says_why(
    boards: Any, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(UsageError) as caught:
        bench(boards, **options)
    assert message in str(caught.value)


def test_what_is_no_board_is_refused() -> None:
    wrong: Any = [7]
    with pytest.raises(InputError, match="cannot make a board from an object of type int"):
        bench(wrong)


# ------------------------------------------------------------------ what it returns


def test_a_wrong_solver_is_disqualified_and_the_others_are_timed(result: Benchmark) -> None:
    assert [wrong.contestant for wrong in result.disqualified] == ["denier"]
    timed = {sample.contestant for sample in result.samples if sample.round}
    assert timed == {figures.contestant for figures in result.figures} == set(TWO)


def test_a_lone_solver_is_checked_against_a_reference() -> None:
    (wrong,) = bench(PROPER, [planted.Denier()], rounds=1).disqualified
    assert "auto found" in wrong.reason


def test_every_record_is_watched_as_it_comes() -> None:
    seen: list[object] = []
    result = bench("hard-2x2", TWO, rounds=1, watch=seen.append)
    kinds = [type(record) for record in seen]
    assert kinds == [BenchHeader, *[BenchSample] * len(result.samples), BenchEnd]


def test_a_stop_signal_ends_it_with_what_was_measured() -> None:
    result = bench("hard-2x2", TWO, budget=Budget(stop=lambda: True))
    assert not result.complete
    assert result.samples == ()
    assert "The run was interrupted" in str(result)
    assert "no figures" in result.svg()


def test_it_prints_as_its_tables_and_is_short_in_a_session(result: Benchmark) -> None:
    assert "uniqueness (counting to 2): 2x2 boards, 1 board\nsolver" in str(result)
    assert "denier is wrong (unique, <board>:1): says there is no solution" in str(result)
    assert repr(result).startswith("<Benchmark: 3 solvers on 2 boards; 2 rounds; fastest: ")
    assert repr(result).endswith("; disqualified: denier>")


def test_the_picture_has_a_row_for_every_solver_of_every_table(result: Benchmark) -> None:
    picture = ET.fromstring(result.svg())  # noqa: S314 - our own
    texts = [element.text for element in picture.iter("{http://www.w3.org/2000/svg}text")]
    circles = list(picture.iter("{http://www.w3.org/2000/svg}circle"))
    assert texts.count("algorithm_x") == texts.count("backtracking") == len(circles) / 2 == 4
    assert "denier" not in texts
    assert "prefers-color-scheme:dark" in result.svg()


def measured(name: str, seconds: float, board: str = "1...", *, finished: int = 1) -> BenchSample:
    return BenchSample(
        name, "first", "s", board, 4, board, 1, 1, finished, 1, seconds, None, 0.0, 1
    )


def drawn(*samples: BenchSample) -> ET.Element:
    header = BenchHeader("", "", 0, 1, 9.0, None, {"first": "first"}, [], {"s": 1}, {})
    return ET.fromstring(Benchmark(header, samples).svg())  # noqa: S314 - our own


def test_slower_is_further_to_the_right() -> None:
    picture = drawn(measured("quick", 1e-5), measured("slow", 1e-3))
    circles = picture.iter("{http://www.w3.org/2000/svg}circle")
    quick, slow = (float(circle.attrib["cx"]) for circle in circles)
    grid = [
        float(path.attrib["d"][1:].split()[0])
        for path in picture.iter("{http://www.w3.org/2000/svg}path")
    ]
    assert quick == pytest.approx(grid[0])
    assert slow == pytest.approx(grid[2])


def test_unfinished_boards_reach_to_the_end_of_the_axis() -> None:
    boards = [measured("late", 1e-4), *(measured("late", 9.0, b, finished=0) for b in "234")]
    picture = drawn(*boards[:3], measured("late", 1e-4, "4..."))
    paths = [path.attrib["d"] for path in picture.iter("{http://www.w3.org/2000/svg}path")]
    assert paths[-1].endswith("H610.0")
    assert list(picture.iter("{http://www.w3.org/2000/svg}circle")) == []
    texts = [element.text for element in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert "late, 2/4 done" in texts


def test_long_names_are_cut_from_the_left() -> None:
    picture = drawn(measured("package.of.many.words.module:Solver", 1e-3))
    texts = [element.text for element in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert "...y.words.module:Solver" in texts


def test_a_notebook_shows_the_picture_and_the_tables(result: Benchmark) -> None:
    shown = result._repr_html_()
    ET.fromstring(f"<div>{shown.replace('<br>', '<br/>')}</div>")  # noqa: S314 - our own
    assert shown.count("<table") == 4
    assert shown.count("<svg") == 1


def test_json_holds_the_figures_and_where_they_come_from(result: Benchmark) -> None:
    document = json.loads(result.to_json())
    assert (document["schema"], document["command"]) == ("bombe.bench/1", "bombe.bench")
    assert len(document["results"]) == len(result.figures) == 8
    assert document["wrong"][0]["contestant"] == "denier"


def test_figures_and_samples_become_data_frames(result: Benchmark) -> None:
    pytest.importorskip("pandas")
    figures, samples = result.to_pandas(), result.to_pandas("samples")
    assert list(figures["contestant"]) == [each.contestant for each in result.figures]
    assert len(samples) == len(result.samples)
    assert {"median", "par2", "nodes"} <= set(figures.columns)
    wrong: Any = "rounds"
    with pytest.raises(UnknownNameError, match="known are figures, samples"):
        result.to_pandas(wrong)


def test_without_pandas_it_says_how_to_get_it(
    result: Benchmark, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(UnsupportedError, match="pip install pandas"):
        result.to_pandas()


def test_pictures_are_drawn_into_a_folder(result: Benchmark, tmp_path: Path) -> None:
    files = result.pictures(tmp_path)
    assert {file.suffix for file in files} == {".png", ".svg"}
    assert all(file.exists() for file in files)
