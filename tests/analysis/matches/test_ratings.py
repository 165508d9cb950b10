"""Match statistics: known values, correct intervals, and bounds where games determine no value."""

from __future__ import annotations

import csv
import io
import math
import random
from typing import TYPE_CHECKING

import pytest

from bombe.analysis.drawing.look import Look
from bombe.analysis.matches.pairs import Decision, Estimate, Pairs, Sprt, elo_of, score_of
from bombe.analysis.matches.ratings import Ratings, rate
from bombe.analysis.matches.tables import (
    match_html,
    match_text,
    pgn_headers,
    ratings_csv,
    ratings_report,
    ratings_text,
)
from bombe.analysis.matches.tally import Tally
from bombe.boards import Board, Move, Shape, SudokuState
from bombe.boards.errors import InputError, UnknownNameError, UsageError
from bombe.boards.notes import MAX_NOTES
from bombe.boards.record import GameRecord, Ply, Termination

if TYPE_CHECKING:
    from collections.abc import Iterator

START = SudokuState.start(Board.empty(Shape(2, 2)))
Counts = tuple[int, int, int, int, int]


def game(
    name: str, first: str, second: str, winner: int, *, match: str = "m", **fields: object
) -> GameRecord:
    values: dict[str, object] = {
        "plies": (),
        "scores": (3 * (winner == 1), 3 * (winner == 2)),
        "termination": Termination.SCORE,
        "reason": "",
    }
    return GameRecord(
        id=name,
        start=START,
        first=first,
        second=second,
        winner=winner,
        match=match,
        **{**values, **fields},  # type: ignore[arg-type]
    )


def pair(number: int, one: str, other: str, half_points: int) -> Iterator[GameRecord]:
    """Yield a pair of games in which `one` makes a number of half points."""
    in_first = min(half_points, 2)
    for side, half in (("a", in_first), ("b", half_points - in_first)):
        players = (one, other) if side == "a" else (other, one)
        me = 1 if side == "a" else 2
        winner = {0: 3 - me, 1: 0, 2: me}[half]
        yield game(f"{number}{side}", *players, winner)


def match(one: str, other: str, counts: Counts, begin: int = 1) -> list[GameRecord]:
    worths = [worth for worth, count in enumerate(counts) for _ in range(count)]
    return [
        g for number, worth in enumerate(worths, begin) for g in pair(number, one, other, worth)
    ]


def ratings_of(*matches: list[GameRecord], anchor: str | None = None) -> Ratings:
    return rate(Tally(g for games in matches for g in games), anchor)


def estimate(ratings: Ratings, name: str) -> Estimate:
    return next(line.estimate for line in ratings.lines if line.name == name)


@pytest.mark.parametrize(
    ("counts", "elo", "half_width", "text"),
    [
        ((30, 6, 18, 0, 6), -168.40, 73.37, "-168 (95 %: -249 to -102)"),
        ((34, 54, 63, 64, 75), 55.58, 27.65, "+56 (95 %: +28 to +84)"),
        ((332, 433, 498, 333, 334), -8.64, 10.33, "-9 (95 %: -19 to +2)"),
        ((7895, 8757, 5685, 568, 9999), -21.04, 2.95, "-21 (95 %: -24 to -18)"),
    ],
)
def test_elo_of_pairs_agrees_with_known_values(
    counts: Counts, elo: float, half_width: float, text: str
) -> None:
    found = Pairs(counts).elo()
    assert found.low is not None
    assert found.high is not None
    assert found.elo == pytest.approx(elo, abs=0.005)
    assert (found.high - found.low) / 2 == pytest.approx(half_width, abs=0.005)
    assert str(found) == text


@pytest.mark.parametrize(
    ("counts", "text"),
    [
        ((0, 0, 3, 0, 7), "+301 (95 %: +154 to +838)"),
        ((7, 0, 3, 0, 0), "-301 (95 %: -838 to -154)"),
        ((0, 0, 1, 0, 9), "+512 (95 %: at least +311)"),
        ((9, 0, 1, 0, 0), "-512 (95 %: at most -311)"),
        ((0, 0, 0, 0, 10), "at least +140 (95 %)"),
        ((10, 0, 0, 0, 0), "at most -140 (95 %)"),
        ((1, 0, 0, 0, 1), "+0 (95 %: no bounds)"),
        ((0, 0, 3, 0, 0), "+0 (95 %: -307 to +307)"),
        ((0, 0, 0, 0, 0), "unknown"),
    ],
)
def test_an_interval_is_printed_with_both_ends_or_with_the_one_that_it_has(
    counts: Counts, text: str
) -> None:
    assert str(Pairs(counts).elo()) == text


