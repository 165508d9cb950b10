"""The studies of Dots and Boxes: figures known from elsewhere, tables, pictures, commands."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from dots_brute import DotsBrute
from running import runner

from bombe.agents.dots.studies import (
    FirstMoves,
    MoveTime,
    RandomGames,
    first_moves,
    move_times,
    random_games,
    table,
)
from bombe.boards.dots.state import DotsState, Grid, Line

if TYPE_CHECKING:
    from pathlib import Path

    from running import Bombe

pytestmark = pytest.mark.usefixtures("in_own_folder")


@pytest.fixture
def bombe(capsys: pytest.CaptureFixture[str]) -> Bombe:
    return runner(capsys, "experiment")


def test_random_games_of_one_box_are_won_by_who_draws_the_fourth_line() -> None:
    for extra_turn in (True, False):
        found = random_games(Grid(1, 1), extra_turn=extra_turn, games=50, seed=1)
        assert (found.first, found.second, found.draws, found.margin) == (0, 50, 0, -1.0)


def test_random_games_are_as_often_won_as_all_orders_of_lines_say() -> None:
    # All 5040 orders of the lines of 1x2 boxes are as likely.
    for extra_turn in (True, False):
        shares = shares_of_orders(extra_turn=extra_turn)
        found = random_games(Grid(1, 2), extra_turn=extra_turn, games=20_000, seed=3)
        for count, share in zip((found.first, found.second, found.draws), shares, strict=True):
            assert abs(count / found.games - share) < 0.015


def shares_of_orders(*, extra_turn: bool) -> tuple[float, float, float]:
    """Return the shares of orders that the first player wins, the second wins, and draws."""
    brute = DotsBrute(1, 2, extra_turn=extra_turn)
    size = len(brute.sides)
    ends = {(0, 1, 0): 1.0}
    for _ in range(size):
        after: dict[tuple[int, int, int], float] = {}
        for (drawn, mover, lead), share in ends.items():
            free = [i for i in range(size) if not drawn >> i & 1]
            for i in free:
                boxes = brute.completed(drawn, i)
                goes_on = boxes and extra_turn
                key = (drawn | 1 << i, mover if goes_on else -mover, lead + mover * boxes)
                after[key] = after.get(key, 0.0) + share / len(free)
        ends = after
    return (
        sum(share for (_, _, lead), share in ends.items() if lead > 0),
        sum(share for (_, _, lead), share in ends.items() if lead < 0),
        sum(share for (_, _, lead), share in ends.items() if not lead),
    )


def test_an_agent_that_takes_too_long_is_not_asked_about_larger_grids() -> None:
    grids = [Grid(1, 1), Grid(4, 4), Grid(5, 5)]
    found = list(move_times(["alphabeta", "random"], grids, extra_turn=True, seconds=0.5, seed=1))
    assert [(line.agent, line.boxes, line.is_done) for line in found] == [
        ("alphabeta", "1x1", True),
        ("alphabeta", "4x4", False),
        ("random", "1x1", True),
        ("random", "4x4", True),
        ("random", "5x5", True),
    ]
    assert "stopped" in table(MoveTime, found)


def test_first_moves_are_held_against_exact_values() -> None:
    brute = DotsBrute(1, 2)
    values = {Line(*side): value for side, value in brute.values(0).items()}  # type: ignore[arg-type] # h or v
    state = DotsState.start(Grid(1, 2))
    (found,) = first_moves(state, values, [300], runs=6, seed=1)
    assert (found.margin, found.lines) == (0, 7)
    assert found.best == sum(value == 0 for value in values.values()) < 7
    assert (found.hits == 6) == (found.loss == 0)
    assert 0 <= found.loss <= 2 * (6 - found.hits) / 6
    assert "300" in table(FirstMoves, [found])


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("dots-games", "--boxes", "1x2,2x2", "--games", "40"), "second wins"),
        (("dots-orders", "--boxes", "1x1,1x2"), "order=border"),
        (("dots-time", "exact", "--boxes", "1x1,1x2", "--json"), "exact"),
        (("dots-first-move", "--boxes", "1x2", "--playouts", "50", "--json"), "loss"),
    ],
)
def test_the_commands_say_what_they_found_and_draw_it(
    bombe: Bombe, tmp_path: Path, words: tuple[str, ...], told: str
) -> None:
    done = bombe(*words)
    assert (done.code, told in done.out) == (0, True), done
    picture = (tmp_path / words[0] / f"{words[0]}.svg").read_text(encoding="utf-8")
    assert picture.startswith("<?xml")
    if "--json" in words:
        document = json.loads(done.out)
        assert document["name"] == words[0]
        assert document["points"]


@pytest.mark.usefixtures("in_process")
def test_depths_play_each_other_but_not_themselves(bombe: Bombe, tmp_path: Path) -> None:
    words = ("--values", "1,2", "--opponents", "1", "--boxes", "1x2", "--nodes", "50")
    done = bombe("dots-depths", *words, "--games", "2", "--no-progress")
    assert done.code == 0, done.err
    assert done.out.splitlines()[1].split()[0] == "2"
    assert len(done.out.splitlines()) == 2
    assert len(list((tmp_path / "dots-depths").glob("*.jsonl"))) == 1


@pytest.mark.usefixtures("in_process")
def test_wins_against_random_are_a_line_for_each_agent(bombe: Bombe) -> None:
    words = ("dots-wins", "first-moves", "heuristic", "--boxes", "1x2", "--nodes", "20")
    done = bombe(*words, "--games", "2", "--no-progress", "--no-extra-turn")
    assert done.code == 0, done.err
    assert [line.split()[0] for line in done.out.splitlines()[1:]] == ["first-moves", "heuristic"]


def test_words_that_make_no_sense_are_refused(bombe: Bombe) -> None:
    for words in (("dots-games", "--boxes", "2"), ("dots-first-move", "--playouts", "none")):
        assert bombe(*words).code == 2


def test_the_table_of_random_games_separates_the_variants() -> None:
    found = [
        random_games(Grid(2, 2), extra_turn=extra_turn, games=30, seed=2)
        for extra_turn in (True, False)
    ]
    rows = [line.split() for line in table(RandomGames, found).splitlines()[1:]]
    assert [row[1] for row in rows] == ["yes", "no"]
