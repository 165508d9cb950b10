"""The study of endings: positions from a seed, answers that are checked, files that go on."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from running import Bombe, runner

from bombe.analysis.endgame.margins import solve
from bombe.analysis.endgame.prepare import most_points
from bombe.analysis.studies.endings.checks import check
from bombe.analysis.studies.endings.positions import draw_ending
from bombe.analysis.studies.endings.results import ENDINGS
from bombe.analysis.studies.endings.study import StudiedEnding
from bombe.boards import Shape
from bombe.boards.errors import UsageError
from bombe.solvers import Budget, as_solver

if TYPE_CHECKING:
    from pathlib import Path

    from bombe.analysis.endgame.margins import Endgame

SMALL = ["--shape", "2x2", "--empties", "5", "--empties", "8", "--positions", "3"]


@pytest.fixture
def study(capsys: pytest.CaptureFixture[str]) -> Bombe:
    return runner(capsys, "study", "endings")


@pytest.mark.parametrize(("shape", "empties"), [("3x3", 26), ("2x3", 14), ("2x2", 10)])
@pytest.mark.parametrize("solutions", [1, 2, 5])
def test_an_ending_has_the_cells_and_solutions_asked_for(
    shape: str, empties: int, solutions: int
) -> None:
    drawn = [draw_ending(Shape.parse(shape), empties, str(seed), solutions) for seed in range(5)]
    assert len(set(drawn)) == len(drawn)
    for board in drawn:
        assert len(board.empty_cells()) == empties
        found = as_solver("auto").count(board, 10).value
        assert found >= solutions
        assert (found == 1) == (solutions == 1)
    assert drawn[0] == draw_ending(Shape.parse(shape), empties, "0", solutions)


def test_endings_that_do_not_exist_are_refused() -> None:
    with pytest.raises(UsageError, match="no 2x2 board with one solution and 16 empty cells"):
        draw_ending(Shape(2, 2), 16, "0")


def test_the_table_counts_what_is_exact_and_how_wide_the_rest_is(study: Bombe) -> None:
    exact = study(*SMALL)
    assert exact.code == 0
    assert [row["exact"] for row in rows_of(exact.out)] == ["3 of 3", "3 of 3"]
    assert all(0 <= float(row["estimate off by"]) < 10 for row in rows_of(exact.out))
    late = study(*SMALL, "--seconds", "0")
    for row in rows_of(late.out):
        assert row["exact"] == "0 of 3"
        assert row["width of the others"] == row["trivial"]


def rows_of(text: str) -> list[dict[str, str]]:
    """Return the rows of a table by the names of its columns."""
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    head, *rows = ([cell.strip() for cell in line.split("|")[1:-1]] for line in lines)
    return [dict(zip(head, row, strict=True)) for row in rows]


def test_several_solutions_are_drawn_and_counted(study: Bombe, tmp_path: Path) -> None:
    for words, least in (
        (["--several"], 2),
        (["--several", "--solutions", "4"], 4),
        (["--solutions", "3"], 3),
    ):
        path = tmp_path / f"{least}.jsonl"
        plan = ["--shape", "2x3", "--empties", "11", "--positions", "3", *words]
        assert study(*plan, "-o", str(path)).code == 0
        found = [ending.solutions for ending in ENDINGS.read(path).of(StudiedEnding)]
        assert min(found) >= least


def test_answers_that_contradict_an_older_study_are_reported(study: Bombe, tmp_path: Path) -> None:
    right, wrong = tmp_path / "right.jsonl", tmp_path / "wrong.jsonl"
    assert study(*SMALL, "-o", str(right)).code == 0
    text = right.read_text("utf-8")
    low = ENDINGS.read(right).of(StudiedEnding)[0].low
    wrong.write_text(
        text.replace(f'"low": {low}, "high": {low}', f'"low": {low + 1}, "high": {low + 2}', 1),
        encoding="utf-8",
    )
    assert study("--read", str(right), "--against", str(right)).code == 0
    done = study("--read", str(right), "--against", str(wrong))
    assert done.code == 1
    assert f"{low} to {low} here, {low + 1} to {low + 2} there" in done.err


def test_right_answers_have_no_faults_and_wrong_ones_do() -> None:
    for seed in range(20):
        board = draw_ending(Shape(2, 3), 8, str(seed), 1 + seed % 2)
        found = solve(board)
        assert check(found) == ((), True)
        assert all(check(wrong).faults for wrong in _spoiled(found))
        for nodes in (0, 3, 40):
            assert not check(solve(board, Budget(nodes=nodes))).faults


def _spoiled(found: Endgame) -> list[Endgame]:
    """Return answers with an error each."""
    most = most_points(found.board)
    return [
        replace(found, low=found.low - 1, high=found.high - 1),
        replace(found, low=most + 1, high=most + 1),
        replace(found, low=found.low + 1),
        replace(found, line=(found.line[0], *found.line)),
        replace(found, moves=tuple(v for v in found.moves if v.low < found.low)),
    ]


def test_the_points_that_are_left_bound_every_margin() -> None:
    for seed in range(30):
        board = draw_ending(Shape(2, 2), 3 + seed % 6, str(seed))
        assert abs(solve(board).low) <= most_points(board)
    assert most_points(board.clear(range(16))) == 4 * 7
    assert most_points(board.clear([0, 5, 10, 15])) == 4 * 7
    assert most_points(next(as_solver("auto").solutions(board)).clear([0, 1])) == 7 + 1
