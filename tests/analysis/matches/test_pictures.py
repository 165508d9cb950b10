"""Pictures of win rates: no text leaves the frame, and none covers another."""

from __future__ import annotations

import itertools
import random
from typing import TYPE_CHECKING

import pytest
from picture_texts import overlapping_texts, placed_texts, saved_figures, texts_beyond

from bombe.analysis.drawing.charts import spread
from bombe.analysis.matches.breakdowns import GroupScore
from bombe.analysis.matches.grid_picture import draw_grid
from bombe.analysis.matches.grid_tables import CellScore, GridResults
from bombe.analysis.matches.winrates import ChartLabels, WinRate, draw
from bombe.boards.sudoku.bundled import OFFICIAL

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from matplotlib.figure import Figure

LONG = "mcts:c=1.5,k=5,rollout=penalised,skip=yes,discover=yes"


@pytest.fixture
def figures(monkeypatch: pytest.MonkeyPatch) -> list[Figure]:
    return saved_figures(monkeypatch)


def rate(series: str, value: str, level: float) -> WinRate:
    low, high = max(0.0, level - 0.1), min(1.0, level + 0.1)
    return WinRate(series, value, "one", "two", 9, level, low, high, 1, 0, 0, level, level)


def labels(title: str = "one against two: win rate over the seconds for a turn") -> ChartLabels:
    return ChartLabels("picture", title, "12 boards", "seconds for a turn", "seconds", "board")


def results(
    opponents: Sequence[str], boards: Sequence[str], limits: Sequence[str], games: int = 4
) -> GridResults:
    """Return a grid with random results."""
    rng = random.Random(1)
    cells = []
    for opponent in opponents:
        for board in boards:
            for limit in limits:
                score = GroupScore()
                for _ in range(games):
                    score.count(rng.choice((0, 1, 2)))
                cells.append(CellScore(opponent, board, limit, games, score if games else None))
    return GridResults("minimax-skip", tuple(cells), ())


@pytest.mark.parametrize(
    ("count", "levels"),
    [(2, "high"), (12, "low"), (12, "middle"), (12, "high"), (12, "apart"), (45, "apart")],
)
def test_the_names_of_lines_stay_in_the_frame(
    tmp_path: Path, figures: list[Figure], count: int, levels: str
) -> None:
    places = {"low": (0.0, 0.02), "middle": (0.5, 0.5), "high": (0.98, 1.0), "apart": (0.0, 1.0)}
    start, end = places[levels]
    names = [f"board {number}" for number in range(count)]
    rates = [
        rate(name, value, start + (end - start) * number / count)
        for number, name in enumerate(names)
        for value in ("0.1", "0.5", "1", "5")
    ]
    draw(rates, labels(), tmp_path)
    (figure,) = figures
    assert {text for text, _ in placed_texts(figure)} >= set(names)
    assert not texts_beyond(figure)
    assert not overlapping_texts(figure)


@pytest.mark.parametrize(
    "values",
    [
        ("0", "0.01", "0.1", "1"),
        ("1", "2", "3", "1000"),
        ("100000", "200000", "300000", "400000", "500000", "600000", "700000", "800000", "900000"),
        ("max", "robust"),
        tuple(f"a long value {number}" for number in range(9)),
    ],
)
def test_values_and_long_texts_stay_apart(
    tmp_path: Path, figures: list[Figure], values: Sequence[str]
) -> None:
    rates = [rate(name, value, 0.6) for name in (LONG, "two") for value in values]
    draw(rates, labels(f"{LONG} against {LONG} and two: win rate over {LONG}"), tmp_path)
    (figure,) = figures
    assert {text for text, _ in placed_texts(figure)} >= {LONG, "two", *values}
    assert not texts_beyond(figure)
    assert not overlapping_texts(figure)


@pytest.mark.parametrize(
    ("opponents", "boards", "limits"),
    [
        (("greedy", "random"), OFFICIAL, ("0.1 s", "0.5 s", "1 s", "5 s")),
        (("greedy",), ("2x2",), ("1 node",)),
        (("greedy", LONG, f"{LONG},value=gini"), OFFICIAL, ("1000 nodes", "1000000 nodes")),
        (tuple(f"agent {number}" for number in range(11)), OFFICIAL[:2], ("1 s",)),
        (
            ("greedy",),
            ("....1....2....3....4....1....2....3....4", "a/folder/with/boards/mine.txt", "2x2"),
            tuple(f"{number} nodes" for number in (1, 20, 300, 4000, 50000, 600000, 7000000)),
        ),
    ],
)
def test_a_grid_stays_in_the_frame(
    tmp_path: Path,
    figures: list[Figure],
    opponents: Sequence[str],
    boards: Sequence[str],
    limits: Sequence[str],
) -> None:
    files = draw_grid(results(opponents, boards, limits), tmp_path)
    assert [file.name for file in files] == ["grid.png", "grid.svg"]
    (figure,) = figures
    texts = {text for text, _ in placed_texts(figure)}
    assert texts >= {f"against {opponent}" for opponent in opponents}
    assert texts >= {board for board in boards if len(board) < 12}
    assert not texts_beyond(figure)
    assert not overlapping_texts(figure)


def test_a_grid_may_lack_cells_and_is_the_same_every_time(tmp_path: Path) -> None:
    full = results(("greedy", "random"), ("a", "b"), ("1 s", "2 s"))
    holes = full._replace(cells=(full.cells[0]._replace(score=None), *full.cells[1:5]))
    first, second = (draw_grid(holes, tmp_path / name)[1].read_bytes() for name in "xy")
    assert first == second
    empty = results(("greedy",), ("a",), ("1 s",), games=0)
    assert draw_grid(empty, tmp_path)[0].stat().st_size > 1000


def test_levels_stay_between_their_bounds() -> None:
    assert spread([0.99, 1.0, 0.98], 0.1, 0.0, 1.0) == pytest.approx([0.9, 1.0, 0.8])
    assert spread([0.0, 0.0, 0.5], 0.1, 0.0, 1.0) == pytest.approx([0.0, 0.1, 0.5])
    rng = random.Random(3)
    for _ in range(200):
        levels = [rng.random() * 1.4 - 0.2 for _ in range(rng.randrange(1, 12))]
        placed = sorted(spread(levels, 0.05, 0.0, 1.0))
        assert -1e-9 <= placed[0] <= placed[-1] <= 1 + 1e-9
        assert all(b - a >= 0.05 - 1e-9 for a, b in itertools.pairwise(placed))