def test_the_likelihood_of_superiority_agrees_with_a_known_value() -> None:
    assert f"{Pairs((332, 433, 498, 333, 334)).superiority():.4f}" == "0.0505"


@pytest.mark.parametrize(
    ("counts", "elo0", "elo1", "ratio"),
    [
        ((223, 9863, 21279, 10037, 246), 0.5, 2.5, -3.07),
        ((871, 26175, 55983, 26678, 821), 0.0, 2.0, -4.98),
    ],
)
def test_the_ratio_of_the_sequential_test_agrees_with_fastchess(
    counts: Counts, elo0: float, elo1: float, ratio: float
) -> None:
    assert round(Sprt(elo0, elo1).ratio(Pairs(counts)), 2) == ratio


def test_the_opponent_has_the_mirrored_values() -> None:
    pairs = Pairs((3, 1, 4, 1, 5))
    mine, theirs = pairs.elo(), pairs.mirrored().elo()
    assert mine.elo is not None
    assert mine.low is not None
    assert theirs.elo == pytest.approx(-mine.elo)
    assert theirs.high == pytest.approx(-mine.low)
    assert pairs.superiority() == pytest.approx(1 - pairs.mirrored().superiority())
    assert Sprt(-10, 10).ratio(pairs) == pytest.approx(-Sprt(-10, 10).ratio(pairs.mirrored()))


@pytest.mark.parametrize("total", [1, 2, 5, 60, 10_000])
@pytest.mark.parametrize("worth", range(5))
def test_pairs_that_are_all_alike_have_finite_bounds(worth: int, total: int) -> None:
    counts = [0] * 5
    counts[worth] = total
    pairs = Pairs(tuple(counts))
    elo, text = pairs.elo(), str(pairs.elo())
    assert "inf" not in text
    assert "nan" not in text
    assert ("at most" in text, "at least" in text) == (worth == 0, worth == 4)
    assert (elo.elo is None) == (worth in (0, 4))
    assert all(math.isfinite(end) for end in elo if end is not None)
    assert math.isfinite(Sprt(0, 50).ratio(pairs))


def test_an_interval_that_exceeds_the_scale_is_open_at_that_end() -> None:
    estimated = Pairs((0, 0, 1, 0, 9)).elo()
    assert estimated.high is None
    assert str(estimated).startswith("+512 (95 %: at least +")


def test_without_pairs_the_elo_is_unknown() -> None:
    assert str(Pairs().elo()) == "unknown"
    assert Pairs().superiority() == 0.5
    assert Sprt(0, 50).decide(Pairs()) is Decision.OPEN


def test_intervals_contain_the_true_value_about_as_often_as_they_claim() -> None:
    rng, held = random.Random(4), 0
    chances = (1, 3, 4, 5, 3)
    truth = elo_of((0.75 + 2 + 3.75 + 3) / 16)
    assert truth is not None
    for _ in range(400):
        pairs = Pairs()
        for worth in rng.choices(range(5), chances, k=60):
            pairs = pairs.plus(worth)
        _, low, high = pairs.elo()
        assert low is not None
        assert high is not None
        held += low <= truth <= high
    assert 368 <= held <= 392


@pytest.mark.parametrize(("elo", "wrong"), [(0.0, Decision.ACCEPT_1), (60.0, Decision.ACCEPT_0)])
def test_the_sequential_test_errs_about_as_often_as_it_claims(elo: float, wrong: Decision) -> None:
    rng, errors, chance = random.Random(11), 0, score_of(elo)
    sprt = Sprt(0, 60, alpha=0.1, beta=0.1)
    for _ in range(100):
        pairs = Pairs()
        while (decision := sprt.decide(pairs)) is Decision.OPEN:
            for _ in range(4):
                pairs = pairs.plus(2 * ((rng.random() < chance) + (rng.random() < chance)))
        errors += decision is wrong
    assert errors <= 18


