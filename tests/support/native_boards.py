"""Boards for the tests of the native kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING

import random_boards

from bombe.boards import Board

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.boards import Shape


def few_holes(shape: Shape, seed: int, most: int = 50) -> Board:
    """Return a random board that any solver can do: a full grid without 20 to `most` percent."""
    rng = random_boards.rng_of(f"{shape} {seed}")
    values = random_boards.full_grid(shape, rng)
    holes = max(1, shape.cells * rng.randint(20, most) // 100)
    for cell in rng.sample(range(shape.cells), holes):
        values[cell] = 0
    if seed % 3 == 0:
        random_boards.change(shape, values, rng)
    return Board(shape, bytes(values))


def boards_of(shape: Shape, count: int) -> Iterator[Board]:
    return (few_holes(shape, seed) for seed in range(count))


def mixed_boards(shape: Shape, count: int) -> list[Board]:
    """Return boards with none, one and many solutions, and some with clashes."""
    boards = list(boards_of(shape, count))
    rng = random_boards.rng_of(3)
    for at in range(0, count, 5):
        values = list(boards[at].values)
        random_boards.clash(shape, values, rng)
        boards[at] = Board(shape, bytes(values))
    return boards


def joined(boards: list[Board]) -> bytes:
    return b"".join(board.values for board in boards)
