"""Whether the games of a match fit each other: sides, starts and versions."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import pytest
from played_logs import random_games

from bombe.analysis.matches.verification.consistency import MatchConsistency

if TYPE_CHECKING:
    from bombe.boards.record import GameRecord

SUDOKU, OTHER, *_ = random_games(4)


def game(name: str, *players: str, start: GameRecord = SUDOKU, **extra: Any) -> GameRecord:
    first, second = players
    return dataclasses.replace(
        start, id=name, match="m", first=first, second=second, extra={**extra}
    )


def problems(*records: GameRecord) -> list[str]:
    check = MatchConsistency()
    return [problem for record in records for problem in check.problems(record)]


def test_pairs_with_the_sides_swapped_fit_in_any_order() -> None:
    one, other = game("1a", "x", "y"), game("1b", "y", "x")
    assert problems(one, other) == []
    assert problems(other, game("2b", "z", "x"), one, game("2a", "x", "z")) == []
    assert problems(one, other, game("7", "x", "y"), game("odd", "x", "x")) == []
    assert problems(*(dataclasses.replace(each, match="") for each in (one, one, one))) == []


@pytest.mark.parametrize(
    ("record", "words"),
    [
        (game("1b", "x", "y"), "the players are not those of game 1a with the sides swapped"),
        (game("1b", "y", "z"), "the players are not those of game 1a with the sides swapped"),
        (game("1b", "y", "x", start=OTHER), "the start is not that of game 1a"),
        (
            game("2a", "z", "x", player_versions=["1", "5"]),
            "x has version 5, and 1 in a game of the same match",
        ),
    ],
)
def test_what_does_not_fit_is_reported(record: GameRecord, words: str) -> None:
    assert problems(game("1a", "x", "y", player_versions=["1", "2"]), record) == [words]