def test_a_sequential_test_is_read_and_described() -> None:
    sprt = Sprt.parse("elo0=0, elo1=50,beta=0.1")
    assert sprt == Sprt(0, 50, 0.05, 0.1)
    assert sprt.describe(Pairs((1, 2, 3, 4, 5))).startswith("LLR 1.17 in [-2.25, 2.89], elo0 0")


@pytest.mark.parametrize(
    "text",
    [
        *("", "elo0=0", "elo0=0,elo1=x", "elo0=5,elo1=5", "elo0=nan,elo1=5", "elo0=0,elo1=1e9"),
        *("elo0=0,elo1=5,alpha=0.7", "elo0=0,elo1=5,gamma=1"),
    ],
)
def test_an_invalid_sequential_test_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="SPRT"):
        Sprt.parse(text)


def test_pairs_are_recognised_by_their_ids_in_any_order() -> None:
    games = match("a", "b", (30, 6, 18, 0, 6))
    random.Random(1).shuffle(games)
    tally = Tally(games)
    assert tally.pairing("a", "b").pairs.counts == (30, 6, 18, 0, 6)
    assert tally.pairing("b", "a").pairs.counts == (6, 0, 18, 6, 30)
    assert tally.pairing("b", "a").wins == tally.players["b"].wins


def test_a_pair_with_a_void_game_does_not_count_but_its_other_game_does() -> None:
    void = game("1b", "b", "a", 0, termination=Termination.VOID)
    tally = Tally([game("1a", "a", "b", 1), void, game("2a", "a", "b", 1)])
    pairing = tally.pairing("a", "b")
    assert (pairing.wins, pairing.voids, pairing.pairs.total, pairing.unpaired) == (2, 1, 0, 2)
    assert (tally.games, tally.voids) == (3, 1)


def test_a_repeated_game_counts_once_but_the_same_id_of_another_match_counts() -> None:
    games = [game("1a", "a", "b", 1), game("1a", "a", "b", 1), game("1a", "a", "b", 1, match="x")]
    tally = Tally(games)
    assert (tally.games, tally.repeated, tally.players["a"].wins) == (2, 1, 2)


def test_players_are_counted_with_forfeits_margins_skips_and_times() -> None:
    plies = tuple(
        Ply(1 + i % 2, Move(0, i, 1), is_bomb=i == 2, points=0, ms=10.0 * i) for i in range(4)
    )
    lost = game("2a", "b", "a", 1, termination=Termination.TABOO, scores=(0, 9))
    crash = {"incidents": [{"ply": 3, "player": 2, "ending": "crash", "detail": "x"}]}
    tally = Tally([game("1a", "a", "b", 1, plies=plies, extra=crash), lost])
    one, other = tally.players["a"], tally.players["b"]
    assert one.forfeits == {Termination.TABOO: 1}
    assert not other.forfeits
    assert (one.incidents, other.incidents) == (0, 1)
    words = "b: 1 turn ended badly, but after a proposal that counted; the first: crash: x"
    assert words in match_text(tally, Look()).splitlines()
    assert (one.margin, other.margin, one.skips) == (3.0, -3.0, 0.5)
    assert other.latency(0.5, 1.0) == [10.0, 30.0]
    assert one.to_dict()["forfeits"] == {"taboo": 1}


@pytest.mark.parametrize("seed", range(5))
def test_seats_are_counted_per_player_per_pairing_and_overall(seed: int) -> None:
    rng, games = random.Random(seed), []
    for number in range(60):
        one, other = rng.sample("abc", 2)
        void = rng.random() < 0.1
        winner = 0 if void else rng.choice((0, 1, 1, 2))
        ending = Termination.VOID if void else Termination.SCORE
        games.append(game(f"{number}{rng.choice('ab')}", one, other, winner, termination=ending))
    tally = Tally(games)
    counted = [record for record in games if record.termination is not Termination.VOID]

    def points(seat: int, *names: str) -> float:
        mine = [g for g in counted if (g.players * 2)[seat - 1 :][: len(names)] == names]
        return sum(0.5 if g.winner == 0 else float(g.winner == seat) for g in mine)

    assert tally.first.points == points(1)
    assert tally.first.voids == tally.voids
    for name, player in tally.players.items():
        assert (player.first.points, player.second.points) == (points(1, name), points(2, name))
        assert player.first.games + player.second.games == player.games
        for other in set(tally.players) - {name}:
            met = tally.pairing(name, other)
            found = (met.first.points, met.second.points)
            assert found == (points(1, name, other), points(2, name, other))


