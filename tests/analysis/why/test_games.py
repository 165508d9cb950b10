"""Every bomb of random games has a chain that passes the checker, whatever the shape."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from excess import excess_in
from random_boards import full_grid

import bombe
from bombe.analysis.why.checker import fault_in
from bombe.analysis.why.finders import finder_for
from bombe.analysis.why.refutation import Fact, Question
from bombe.analysis.why.sentences import story
from bombe.boards import Board, Move, Shape
from bombe.solvers import Meter

if TYPE_CHECKING:
    from collections.abc import Iterator

SHAPES = ("2x2", "2x3", "3x2", "2x4", "3x3", "2x5", "3x4", "4x4")


def positions(shape: Shape, rng: random.Random) -> Iterator[Board]:
    """Yield boards from an empty one on, or from one half full, by random safe play."""
    values = full_grid(shape, rng)
    kept = rng.sample(range(shape.cells), rng.choice([0, shape.cells // 3, shape.cells // 2]))
    board = Board(shape, [values[cell] if cell in kept else 0 for cell in range(shape.cells)])
    while safe := bombe.audit(board).safe:
        yield board
        for _ in range(rng.randint(1, shape.size)):
            board = board.place(rng.choice(safe))
            safe = bombe.audit(board).safe
            if not safe:
                return


def explain(board: Board, move: Move) -> None:
    """Refute a bomb; hold the refutation to the checker, and tell it."""
    question = Question(Fact(board.shape.cell(move.row, move.column), move.value))
    found = finder_for(board.shape).refute(board, question, Meter())
    assert found is not None
    assert not fault_in(board, question, found)
    assert not excess_in(board, question, found)
    told = story(board.shape, question, found)
    assert told.startswith(f"If {move.value} stands at r{move.row + 1}c{move.column + 1}")
    assert told.endswith(".")


@pytest.mark.parametrize("shape", SHAPES[:5])
def test_bombs_of_a_game_are_explained(shape: str) -> None:
    rng = random.Random(shape)
    for board in positions(Shape.of(shape), rng):
        bombs = bombe.audit(board).bombs
        for move in rng.sample(bombs, min(2, len(bombs))):
            explain(board, move)


@pytest.mark.long
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("seed", range(8))
def test_bombs_of_many_games_are_explained(shape: str, seed: int) -> None:
    rng = random.Random(f"{shape} {seed}")
    for board in positions(Shape.of(shape), rng):
        bombs = bombe.audit(board).bombs
        for move in rng.sample(bombs, min(5, len(bombs))):
            explain(board, move)
