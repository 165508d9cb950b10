"""The schedule of a match: pairs with sides swapped, the same from the same settings."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
from games import sudoku

from bombe.agents.arena.schedule import (
    Fixture,
    fixtures,
    ids,
    pairings,
    player_names,
    spec_of_player,
)
from bombe.agents.openings import Openings
from bombe.agents.sudoku.openings import SudokuOpenings
from bombe.boards import Board, Rules, Shape, SudokuState
from bombe.boards.errors import UsageError
from bombe.boards.sudoku.reading import read

if TYPE_CHECKING:
    from collections.abc import Iterable

SHAPE = Shape(2, 2)
GENERATED = SudokuOpenings(shape=SHAPE)


def schedule(agents: str = "ABC", openings: Openings = GENERATED, games: int = 4) -> list[Fixture]:
    return list(fixtures(pairings(agents), openings, games=games, seed=1))


def _seeds_of(games: Iterable[Fixture]) -> set[int]:
    return {seed for fixture in games for seed in fixture.seeds}


def test_everyone_meets_everyone_on_both_sides_equally_often() -> None:
    met = Counter((fixture.first, fixture.second) for fixture in schedule("ABCD", games=6))
    assert met == {(one, two): 3 for one in "ABCD" for two in "ABCD" if one != two}


def test_in_a_gauntlet_the_first_meets_all_others() -> None:
    assert pairings("ABC", gauntlet=True) == [("A", "B"), ("A", "C")]


def test_a_pair_is_one_start_with_sides_swapped() -> None:
    games = {fixture.id: fixture for fixture in schedule()}
    for number in range(1, 7):
        one, two = games[f"{number}a"], games[f"{number}b"]
        assert (one.first, one.second) == (two.second, two.first)
        assert one.start == two.start


def test_all_pairings_of_a_round_play_on_the_same_start_and_rounds_differ() -> None:
    boards = [sudoku(fixture.start).board for fixture in schedule()]
    assert len(set(boards[:6])) == len(set(boards[6:])) == 1
    assert boards[0] != boards[6]


def test_a_longer_schedule_begins_with_the_shorter_one() -> None:
    assert schedule(games=8)[:12] == schedule(games=4)


def test_ids_are_those_of_the_schedule_in_its_order() -> None:
    assert list(ids(3, 4)) == [fixture.id for fixture in schedule("ABC", games=4)]


def test_skipping_leaves_the_other_games_as_they_are() -> None:
    whole = schedule()
    kept = list(fixtures(pairings("ABC"), GENERATED, games=4, seed=1, skip={"1a", "1b", "4b"}))
    assert kept == [fixture for fixture in whole if fixture.id not in {"1a", "1b", "4b"}]


def test_every_game_has_its_own_seed_which_the_match_seed_sets() -> None:
    seeds = _seeds_of(schedule(games=40))
    assert len(seeds) == 240
    assert not _seeds_of(fixtures(pairings("ABC"), GENERATED, games=4, seed=2)) & seeds


def test_a_salt_changes_the_seeds_of_players_and_no_start() -> None:
    open_games = schedule()
    hidden = list(fixtures(pairings("ABC"), GENERATED, games=4, seed=1, salt="s"))
    assert [fixture.start for fixture in hidden] == [fixture.start for fixture in open_games]
    assert not _seeds_of(hidden) & _seeds_of(open_games)


def test_given_boards_are_used_in_turn_and_keep_their_rules_unless_overridden() -> None:
    rows = SudokuState.start(Board.empty(SHAPE), Rules.ROWS)
    boards = (read("random-2x2"), rows)
    starts = [fixture.start for fixture in schedule("AB", Openings(boards), games=6)]
    assert starts[::2] == [boards[0], rows, boards[0]]
    drawn = [
        sudoku(fixture.start)
        for fixture in schedule("AB", SudokuOpenings(boards, rules=Rules.RANDOM))
    ]
    assert {start.rules for start in drawn} == {Rules.RANDOM}
    assert drawn[0] == drawn[1]


@pytest.mark.parametrize("rules", list(Rules))
def test_generated_starts_follow_the_rules(rules: Rules) -> None:
    starts = SudokuOpenings(shape=Shape(2, 3), rules=rules)
    assert sudoku(starts.start(0, 1)).rules is rules
    assert starts.start(0, 1) == starts.start(0, 1) != starts.start(1, 1)


@pytest.mark.parametrize("games", [0, 1, 3, -2])
def test_an_odd_number_of_games_is_refused(games: int) -> None:
    with pytest.raises(UsageError, match="even"):
        schedule(games=games)


def test_an_agent_that_is_named_twice_plays_itself_under_numbered_names() -> None:
    assert pairings("AA") == [("A#1", "A#2")]
    assert pairings("ABA") == [("A#1", "B"), ("A#1", "A#2"), ("B", "A#2")]
    assert pairings("ABA", gauntlet=True) == [("A#1", "B"), ("A#1", "A#2")]
    games = schedule("AA", games=2)
    assert len(_seeds_of(games)) == 4


@pytest.mark.parametrize(
    "specs",
    [
        ("x", "x"),
        ("x", "y"),
        ("team#1", "team#2"),
        ("team", "team", "team#1", "team#1"),
        ("a#b.py:A", "a#b.py:A", "m:c=1,k=#2"),
        ("x#", "x#", "#1"),
    ],
)
def test_names_of_players_differ_and_show_their_specs(specs: tuple[str, ...]) -> None:
    names = player_names(specs)
    assert len(set(names)) == len(specs)
    assert [spec_of_player(name) for name in names] == list(specs)


def test_a_match_needs_two_agents_and_one_source_of_starts() -> None:
    with pytest.raises(UsageError, match="another"):
        pairings("A")
    for wrong in ({}, {"positions": (read("random-2x2"),), "shape": SHAPE}):
        with pytest.raises(UsageError, match="choose"):
            SudokuOpenings(**wrong)  # type: ignore[arg-type]
