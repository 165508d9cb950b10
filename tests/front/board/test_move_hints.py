"""Hints for a move: first where to look, then the move and why; exact where that can be had."""

from __future__ import annotations

from typing import Any

import pytest
from asking_page import ask
from games import random_game, sudoku

import bombe
from bombe.boards import Board, Move, Rules, Shape, SudokuState

GAMES = [("easy-2x3", rules, seed) for seed, rules in enumerate(Rules)]


def hints(state: SudokuState, **params: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the hints of both levels."""
    first, second = (ask("move_hint", position=state, level=level, **params) for level in (1, 2))
    assert first["move"] is None
    assert second["text"].startswith(first["text"])
    assert {**second, "level": 1, "move": None, "text": first["text"]} == first
    return first, second


@pytest.mark.parametrize(("name", "rules", "seed"), GAMES)
def test_a_hint_is_a_best_move_where_that_is_known(name: str, rules: Rules, seed: int) -> None:
    start = SudokuState.start(bombe.read(name).board, rules, seed)
    for played in list(random_game(start, seed).states())[6:-1:3]:
        state = sudoku(played)
        solved = bombe.endgame(state)
        first, second = hints(state)
        move = Move(*second["move"])
        lead = state.scores[state.to_move - 1] - state.scores[2 - state.to_move]
        assert move in solved.best
        assert second["proven"] == solved.low + lead
        kind = next(value.kind for value in solved.moves if value.move == move)
        assert (kind == "skip") == (second["kind"] == "skip") == (not first["cells"])
        assert kind == "skip" or [move.row, move.column] in first["cells"]
        if second["kind"] == "points":
            assert f"{state.points(move)} point" in first["text"]
        assert f"{move.value} at r{move.row + 1}c{move.column + 1}" in second["text"]


@pytest.mark.parametrize("name", ["hard-3x3", "easy-3x3", "random-3x3", "empty-2x3"])
def test_before_that_the_law_decides(name: str) -> None:
    state = bombe.read(name)
    found = bombe.tempo(state, exact=0)
    _, second = hints(state)
    move = Move(*second["move"])
    assert second["proven"] is None
    assert move in (found.keeps or found.fills)
    if move in found.keeps and second["kind"] == "keep":
        left = next(each.left for each in found.effects if each.move == move)
        assert f"leaves {left} bombs, an even number" in second["text"]


def test_a_skip_is_reported_with_the_numbers_of_the_law() -> None:
    state = bombe.read("hard-3x3")
    quiet = next(move for move in bombe.tempo(state, exact=0).keeps)
    state = state.play(quiet)
    found = bombe.tempo(state, exact=0)
    assert (found.empties % 2, found.verdict) == (0, "lost")
    bombs = bombe.audit(state).bombs
    _, second = hints(state.reject(bombs[0]))
    assert second["kind"] == "skip"
    assert f"{found.empties} empty cells and {len(bombs) - 1} bombs" in second["text"]


def test_no_move_no_hint() -> None:
    full = Board(Shape(1, 1), b"\1")
    assert ask("move_hint", position=full)["text"] == "The game is over."
    start = bombe.read("easy-2x2")
    broken = start.play(bombe.audit(start).bombs[0])
    answer = ask("move_hint", position=broken)
    assert answer["text"] == "The board has no solution: every move is a bomb."
    assert (answer["kind"], answer["move"], answer["cells"]) == ("none", None, [])