def test_the_win_rates_of_both_seats_are_in_every_table() -> None:
    games = [game("1a", "a", "b", 1), game("1b", "b", "a", 1), game("2a", "a", "b", 0)]
    tally = Tally(games)
    for text in (match_text(tally, Look()), ratings_text(rate(tally), tally, Look())):
        assert "as 1st  as 2nd" in text
        first = next(line for line in text.splitlines() if line.startswith("1  a"))
        assert [first.split(" %")[i].split()[-1] for i in (-3, -2)] == ["75.0", "0.0"]
        assert "first player : second player  2.5 : 0.5 (+2 =1 -0), 83.3 %" in text
    row = next(csv.DictReader(io.StringIO(ratings_csv(rate(tally), tally))))
    assert (row["first_games"], row["first_rate"], row["second_rate"]) == ("2", "0.75", "0.0")
    assert "<td>75.0 %</td><td>0.0 %</td>" in match_html(tally)
    document = tally.to_dict()
    assert document["first_player"]["points"] == 2.5
    assert document["players"][0]["first"]["rate"] == 0.75
    assert document["pairings"][0]["second"]["rate"] == 0.0


def noted(player: int, *notes: tuple[str, float]) -> Ply:
    return Ply(player, Move(0, 0, 1), is_bomb=False, points=0, notes=notes)


def test_the_means_of_what_players_noted_are_in_every_table() -> None:
    one = [noted(1, ("depth", 2), ("nodes", 1000)), noted(2), noted(1, ("depth", 3))]
    games = [
        game("1a", "a", "b", 1, plies=tuple(one)),
        game("1b", "b", "a", 1, plies=(noted(2, ("depth", 3)), noted(1, ("playouts", 50)))),
    ]
    tally = Tally(games)
    means = {name: (note.turns, note.mean) for name, note in tally.players["a"].notes.items()}
    assert means == {"depth": (3, pytest.approx(8 / 3)), "nodes": (1, 1000)}
    rows = ["noted in a turn  depth  nodes  playouts", "a                 2.67   1000         -"]
    rows += ["b                    -      -     50.00"]
    ratings = rate(tally)
    for text in (match_text(tally, Look()), ratings_report(ratings, tally, Look())):
        assert all(row in text for row in rows)
    table = list(csv.DictReader(io.StringIO(ratings_csv(ratings, tally))))
    assert [row["note_playouts"] for row in table] == ["", "50.0"]
    assert tally.to_dict()["players"][0]["notes"]["nodes"] == {"mean": 1000, "turns": 1}
    assert "<td>2.67</td><td>1000</td><td>-</td>" in match_html(tally)


def test_the_first_remark_on_a_dropped_note_is_below_the_table() -> None:
    printed = [
        "words",
        "thinking\nclock.note: depth is a word; it is dropped\n",
        "clock.note: x; it",
    ]
    plies = tuple(
        Ply(1, Move(0, place, 1), is_bomb=False, points=0, ms=1.0, output=text)
        for place, text in enumerate(printed)
    )
    lines = match_text(Tally([game("1a", "a", "b", 1, plies=plies)]), Look()).splitlines()
    assert [line for line in lines if "clock.note" in line] == [
        "a: clock.note: depth is a word; it is dropped"
    ]


def test_nothing_is_reported_of_notes_where_there_are_none() -> None:
    tally = Tally(match("a", "b", (1, 1, 1, 1, 1)))
    assert "noted" not in match_text(tally, Look()) + ratings_report(rate(tally), tally, Look())


