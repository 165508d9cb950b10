"""Boards with few givens, each from its seed: some have no solution."""

from __future__ import annotations

from typing import TYPE_CHECKING

import brute
import random_boards

from bombe.boards import Board, Shape

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable


def sparse_board(shape: Shape, seed: int, most: int | None = None) -> Board:
    """Draw a board with up to `most` givens (about a fifth of the cells); none of them clash."""
    rng = random_boards.rng_of(f"sparse {shape} {seed}")
    most = most or max(1, shape.cells // 5)
    values = [0] * shape.cells
    draw = (scatter, gather, squeeze, dig)[seed % 4]
    draw(shape, values, rng, rng.randint(0, rng.randint(1, most)))
    return Board(shape, bytes(values))


def scatter(shape: Shape, values: list[int], rng: random.Random, givens: int) -> None:
    """Put any values into any cells, sometimes only a few values."""
    names = rng.sample(range(1, shape.size + 1), rng.randint(1, shape.size))
    for cell in rng.sample(range(shape.cells), givens):
        give(shape, values, cell, rng.sample(names, len(names)))


def gather(shape: Shape, values: list[int], rng: random.Random, givens: int) -> None:
    """Put values into peers of one cell, so that few are left for it and its neighbours."""
    rivals = brute.rivals(shape.m, shape.n)[rng.randrange(shape.cells)]
    names = rng.sample(range(1, shape.size + 1), shape.size)
    for cell in rng.sample(rivals, min(givens, len(rivals))):
        give(shape, values, cell, names)
        names.append(names.pop(0))


def squeeze(shape: Shape, values: list[int], rng: random.Random, givens: int) -> None:
    """Leave some values one row of a box: they fit there if they are not too many."""
    columns = rng.sample(range(shape.size), shape.size)
    band = rng.randrange(shape.n)
    rows = [band * shape.m + row for row in rng.sample(range(shape.m), shape.m - 1)]
    box = rng.randrange(shape.m)
    outside = [column for column in columns if column // shape.n != box]
    for value in rng.sample(range(1, shape.size + 1), rng.randint(1, min(shape.size, shape.n + 2))):
        for row in rows:
            for column in rng.sample(outside, len(outside)):
                if sum(map(bool, values)) < max(givens, shape.size) and give(
                    shape, values, row * shape.size + column, [value]
                ):
                    break


def dig(shape: Shape, values: list[int], rng: random.Random, givens: int) -> None:
    """Take some givens of a full grid; sometimes one more that fits for now, often a bomb."""
    grid = random_boards.full_grid(shape, rng)
    for cell in rng.sample(range(shape.cells), givens):
        values[cell] = grid[cell]
    if rng.random() < 0.5:
        random_boards.change(shape, values, rng)


def give(shape: Shape, values: list[int], cell: int, names: Iterable[int]) -> bool:
    """Put the first value that fits into an empty cell; return whether there is one."""
    if values[cell]:
        return False
    for value in names:
        if brute.fits(shape.m, shape.n, values, cell, value):
            values[cell] = value
            return True
    return False
