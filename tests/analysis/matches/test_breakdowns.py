"""Win rates by category: what a game is grouped by, pairs and single games, forfeits, old logs."""

from __future__ import annotations

import csv
import dataclasses
import io
import json
from typing import TYPE_CHECKING

import pytest
from games import random_game
from running import runner

from bombe.analysis.matches.breakdowns import (
    MIN_PAIRS,
    GroupScore,
    break_down,
    breakdowns_csv,
    breakdowns_text,
)
from bombe.analysis.matches.categories import (
    CATEGORIES,
    NO_NODES,
    NO_SECONDS,
    UNKNOWN,
    categories_named,
    in_order,
)
from bombe.analysis.shares import Share
from bombe.boards import Board, Rules, Shape, SudokuState
from bombe.boards.dots.state import DotsState, Grid
from bombe.boards.errors import InputError, UnknownNameError, UsageError
from bombe.boards.record import GameRecord, Termination, read_record
from bombe.boards.sudoku.bundled import catalogue
from bombe.boards.sudoku.reading import read

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from running import Bombe

    from bombe.analysis.matches.breakdowns import Breakdown

ONE_CELL = SudokuState.start(Board.empty(Shape(1, 1)))


def game(number: int, side: str, winner: int, **fields: object) -> GameRecord:
    """Return a game that player 1 or 2 won, of `one` against `two`; side b swaps them."""
    players = ("one", "two") if side == "a" else ("two", "one")
    names = dict(zip(("first", "second"), players, strict=True))
    given = {"id": f"{number}{side}", "winner": winner, "match": "m", **names, **fields}
    return random_game(ONE_CELL, number, **given)


def limit(seconds: float | None = None, nodes: int | None = None) -> dict[str, object]:
    return {"extra": {"limit": {"seconds": seconds, "nodes": nodes}}}


def value(name: str, record: GameRecord, seat: int = 1) -> str:
    (category,) = categories_named(name)
    return category.value(record, seat)


def only(breakdowns: Sequence[Breakdown], player: str) -> dict[str, GroupScore]:
    (found,) = (each for each in breakdowns if each.player == player)
    return dict(found.lines)


def total_of(records: Sequence[GameRecord]) -> GroupScore:
    return only(break_down(records, categories_named("total"), ["one"]), "one")["all"]


@pytest.mark.parametrize(
    ("name", "seat", "expected"),
    [
        ("total", 1, "all"),
        ("opponent", 1, "two"),
        ("opponent", 2, "one"),
        ("seat", 1, "first"),
        ("seat", 2, "second"),
        ("time", 1, "0.5"),
        ("nodes", 1, "20"),
        ("limit", 1, "0.5 s and 20 nodes"),
        ("size", 1, "1x1"),
        ("rules", 1, "classic"),
        ("board", 1, "."),
        ("opponent+seat", 2, "one, second"),
    ],
)
def test_a_game_has_a_value_in_every_category(name: str, seat: int, expected: str) -> None:
    assert value(name, game(1, "a", 1, **limit(0.5, 20)), seat) == expected


def test_every_category_has_a_value_for_a_game_of_a_log_without_facts() -> None:
    record = game(1, "a", 1, extra={})
    found = {name: value(name, record) for name in CATEGORIES}
    assert {name for name, text in found.items() if text == UNKNOWN} == {"limit", "time", "nodes"}
    for seconds, nodes, texts in (
        (None, 20, (NO_SECONDS, "20", "20 nodes")),
        (0.5, None, ("0.5", NO_NODES, "0.5 s")),
    ):
        limited = game(1, "a", 1, **limit(seconds, nodes))
        assert tuple(value(name, limited) for name in ("time", "nodes", "limit")) == texts
    odd: object
    for odd in ("soon", None, [], {"seconds": "soon", "nodes": True}):
        assert value("limit", dataclasses.replace(record, extra={"limit": odd})) == UNKNOWN


