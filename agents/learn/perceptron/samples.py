"""Labelled positions, and the arrays that a network learns from and is judged by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from bombe.agents.learn.perceptron.layers import Floats
    from bombe.boards.game import AnyMove, AnyState


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


class Subject(Protocol):
    """What a game teaches: random positions with exact values, and what a network is told.

    `left_words` names what is counted as left, `unit` what is lost by a bad move; `scale` divides
    the values, so that the outputs of a network are near 1. A position has so many `symmetries`.
    """

    @property
    def game(self) -> str:
        """The name of the game."""

    @property
    def left_words(self) -> str:
        """What is left, in words."""

    @property
    def unit(self) -> str:
        """What is lost, in words."""

    @property
    def scale(self) -> float:
        """The divisor of values."""

    @property
    def width(self) -> int:
        """The number of inputs of a network."""

    @property
    def symmetries(self) -> int:
        """The number of symmetries."""

    def labelled(self, number: int, source: str) -> LabelledPosition:
        """Return a random position whose moves differ in value, the same for the same arguments."""

    def state(self, position: str) -> AnyState:
        """Return the position that a text describes."""

    def moves(self, position: str) -> Sequence[AnyMove]:
        """Return the moves in the order of the values."""

    def key(self, position: str) -> Hashable:
        """Return what is equal for positions that are the same, perhaps after a symmetry."""

    def samples(self, labelled: Sequence[LabelledPosition]) -> Samples:
        """Return the arrays of labelled positions."""

    def inputs(self, facts: NDArray[Any], symmetry: int) -> Floats:
        """Return what a network is told, after one of the symmetries."""
