"""Positions of Dots and Boxes with exact values, and what a network is told of them.

The network values the position after a line, for its mover. It is told which lines are drawn, and,
with the inputs `boxes`, also of each box how many of its sides are left.
"""

from __future__ import annotations

import enum
import functools
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bombe.agents.dots.scratch import DotsScratch
from bombe.agents.dots.simple import first_move
from bombe.agents.learn.perceptron.samples import LabelledPosition, Samples
from bombe.analysis.dots.exact import solve
from bombe.boards.dots.state import DotsState, Grid
from bombe.boards.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from bombe.agents.learn.perceptron.layers import Floats
    from bombe.boards.dots.state import Line

FEWEST, MOST = 4, 24
"""The undrawn lines of the positions; with 24 the exact values take about two milliseconds."""
RANDOM_SHARES = (0.0, 0.2)
"""Positions come from games of the rules of thumb in which this share of the lines is random."""
MOST_EDGES = 64
_MEMORY = 2**24
_SIDES = 4


class DotsInputs(enum.StrEnum):
    """What a network is told: the lines, or also the sides that are left of each box."""

    LINES = "lines"
    BOXES = "boxes"


@dataclass(frozen=True)
class DotsSubject:
    """Dots and Boxes on a grid, with the extra turn."""

    grid: Grid
    told: DotsInputs

    game = "dots"
    left_words = "undrawn lines"
    unit = "boxes"
    scale = 4.0

    def __post_init__(self) -> None:
        if not FEWEST < self.grid.edges <= MOST_EDGES:
            raise UsageError(
                f"--boxes {self.grid}: it has {self.grid.edges} lines; give a grid of "
                f"{FEWEST + 1} to {MOST_EDGES}, such as 4x4"
            )

    @property
    def width(self) -> int:
        """The number of inputs of a network."""
        boxes = self.grid.boxes * _SIDES if self.told is DotsInputs.BOXES else 0
        return self.grid.edges + boxes

    @property
    def symmetries(self) -> int:
        """The number of symmetries of the grid."""
        return len(self.grid.symmetries())

    def labelled(self, number: int, source: str) -> LabelledPosition:
        """Return a random position whose lines differ in value, the same for the same arguments."""
        rng = random.Random(f"{source} {self.grid} {number}")
        while True:
            edges = self._played(rng)
            found = solve(DotsState(self.grid, edges), memory=_MEMORY)
            values = tuple(value.low for value in found.moves)
            if min(values) < max(values):
                return LabelledPosition(f"{edges:x}", values)

    def _played(self, rng: random.Random) -> int:
        """Return the lines that are drawn in a game of rules of thumb and random lines."""
        position = DotsScratch(DotsState.start(self.grid))
        until = rng.randint(FEWEST, min(MOST, self.grid.edges - 1))
        share = rng.choice(RANDOM_SHARES)
        while position.moves_left > until:
            first = first_move(position, rng) if rng.random() >= share else None
            position.play(first[0] if first else rng.choice(position.edges()))
        return self.grid.all_edges & ~position.empty

    def state(self, position: str) -> DotsState:
        """Return the position that a text describes: the set of drawn edges, hexadecimal."""
        return DotsState(self.grid, int(position, 16))

    def moves(self, position: str) -> Sequence[Line]:
        """Return the undrawn lines, in order."""
        return self.state(position).moves()

    def key(self, position: str) -> int:
        """Return the smallest of the sets of edges that the symmetries make of the position."""
        drawn = [edge for edge in range(self.grid.edges) if int(position, 16) >> edge & 1]
        return min(sum(1 << turned[edge] for edge in drawn) for turned in self.grid.symmetries())

    def samples(self, labelled: Sequence[LabelledPosition]) -> Samples:
        """Return a row for each line: the drawn lines after it."""
        import numpy as np

        drawn = self._drawn([int(each.position, 16) for each in labelled])
        places, edges = np.nonzero(1 - drawn)
        before = drawn[places]
        after = before.copy()
        after[np.arange(len(edges)), edges] = 1
        sides = _sides(self.grid)
        points = ((after @ sides == _SIDES) & (before @ sides < _SIDES)).sum(1)
        counts = (1 - drawn).sum(1, dtype=np.intp)
        return Samples(
            facts=after,
            points=points.astype(np.float32),
            signs=np.where(points > 0, np.float32(1), np.float32(-1)),
            values=np.array([v for each in labelled for v in each.values], np.float32),
            starts=np.cumsum(counts) - counts,
            left=counts,
        )

    def _drawn(self, sets: Sequence[int]) -> NDArray[np.uint8]:
        """Return a row of 0 and 1 for each set of edges."""
        import numpy as np

        packed = b"".join(edges.to_bytes(MOST_EDGES // 8, "little") for edges in sets)
        rows = np.frombuffer(packed, np.uint8).reshape(len(sets), -1)
        return np.unpackbits(rows, axis=1, count=self.grid.edges, bitorder="little")

    def inputs(self, facts: NDArray[Any], symmetry: int) -> Floats:
        """Return the lines, and the number of sides left of each box as one of four inputs."""
        import numpy as np

        turned = np.empty_like(facts)
        turned[:, list(self.grid.symmetries()[symmetry])] = facts
        lines = turned.astype(np.float32)
        if self.told is DotsInputs.LINES:
            return lines
        drawn = turned @ _sides(self.grid)
        boxes = [(drawn == _SIDES - left).astype(np.float32) for left in range(_SIDES)]
        return np.concatenate([lines, *boxes], axis=1)


@functools.cache
def _sides(grid: Grid) -> NDArray[np.uint8]:
    """Return the table of which edge, a row, is a side of which box, a column."""
    import numpy as np

    rows = [[edges >> edge & 1 for edges in grid.box_edges] for edge in range(grid.edges)]
    return np.array(rows, np.uint8)