def test_many_names_of_notes_leave_a_table_that_can_be_read() -> None:
    plies = tuple(noted(1, *((f"n{10 * at + i}", 1) for i in range(10))) for at in range(50))
    tally = Tally([game("1a", "a", "b", 1, plies=plies)])
    assert len(tally.players["a"].notes) == MAX_NOTES
    head = next(line for line in match_text(tally, Look(width=400)).splitlines() if "noted" in line)
    assert len(head.split()) == len(["noted", "in", "a", "turn"]) + MAX_NOTES


def test_the_rating_of_two_players_is_the_elo_of_their_score() -> None:
    ratings = ratings_of(match("a", "b", (1, 2, 3, 4, 5)), anchor="b")
    value = estimate(ratings, "a").elo
    assert value == pytest.approx(Pairs((1, 2, 3, 4, 5)).elo().elo)
    assert estimate(ratings, "b") == Estimate(0.0, 0.0, 0.0)


@pytest.mark.parametrize("counts", [(1, 2, 3, 4, 5), (0, 0, 3, 0, 7), (0, 0, 0, 0, 9)])
def test_two_players_are_rated_with_the_interval_of_their_pairs(counts: Counts) -> None:
    games = match("b", "a", counts)
    assert estimate(ratings_of(games, anchor="a"), "b") == Pairs(counts).elo()
    assert estimate(ratings_of(games, anchor="b"), "a") == Pairs(counts).mirrored().elo()
    lone = [*games, game("99a", "b", "a", 1)]
    assert estimate(ratings_of(lone, anchor="a"), "b") != Pairs(counts).elo()


def test_ratings_estimate_the_true_strengths_of_many_games() -> None:
    truth, rng, games = {"a": 0.0, "b": 120.0, "c": -80.0, "d": 300.0}, random.Random(5), []
    names = list(truth)
    for number in range(3000):
        one, other = rng.sample(names, 2)
        won = rng.random() < score_of(truth[one] - truth[other])
        games.append(game(f"{number}a", one, other, 1 if won else 2))
    ratings = ratings_of(games, anchor="a")
    assert [line.name for line in ratings.lines] == ["d", "b", "a", "c"]
    for name, elo in truth.items():
        _, low, high = estimate(ratings, name)
        assert low is not None
        assert high is not None
        assert low <= elo <= high
        assert high - low < 80


def test_ratings_predict_the_points_that_each_player_scored() -> None:
    games = match("a", "b", (1, 2, 3, 4, 5)) + match("b", "c", (2, 2, 2, 1, 1), begin=50)
    games += match("a", "c", (1, 1, 1, 1, 2), begin=90)
    tally = Tally(games)
    elo = {line.name: line.estimate.elo or 0.0 for line in rate(tally).lines}
    for name, player in tally.players.items():
        met = [tally.pairing(name, other) for other in tally.players]
        predicted = sum(one.games * score_of(elo[name] - elo[one.other]) for one in met)
        assert predicted == pytest.approx(player.points, abs=1e-3)


def test_another_anchor_shifts_all_ratings_equally() -> None:
    games = match("a", "b", (1, 2, 3, 4, 5)) + match("b", "c", (2, 2, 2, 1, 1), begin=50)
    by_a, by_c = ratings_of(games, anchor="a"), ratings_of(games, anchor="c")
    shift = estimate(by_a, "c").elo
    for name in "abc":
        one, other = estimate(by_a, name).elo, estimate(by_c, name).elo
        assert one is not None
        assert other is not None
        assert shift is not None
        assert one - other == pytest.approx(shift, abs=1e-3)


def test_a_player_who_won_all_games_has_a_bound_and_does_not_shift_the_others() -> None:
    games = match("b", "c", (2, 2, 2, 1, 3))
    swept = games + match("a", "b", (0, 0, 0, 0, 4), begin=50)
    swept += match("c", "z", (0, 0, 0, 0, 4), begin=90)
    ratings = ratings_of(swept, anchor="b")
    top, bottom = estimate(ratings, "a"), estimate(ratings, "z")
    assert (top.elo, top.high) == (None, None)
    assert (bottom.elo, bottom.low) == (None, None)
    assert top.low is not None
    assert bottom.high is not None
    # 8 wins, and the chance that makes them a surprise: 8 * log(p) = -1.96 ** 2 / 2
    assert top.low == pytest.approx(elo_of(math.exp(-1.9207 / 8)), abs=0.5)
    assert [line.name for line in ratings.lines] == ["a", "b", "c", "z"]
    expected = estimate(ratings_of(games, anchor="b"), "c").elo
    assert estimate(ratings, "c").elo == pytest.approx(expected, abs=0.01)


