"""Labelled positions, and the arrays that a network learns from and is judged by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bombe.agents.learn.perceptron.layers import Floats


class LabelledPosition(NamedTuple):
    """A position as text, and the exact value of each move, in the order of the rules' list."""

    position: str
    values: tuple[int, ...]


class Samples(NamedTuple):
    """A row for each move of each position.

    A move is worth `points` plus `signs` times what a network says of its row of `facts`. The moves
    of a position stand together; `starts` are their first rows. `left` counts for each position
    the lines or cells that are left.
    """

    facts: NDArray[Any]
    points: Floats
    signs: Floats
    values: Floats
    starts: NDArray[np.intp]
    left: NDArray[np.intp]

    @property
    def targets(self) -> Floats:
        """What a network should say of each row."""
        wanted: Floats = (self.values - self.points) * self.signs
        return wanted

    def losses(self, outputs: Floats) -> list[int]:
        """Return for each position what the move that is valued highest loses."""
        ends = [*self.starts[1:].tolist(), len(self.values)]
        valued = self.points + self.signs * outputs
        lost = []
        for start, end in zip(self.starts.tolist(), ends, strict=True):
            exact = self.values[start:end]
            lost.append(int(exact.max() - exact[valued[start:end].argmax()]))
        return lost