@pytest.mark.parametrize("name", [line.name for line in catalogue()])
def test_bundled_boards_are_known_by_their_names_in_any_play_mode(name: str) -> None:
    start = SudokuState.start(read(name).board, Rules.ROWS)
    record = dataclasses.replace(game(1, "a", 1), start=start)
    assert value("board", record) == name
    assert value("size", record) == name.rpartition("-")[2]
    assert value("rules", record) == "rows"


def test_a_board_has_the_name_under_which_it_was_chosen() -> None:
    record = game(1, "a", 1, extra={"opening": "mine.txt"})
    assert value("board", record) == "mine.txt"
    assert value("board", read_record(record.to_json())) == "mine.txt"


def test_games_of_dots_have_sizes_and_variants() -> None:
    for extra_turn, variant in ((True, "extra turn"), (False, "no extra turn")):
        start = DotsState.start(Grid(2, 3), extra_turn=extra_turn)
        record = dataclasses.replace(game(1, "a", 1), start=start, plies=())
        assert (value("size", record), value("rules", record)) == ("2x3", variant)


def test_an_unknown_category_is_answered_with_the_known_ones() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'board'"):
        categories_named("size,bord")
    with pytest.raises(UnknownNameError, match="'sort'"):
        categories_named("seat+sort")
    for empty in ("", "size,", "size,,seat"):
        with pytest.raises(UsageError, match="separated by commas"):
            categories_named(empty)
    assert [each.name for each in categories_named("size, seat,size")] == ["size", "seat"]


@pytest.mark.parametrize(
    ("values", "ordered"),
    [
        (["5 s", "0.1 s", "10 s"], ["0.1 s", "5 s", "10 s"]),
        (["20 nodes", "1 node", UNKNOWN, "3 nodes"], ["1 node", "3 nodes", "20 nodes", UNKNOWN]),
        (["3x3", "2x3", "10x2", "3x2"], ["2x3", "3x2", "3x3", "10x2"]),
        ([UNKNOWN, NO_SECONDS, "5", "0.1"], ["0.1", "5", NO_SECONDS, UNKNOWN]),
        ([UNKNOWN, "second", "first"], ["first", "second", UNKNOWN]),
        (
            ["two, 3x3", "one, 3x3", "one, 2x2", "two, 2x2"],
            ["two, 2x2", "two, 3x3", "one, 2x2", "one, 3x3"],
        ),
        ([UNKNOWN, "greedy", "exact"], ["greedy", "exact", UNKNOWN]),
        ([], []),
    ],
)
def test_values_are_in_the_order_of_a_table(values: list[str], ordered: list[str]) -> None:
    assert in_order(values) == ordered


def test_seats_split_the_games_and_opponents_mirror_each_other() -> None:
    # `one` wins every game as first player, and one of three as second player.
    winners = {(1, "a"): 1, (1, "b"): 2, (2, "a"): 1, (2, "b"): 1, (3, "a"): 1, (3, "b"): 1}
    records = [game(number, side, winner) for (number, side), winner in winners.items()]
    one = only(break_down(records, categories_named("seat"), ["one"]), "one")
    assert [(name, score.points, score.games) for name, score in one.items()] == [
        ("first", 3, 3),
        ("second", 1, 3),
    ]
    two = only(break_down(records, categories_named("seat"), ["two"]), "two")
    assert (two["first"].points, two["second"].points) == (2, 0)
    assert {each.player for each in break_down(records, categories_named("seat"))} == {"one", "two"}


def test_many_pairs_have_the_interval_of_pairs_and_seats_that_of_single_games() -> None:
    # Each pair is won by the first player both times: the pairs prove that both are equally good.
    records = [game(n, side, 1) for n in range(20) for side in "ab"]
    score = total_of(records)
    rate = score.score_rate()
    assert (rate.rate, rate.method, rate.games) == (0.5, "pairs", 40)
    low, high = score.pairs._interval()
    assert (rate.low, rate.high) == pytest.approx((low, high))
    by_seat = only(break_down(records, categories_named("seat"), ["one"]), "one")
    first, second = by_seat["first"].score_rate(), by_seat["second"].score_rate()
    assert (first.rate, second.rate) == (1.0, 0.0)
    assert (first.method, first.games) == ("wilson", 20)
    assert first.low == pytest.approx(Share(20, 20).interval[0] / 100)
    assert (first.high, second.low) == (1.0, 0.0)


