"""What a network is told of a move: numbers that a player can know, on a board of any size.

The features describe the position after the move, as the opponent finds it. By the tempo law the
opponent has lost where empty cells and usable bombs are both even; `empties odd` and `bombs odd`
say that at once, the counts leave it to the network to find.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bombe.agents.sudoku.scratch import Scratch

FEATURES = (
    "points",
    "gives",
    "least left",
    "middle left",
    "most left",
    "empties odd",
    "bombs odd",
    "empties",
    "bombs",
    "skip",
    "filled",
)
"""All inputs that a network may have:

    points            the points of the move, divided by 7
    gives             the most points that the opponent can score next, divided by 7
    least left, middle left, most left
                      the empty cells that are left in the row, the column and the box of the move,
                      the fewest first, divided by their size; 1 for a skip
    empties odd       1 if the number of empty cells is odd, else 0
    bombs odd         the same of the usable bombs; 0.5 if it is not known
    empties, bombs    these numbers
    skip              1 for a bomb, 0 for a fill
    filled            the share of the board that is filled
"""
POINTS_SCALE = 7.0
UNKNOWN = 0.5

Vector = tuple[float, ...]
"""The values of all features, in the order of `FEATURES`."""

_BOMBS = ("bombs odd", "bombs")
_PARITIES = ("empties odd", "bombs odd")


class FeatureSet(enum.StrEnum):
    """Which features a network is told: all, counts without parities, or nothing of bombs."""

    PARITY = "parity"
    COUNTS = "counts"
    NO_BOMBS = "no-bombs"

    @property
    def inputs(self) -> tuple[str, ...]:
        """The names of the inputs."""
        without = {
            FeatureSet.PARITY: (),
            FeatureSet.COUNTS: _PARITIES,
            FeatureSet.NO_BOMBS: _BOMBS,
        }[self]
        return tuple(name for name in FEATURES if name not in without)


def of_fill(position: Scratch, cell: int, bombs: int | None) -> Vector:
    """Return the features of a fill that leaves so many bombs; None if that is not known."""
    mover, tables = position.to_move, position.tables
    points = position.play(cell)
    gives = _most_points(position) if position.to_move != mover else 0
    left, size = position.left, tables.shape.size
    a, b, c = tables.regions_of[cell]
    least, middle, most = sorted((left[a] / size, left[b] / size, left[c] / size))
    counted = _counted(position, bombs)
    position.undo()
    scores = points / POINTS_SCALE, gives / POINTS_SCALE
    return (*scores, least, middle, most, *counted, 0.0, _filled(position, 1))


def of_skip(position: Scratch, bombs: int | None) -> Vector:
    """Return the features of a bomb after which so many are left; None if that is not known."""
    position.skip()
    gives = _most_points(position) / POINTS_SCALE
    counted = _counted(position, bombs)
    position.undo()
    return (0.0, gives, 1.0, 1.0, 1.0, *counted, 1.0, _filled(position, 0))


def _most_points(position: Scratch) -> int:
    return max(position.scoring().values(), default=0)


def _counted(position: Scratch, bombs: int | None) -> Vector:
    """Return parities and counts of empty cells and bombs."""
    empties = position.empty.bit_count()
    if bombs is None:
        return empties % 2, UNKNOWN, empties, 0.0
    return empties % 2, bombs % 2, empties, bombs


def _filled(position: Scratch, more: int) -> float:
    cells = position.tables.shape.cells
    return (cells - position.empty.bit_count() + more) / cells
