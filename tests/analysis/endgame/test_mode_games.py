"""Exact endings of games in the newer play modes, as recorded.

The positions are the first with 16 and with 20 empty cells of games of the champion against itself
and against greedy, on irreducible 9x9 boards; those with 16 were solved by another search, too.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from paths import DATA

from bombe.analysis.endgame import kernel as native
from bombe.analysis.endgame.margins import Table
from bombe.boards import Move, Rules, SudokuState
from bombe.boards.sudoku.reading import read
from bombe.solvers import Budget

GAMES = [json.loads(line) for line in (DATA / "mode_endings.jsonl").read_text("utf-8").splitlines()]
pytestmark = pytest.mark.skipif(not native.is_available(), reason="no kernel")


def state_of_game(game: dict[str, Any]) -> SudokuState:
    first, second = map(frozenset, game["allowed"])
    mine, theirs = map(frozenset, game["occupied"])
    return SudokuState(
        read(game["board"]).board,
        Rules(game["rules"]),
        frozenset(Move(*move) for move in game["taboo"]),
        to_move=game["to_move"],
        allowed=(first, second),
        occupied=(mine, theirs),
    )


def solved(rules: str, empty: int) -> int:
    """Compare the recorded margins; return how many positions there were."""
    games = [g for g in GAMES if g["rules"] == rules and g["board"].count(".") == empty]
    for game in games:
        state = state_of_game(game)
        assert Table(state).margin(state) == (game["margin"],) * 2, game
    return len(games)


@pytest.mark.parametrize("rules", ["rows", "border", "random"])
def test_endings_with_16_empty_cells(rules: str) -> None:
    assert solved(rules, 16) == 20


@pytest.mark.long
@pytest.mark.parametrize("rules", ["rows", "border", "random"])
def test_endings_with_20_empty_cells(rules: str) -> None:
    assert solved(rules, 20) == 20


def test_bounds_of_endings_close_with_the_nodes() -> None:
    for game in GAMES[::40]:
        state, widths = state_of_game(game), []
        for nodes in (10, 1000, 30_000, 1_000_000):
            low, high = Table(state).margin(state, Budget(nodes=nodes))
            assert low <= game["margin"] <= high
            widths.append(high - low)
        assert widths == sorted(widths, reverse=True)
        assert widths[-1] < widths[0]