def test_few_pairs_have_the_interval_of_their_games() -> None:
    records = [game(n, side, 1) for n in range(MIN_PAIRS - 1) for side in "ab"]
    score = total_of(records)
    rate = score.score_rate()
    assert (score.pairs.total, rate.method, rate.games) == (MIN_PAIRS - 1, "wilson", 18)


def test_games_without_partners_are_left_out_where_most_are_in_pairs() -> None:
    paired = [game(n, side, 1) for n in range(12) for side in "ab"]
    alone = [game(n, "a", 1) for n in range(12, 15)]
    (score,) = only(
        break_down([*paired, *alone], categories_named("total"), ["one"]), "one"
    ).values()
    assert (score.games, score.score_rate().games, score.score_rate().rate) == (27, 24, 0.5)
    text = breakdowns_text(break_down([*paired, *alone], categories_named("total")))
    assert "win rates leave out games without a partner" in text
    many = [game(n, "a", 1) for n in range(12, 60)]
    (score,) = only(
        break_down([*paired, *many], categories_named("total"), ["one"]), "one"
    ).values()
    assert (score.score_rate().method, score.score_rate().games) == ("wilson", 72)


def test_partners_of_different_values_form_no_pair() -> None:
    records = [game(1, "a", 1, **limit(0.1)), game(1, "b", 1, **limit(0.5))]
    scores = only(break_down(records, categories_named("time"), ["one"]), "one")
    assert {name: (score.games, score.pairs.total) for name, score in scores.items()} == {
        "0.1": (1, 0),
        "0.5": (1, 0),
    }


def test_forfeits_and_void_games_are_counted_apart() -> None:
    records = [
        game(1, "a", 2, termination=Termination.CRASH),
        game(1, "b", 1, termination=Termination.HANG),
        game(2, "a", 2, termination=Termination.CRASH),
        game(2, "b", 0, termination=Termination.VOID),
    ]
    found = break_down(records, categories_named("total"))
    one, two = (only(found, player)["all"] for player in ("one", "two"))
    assert (one.games, one.voids, one.lost_by_forfeit, one.won_by_forfeit) == (3, 1, 3, 0)
    assert (two.games, two.voids, two.lost_by_forfeit, two.won_by_forfeit) == (3, 1, 0, 3)
    head = breakdowns_text(found).splitlines()[0]
    assert head.split()[-4:] == ["forfeits", "won", "so", "void"]
    plain = breakdowns_text(break_down([game(1, "a", 1)], categories_named("total")))
    assert plain.splitlines()[0].split()[-1] == "lost"


def test_a_group_of_void_games_has_no_rate() -> None:
    found = break_down(
        [game(1, "a", 0, termination=Termination.VOID)], categories_named("total"), ["one"]
    )
    score = only(found, "one")["all"]
    assert score.score_rate() == (None, 0.0, 1.0, "none", 0)
    assert "no game counts" in breakdowns_text(found)


def test_a_game_that_occurs_twice_counts_once() -> None:
    records = [game(1, "a", 1), game(1, "b", 2)]
    once = break_down(records, categories_named("board,seat"))
    assert break_down([*records, *records], categories_named("board,seat")) == once


def test_csv_has_a_row_for_each_value() -> None:
    records = [game(n, side, 1) for n in range(2) for side in "ab"]
    found = break_down(records, categories_named("total,seat"))
    rows = list(csv.DictReader(io.StringIO(breakdowns_csv(found))))
    assert [(row["player"], row["category"], row["value"], row["wins"]) for row in rows] == [
        ("one", "total", "all", "2"),
        ("one", "seat", "first", "2"),
        ("one", "seat", "second", "0"),
        ("two", "total", "all", "2"),
        ("two", "seat", "first", "2"),
        ("two", "seat", "second", "0"),
    ]