def test_groups_without_a_common_game_are_named_and_not_compared() -> None:
    one, two = match("a", "b", (1, 2, 3, 2, 1)), match("c", "d", (1, 2, 3, 2, 1), begin=50)
    ratings = ratings_of(one, two)
    assert ratings.groups == (("a", "b"), ("c", "d"))
    assert estimate(ratings, "c") == Estimate(None, None, None)
    text = ratings_text(ratings, Tally(one + two), Look())
    assert "no game connects these groups: a, b | c, d" in text


def test_an_unknown_anchor_and_an_empty_log_are_errors() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'greedy'"):
        ratings_of(match("greedy", "random", (1, 1, 1, 1, 1)), anchor="gredy")
    with pytest.raises(InputError, match="no game that counts"):
        rate(Tally())


def test_the_tables_never_print_infinity() -> None:
    games = match("a", "b", (0, 0, 0, 0, 3)) + match("b", "c", (0, 0, 0, 0, 3), begin=9)
    for sample in (games, games[:6], games[:1], []):
        tally = Tally(sample)
        text = match_text(tally, Look(unicode=False), Sprt(0, 50)).replace("_", "")
        assert not any(word in text for word in (" inf", "nan", "±"))
        if sample:
            ratings_csv(rate(tally), tally)


def test_a_match_of_two_ends_with_elo_and_the_test() -> None:
    text = match_text(Tally(match("a", "b", (30, 6, 18, 0, 6))), Look(), Sprt(0, 50))
    assert "Elo -168 (95 %: -249 to -102), likelihood of superiority 0.00 %" in text
    assert text.endswith("elo0 0, elo1 50: H0 accepted")


def test_a_tournament_ends_with_a_crosstable_ratings_and_what_went_wrong() -> None:
    games = match("a", "b", (1, 2, 3, 4, 5)) + match("b", "c", (0, 2, 1, 1, 1), begin=50)
    games.append(game("99a", "a", "c", 1, termination=Termination.CRASH))
    text = match_text(Tally(games), Look(), anchor="c")
    assert "c forfeited: 1 crash (the agent crashed)" in text
    assert "0 (anchor)" in text
    assert "20/30" in text


def test_csv_has_a_row_for_each_player() -> None:
    tally = Tally(match("a:c=1,k=2", "b", (1, 2, 3, 4, 5)))
    header, first, *_ = ratings_csv(rate(tally, "b"), tally).splitlines()
    assert header.startswith("rank,name,elo,low,high,games,wins,draws,losses,voids,points")
    assert first.startswith('1,"a:c=1,k=2",120.4')


def test_pgn_headers_name_players_and_result() -> None:
    drawn, void = game("3b", 'x"y', "b", 0), game("4a", "a", "b", 0, termination=Termination.VOID)
    one, two = pgn_headers([drawn, void])
    assert '[Round "3b"]\n[White "x\\"y"]\n[Black "b"]\n[Result "1/2-1/2"]\n\n1/2-1/2' in one
    assert two.endswith('[Result "*"]\n\n*')


@pytest.mark.parametrize("seed", range(15))
def test_ratings_of_any_games_are_finite_and_inside_their_intervals(seed: int) -> None:
    rng = random.Random(seed)
    names = [f"p{i}" for i in range(rng.randint(2, 7))]
    games = []
    for number in range(rng.choice((3, 10, 60))):
        winner = rng.choice((0, 1, 1, 2) if seed % 3 else (1,))
        one, other = sorted(rng.sample(names, 2))
        games.append(game(f"{number}a", one, other, winner))
    tally = Tally(games)
    for line in rate(tally, rng.choice(list(tally.players))).lines:
        elo, low, high = line.estimate
        assert all(abs(value) < 4000 for value in line.estimate if value is not None)
        if elo is not None:
            assert low is not None
            assert high is not None
            assert low <= elo <= high
