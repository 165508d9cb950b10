"""Random positions of Competitive Sudoku, reached by random legal play without asking a solver."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombe.boards import Board, Rules, Shape, SudokuState

if TYPE_CHECKING:
    import random

SHAPES = tuple(
    Shape(m, n)
    for m, n in (
        *((1, 1), (1, 2), (1, 3), (3, 1), (2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (2, 5), (5, 2)),
        *((3, 4), (4, 4), (1, 11), (5, 5), (6, 6)),
    )
)


def random_state(rng: random.Random, shape: Shape, rules: Rules, turns: int) -> SudokuState:
    """Play up to `turns` random legal moves from a board with random values, clashes allowed."""
    values = (rng.randint(0, shape.size) if rng.random() < 0.3 else 0 for _ in range(shape.cells))
    state = SudokuState.start(Board(shape, bytes(values)), rules, seed=rng.randrange(10**6))
    for _ in range(turns):
        moves = state.moves()
        if not moves or state.is_over:
            break
        move = rng.choice(moves)
        state = state.play(move) if rng.random() < 0.7 else state.reject(move)
    return state