def test_games_of_two_games_are_refused() -> None:
    other = dataclasses.replace(game(1, "b", 1), start=DotsState.start(Grid(1, 1)), plies=())
    with pytest.raises(InputError, match="count the logs of each game separately"):
        break_down([game(1, "a", 1), other], categories_named("size"))


@pytest.fixture
def log(tmp_path: Path) -> str:
    """Return a log of three games on two boards, one of them without the facts of today."""
    records = [
        game(1, "a", 1, **limit(0.5)),
        game(1, "b", 1, **limit(0.5)),
        game(2, "a", 1, extra={}),
    ]
    path = tmp_path / "games.jsonl"
    path.write_text("".join(f"{record.to_json()}\n" for record in records), encoding="utf-8")
    return str(path)


@pytest.fixture
def bombe(capsys: pytest.CaptureFixture[str]) -> Bombe:
    return runner(capsys, "rate")


def test_rate_shows_the_win_rates_of_any_log(bombe: Bombe, log: str) -> None:
    done = bombe(log, "--by", "time", "--by", "seat")
    assert done.code == 0
    assert [line.split()[:5] for line in done.out.splitlines()] == [
        ["one", "games", "win", "rate", "95"],
        ["time", "0.5", "2", "50.0", "%"],
        ["unknown", "1", "100.0", "%", "20.7"],
        ["seat", "first", "2", "100.0", "%"],
        ["second", "1", "0.0", "%", "0.0"],
        [],
        ["two", "games", "win", "rate", "95"],
        ["time", "0.5", "2", "50.0", "%"],
        ["unknown", "1", "0.0", "%", "0.0"],
        ["seat", "first", "1", "100.0", "%"],
        ["second", "2", "0.0", "%", "0.0"],
        [],
        ["*", "from", "single", "games", "(Wilson)"],
    ]


def test_rate_writes_breakdowns_for_programs(bombe: Bombe, log: str, tmp_path: Path) -> None:
    document = json.loads(bombe(log, "--by", "seat", "--json").out)
    assert document["schema"] == "bombe.breakdowns/1"
    one, two = document["breakdowns"]
    assert (one["player"], one["category"], two["player"]) == ("one", "seat", "two")
    assert [(line["value"], line["points"], line["games"]) for line in one["values"]] == [
        ("first", 2, 2),
        ("second", 0, 1),
    ]
    assert bombe(log, "--by", "seat", "--csv", "-o", str(tmp_path / "x.csv")).out == ""
    rows = list(csv.DictReader(io.StringIO((tmp_path / "x.csv").read_text(encoding="utf-8"))))
    assert [row["points"] for row in rows] == ["2.0", "0.0", "1.0", "0.0"]


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("--by", "bord"), 2, "did you mean 'board'"),
        (("--by", ""), 2, "separated by commas"),
        (("--by", "board", "--anchor", "one"), 2, "leave out --anchor"),
        (("--by", "board", "--pgn"), 2, "leave out --anchor and --pgn"),
    ],
)
def test_rate_refuses_what_makes_no_sense(
    bombe: Bombe, log: str, words: tuple[str, ...], code: int, message: str
) -> None:
    done = bombe(log, *words)
    assert (done.code, done.out) == (code, "")
    assert message in done.err


def test_rate_says_that_a_log_is_empty(bombe: Bombe, tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").touch()
    done = bombe(str(tmp_path / "empty.jsonl"), "--by", "board")
    assert (done.code, "no game" in done.err) == (3, True)


def test_the_help_of_rate_lists_all_categories(bombe: Bombe) -> None:
    text = bombe("--help").out
    for name, category in CATEGORIES.items():
        assert f"{name:<10}{category.summary}" in text
