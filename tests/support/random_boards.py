"""Random boards for the tests, each from its seed: with none, one or many solutions, broken, full.

A board begins as a full grid, which comes from a pattern by renaming values and by swapping rows,
columns, bands and stacks; then values are taken out, and some are changed.
"""

from __future__ import annotations

import random

import brute

from bombe.boards import Board, Shape

HOLES = {
    Shape(1, 1): 1,
    Shape(2, 2): 16,
    Shape(1, 4): 14,
    Shape(1, 5): 19,
    Shape(5, 1): 19,
    Shape(2, 3): 26,
    Shape(3, 2): 26,
    Shape(3, 3): 46,
}
"""The shapes, and how many empty cells brute force can take on without a wait."""

QUICK_TURNS = (Shape(2, 2), Shape(1, 4), Shape(2, 3), Shape(3, 2)) * 4
TURNS = (*QUICK_TURNS, Shape(3, 3), Shape(1, 1), Shape(1, 5), Shape(5, 1))
"""Which shapes take turns: the small ones often, 3x3 seldom, for it takes longest."""


def rng_of(seed: int | str) -> random.Random:
    """Make the random numbers of a seed."""
    return random.Random(seed)


def full_grid(shape: Shape, rng: random.Random) -> list[int]:
    """Draw a full grid."""
    size, m, n = shape.size, shape.m, shape.n
    names = rng.sample(range(1, size + 1), size)
    rows = [a * m + b for a in rng.sample(range(n), n) for b in rng.sample(range(m), m)]
    columns = [a * n + b for a in rng.sample(range(m), m) for b in rng.sample(range(n), n)]
    # In a band each row is the one above it, moved on by a box; the next band, by one cell.
    return [names[(n * (r % m) + r // m + c) % size] for r in rows for c in columns]


def random_board(seed: int) -> Board:
    """Draw the board of a seed."""
    rng = rng_of(seed)
    shape = TURNS[seed % len(TURNS)]
    values = full_grid(shape, rng)
    (spoil,) = rng.choices((keep, dig, change, clash), weights=(1, 10, 8, 2))
    if spoil is not keep:
        dig(shape, values, rng)
    if spoil is not dig:
        spoil(shape, values, rng)
    return Board(shape, bytes(values))


def keep(shape: Shape, values: list[int], rng: random.Random) -> None:
    """Leave the full grid as it is."""


def dig(shape: Shape, values: list[int], rng: random.Random) -> None:
    """Empty some cells."""
    most = HOLES[shape]
    for cell in rng.sample(range(shape.cells), rng.randint((most + 1) // 2, most)):
        values[cell] = 0


def change(shape: Shape, values: list[int], rng: random.Random) -> None:
    """Put another value in one to three empty cells, if C0 allows it: often a bomb."""
    empty = [cell for cell, value in enumerate(values) if not value]
    for cell in rng.sample(empty, min(len(empty), rng.randint(1, 3))):
        fitting = [
            v for v in range(1, shape.size + 1) if brute.fits(shape.m, shape.n, values, cell, v)
        ]
        values[cell] = rng.choice(fitting) if fitting else 0


def clash(shape: Shape, values: list[int], rng: random.Random) -> None:
    """Copy a given into a region where it stands already."""
    filled = [cell for cell, value in enumerate(values) if value]
    if filled and shape.cells > 1:
        cell = rng.choice(filled)
        values[rng.choice(brute.rivals(shape.m, shape.n)[cell])] = values[cell]
